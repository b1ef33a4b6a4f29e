"use strict";
// The charts: charts[data-chart](holder, figure) draws into the holder and returns a function that redraws.
report.charts = (() => {
    const {data, time, rate, number, plot} = report;
    const margin = {top: 28, right: 20, bottom: 48, left: 76};

    // ---- scales and selects, shared by the charts
    // An axis with a log scale and a margin around the values.
    function log(values, range, label, format) {
        const [least, most] = d3.extent(values), room = Math.max(1.05, Math.pow(most / least, 0.06));
        const [low, high] = [least / room, most * room], count = Math.abs(range[1] - range[0]) / 75;
        const powers = d3.range(Math.floor(Math.log10(low)), Math.ceil(Math.log10(high)) + 1);
        const round = d3.cross(powers, high / low < 500 ? [1, 2, 5] : [1], (power, step) => Number(`${step}e${power}`))
            .filter(value => value >= low && value <= high);
        return {scale: d3.scaleLog([low, high], range), label, format, ticks: high / low < 15 ? d3.ticks(low, high, count) :
            round.filter((value, place) => place % Math.ceil(round.length / (count + 2)) === 0)};
    }

    const across = width => [margin.left, width - margin.right];
    const upright = height => [height - margin.bottom, margin.top];
    const tall = width => Math.round(Math.min(420, Math.max(260, width * 0.55)));
    const problemOf = figure => data.problems[figure.closest("section.problem").dataset.problem];
    const byTime = problem => problem.order.map(row => ({problem, row}));
    // The indices of a parameter's values that were tried.
    const tried = (problem, place) => d3.range(problem.parameters[place].words.length).filter(value => problem.rows.config[place].includes(value));
    const varied = problem => d3.range(problem.parameters.length).filter(place => tried(problem, place).length > 1);
    const medians = problem => problem.timed.map(problem.median);
    // A deterministic shift between -1/2 and 1/2.
    const jitter = row => ((Math.imul(row + 1, 2654435761) >>> 8) % 4096) / 4096 - 0.5;
    const dot = (row, x, y, problem) => ({x, y, row, problem});
    const path = (svg, name, points, curve = d3.curveLinear) => svg.append("path").attr("class", name).attr("d", d3.line().curve(curve)(points));
    const label = (svg, text, x, y, anchor) => svg.append("text").attr("class", "label").attr("x", x).attr("y", y)
        .attr("text-anchor", anchor || "start").text(text);

    // Selects above a chart: {name, options, value}. draw(values) draws it; values() returns the selected indices.
    function choose(holder, choices, draw) {
        const box = d3.select(holder).append("p").attr("class", "controls");
        const fields = choices.map(({name, options, value}) => {
            const field = box.append("label").text(`${name} `).append("select").on("change", () => again());
            field.selectAll("option").data(options).enter().append("option").attr("value", (_, place) => place).text(String);
            return field.property("value", value || 0);
        });
        const again = draw(() => fields.map(field => Number(field.property("value"))));
        return again;
    }

    // ---- the configurations of a problem
    // Configurations, the fastest first; a dash below each marks its limit.
    const ranked = problem => width => {
        const {order, median, value} = problem, height = tall(width), most = order.length - 1;
        const scale = d3.scaleLinear([0, most || 1], across(width));
        const limits = order.map(row => value("fraction", row) * median(row)), first = limits.findIndex(limit => limit > 0);
        const y = log(medians(problem).concat(limits.filter(limit => limit > 0)), upright(height), "time", time);
        const x = {scale, ticks: d3.ticks(0, most, Math.min(most, width / 120)), label: "rank by time", format: place => place + 1};
        return {height, margin, x, y, points: order.map((row, place) => dot(row, scale(place), y.scale(median(row)))), labels: svg => {
            levels(svg, problem, y, width);
            svg.append("path").attr("class", "ceiling").attr("d", limits.map((limit, place) =>
                (limit > 0 ? `M${scale(place - 0.5)},${y.scale(limit)}H${scale(place + 0.5)}` : "")).join(""));
            if (first >= 0)
                label(svg, `limit: ${problem.resource(order[first])}`, width - margin.right, y.scale(limits[first]) + 16, "end");
        }};
    };

    function roofline(holder, figure) {
        const problem = problemOf(figure), {timed, value, flops, resource} = problem;
        const rows = timed.filter(row => value("intensity", row) > 0 && flops(row) > 0);
        const binding = new Set(timed.filter(row => value("fraction", row) > 0).map(resource).concat("dram_read", "fp32_fma"));
        const lines = d3.entries(data.files[problem.file].ceilings).filter(({key, value: {unit}}) => /^(B|FMA)\/s$/.test(unit) && binding.has(key))
            .map(({key, value}) => { // FLOP per second; if sloped, bytes per second
                const sloped = value.unit === "B/s", at = sloped ? value.rate : 2 * value.rate;
                return {sloped, at, text: `${key} ${rate(at, sloped ? "B/s" : "FLOP/s")}`};
            });
        const roof = width => {
            const height = tall(width), flat = d3.min(lines.filter(line => !line.sloped), line => line.at) || Infinity;
            const [low, high] = d3.extent(rows, row => value("intensity", row));
            const x = log([low / 30, high * 30], across(width), "FLOP per byte", number), [start, end] = x.scale.domain();
            const seen = d3.merge(lines.map(({sloped, at}) => (sloped ? [Math.min(at * high, flat), at * low / 5] : [at])));
            const y = log(rows.map(flops).concat(seen), upright(height), "FLOP/s", amount => rate(amount, "")), [bottom, top] = y.scale.domain();
            const points = rows.map(row => dot(row, x.scale(value("intensity", row)) + 14 * jitter(row), y.scale(flops(row))));
            return {height, margin, x, y, points, labels: svg => lines.forEach(({sloped, at, text}, place) => {
                const [from, to] = (sloped ? [Math.max(start, bottom / at), Math.min(end, Math.min(flat, top) / at)] : [start, end])
                    .map(intensity => [x.scale(intensity), y.scale(sloped ? at * intensity : at)]);
                path(svg, "ceiling", [from, to]);
                label(svg, text, 0, -7, sloped ? "start" : "end").attr("transform", // along the line, each at another place
                    `translate(${d3.interpolate(from, to)(sloped ? 0.03 + 0.3 * (place % 3) : 1 - 0.3 * (place % 3))})
                     rotate(${Math.atan2(to[1] - from[1], to[0] - from[0]) * 180 / Math.PI})`);
            })};
        };
        return plot(holder, byTime(problem), "Configurations and ceilings", rows.length ? roof : ranked(problem));
    }

    // A row per value of each parameter, below the parameter's name.
    function effects(holder, figure) {
        const problem = problemOf(figure), {parameters, rows, timed, median, effects} = problem, shares = effects ? effects.parameters : [];
        const order = varied(problem).sort((a, b) => (shares[b] || 0) - (shares[a] || 0));
        const values = place => tried(problem, place).map(value =>
            ({name: parameters[place].words[value], rows: timed.filter(row => rows.config[place][row] === value)}));
        const entries = d3.merge(order.map(place => [{name: parameters[place].name}, ...values(place)]));
        return plot(holder, byTime(problem), "Time by each parameter's values", width => {
            const most = Math.min(Math.floor(width / 20), d3.max(entries, ({name, rows}) => (rows ? name.length : 0))), left = 24 + 7.5 * most;
            const x = log(medians(problem), [left, width - margin.right], "time", time), at = row => x.scale(median(row));
            let y = margin.top;
            for (const entry of entries) {
                entry.y = y + (entry.rows ? 12 : 24);
                y += entry.rows ? 24 : 34;
            }
            const points = d3.merge(entries.map(({rows, y}) => (rows || []).map(row => dot(row, at(row), y + 14 * jitter(row)))));
            return {height: y + margin.bottom, margin: {...margin, left}, x, points, range: 14, labels: (above, below) => {
                for (const {name, rows, y} of entries) {
                    below.append("text").attr("class", rows ? "value" : "head").attr("x", rows ? left - 10 : 0).attr("y", rows ? y + 4 : y)
                        .attr("text-anchor", rows ? "end" : "start").text(!rows || name.length <= most ? name : `${name.slice(0, most - 1)}…`);
                    if (rows && rows.length)
                        above.append("path").attr("class", "median").attr("d", `M${d3.median(rows, at)},${y - 9}v18`);
                }
            }};
        });
    }

    function heat(holder, figure) {
        const problem = problemOf(figure), {parameters, rows, median} = problem, places = varied(problem);
        const pair = problem.effects && problem.effects.pairs.length ? problem.effects.pairs[0] : places;
        const options = places.map(place => parameters[place].name);
        return choose(holder, ["Down", "Across"].map((name, place) => ({name, options, value: places.indexOf(pair[place])})), values => {
            const box = d3.select(holder).append("div").attr("class", "scroll");
            const draw = () => {
                const [down, across] = values().map(value => places[value]), words = place => value => parameters[place].words[value];
                const best = new Map(); // per cell the fastest row, or a failed one
                problem.order.concat(problem.failed).reverse().forEach(row => best.set(`${rows.config[across][row]} ${rows.config[down][row]}`, row));
                const [fast, slow] = d3.extent([...best.values()].filter(median), median);
                const scale = d3.scaleSequentialLog([slow * 1.001, fast], d3.interpolateCividis), tint = row => scale(median(row));
                const table = box.html("").append("table").attr("class", "heat")
                    .attr("aria-label", `The best time by ${parameters[down].name}, down, and ${parameters[across].name}, across`);
                const head = table.append("thead").append("tr"), body = table.append("tbody");
                head.append("td");
                head.selectAll("th").data(tried(problem, across)).enter().append("th").attr("scope", "col").text(words(across));
                const line = body.selectAll("tr").data(tried(problem, down)).enter().append("tr");
                line.append("th").attr("scope", "row").text(words(down));
                const button = line.selectAll("td").data(y => tried(problem, across).map(x => best.get(`${x} ${y}`))).enter().append("td")
                    .filter(row => row !== undefined).append("button").attr("type", "button")
                    .text(row => (median(row) ? time(median(row)) : "failed") + (row === problem.best ? " ★" : ""));
                button.filter(median).style("background-color", tint).style("color", row => (d3.lab(tint(row)).l > 49.5 ? "#000" : "#fff"));
                ["mouseenter", "focus", "click"].forEach(event => button.on(event, row => plot.show(problem, row, holder, event !== "mouseenter")));
            };
            draw();
            return draw;
        });
    }

    // The rows that are better than all rows before them.
    const improving = (rows, of) => rows.reduce((best, row) => (best.length && of(row) >= of(best[best.length - 1]) ? best : [...best, row]), []);

    // Draws the default and the fastest reference as lines in a chart of times.
    function levels(svg, problem, y, width) {
        const reference = problem.references.find(({name}) => name === problem.reference);
        for (const [name, ns] of [["default", problem.default_ns], reference ? [reference.name, reference.median] : []])
            if (ns >= y.scale.domain()[0] && ns <= y.scale.domain()[1]) {
                path(svg, "level", across(width).map(x => [x, y.scale(ns)]));
                label(svg, name, width - margin.right, y.scale(ns) - 5, "end");
            }
    }

    function convergence(holder, figure) {
        const problem = problemOf(figure), {median, timed, failed, count} = problem;
        return plot(holder, byTime(problem), "The search", width => {
            const height = tall(width), y = log(medians(problem), upright(height - 26), "time", time); // failures are in a row below
            const scale = d3.scaleLinear([0, Math.max(1, count - 1)], across(width));
            const steps = improving(timed.filter(problem.allows), median).map(row => [scale(row), y.scale(median(row))]);
            const x = {scale, ticks: d3.ticks(0, count, width / 120), label: "configurations as they were tried", format: String};
            const points = timed.map(row => dot(row, scale(row), y.scale(median(row))))
                .concat(failed.map(row => dot(row, scale(row), height - margin.bottom - 8)));
            return {height, margin, x, y, points, labels: svg => {
                levels(svg, problem, y, width);
                path(svg, "front", steps.concat(steps.slice(-1).map(([, y]) => [width - margin.right, y])), d3.curveStepAfter);
                steps.slice(-1).forEach(([, y]) => label(svg, "best so far", width - margin.right, y + 15, "end"));
            }};
        });
    }

    function front(holder, figure) {
        const problem = problemOf(figure), {median, errorOf} = problem;
        const rows = problem.order.filter(row => problem.error !== null && errorOf(row) !== null);
        const least = d3.min(rows, row => errorOf(row) || Infinity) || 1;
        const error = row => Math.max(errorOf(row), Math.min(1, least) / 3); // an error of 0 is at the left edge
        return plot(holder, rows.map(row => ({problem, row})), "Error against time", width => {
            const height = tall(width), y = log(rows.map(median), upright(height), "time", time);
            const x = log(rows.map(error).concat(problem.max_error || []), across(width), problem.figures[problem.error], number);
            const place = row => [x.scale(error(row)), y.scale(median(row))];
            return {height, margin, x, y, points: rows.map(row => dot(row, ...place(row))), labels: svg => {
                levels(svg, problem, y, width);
                path(svg, "front", improving(rows, error).map(place), d3.curveStepBefore);
                label(svg, "front", ...place(rows.reduce((a, b) => (error(b) < error(a) ? b : a)))).attr("dy", -8);
                if (problem.max_error > 0)
                    path(svg, "ceiling", upright(height).map(y => [x.scale(problem.max_error), y]));
            }};
        });
    }

    function resources(holder, figure) {
        const problem = problemOf(figure), of = column => row => problem.value(column, row);
        const columns = [["registers", "registers of a work-item"], ["shared", "bytes of shared memory"], ["spill", "bytes spilled"]]
            .filter(([column]) => problem.timed.some(row => of(column)(row) !== null));
        return choose(holder, [{name: "Across", options: columns.map(column => column[1])}], values =>
            plot(holder, byTime(problem), "Resources against time", width => {
                const [column, words] = columns[values()[0]], height = tall(width), amount = of(column);
                const y = log(medians(problem), upright(height), "time", time), rows = problem.timed.filter(row => amount(row) !== null);
                const scale = d3.scaleLinear([0, (d3.max(rows, amount) || 1) * 1.05], across(width));
                return {height, margin, y, x: {scale, ticks: scale.ticks(width / 110), label: words, format: String},
                    points: rows.map(row => dot(row, scale(amount(row)) + 6 * jitter(row), y.scale(problem.median(row))))};
            }));
    }

    // ---- charts of several problems, or of a run
    // A line per series {name, points: [x, ns]}, with its name at its end, below other names there.
    function series(svg, all, x, y) {
        const lines = all.map(({name, points}) => ({name, places: points.map(point => [x(point[0]), y(point[1])])}));
        lines.forEach(({places}, place) => path(svg, `series series-${place % 5}`, places));
        const ends = lines.map(({name, places}) => [name, ...places[places.length - 1]]).sort((a, b) => a[2] - b[2]);
        ends.reduce((last, [name, x, y]) => { label(svg, name, x + 10, Math.max(last + 15, y + 4)); return Math.max(last + 15, y + 4); }, 0);
    }

    function sizes(holder, figure) {
        const all = [...figure.closest("section.bench").querySelectorAll("section.problem")].map(({dataset}) => data.problems[dataset.problem])
            .filter(problem => problem.best !== null).sort((a, b) => a.size - b.size);
        if (!all.length) return () => {};
        const settings = new Set(all.map(problem => problem.options)).size; // each has a line of its own
        const times = d3.merge(all.map(({options, size, median, best, references}) =>
            [{name: settings > 1 ? options : "best", median: median(best)}, ...references].filter(({median}) => median > 0)
                .map(({name, median}) => ({name, point: [size, median]}))));
        const lines = d3.nest().key(({name}) => name).entries(times).map(({key, values}) => ({name: key, points: values.map(({point}) => point)}));
        return plot(holder, all.map(problem => ({problem, row: problem.best})), "Times against n", width => {
            const height = tall(width), right = Math.min(170, 20 + 7 * d3.max(lines, ({name}) => name.length), width / 2.7);
            const y = log(times.map(({point}) => point[1]), upright(height), "time", time);
            const x = log(times.map(({point}) => point[0]), [margin.left, width - right], "n", d3.format("~s"));
            return {height, margin: {...margin, right}, x, y, unnamed: true, labels: svg => series(svg, lines, x.scale, y.scale),
                points: all.map(problem => dot(problem.best, x.scale(problem.size), y.scale(problem.median(problem.best)), problem))};
        });
    }

    function history(holder) {
        const known = data.history.filter(({points}) => points.length), options = known.map(({name, device}) => `${name}, ${device}`);
        return choose(holder, [{name: "Of", options}], values => plot(holder, [], "Times by commit", width => {
            const {points} = known[values()[0]], height = tall(width), ends = ({median, low, high}) => [low || median, high || median];
            const scale = d3.scalePoint(d3.range(points.length), across(width)).padding(0.5);
            const y = log(d3.merge(points.map(ends)), upright(height), "time", time), every = Math.ceil(points.length * 90 / width);
            const x = {scale, ticks: d3.range(0, points.length, every), label: "commit", format: place => points[place].commit.slice(0, 7)};
            return {height, margin, x, y, points: [], labels: svg => {
                series(svg, [{name: "", points: points.map(({median}, place) => [place, median])}], scale, y.scale);
                svg.append("g").selectAll("path").data(points).enter().append("path").attr("class", "interval")
                    .attr("d", (point, place) => `M${scale(place)},${ends(point).map(y.scale).join("V")}`)
                    .append("title").text(({commit, date, median}) => `${commit}, ${date}: ${time(median)}`);
            }};
        }));
    }

    const times = (holder, figure) => plot(holder, byTime(problemOf(figure)), "Times and limits", ranked(problemOf(figure)));
    return {roofline, times, effects, heat, convergence, front, resources, sizes, history};
})();
