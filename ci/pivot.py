#!/usr/bin/env python3
"""ci/pivot.py FILE... [--of KEY=VALUE...] --lines KEY|--line 'LABEL: KEY=VALUE...' --columns KEY|--column ... [--value VALUE]

Prints a Markdown table of results files, for documents: a cell has the best, or else the fastest correct row, of all that match
its line and its column.
--lines KEY and --columns KEY: one per value of KEY, by size or as declared; of KEY:VALUE, rows without KEY have VALUE.
--line and --column: one, named LABEL, of the rows that have each KEY=VALUE (VALUE may be several: KEY=A,B; patterns like those
of a shell). A KEY is a parameter, file (its name without .json), suite, bench, size, default (yes or no), reference (without
it library calls are left out), or a part of a problem's name, such as order.
--value, and value=VALUE of a column or line, select what is printed: time, with its unit (default), or us, ms, without, or
us/FIGURE, per that; device, the device's part of a time; limit, resource, GB/s, GFLOP/s, rate, a ceiling's; default (gain
over it), call (gain over the fastest library call), registers, a parameter, a figure; several by +, such as time+limit. ~ marks
dropped configurations, whose time is the median of two samples. --corner TEXT names the first column. @FILE is replaced by the
lines of FILE.
"""
import argparse
import fnmatch
import gzip
import json
import os
import sys


def refuse(text):
    """Prints one line, and exits with status 2."""
    print(f"ci/pivot.py: {text}", file=sys.stderr)
    sys.exit(2)


def load(path):
    """All rows of one results file, each with its keys in `key` and properties of its problem."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as stream:
        data = json.load(stream)
    name = os.path.basename(path).removesuffix(".gz").removesuffix(".json")
    calls, defaults, bests = {}, {}, []
    for best in data["best"]:
        defaults[best["problem"]] = best.get("default_ns")
        bests.append((best["problem"], best["config"]))
    for row in data["benchmarks"]:
        if row.get("reference") and row.get("median_ns"):
            calls[row["problem"]] = min(row["median_ns"], calls.get(row["problem"], float("inf")))
    for row in data["benchmarks"]:
        words = data["problems"][row["problem"]]["name"].split("/")[2:]
        row["key"] = dict(word.split(":", 1) for word in words if ":" in word)
        row["key"].update(file=name, **{key: row[key] for key in ("suite", "bench", "size")})
        row["key"].update(row.get("config", {}))
        row["key"]["reference"] = row["key"].pop("REFERENCE", "")
        row["best"] = (row["problem"], row.get("config")) in bests
        row["declared"] = data["problems"][row["problem"]]["parameters"]
        row["call_ns"], row["default_ns"] = calls.get(row["problem"]), defaults.get(row["problem"])
        row["key"]["default"] = "yes" if row.get("median_ns") == row["default_ns"] else "no"
        if row.get("median_ns") and not row.get("error_occurred"):
            yield row


def fits(row, *selected):
    """Whether a row's keys match all selections."""
    for wanted in selected:
        for key, values in wanted.items():
            own = str(row["key"].get(key, ""))
            if key != "value" and not any(fnmatch.fnmatchcase(own, value) for value in values):
                return False
    return any("reference" in wanted for wanted in selected) or not row["key"]["reference"]


def text_of_time(nanoseconds):
    """Four digits, in the usual unit."""
    for unit, size in (("us", 1e3), ("ms", 1e6), ("s", 1e9)):
        if nanoseconds < 1000 * size or unit == "s":
            return f"{digits(nanoseconds / size)} {unit}"


def digits(number, count=4):
    """A number with some digits, without an exponent if possible."""
    text = f"{number:#.{count}g}".rstrip(".")
    return f"{number:.0f}" if "e+" in text else text


def size(number):
    """A power of two or of ten, from 2^10 and 10^4 on, in that form."""
    if number >= 1024 and number & (number - 1) == 0:
        return f"2^{number.bit_length() - 1}"
    zeros = len(str(number)) - 1
    return f"10^{zeros}" if zeros > 3 and number == 10**zeros else str(number)


def rate_of(row):
    """The rate of a ceiling: its own unit, bytes or operations or launches, per second."""
    rate = row.get("work", {}).get(row["bench"], row["bytes"]) / row["median_ns"]
    for unit, size in (("T/s", 1e3), ("G/s", 1), ("M/s", 1e-3)):
        if rate >= size:
            return f"{digits(rate / size, 3)} {unit}"
    return f"{digits(rate * 1e6, 3)} K/s" if rate else ""


def figure(number):
    """A figure: errors with two digits and an exponent, others with three digits."""
    if isinstance(number, str) or number == 0:
        return str(number)
    if abs(number) >= 0.01:
        return f"{number:.3g}" if abs(number) < 1000 else digits(number)
    mantissa, exponent = f"{number:.1e}".split("e")
    return f"{mantissa}e{int(exponent)}"


def gain(over, row):
    """How many times faster a row is."""
    return f"{over / row['median_ns']:.2f}x" if over else ""


VALUES = {
    "time": lambda row: text_of_time(row["median_ns"]),
    "us": lambda row: digits(row["median_ns"] / 1e3),
    "ms": lambda row: digits(row["median_ns"] / 1e6),
    "device": lambda row: text_of_time(row["device_ns"]),
    "limit": lambda row: f"{100 * row['limit']['fraction']:.1f} %" if row.get("limit") else "",
    "resource": lambda row: row["limit"]["resource"] if row.get("limit") else "",
    "GB/s": lambda row: digits(row["bytes"] / row["median_ns"]),
    "rate": rate_of,
    "GFLOP/s": lambda row: digits(row["flops_per_second"] / 1e9),
    "default": lambda row: gain(row["default_ns"], row),
    "call": lambda row: gain(row["call_ns"], row),
    "registers": lambda row: str(row["resources"]["registers"]),
    "size": lambda row: size(row["size"]),
}


def value_of(row, name):
    """The text of a row's cell."""
    if "+" in name:
        return ", ".join(filter(None, (value_of(row, part) for part in name.split("+"))))
    if name in VALUES:
        mark = "~" if row.get("dropped") and name in ("time", "us", "ms") else ""
        return mark + VALUES[name](row)
    if name in row["key"]:
        return str(row["key"][name])
    if name.startswith("us/"):
        return digits(row["median_ns"] / 1e3 / row["figures"][name[3:]])
    own = row.get("figures", {}).get(name)
    return "" if own is None else figure(own)


def words_of(text):
    """KEY=VALUE,VALUE KEY=VALUE as a dictionary of lists."""
    wanted = {}
    for word in text.split():
        key, equals, values = word.partition("=")
        if not equals:
            refuse(f"'{word}' is no KEY=VALUE")
        wanted[key] = values.split(",")
    return wanted


def label_of(key, value):
    """The values of a key as a heading."""
    return size(int(value)) if key == "size" else f"`{value}`" if key == "bench" else value


def selections(rows, key, named):
    """Lines or columns: a label and the required keys of its rows."""
    chosen = []
    if key:
        key, _, unnamed = key.partition(":")
        own = [str(row["key"].get(key, unnamed)) for row in rows if key in row["key"] or unnamed]
        order = [str(value) for row in rows for value in row["declared"].get(key, [])] + own
        order = sorted(order, key=float) if all(value.replace(".", "", 1).isdigit() for value in order) else order
        for value in dict.fromkeys(order):
            if value in own:
                chosen.append((label_of(key, value), {key: [value] + [""] * (value == unnamed)}))
    for text in named:
        label, _, words = f"{text} ".rpartition(": ")
        chosen.append((label, words_of(words)))
    return chosen


def table(rows, lines, columns, value, corner):
    """The table's text: only lines with a number."""
    print(f"| {corner} | " + " | ".join(label for label, _ in columns) + " |")
    print("|---|" + "---:|" * len(columns))
    for label, line in lines:
        cells = []
        for _, column in columns:
            found = [row for row in rows if fits(row, line, column)]
            fastest = min(found, key=lambda row: (not row["best"], row["median_ns"]), default=None)
            cells.append(value_of(fastest, column.get("value", line.get("value", [value]))[0]) if fastest else "")
        if any(cells):
            print(f"| {label} | " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False, fromfile_prefix_chars="@")
    parser.add_argument("files", nargs="+")
    for option in ("--lines", "--columns"):
        parser.add_argument(option)
        parser.add_argument(option[:-1], action="append", default=[])
    parser.add_argument("--of", default="")
    parser.add_argument("--value", default="time")
    parser.add_argument("--corner", default="")
    options = parser.parse_args()
    of = words_of(options.of)
    try:
        rows = [row for path in options.files for row in load(path)]
    except (OSError, ValueError, KeyError) as error:
        refuse(f"no results file: {error}")
    rows = [row for row in rows if all(fits(row, {key: values, "reference": ["*"]}) for key, values in of.items())]
    lines = selections(rows, options.lines, options.line)
    columns = selections(rows, options.columns, options.column)
    if not rows or not lines or not columns:
        refuse("no row fits")
    table(rows, lines, columns, options.value, options.corner)


if __name__ == "__main__":
    main()
