"""Tests reading and using a report in Chromium: browser.py GPUBENCH SOURCE_DIR FOLDER."""
import json
import math
from pathlib import Path
import re
import subprocess
import sys
import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.wait import WebDriverWait

import chromium

gpubench, source, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
recorded = source / "reports/h200"
axe = source / ".deps/axe.min.js"
browser = chromium.start()
failed = False


def check(what, is_so, *seen):
    global failed
    if not is_so:
        failed = True
        print("WRONG:", what, *seen)


def find(selector, inside=None):
    return (inside or browser).find_element(By.CSS_SELECTOR, selector)


def all_of(selector, inside=None):
    return (inside or browser).find_elements(By.CSS_SELECTOR, selector)


def text(selector):
    return browser.execute_script("const e = document.querySelector(arguments[0]); return e && e.textContent", selector)


def no_errors(page):
    entries = [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
    check(f"{page} has no error", not entries, entries[:3])


def open_page(uri, width=1280, theme="light"):
    chromium.screen(browser, width, theme=theme)
    browser.get(uri)


def rows_of(results, problem=0):
    """The timed configurations of a problem, the fastest first."""
    rows = [row for row in results["benchmarks"] if row["problem"] == problem and not row.get("reference")]
    return sorted(rows, key=lambda row: row["median_ns"])


def time_words(ns):
    for size, unit in ((1e9, "s"), (1e6, "ms"), (1e3, "us"), (1, "ns")):
        if ns >= size * 0.99995:
            break
    return f"{float(f'{ns / size:.4g}'):g} {unit}"


def told():
    """The panel's text for a point: its time, its configuration, the command that repeats it."""
    return browser.execute_script("""
        const point = document.getElementById("point"), pairs = [...point.querySelectorAll(".config li")];
        const of = name => (point.querySelector(name) || {}).textContent;
        return [of(".time"), Object.fromEntries(pairs.map(pair => [...pair.children].map(part => part.textContent))), of(".run")];""")


def tells(what, row):
    seen, config, line = told()
    words = {name: str(value) for name, value in row["config"].items()}
    check(f"{what}: the time", seen == time_words(row["median_ns"]), seen, row["median_ns"])
    check(f"{what}: the configuration", config == words, config, words)
    check(f"{what}: the line", line and all(f" --set {name}={word}" in line for name, word in words.items()), line)


def number(words):
    """Parses an axis label: 1.5k, 20 ms, 1e-6."""
    value, unit = re.fullmatch(r"([0-9.e+-]+) ?([a-zA-Z%]*)", words.replace("−", "-")).groups()
    return float(value) * {"": 1, "s": 1e9, "ms": 1e6, "us": 1e3, "ns": 1, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}[unit]


def read(figure, axis, log):
    """The mark's position in units of its axis (x, y), and the size of a pixel: a factor on a log scale."""
    ticks, at = browser.execute_script("""
        const [figure, axis] = arguments, [x, y] = figure.querySelectorAll(".axis"), mark = figure.querySelector(".mark");
        const ticks = [...(axis === "x" ? x : y).querySelectorAll(".tick")].map(tick =>
            [tick.transform.baseVal[0].matrix[axis === "x" ? "e" : "f"], tick.textContent]);
        return [[ticks[0], ticks[ticks.length - 1]], Number(mark.getAttribute("c" + axis))];""", figure, axis)
    (a, low), (b, high) = ((place, number(words)) for place, words in ticks)
    if log:
        low, high = math.log(low), math.log(high)
    value, pixel = low + (at - a) / (b - a) * (high - low), abs((high - low) / (b - a))
    return (math.exp(value), math.exp(pixel)) if log else (value, pixel)


# ---- tests

def points():
    """A point shows its data of the file: by keys, under the mouse, and on a tap; and its command is copied."""
    results = json.loads((recorded / "fmm.json").read_text())
    rows = rows_of(results)
    open_page(chromium.report(gpubench, folder / "fmm.html", recorded / "fmm.json"))
    if browser.execute_script("return typeof d3 === 'undefined'"):
        print("D3 was not found when this was built: its pages have no script that draws")
        sys.exit(77)
    pictures = chromium.draw_all(browser)
    check("pictures are drawn", pictures >= 5, pictures)
    no_errors("fmm")
    for chart in ("roofline", "effects", "convergence", "front", "resources"):
        frame = find(f"[data-chart={chart}] .frame")
        browser.execute_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", frame)
        frame.send_keys(Keys.HOME)
        tells(f"{chart}, Home", rows[0])
        frame.send_keys(Keys.ARROW_RIGHT)
        tells(f"{chart}, right", rows[1])
        frame.send_keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
        tells(f"{chart}, not before the first", rows[0])
        frame.send_keys(Keys.END)
        tells(f"{chart}, End", rows[-1])
        check(f"{chart}: the slider's value", frame.get_attribute("aria-valuenow") == str(len(rows)))
        check(f"{chart}: the focus is seen", frame.value_of_css_property("outline-style") == "solid")
        check(f"{chart}: the panel stands in its figure", find("#point", find(f"[data-chart={chart}]")).is_displayed())

    # They are drawn at the file's values on their axes.
    for chart, axis, log, slack, of in (("convergence", "y", True, 1, lambda row: row["median_ns"]),
                                        ("convergence", "x", False, 1, lambda row: row["row"]),
                                        ("front", "x", True, 1, lambda row: row["figures"]["error"]),
                                        ("effects", "x", True, 1, lambda row: row["median_ns"]),
                                        ("roofline", "x", True, 8, lambda row: row["flops"] / row["bytes"]),
                                        ("roofline", "y", True, 1, lambda row: 2 * 1e9 * row["work"]["fp32_fma"] / row["median_ns"])):
        figure = find(f"[data-chart={chart}]")
        find(".frame", figure).send_keys(Keys.HOME)
        value, pixel = read(figure, axis, log)
        wanted = of(rows[0])
        check(f"{chart}: the best's {axis}", abs(math.log(value / wanted)) <= slack * math.log(pixel) if log else
              abs(value - wanted) <= slack * pixel, value, wanted, pixel)

    # Their pixels are painted, and the mouse finds them.
    frame = find("[data-chart=convergence] .frame")
    places = []
    for key in (Keys.HOME, Keys.END):
        frame.send_keys(key)
        x, y, paint = browser.execute_script("""
            const [frame] = arguments, mark = frame.querySelector(".mark"), canvas = frame.querySelector("canvas");
            const [x, y] = ["cx", "cy"].map(name => Number(mark.getAttribute(name))), ratio = canvas.width / canvas.clientWidth;
            return [x, y, canvas.getContext("2d").getImageData(x * ratio, y * ratio, 1, 1).data[3]];""", frame)
        check("there is paint at a mark", paint > 0, key, paint)
        places.append((round(x - frame.rect["width"] / 2), round(y - frame.rect["height"] / 2)))
    best, slowest = places
    find("body").send_keys(Keys.ESCAPE)
    check("Escape closes the panel", not find("#point").is_displayed())

    def mouse(place):
        ActionChains(browser).move_to_element_with_offset(frame, *place).perform()

    mouse(best)
    tells("under the mouse", rows[0])
    mouse(slowest)
    tells("under the mouse, elsewhere", rows[-1])
    ActionChains(browser).click().perform()
    mouse(best)
    tells("held by a click", rows[-1])

    find("#point .copy").click()
    field = find("#overview input")
    field.send_keys(Keys.CONTROL, "v")
    check("the line is copied", field.get_attribute("value") == told()[2], field.get_attribute("value"))
    check("and says so", text("#point .copy") == "Copied")
    field.clear()


def first_screens():
    """The page begins with date, device and findings, and a picture of the file's shares and gains; the rest is folded."""
    results = json.loads((recorded / "reduction.json").read_text())
    uri = chromium.report(gpubench, folder / "reduction.html", recorded / "reduction.json")
    for width, height in ((1280, 900), (390, 844)):
        chromium.screen(browser, width, height)
        browser.get(uri)
        seen = browser.execute_script("""
            const at = selector => document.querySelector(selector).getBoundingClientRect();
            const lines = [...document.querySelectorAll(".gains .percent, .gains .gain, .gains .share")].map(one => one.getBoundingClientRect());
            return {height: document.documentElement.scrollHeight, picture: at(".gains ul").top, where: at(".where").bottom,
                right: Math.max(...lines.map(line => line.right)), wide: document.documentElement.scrollWidth}""")
        check(f"when, where and the picture are on the first screen at {width}", seen["where"] < seen["picture"] < height - 100, seen)
        check(f"shares and gains are seen without scrolling at {width}", seen["right"] <= width >= seen["wide"], seen)
        check(f"folded it has at most ten screens at {width}", seen["height"] <= 10 * height, seen)
    chromium.screen(browser, 1280)
    bars = browser.execute_script("""return [...document.querySelectorAll(".gains .line")].map(line => {
        const [track, reach, usual, call] = [".track", ".reach", ".default", ".reference"].map(name => line.querySelector(name).getBoundingClientRect());
        const share = one => (one.x + one.width / 2 - track.x) / track.width;
        return [reach.width / track.width, share(usual), share(call), getComputedStyle(line.querySelector(".reach")).backgroundImage !== "none"]; })""")
    problems = [(problem["bench"], problem["size"]) for problem in results["problems"]]
    best = {problem: row for problem, row in ((problems[row["problem"]], row) for row in results["best"])}
    benches = list(dict.fromkeys(bench for bench, _ in problems))
    wanted = [best[problem] for problem in sorted(best, key=lambda problem: (benches.index(problem[0]), problem[1]))]
    check("a bar for each problem", len(bars) == len(wanted), len(bars), len(wanted))
    for (share, usual, call, hatched), row in zip(bars, wanted):
        fraction = min(row["limit"]["fraction"], 1)
        marks = [min(row["limit"]["fraction"] / row[gain], 1) for gain in ("over_default", "over_reference")]
        check("a bar and its marks are the file's", max(abs(share - fraction), abs(usual - marks[0]), abs(call - marks[1])) < 0.005, row["name"])
        check("what is slower is hatched", hatched == (row["over_reference"] < 0.995), row["name"], hatched)
    details = [find(f"#b-{place} > details") for place in (0, 5)]
    check("the first bench is open, others are not", [one.get_attribute("open") for one in details] == ["true", None])
    find(".gains a[href='#b-5']").click()
    check("a link unfolds what it leads to", details[1].get_attribute("open") == "true")
    no_errors("reduction")


def heat():
    """Each cell has the best time of the two values, for any two parameters."""
    rows = rows_of(json.loads((recorded / "fmm.json").read_text()))
    figure = find("[data-chart=heat]")
    for down, across in (("STRATEGY", "PRECISION"), ("TILE_BOXES", "BLOCK_SIZE")):
        for select, name in zip(all_of("select", figure), (down, across)):
            Select(select).select_by_visible_text(name)
        seen = browser.execute_script("""
            const table = arguments[0].querySelector("table.heat"), heads = [...table.tHead.rows[0].cells].map(cell => cell.textContent);
            return [...table.tBodies[0].rows].flatMap(row => [...row.cells].map((cell, place) => [row.cells[0].textContent, heads[place],
                cell.textContent.replace(" ★", "")])).filter(([,, time], place) => time).filter(([name,, time]) => name !== time);""", figure)
        best = {}
        for row in rows:
            best.setdefault((str(row["config"][down]), str(row["config"][across])), time_words(row["median_ns"]))
        check(f"heat of {down} and {across}", {(a, b): time for a, b, time in seen} == best, seen, best)
    cell = find("table.heat tbody td button", figure)
    cell.send_keys(Keys.ENTER)
    check("a cell tells its configuration", told()[0] == cell.text.replace(" ★", ""), told()[0], cell.text)


def tables():
    """Tables sort, by the mouse and by keys, and filter; folded ones, too."""
    open_page(chromium.report(gpubench, folder / "sizes.html", recorded / "coulomb-sizes.json"))
    results = json.loads((recorded / "coulomb-sizes.json").read_text())
    heads = all_of("#summary thead th")
    place = next(place for place, head in enumerate(heads) if "best time" in head.text)

    def column():
        return browser.execute_script("""return [...document.querySelectorAll("#summary tbody tr")].filter(row => !row.hidden)
            .map(row => Number(row.cells[arguments[0]].dataset.value))""", place)

    best = sorted(row["median_ns"] for row in results["best"] if "median_ns" in row)
    find("button", heads[place]).click()
    check("ascending", heads[place].get_attribute("aria-sort") == "ascending" and column() == sorted(column()), column())
    check("the summary has the best times of the file",
          len(best) == len(column()) and all(abs(a - b) < 1e-6 * b for a, b in zip(column(), best)), column(), best)
    find("button", heads[place]).send_keys(Keys.ENTER)
    check("descending, by a key", heads[place].get_attribute("aria-sort") == "descending" and
          column() == sorted(column(), reverse=True), column())
    check("one column is sorted by", len(all_of("#summary th[aria-sort]")) == 1)
    field = find("#overview input")
    field.send_keys("384 SLICE")
    seen = [row.text for row in all_of("#summary tbody tr") if row.is_displayed()]
    check("the filter leaves what has both words", len(seen) == 1 and "384" in seen[0], seen)
    check("and says how many", text("#overview .controls [role=status]") == f"{len(seen)} of {len(best)} rows")
    field.clear()
    field.send_keys(" ")
    check("an empty filter shows all", len(column()) == len(best))
    chromium.unfold(browser)
    details = find("[data-chart=times] details")
    browser.execute_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", details)
    find("summary", details).click()
    rows = rows_of(results)
    times = browser.execute_script("""
        const table = arguments[0].querySelector("table"), heads = [...table.tHead.rows[0].cells].map(head => head.textContent);
        return [...table.tBodies[0].rows].map(row => Number(row.cells[heads.indexOf("time")].dataset.value))""", details)
    check("the best hundred are the file's", len(times) == min(100, len(rows)) and
          all(abs(time - row["median_ns"]) < 1e-6 * time for time, row in zip(times, rows)), len(times), times[:3])
    check("and can be sorted", len(all_of("thead button", details)) > 1)
    chromium.draw_all(browser)
    figure = find("[data-chart=times]")
    find(".frame", figure).send_keys(Keys.HOME)
    value, pixel = read(figure, "y", True)
    check("times: the best's", abs(math.log(value / rows[0]["median_ns"])) <= 2 * math.log(pixel), value, rows[0]["median_ns"])
    check("its limit is named", f"limit: {rows[0]['limit']['resource']}" in text("[data-chart=times] .picture"))
    frame = find("[data-chart=sizes] .frame")
    frame.send_keys(Keys.END)
    bench = text("[data-chart=sizes] ~ section, section.bench h2")
    check("a size tells its best", told()[0] in [time_words(row["median_ns"]) for row in results["best"]], bench, told()[0])
    no_errors("sizes")


def choices():
    """A picture shows the selection above it, and its points still show their data."""
    rows = rows_of(json.loads((recorded / "fmm.json").read_text()))
    open_page((folder / "fmm.html").as_uri())
    chromium.draw_all(browser)
    figure = find("[data-chart=resources]")
    choice, titles = Select(find("select", figure)), []
    for option in range(len(choice.options)):
        choice.select_by_index(option)
        titles.append(browser.execute_script("return [...arguments[0].querySelectorAll('.title')].map(title => title.textContent)", figure))
        find(".frame", figure).send_keys(Keys.HOME)
        tells(f"resources, choice {option}", rows[0])
        (value, pixel), wanted = read(figure, "x", False), list(rows[0]["resources"].values())[option]
        check(f"resources, choice {option}: the best's", abs(value - wanted) <= 4 * pixel, value, wanted)
    check("each choice has an axis of its own", len(titles) > 1 and len(set(map(tuple, titles))) == len(titles), titles)
    no_errors("choices")


def changes():
    """Two files and a history: verdicts that sort, times over commits."""
    results = json.loads((recorded / "coulomb-sizes.json").read_text())
    times = []
    for commit in range(6):
        results["context"]["gpubench"]["commit"] = f"{commit + 10:012x}"
        results["context"]["date"] = f"2026-01-{commit + 1:02}T10:00:00+00:00"
        for row in results["best"]:
            row["median_ns"] *= 1.02
            row["ci95_ns"] = [row["median_ns"] * 0.99, row["median_ns"] * 1.01]
        for row in results["benchmarks"] + results["best"]:
            row["blocks_ns"] = [time * (1.02 if row["problem"] else 0.98) for time in row["blocks_ns"]]
        times.append(results["best"][0]["median_ns"])
        (folder / "changed.json").write_text(json.dumps(results))
        subprocess.run([gpubench, "history", "add", folder / "kept.history.jsonl", folder / "changed.json"], check=True,
                       stdout=subprocess.DEVNULL)
    open_page(chromium.report(gpubench, folder / "changes.html", recorded / "coulomb-sizes.json", folder / "changed.json",
                              "--history", folder / "kept.history.jsonl"))
    chromium.draw_all(browser)
    changed = browser.execute_script("""return [...document.querySelectorAll(".changes li")].map(line => {
        const bar = line.querySelector(".change"), paint = getComputedStyle(bar, "::before");
        return [line.querySelector(".verdict").textContent, line.querySelector(".gain").textContent, bar.className,
            paint.backgroundImage !== "none"]; })""")
    check("what changed opens the page, the worst first", [one[0] for one in changed] == 4 * ["SUSPECTED"] + ["FASTER"], changed)
    check("slower has a sign, and is hatched", [(one[1][0], *one[2:]) for one in changed] ==
          4 * [("▼", "change more", True)] + [("▲", "change less", False)], changed)
    check("which is before what was found", browser.execute_script("""return document.querySelector(".changes").compareDocumentPosition(
        document.getElementById("overview")) === Node.DOCUMENT_POSITION_FOLLOWING"""))
    find("#verdicts th button").click()
    check("verdicts sort", len(all_of("#verdicts th[aria-sort]")) == 1)
    choice = Select(find("[data-chart=history] select"))
    choice.select_by_index(next(place for place, option in enumerate(choice.options) if results["problems"][0]["name"] + "," in option.text))
    seen = browser.execute_script("return [...document.querySelector('[data-chart=history]').querySelectorAll('.interval')].map(one => one.textContent)")
    check("the history has each commit's time", [words.split(": ")[1] for words in seen] == [time_words(time) for time in times], seen, times)
    no_errors("changes")


def theme():
    """The theme is the system's, or the reader's; pictures follow it, and paper is light."""
    def paper():
        return browser.execute_script("return getComputedStyle(document.body).backgroundColor")

    def paint():
        return browser.execute_script("""const canvas = document.querySelector(".frame canvas"), counts = {};
            const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            for (let i = 0; i < data.length; i += 4)
                if (data[i + 3] > 200) { const name = data.slice(i, i + 3).join(); counts[name] = (counts[name] || 0) + 1; }
            return Object.entries(counts).sort((a, b) => b[1] - a[1])[0][0]""")

    def drawn():
        return browser.execute_script("return [...document.querySelectorAll('[data-chart=convergence] .picture')].map(holder => !!holder.firstChild)")

    browser.refresh()
    check("what is far off is not drawn yet", not all(drawn()), drawn())
    browser.execute_script("document.querySelector('.picture').scrollIntoView({behavior: 'instant'})")
    WebDriverWait(browser, 20).until(lambda _: all_of(".frame canvas"))
    light = paper(), paint()
    Select(find(".theme select")).select_by_visible_text("dark")
    dark = paper(), paint()
    check("a dark theme has another paper and other points", dark[0] != light[0] and dark[1] != light[1], light, dark)
    browser.execute_script("window.dispatchEvent(new Event('beforeprint'))")
    check("paper is light", (paper(), paint()) == light, paper(), paint())
    check("what is open is drawn for print, what is folded is not", any(drawn()) and not all(drawn()), drawn())
    browser.execute_script("window.dispatchEvent(new Event('afterprint'))")
    check("and dark again after it", paper() == dark[0])


marker = '<img src=x onerror="window.hurt=1">'
hurts = marker + "</script><script>window.hurt=1</script>'$(touch hurt)`"


def hostile():
    """Any strings of a results file stay text."""
    results = json.loads((recorded / "fmm.json").read_text())
    problem = results["problems"][0]
    changed = problem["parameters"]["STRATEGY"]
    problem["parameters"]["STRATEGY"] = [word + hurts for word in changed]
    problem["figures"] = problem["figures"] and [problem["error"]]
    for key in ("device",):
        results["context"][key]["name"] += hurts
        results["context"][key]["driver"] += hurts
    results["context"]["gpubench"]["command"] += hurts
    results["context"]["host_name"] = marker
    for config in results["best"][0]["tied"]:
        config["STRATEGY"] += hurts
    for row in results["benchmarks"] + results["best"]:
        if "STRATEGY" in row["config"]:
            row["config"]["STRATEGY"] += hurts
        if row.get("reference") is True:
            row["config"]["REFERENCE"] += hurts
        elif "reference" in row:
            row["reference"] += hurts
    problem["references"] = [name + hurts for name in problem["references"]]
    failing = rows_of(results)[20:23]
    for row in failing:
        results["benchmarks"].remove(row)
        results["failures"].append({key: row[key] for key in ("name", "row", "problem", "suite", "bench", "size", "config", "compile_ms")} |
                                   {"status": "wrong-result", "reason": hurts})
    (folder / "hostile.json").write_text(json.dumps(results))
    open_page(chromium.report(gpubench, folder / "hostile.html", folder / "hostile.json"))
    chromium.draw_all(browser)
    for details in all_of("details"):
        browser.execute_script("arguments[0].open = true", details)
    frame = find("[data-chart=effects] .frame")
    frame.send_keys(Keys.HOME)
    seen, config, line = told()
    check("a hostile word is shown as it is", hurts in config["STRATEGY"], config)
    quoted = hurts.replace("'", "'\\''")
    check("and is quoted in the line", line and f" --set 'STRATEGY={config['STRATEGY'][:-len(hurts)]}{quoted}'" in line, line)
    for chart in ("heat", "failures"):
        check(f"{chart} shows it, too", marker in text(f"[data-chart={chart}]"))
    check("nothing was made of it", browser.execute_script("return window.hurt === undefined && !document.querySelector('img')"))
    no_errors("hostile")


def widths():
    """No page is wider than the window; wider parts scroll separately, by keys, too."""
    for page, width in (("hostile", 360), ("hostile", 1280), ("sizes", 360), ("devices", 360)):
        open_page((folder / f"{page}.html").as_uri(), width)
        chromium.draw_all(browser)
        seen = browser.execute_script("return [document.documentElement.scrollWidth, window.innerWidth]")
        check(f"no scrolling sideways at {width}", seen[0] <= width, seen)
        hidden = browser.execute_script("""return [...document.querySelectorAll(".scroll")]
            .filter(box => box.scrollWidth > box.clientWidth && box.tabIndex < 0 && !box.querySelector("button, a, select")).length""")
        check(f"what scrolls at {width} has the focus", hidden == 0, hidden)


def devices():
    """Large and small costs on another device differ in colour, and are printed as numbers, too."""
    open_page(chromium.report(gpubench, folder / "devices.html", *(source / f"reports/{card}/vector_add.json" for card in ("h100", "h200"))), 1280)
    check("the contents lead to it", find("nav a[href='#devices']").is_displayed())
    browser.execute_script("""for (const [i, cost] of ["cost-0", "cost-1", "cost-2", "cost-3", "cost-gain"].entries())
        document.querySelectorAll("#devices td[class^=cost]")[0].parentElement.insertCell(i).className = cost;""")
    for theme in ("light", "dark"):
        chromium.screen(browser, 1280, theme=theme)
        colours = {browser.execute_script("return getComputedStyle(arguments[0]).backgroundColor", find(f"#devices td.{cost}"))
                   for cost in ("cost-0", "cost-1", "cost-2", "cost-3", "cost-gain")}
        check(f"five colours, {theme}", len(colours) == 5, colours)
    for cell in all_of("#devices td[class^=cost]"):
        check("a colour has a number", cell.text == "" or "%" in cell.text, cell.text)
    no_errors("devices")


def accessible(uri, width, theme):
    open_page(uri, width, theme)
    chromium.draw_all(browser)
    for details in all_of("details")[:3]:
        browser.execute_script("arguments[0].open = true", details)
    find("[data-chart=roofline] .frame, [data-chart=times] .frame").send_keys(Keys.HOME)
    browser.execute_script(axe.read_text())
    found = browser.execute_async_script("""axe.run({exclude: [["tbody tr:nth-child(n+6)"]]}) // which are as those before them
        .then(arguments[0])""")
    check(f"axe looks at {theme}", len(found["passes"]) > 15, len(found["passes"]))
    for fault in found["violations"]:
        check(f"axe, {theme}, {width}", False, fault["id"], fault["help"], [node["target"] + [node["failureSummary"]] for node in fault["nodes"]][:2])


try:
    start = time.monotonic()
    for test in (points, heat, first_screens, choices, tables, theme, changes, hostile, devices, widths):
        test()
    if axe.exists():
        accessible((folder / "fmm.html").as_uri(), 1280, "light")
        accessible((folder / "sizes.html").as_uri(), 390, "light")
        accessible((folder / "changes.html").as_uri(), 390, "dark")
        accessible((folder / "hostile.html").as_uri(), 360, "dark")
        accessible((folder / "devices.html").as_uri(), 1280, "dark")
    else:
        print("without axe: ci/setup.sh --test fetches it by pip where it can")
    print(f"{time.monotonic() - start:.1f} s, axe {'ran' if axe.exists() else 'did not run'}")
finally:
    browser.quit()
sys.exit(failed)
