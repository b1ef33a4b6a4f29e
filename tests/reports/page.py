"""page.py check FILE: whether a page of `gpubench report` is well-formed, needs no other file, and has no markup but its own.
page.py text FILE: what a reader reads of it. page.py data FILE: its data, as JSON. page.py runs FILE: the lines that run a
configuration again. page.py same FILE RESULTS: whether the data is what the results file has. page.py hostile FROM TO: results whose
texts are markup and shell."""
import json
import re
import sys
from html.parser import HTMLParser

VOID = {"meta"}
TAGS = {
    "html", "head", "meta", "title", "style", "body", "header", "nav", "main", "footer", "section", "div", "h1", "h2", "h3", "h4", "p", "a",
    "ul", "li", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "th", "td", "figure", "figcaption", "details", "summary", "code", "pre",
    "sup", "strong", "caption", "span", "script", "svg", "g", "path", "line", "rect", "circle", "polyline", "polygon", "text", "tspan", "desc",
}  # fmt: skip


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.links, self.faults = [], set(), set(), []
        self.scripts, self.texts, self.runs, self.sections = [], [], [], []
        self.folds, self.tables = [], []  # of sections: (class, whether it is open); cells of rows, but for bars
        self.feed(text)
        self.close()
        self.faults += [f"<{tag}> is not closed" for tag, _ in self.open]
        self.faults += [f"{link} leads nowhere" for link in self.links if link not in self.ids]

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag not in TAGS:
            self.faults.append(f"<{tag}> in line {self.getpos()[0]}")
        for name, value in attributes:
            foreign = name in ("src", "srcset", "data", "action") or (name == "href" and value[:1] != "#")
            if foreign or name.startswith("on") or (name == "style" and not re.fullmatch(r"--share:\d\.\d+(;--default:\d\.\d+)?(;--reference:\d\.\d+)?", value)):
                self.faults.append(f"{name}={value}")
        if not re.fullmatch(r"[a-z0-9 -]*", given.get("class", "")):
            self.faults.append(f"a class {given['class']}")
        if len(given) < len(attributes):
            self.faults.append(f"<{tag}> has an attribute twice")
        if "id" in given:
            if given["id"] in self.ids:
                self.faults.append(f"the id {given['id']} twice")
            self.ids.add(given["id"])
        if "href" in given:
            self.links.add(given["href"][1:])
        if tag == "script":
            self.scripts.append([given, ""])
        if tag == "section":
            self.sections.append(given)
        if tag == "details" and self.open[-1][0] == "section":
            self.folds.append((self.open[-1][1].get("class"), "open" in given))
        if tag == "table":
            self.tables.append((given, []))
        if tag == "tr":
            self.tables[-1][1].append([])
        if tag in ("td", "th"):
            self.tables[-1][1][-1].append([tag, ""])
        if given.get("class") == "run":
            self.runs.append("")
        if tag not in VOID:
            self.open.append((tag, given))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop()[0] != tag:
            self.faults.append(f"</{tag}> closes another, in line {self.getpos()[0]}")

    def handle_data(self, data):
        tag, given = self.open[-1] if self.open else ("", {})
        if tag == "script":
            self.scripts[-1][1] += data
        elif tag != "style":
            self.texts.append(data)
        if given.get("class") == "run":
            self.runs[-1] += data
        if any(tag in ("td", "th") for tag, _ in self.open):
            self.tables[-1][1][-1][-1][1] += data

    def data(self):
        return json.loads(next(text for given, text in self.scripts if given.get("id") == "data"))


def empty_columns(table):
    """Columns that are empty in all rows."""
    head, *rows = table
    return [name for place, (_, name) in enumerate(head) if rows and all(row[place] == ["td", ""] for row in rows)]


def check_folds(page):
    """Benches are folded except for the first; in each only the problem that represents it is open."""
    open_problems, faults = 0, []
    benches = [is_open for kind, is_open in page.folds if kind == "bench"]
    if any(is_open != (place == 0) for place, is_open in enumerate(benches)):
        faults.append(f"other benches than the first are open: {benches}")
    for kind, is_open in page.folds + [("bench", False)]:
        if kind == "bench" and open_problems > 1:
            faults.append(f"{open_problems} problems of a bench are open")
        open_problems = 0 if kind == "bench" else open_problems + (kind == "problem" and is_open)
    opened = sum(kind == "problem" and is_open for kind, is_open in page.folds)
    if opened != len(benches):
        faults.append(f"{opened} problems are open, in {len(benches)} benches")
    if any(is_open for kind, is_open in page.folds if kind == "file"):
        faults.append("how it was measured is open")
    return faults


def check(page):
    data = page.data()
    faults = page.faults + check_folds(page)
    for given, table in page.tables:
        if given.get("class") != "bars" and empty_columns(table):
            faults.append(f"a table {given} has empty columns: {empty_columns(table)}")
    for problem in data["problems"]:
        columns = [problem["rows"][key] for key in problem["rows"] if key not in ("config", "figures")]
        columns += problem["rows"]["config"] + problem["rows"]["figures"]
        if len({len(column) for column in columns}) != 1:
            faults.append(f"{problem['name']}: columns of several lengths")
        for parameter, column in zip(problem["parameters"], problem["rows"]["config"]):
            if column and not 0 <= min(column) <= max(column) < len(parameter["words"]):
                faults.append(f"{problem['name']}: {parameter['name']} has a value that is none")
    if len(data["problems"]) != sum(given.get("class") == "problem" for given in page.sections):
        faults.append("a problem without a section")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


def near(one, other):
    return one is other is None or (one is not None and other is not None and abs(one - other) <= 1e-8 * abs(other))


def same(page, path):
    """Each row of a configuration is in the data once, in its order, with its times, status, reason, configuration and figures."""
    data, faults = page.data(), []
    with open(path) as file:
        results = json.load(file)
    names = {problem["name"]: problem for problem in data["problems"]}
    rows = sorted(results["benchmarks"] + results["failures"], key=lambda row: row["row"])
    place = dict.fromkeys(names, 0)
    for row in rows:
        name = results["problems"][row["problem"]]["name"]
        if row.get("reference") or not row["config"]:
            continue
        problem, at = names[name], place[name]
        place[name] += 1
        columns = problem["rows"]
        value = lambda key: columns[key][at] if key in columns else None
        config = {
            parameter["name"]: parameter["words"][column[at]] for parameter, column in zip(problem["parameters"], columns["config"])
        }
        limit = row.get("limit", {})
        found = [
            all(type(word)(config[key]) == word for key, word in row["config"].items()),
            near(value("median"), row.get("median_ns")),
            near(value("low"), row.get("ci95_ns", [None])[0]),
            near(value("fraction"), limit.get("fraction")),
            (value("resource") is None) == (not limit) or data["resources"][value("resource")] == limit["resource"],
            data["statuses"][value("status")] == row.get("status", "ok"),
            data["reasons"][value("reason")] == row.get("reason", ""),
            value("registers") == row.get("resources", {}).get("registers"),
        ] + [near(column[at], row.get("figures", {}).get(key)) for key, column in zip(problem["figures"], columns["figures"])]
        if not all(found):
            faults.append(f"{row['name']}: {found}")
    for problem in data["problems"]:
        if place[problem["name"]] != len(problem["rows"]["status"]) if "status" in problem["rows"] else place[problem["name"]]:
            faults.append(f"{problem['name']}: other rows than the file has")
    for best in results["best"]:
        problem = names[results["problems"][best["problem"]]["name"]]
        if not near(problem["over_default"], best.get("over_default")) or not near(problem["over_reference"], best.get("over_reference")):
            faults.append(f"{best['name']}: other gains")
    for fault in faults[:5]:
        print(fault)
    return 1 if faults else 0


MARK = "</script><b id=x>\"'&"  # short: texts of a device have 128 bytes
SHELL = "$(touch pwned)`touch pwned`;touch pwned #'\"<b>\\"


def hostile(path, out):
    with open(path) as file:
        results = json.load(file)
    context = results["context"]
    context["host_name"] += MARK
    context["gpubench"]["command"] += MARK + "\x1b[2J\u202e\u2028]]><!--"
    for key in ("name", "driver", "compiler", "platform"):
        context["device"][key] += MARK
    changed = {}
    for problem in results["problems"]:
        for old in (problem["bench"], *problem.get("figures", []), *problem.get("references", []), *problem["parameters"]):
            changed[old] = old + MARK
        for values in problem["parameters"].values():
            changed.update({value: value + SHELL for value in values if isinstance(value, str)})
        if "structure" in problem:
            changed[problem["structure"]["file"]] = SHELL
    for row in results["failures"]:
        row["reason"] = MARK + row["reason"] + MARK

    def change(value):
        if isinstance(value, dict):
            return {changed.get(key, key): change(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [change(inner) for inner in value]
        return changed.get(value, value) if isinstance(value, str) else value

    for key in ("problems", "benchmarks", "failures", "best"):
        results[key] = change(results[key])
    with open(out, "w") as file:
        json.dump(results, file)
    return 0


def main(what, path, *rest):
    if what == "hostile":
        return hostile(path, *rest)
    with open(path, encoding="utf-8") as file:
        page = Page(file.read())
    if what == "check":
        return check(page)
    if what == "same":
        return same(page, *rest)
    if what == "data":
        print(json.dumps(page.data()))
    else:
        print("\n".join(page.runs) if what == "runs" else "".join(page.texts))
    return 0


sys.exit(main(*sys.argv[1:]))
