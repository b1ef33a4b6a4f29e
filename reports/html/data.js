"use strict";
// The report's data, and words for them. What a file says reaches the page as text, never as markup.
const report = (() => {
    const data = JSON.parse(document.getElementById("data").textContent);

    // ---- numbers as people read them
    const digits = d3.format(".4~r"), exponent = d3.format(".3~e");
    const number = value => (value === 0 || (Math.abs(value) >= 1e-3 && Math.abs(value) < 1e6) ? digits(value) : exponent(value));
    const share = d3.format(".1%");
    const units = [[1e9, "s"], [1e6, "ms"], [1e3, "us"], [1, "ns"]];

    // A time in ns, of four digits.
    function time(ns) {
        const [size, unit] = units.find(([size]) => ns >= size * 0.99995) || [1, "ns"];
        return `${number(ns / size)} ${unit}`;
    }

    // A rate with its unit: 4.914 TB/s.
    const rate = (value, unit) => d3.format(".4~s")(value).replace(/[a-zµ]?$/i, prefix => ` ${prefix}${unit}`);

    // ---- problems and their rows
    for (const problem of data.problems) {
        const rows = problem.rows;
        problem.count = rows.status ? rows.status.length : 0;
        // The value of a column in a row; null where it is not known.
        problem.value = (column, row) => (rows[column] ? rows[column][row] : null);
        problem.median = row => problem.value("median", row);
        problem.timed = d3.range(problem.count).filter(row => problem.median(row) > 0);
        problem.failed = d3.range(problem.count).filter(row => problem.value("reason", row) > 0);
        problem.order = problem.timed.slice().sort((a, b) => problem.median(a) - problem.median(b));
        problem.word = (parameter, row) => problem.parameters[parameter].words[rows.config[parameter][row]];
        problem.errorOf = row => (problem.error === null ? null : rows.figures[problem.error][row]);
        problem.allows = row => !(problem.max_error > 0 && problem.errorOf(row) > problem.max_error);
        problem.resource = row => data.resources[problem.value("resource", row)];
        // Flops per second; null where they are not known.
        problem.flops = row => ({"B/s": problem.value("intensity", row), "FMA/s": 2, "FLOP/s": 1}[problem.unit] || null) *
            problem.value("rate", row) || null;
    }

    // What a shell takes as one word, whatever a file says.
    const quoted = text => (/^[\w+=:,./@-]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`);

    // The line that runs a configuration again; null where none can be pasted.
    function line(problem, row) {
        const pairs = problem.parameters.map(({name}, place) => `${name}=${problem.word(place, row)}`);
        return problem.run === null || /\p{Cc}/u.test(pairs.join("")) ? null :
            problem.run + pairs.map(pair => ` --set ${quoted(pair)}`).join("");
    }

    // What is known of a row besides its configuration and time, as pairs of words.
    function facts(problem, row) {
        const {value} = problem, bytes = count => `${count} B`;
        const of = (label, column, text) => [label, value(column, row) === null ? null : text(value(column, row))];
        return [
            of("95 % within", "low", low => `${time(low)} and ${time(value("high", row))}`),
            of("alone", "alone", time),
            of("limit", "fraction", fraction => `${share(fraction)} of ${problem.resource(row)}`),
            of("rate", "rate", amount => rate(amount, problem.unit)),
            ...problem.figures.map((name, place) => [name, problem.rows.figures[place][row]])
                .map(([name, figure]) => [name, figure === null ? null : number(figure)]),
            of("registers", "registers", String), of("shared memory", "shared", bytes), of("spilled", "spill", bytes),
            of("compiled in", "compile_ms", ms => (ms > 0 ? time(ms * 1e6) : "none: from the cache")),
            of(data.statuses[value("status", row)], "reason", reason => data.reasons[reason]),
        ].filter(([, text]) => text);
    }

    return {data, time, rate, number, line, facts};
})();
