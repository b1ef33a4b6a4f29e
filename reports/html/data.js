"use strict";
// The report's data, and their texts. Strings of a file become text on the page, never markup.
const report = (() => {
    const data = JSON.parse(document.getElementById("data").textContent);

    // ---- formatted numbers
    const digits = d3.format(".4~r"), exponent = d3.format(".3~e");
    const number = value => (value === 0 || (Math.abs(value) >= 1e-3 && Math.abs(value) < 1e6) ? digits(value) : exponent(value));
    const units = [[1e9, "s"], [1e6, "ms"], [1e3, "us"], [1, "ns"]];

    // A time in ns with four digits.
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
        // The value of a column in a row; null if unknown.
        problem.value = (column, row) => (rows[column] ? rows[column][row] : null);
        problem.median = row => problem.value("median", row);
        problem.timed = d3.range(problem.count).filter(row => problem.median(row) > 0);
        problem.failed = d3.range(problem.count).filter(row => problem.value("reason", row) > 0);
        problem.order = problem.timed.slice().sort((a, b) => problem.median(a) - problem.median(b));
        problem.word = (parameter, row) => problem.parameters[parameter].words[rows.config[parameter][row]];
        problem.errorOf = row => (problem.error === null ? null : rows.figures[problem.error][row]);
        problem.allows = row => !(problem.max_error > 0 && problem.errorOf(row) > problem.max_error);
        problem.resource = row => data.resources[problem.value("resource", row)];
        // FLOP per second; null if unknown.
        problem.flops = row => ({"B/s": problem.value("intensity", row), "FMA/s": 2, "FLOP/s": 1}[problem.unit] || null) *
            problem.value("rate", row) || null;
    }

    // Quotes a text so that a shell parses it as one word.
    const quoted = text => (/^[\w+=:,./@-]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`);

    // The command that runs a configuration again; null if there is none that can be pasted.
    function line(problem, row) {
        const pairs = problem.parameters.map(({name}, place) => `${name}=${problem.word(place, row)}`);
        return problem.run === null || /\p{Cc}/u.test(pairs.join("")) ? null :
            problem.run + pairs.map(pair => ` --set ${quoted(pair)}`).join("");
    }

    // Facts about a row besides its configuration and time, as pairs of texts.
    function facts(problem, row) {
        const {value} = problem, bytes = count => `${count} B`;
        const of = (label, column, text) => [label, value(column, row) === null ? null : text(value(column, row))];
        return [
            of("95 % within", "low", low => `${time(low)} and ${time(value("high", row))}`),
            of("alone", "alone", time),
            of("limit", "fraction", fraction => `${d3.format(".1%")(fraction)} of ${problem.resource(row)}`),
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
