"use strict";
// Charts of points: a canvas for the points, SVG below it for axes and above it for labels. A point is {x, y, row} in
// pixels, and {problem} in charts of several problems; a panel describes it on hover, on focus and on tap.
report.plot = (() => {
    const panel = d3.select("#point").attr("hidden", "");
    const marks = []; // a function per chart, which marks the selected row
    const chosen = {problem: null, row: null, pinned: false};

    // A colour of the style sheet, for a canvas.
    function colour(name) {
        const {color} = getComputedStyle(panel.style("color", `var(--${name})`).node());
        panel.style("color", null);
        return color;
    }

    // ---- the panel
    function copy(text, button) {
        const field = document.body.appendChild(document.createElement("textarea"));
        field.value = text;
        field.select();
        button.textContent = document.execCommand("copy") ? "Copied" : "Select the line and copy it"; // which also works for file: URLs
        field.remove();
        button.focus();
    }

    function fill(problem, row) {
        const place = problem.order.indexOf(row) + 1, text = report.line(problem, row);
        panel.html("").attr("hidden", null);
        const button = (name, words) => panel.append("button").attr("type", "button").attr("class", name).text(words);
        const list = (name, pairs) => {
            const entry = panel.append("ul").attr("class", name).selectAll("li").data(pairs).enter().append("li");
            entry.append("span").text(pair => pair[0]);
            entry.append("b").text(pair => pair[1]);
        };
        panel.append("p").attr("class", "time").text(place ? report.time(problem.median(row)) : "no time");
        panel.append("p").text([problem.name, place ? `number ${place} of ${problem.order.length} by time` : "",
            row === problem.best && "best", problem.value("dropped", row) && "stopped early", !problem.allows(row) && "error above the limit"]
            .filter(Boolean).join(" · "));
        button("close", "×").attr("aria-label", "close").on("click", () => {
            clear();
            panel.node().previousElementSibling.querySelector(".frame, select").focus();
        });
        list("config", problem.parameters.map(({name}, number) => [name, problem.word(number, row)]));
        list("known", report.facts(problem, row));
        if (text === null) return;
        panel.append("code").attr("class", "run").text(text);
        button("copy", "Copy this line, which runs it again").on("click", function () { copy(text, this); });
    }

    // Describes a row in the panel below the chart in that holder.
    function show(problem, row, holder, pinned) {
        if (chosen.pinned && !pinned) return;
        if (panel.node().previousElementSibling !== holder)
            holder.after(panel.node());
        else if (chosen.problem === problem && chosen.row === row && chosen.pinned === pinned)
            return;
        Object.assign(chosen, {problem, row, pinned});
        fill(problem, row);
        marks.forEach(mark => mark());
    }

    function clear() {
        Object.assign(chosen, {problem: null, row: null, pinned: false});
        panel.html("").attr("hidden", "");
        marks.forEach(mark => mark());
    }
    document.addEventListener("keydown", event => event.key === "Escape" && clear());

    // ---- points: each kind has its own shape, so that colour is never the only distinction
    const shape = (type, size) => d3.symbol().type(type).size(size)();
    const kinds = {
        failed: ["✚ failed", d3.symbolCross],
        over: ["△ error above the limit", d3.symbolTriangle],
        early: ["○ stopped early", d3.symbolCircle],
        timed: ["● measured", d3.symbolCircle],
    };
    const kind = (problem, row) => (problem.median(row) === null ? "failed" : !problem.allows(row) ? "over" :
        problem.value("dropped", row) ? "early" : "timed");

    // Paints points and returns their kinds.
    function paint(context, points, many) {
        const groups = d3.nest().key(point => kind(point.problem, point.row)).object(points);
        context.globalAlpha = many ? 0.45 : 0.8;
        const present = Object.keys(kinds).filter(name => groups[name]);
        for (const name of present) {
            const form = new Path2D(shape(kinds[name][1], many ? 12 : 36));
            context.fillStyle = context.strokeStyle = colour(name);
            for (const {x, y} of groups[name]) {
                context.translate(x, y);
                context[name === "timed" ? "fill" : "stroke"](form);
                context.translate(-x, -y);
            }
        }
        return present.reverse();
    }

    // A star on the best of a problem, with a label if it is the only star.
    function star(svg, points, width) {
        const best = points.filter(point => point.row === point.problem.best);
        svg.append("g").selectAll("path").data(best).enter().append("path").attr("class", "best").attr("d", shape(d3.symbolStar, 110))
            .attr("transform", ({x, y}) => `translate(${x},${y})`);
        if (best.length === 1)
            svg.append("text").attr("class", "label").text("best").attr("x", best[0].x).attr("y", best[0].y + 16)
                .attr("text-anchor", best[0].x > width - 60 ? "end" : best[0].x < 60 ? "start" : "middle");
    }

    function axes(svg, {x, y, height, margin}, width) {
        const bottom = height - margin.bottom;
        const draw = (axis, {scale, ticks, format}, at, size) => svg.append("g").attr("class", "axis").attr("transform", at)
            .call(axis(scale).tickValues(ticks).tickFormat(format).tickPadding(8).tickSize(size));
        const title = (text, x, y, anchor) => svg.append("text").attr("class", "title").attr("x", x).attr("y", y)
            .attr("text-anchor", anchor).text(text);
        draw(d3.axisBottom, x, `translate(0,${bottom})`, margin.top - bottom);
        if (height > 700)
            draw(d3.axisTop, x, `translate(0,${margin.top})`, 0);
        title(x.label, width - margin.right, height - 4, "end");
        if (!y) return;
        draw(d3.axisLeft, y, `translate(${margin.left},0)`, margin.left + margin.right - width);
        title(y.label, 0, 12, "start");
    }

    // ---- a chart: spec(width) returns its contents, for each width and theme; order: its points, in the order of the arrow keys
    function plot(holder, order, label, spec) {
        const box = d3.select(holder).append("div").attr("class", "plot");
        const frame = box.append("div").attr("class", "frame").attr("role", "img").attr("aria-label", label);
        const key = box.append("p").attr("class", "key");
        if (order.length)
            frame.attr("role", "slider").attr("tabindex", 0).attr("aria-label", `${label}; arrow keys go through its points`)
                .attr("aria-valuemin", 1).attr("aria-valuemax", order.length).attr("aria-valuenow", 1).attr("aria-valuetext", "none chosen");
        let tree = null, points = [], above = null, range = 0, at = -1;

        function draw() {
            const width = Math.max(260, Math.floor(holder.clientWidth));
            const now = spec(width), {height} = now;
            points = now.points;
            points.forEach(point => { point.problem = point.problem || order[0].problem; });
            tree = null;
            range = now.range || 30;
            frame.html("").style("height", `${height}px`);
            const layer = () => frame.append("svg").attr("width", width).attr("height", height).attr("aria-hidden", "true");
            const below = layer();
            axes(below, now, width);
            const ratio = Math.min(window.devicePixelRatio || 1, 2, 16000 / height);
            const canvas = frame.append("canvas").attr("width", width * ratio).attr("height", height * ratio)
                .style("width", `${width}px`).style("height", `${height}px`);
            const context = canvas.node().getContext("2d");
            context.scale(ratio, ratio);
            const present = paint(context, points, points.length > 8000);
            key.text(present.length > 1 ? present.map(name => kinds[name][0]).join("\u2003") : "");
            above = layer();
            if (now.labels) now.labels(above, below);
            star(above, now.unnamed ? [] : points, width);
            mark();
        }

        function mark() {
            const same = point => point.row === chosen.row && point.problem === chosen.problem;
            above.selectAll(".mark").remove();
            above.selectAll(".mark").data(chosen.problem ? points.filter(same) : []).enter().append("circle").attr("class", "mark")
                .attr("cx", point => point.x).attr("cy", point => point.y).attr("r", 8);
        }

        function step() {
            const last = order.length - 1, page = Math.max(1, Math.round(last / 10));
            const to = {ArrowRight: at + 1, ArrowUp: at + 1, ArrowLeft: at - 1, ArrowDown: at - 1, Home: 0, End: last,
                PageUp: at + page, PageDown: at - page}[d3.event.key];
            if (to === undefined) return;
            d3.event.preventDefault();
            at = Math.min(last, Math.max(0, to));
            const {problem, row} = order[at];
            show(problem, row, holder, true);
            frame.attr("aria-valuenow", at + 1).attr("aria-valuetext", `${report.time(problem.median(row))}, ${at + 1} of ${last + 1}`);
        }

        function pick(pinned) {
            tree = tree || d3.quadtree(points, point => point.x, point => point.y);
            const point = tree.find(...d3.clientPoint(frame.node(), d3.event), range);
            if (point) {
                at = pinned ? order.findIndex(({problem, row}) => problem === point.problem && row === point.row) : at;
                show(point.problem, point.row, holder, pinned);
            } else if (pinned) {
                clear();
            }
        }

        frame.on("pointermove", () => d3.event.pointerType !== "touch" && pick(false)).on("click", () => pick(true)).on("keydown", step);
        marks.push(mark);
        draw();
        return draw;
    }

    return Object.assign(plot, {show});
})();
