"use strict";
// Theme and tables, which need no D3; and drawing of charts when they come near the window, or are printed.
(() => {
    // ---- tables
    // Compares numbers by value, other texts alphabetically.
    const compare = ({dataset: {value: x}, textContent: a}, {dataset: {value: y}, textContent: b}) =>
        (x && y ? x - y : a.localeCompare(b, "en", {numeric: true}));

    function sort(table, heads, column) {
        const way = heads[column].getAttribute("aria-sort") === "ascending" ? "descending" : "ascending";
        heads.forEach(head => head.removeAttribute("aria-sort"));
        heads[column].setAttribute("aria-sort", way);
        const rows = [...table.tBodies[0].rows].sort((a, b) => compare(a.cells[column], b.cells[column]));
        table.tBodies[0].append(...(way === "ascending" ? rows : rows.reverse()));
    }

    function filter(table, text) {
        const words = text.toLowerCase().split(/\s+/), rows = [...table.tBodies[0].rows];
        for (const row of rows) {
            const has = [...row.cells].map(cell => cell.textContent.toLowerCase()).join(" ");
            row.hidden = !words.every(word => has.includes(word));
        }
        return text.trim() ? `${rows.filter(row => !row.hidden).length} of ${rows.length} rows` : "";
    }

    function prepare(table) {
        const heads = [...table.tHead.rows[0].cells], box = document.createElement("p");
        heads.forEach((head, column) => {
            const button = document.createElement("button");
            button.type = "button";
            button.textContent = head.textContent;
            button.addEventListener("click", () => sort(table, heads, column));
            head.replaceChildren(button);
        });
        box.className = "controls";
        box.innerHTML = '<label>Rows with <input type="search"></label><span role="status"></span>';
        const [field, count] = box.querySelectorAll("input, span");
        field.addEventListener("input", () => { count.textContent = filter(table, field.value); });
        (table.closest(".scroll") || table).before(box);
    }

    // Folded tables are set up when they are opened.
    for (const table of document.querySelectorAll("table.sortable")) {
        const details = table.closest("details:not([open])");
        if (details)
            details.addEventListener("toggle", () => prepare(table), {once: true});
        else
            prepare(table);
    }

    // ---- the target of a link is unfolded
    const reveal = hash => document.querySelectorAll("section > details").forEach(one => {
        one.open = one.open || one.parentElement.contains(document.getElementById(hash.slice(1)));
    });
    reveal(location.hash);
    document.querySelectorAll("a").forEach(link => link.addEventListener("click", () => reveal(link.hash)));

    // ---- charts
    const drawn = new Map(); // the function that redraws each
    const holders = [...document.querySelectorAll("figure[data-chart] .picture")].filter(holder =>
        window.d3 && report.charts[holder.closest("figure").dataset.chart]);

    const draw = (holder, figure = holder.closest("figure")) =>
        drawn.has(holder) || drawn.set(holder, report.charts[figure.dataset.chart](holder, figure));
    const again = () => drawn.forEach(redraw => redraw());
    const watch = new IntersectionObserver(seen =>
        seen.filter(one => one.isIntersecting).forEach(one => draw(one.target)), {rootMargin: "400px"});
    holders.forEach(holder => watch.observe(holder));
    let width = window.innerWidth;
    window.addEventListener("resize", () => width !== window.innerWidth && again(width = window.innerWidth));

    // ---- the theme: the system's, light or dark; print is always light
    document.querySelector("footer").insertAdjacentHTML("afterbegin",
        '<label class="theme">Theme <select><option>system<option>light<option>dark</select></label>');
    const theme = document.querySelector(".theme select");
    const wear = name => { document.documentElement.dataset.theme = name; again(); };
    theme.addEventListener("change", () => wear(theme.value));
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
    const unfolded = () => holders.filter(holder => !holder.closest("details:not([open])"));
    window.addEventListener("beforeprint", () => { wear("paper"); unfolded().forEach(holder => draw(holder)); });
    window.addEventListener("afterprint", () => wear(theme.value));
})();
