#!/usr/bin/env bash
# export: csv that Python reads back as the rows of a results file, with any texts; Markdown; each writer by its name
# and by its file's suffix, as the verbs write them; refusals, which leave no file.
set -eu
. "$SOURCE_DIR/tests/script.sh"
export LC_ALL=C COLUMNS=60 # only texts for people depend on it
cp -r "$SOURCE_DIR/tests/reports/golden" .
golden=golden/results.json
# check_export FILE ARGUMENT...: FILE, and a line about it.
check_export() {
    rm -f "$1"
    ends 0 "$GPUBENCH" "${@:2}"
    [ -s "$1" ] && [ ! -s err ] && grep -q ": $1$" out || wrong "expected $1"
}
# check_refused REGEX ARGUMENT...: one line on stderr, status 2, and no file.
check_refused() {
    ends 2 "$GPUBENCH" "${@:2}"
    [ ! -s out ] && [ "$(wc -l <err)" = 1 ] && grep -Eq "^gpubench: $1" err || wrong "expected: $1"
    [ "$(ls)" = "$files" ] || wrong 'a file was left'
}

# ---- measured results are not replaced; other files are

gzip -c $golden >packed.json.gz
printf '{"best": [],%600s"schema": "gpubench/results/1"}' '' >sorted.json # keys in another order
for verb in 'export --to csv' header report; do
    for precious in golden/older.json kept.history.jsonl packed.json.gz sorted.json; do
        [ -e "$precious" ] || "$GPUBENCH" history add "$precious" $golden >/dev/null
        cp "$precious" before
        # shellcheck disable=SC2086 # words
        ends 2 "$GPUBENCH" $verb $golden -o "$precious"
        grep -q "^gpubench: ${verb%% *}: -o $precious has results, which would be lost; name another file" err ||
            wrong 'expected a refusal'
        cmp "$precious" before || wrong 'results were replaced'
    done
done
echo old >x.csv
ends 0 "$GPUBENCH" export --to csv $golden -o x.csv
cmp x.csv golden/results.csv || wrong 'expected the new file'
rm -f before kept.history.jsonl* packed.json.gz sorted.json x.csv

# ---- an export to JSON replaces its own file, no other, and no results of a run

cp $golden run.json
cp $golden other.json
ends 0 "$GPUBENCH" export --to json run.json -o copy.json
sed 's/231424/231425/' $golden >run.json # a run wrote it again
ends 0 "$GPUBENCH" export --to json run.json -o copy.json
contains '"exported_from": "run.json",$' copy.json
contains '"median_ns": 231425' copy.json
"$GPUBENCH" export --to json copy.json -o second.json # a copy of a copy is that copy's
grep -v '"second.json"' copy.json >copied
for command in 'export other.json -o copy.json' 'export run.json -o second.json' 'export --to csv run.json -o copy.json' \
    'export run.json -o other.json' 'header run.json -o copy.json'; do
    cat copy.json second.json other.json >before
    # shellcheck disable=SC2086 # words
    ends 2 "$GPUBENCH" $command
    contains 'has results, which would be lost; name another file, or remove it$' err
    cat copy.json second.json other.json | cmp - before || wrong "replaced: $command"
done
rm -f before copy.json second.json other.json run.json

# ---- the table names the file that has more

env -u COLUMNS "$GPUBENCH" table $golden >out
prints '^left out: parameters and notes; `gpubench table --long golden/results.json` has them$'

# ---- contents of files

"$GPUBENCH" export --to csv $golden >out 2>err
cmp out golden/results.csv && [ ! -s err ] || wrong 'not the golden CSV'
"$GPUBENCH" export --to markdown $golden >out 2>err
cmp out golden/results.md && [ ! -s err ] || wrong 'not the golden Markdown'
check_export x.csv export $golden -o x.csv
cmp x.csv golden/results.csv
check_export x.json export $golden -o x.json
grep -v '"exported_from": "golden/results.json",$' x.json | cmp - $golden || wrong 'expected the results and their origin'
check_export x.h export $golden --out=x.h
cmp x.h golden/tuned.h
check_export x.html export $golden -o x.html
check_export y.html report $golden -o y.html
cmp x.html y.html
h200=$SOURCE_DIR/reports/h200/reduction.json
check_export x.svg export "$h200" -o x.svg
check_export y.svg report --plot sizes "$h200" -o y.svg
cmp x.svg y.svg
unset COLUMNS
for pair in 'table:--long' 'effects:--effects' 'front:--front error' 'summary:--json'; do
    # shellcheck disable=SC2086
    "$GPUBENCH" table ${pair#*:} "$h200" $golden >expected 2>err || { [[ $pair = front* ]] && continue; }
    "$GPUBENCH" export --to "${pair%%:*}" "$h200" $golden | cmp - expected || wrong "not the table: $pair"
done

# ---- texts that would end a cell, a line or a row

if command -v python3 >/dev/null; then
    python3 - $golden "$h200" <<'END'
import csv, json, os, subprocess, sys
odd = 'a,"b"c|d`e;f'
results = json.load(open(sys.argv[1]))
results["context"]["device"]["name"] = odd
for row in results["failures"]:
    row["reason"] = odd + "\n" + odd
text = json.dumps(results).replace("striped", json.dumps(odd)[1:-1]).replace("sum_1d_f32", "sum|1d,f32").replace("BLOCK_SIZE", "BLOCK|SIZE")
open("odd.json", "w").write(text)
def export(to, *files):
    return subprocess.run([os.environ["GPUBENCH"], "export", "--to", to, *files], check=True, capture_output=True).stdout.decode()
files = ["odd.json", *sys.argv[1:]]
table = list(csv.reader(export("csv", *files).splitlines(keepends=True)))
head, lines = table[0], [dict(zip(table[0], line)) for line in table[1:]]
assert len(set(head)) == len(head) and all(len(line) == len(head) for line in table), head
expected = []
for path in files:
    read = json.load(open(path))
    expected += [(path, read, row) for row in sorted(read["benchmarks"] + read["failures"], key=lambda row: row["row"])]
assert len(lines) == len(expected) > 17
def number(value):
    return "" if value is None else value if isinstance(value, (str, bool)) else float(value)
for line, (path, read, row) in zip(lines, expected):
    same = lambda column, value: number(value) == (line[column] if isinstance(value, (str, type(None))) else float(line[column])) or \
        sys.exit(f"{path}: {column} is {line[column]!r}, expected {value!r}")
    problem = read["problems"][row["problem"]]
    assert line["file"] == path and line["problem"] == problem["name"] and int(line["seed"]) == int(problem["seed"])
    for key in "suite", "bench", "size", "median_ns", "alone_ns":
        same(key, row.get(key))
    same("status", row.get("status", "ok"))
    for part in "config", "figures", "work", "limit", "verify", "resources":
        for key, value in row.get(part, {}).items():
            same("reference" if key == "REFERENCE" else f"{part}.{key}", value)
    for key, value in problem.get("settings", {}).items():
        same(f"settings.{key}", value)
    for i, value in enumerate(row.get("ci95_ns", [None, None])):
        same(f"ci95_ns.{i}", value)
    same("reason", row.get("reason"))
assert [line["best"] for line in lines].count("true") == sum(len(json.load(open(path))["best"]) for path in files)
cells = [line.replace("\\|", "").count("|") for line in export("markdown", *files).splitlines() if line.startswith("|")]
assert len(cells) > 20 and len(set(cells[:8])) == 1, cells
END
fi

# ---- refusals

cp $golden own.json
{ sed '/^"best": \[/,$d' $golden; echo '"best": []}'; } >none.json
files=$(ls)
check_refused 'export: no results file given; usage: gpubench export ' export --to csv
check_refused "unknown format 'csw', did you mean csv\? Known: csv markdown json .*svg googlebench .*junit$" export --to csw $golden
check_refused "unknown suffix of -o 'x.cvs'; known: .csv .md .json" export $golden -o x.cvs
check_refused 'export: --to NAME is missing, or -o FILE with its suffix' export $golden
check_refused 'export: json has one results file, and 2 are given' export $golden $golden -o x2.json
check_refused 'export: -o ./own.json is one of the files that are read; name another' export own.json -o ./own.json
check_refused 'nothing.json: cannot read: No such file' export nothing.json -o new.csv
check_refused 'golden: cannot write: Is a directory' export --to csv $golden -o golden
check_refused 'new.h: not written: the results have no best configuration' export none.json -o new.h
check_refused "unknown option of export '--plot'" export --plot sizes $golden -o new.svg
check_refused 'export: --to is of: gpubench export .--to NAME. RESULTS' export --list --to csv

# ---- the list of writers

"$GPUBENCH" export --list >out 2>err
[ "$(grep -Ec '^[a-z][a-z0-9-]+ +(\.[a-z]+ +)?[a-zA-Z`].*$' out)" = "$(wc -l <out)" ] || wrong 'expected a line for each'
while read -r name suffix _; do
    case $name in kernel-tuner | t4) continue ;; esac # of one problem (exchange.sh)
    [[ $suffix != .* ]] || check_export "y$suffix" export "$h200" -o "y$suffix"
    "$GPUBENCH" export --to "$name" "$h200" | cmp -s - /dev/null && wrong "expected something: $name"
done <<<"$(<out)"
exit 0
