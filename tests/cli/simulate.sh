#!/usr/bin/env bash
# simulate: tables and curves of recorded spaces of all kinds, plain and compressed; reproducible by the seed; refusals.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
export LC_ALL=C
cp "$SOURCE_DIR"/tests/simulate/spaces/*.json .
mkdir made
python3 "$SOURCE_DIR/tests/simulate/spaces/make.py" made
for name in kernel_tuner t4; do cmp "$name.json" "made/$name.json" || wrong 'expected the file that make.py writes'; done

# simulate ARGUMENT...: it succeeds, with its output in `out`.
simulate() {
    ends 0 "$GPUBENCH" simulate "$@"
    [ ! -s err ] || wrong 'expected nothing on stderr'
    [ "$(wc -L <out)" -le 100 ] || wrong 'expected at most 100 columns'
}

# One space in two formats, and compressed: the same table, except for its name.
simulate kernel_tuner.json --budget 20 --repeat 40
prints '^kernel_tuner: 42 configurations, 37 timed, best 1.001 ms; 40 runs of 20 evaluations$'
prints '^strategy +to 5 % +95 % +runs +to 1 % +95 % +runs +score +"1 %"( +right)?$'
prints '^\(draws at random\) +13 +73\.2 % +> 20 +47\.6 %$'
for strategy in exhaustive pairwise random values; do
    prints "^$strategy +(> )?[0-9.]+ +(> )?[0-9]+ - (> )?[0-9]+ +[0-9.]+ % .* -?[0-9]\.[0-9][0-9] +[0-9.]+ %( +[0-9.]+ %)?\$"
done
sed 's/^kernel_tuner:/t4:/' out >expected
simulate t4.json --budget 20 --repeat 40
cmp -s out expected || wrong 'expected the same of T4'
for name in kernel_tuner t4; do
    gzip -c "$name.json" >packed.gz
    simulate packed.gz --budget 20 --repeat 40
    sed 's/^packed:/t4:/' out | cmp -s - expected || wrong 'expected the same of a compressed file'
done

# The seed determines the result; a strategy alone gives the same.
simulate --seed=1 t4.json --budget 20 --repeat 40
cmp -s out expected || wrong 'expected the same output'
simulate t4.json --budget 20 --repeat 40 --seed 2
! cmp -s out expected || wrong 'expected another table for another seed'
simulate t4.json --budget 20 --repeat 40 --strategy values,random
[ "$(grep -E '^(random|values) ' out)" = "$(grep -E '^(values|random) ' expected | tac)" ] || wrong 'expected the same lines'
omits '^exhaustive' out
simulate t4.json --budget 20 --repeat 40 --strategy random,greedy:batch=2,kick=0,tabu
prints '^random ' && prints '^greedy:batch=2,kick=0 ' && prints '^tabu '
simulate t4.json --strategy exhaustive --repeat 5
prints '^exhaustive +[0-9]+ +100\.0 % +[0-9]+ +100\.0 % +'

# Curves: a line per evaluation, which never gets worse.
simulate kernel_tuner.json t4.json --budget 20 --repeat 40 --strategy random,values -o curves.csv
prints '^all 2 spaces: the median of the medians, means of shares and scores$'
[ "$(wc -l <curves.csv)" = $((1 + 2 * 2 * 20)) ] || wrong 'expected 81 lines'
python3 - <<'END' || wrong 'expected these curves'
import csv
with open("curves.csv") as file:
    rows = list(csv.DictReader(file))
before = None
for row in rows:
    low, median, high, chance = (float(row[key] or "inf") for key in ("lower_ns", "median_ns", "upper_ns", "random_ns"))
    assert 1001000 <= low <= median <= high and chance >= 1001000, row
    if row["evaluation"] != "1":
        assert median <= before[0] and chance < before[1], row
    before = median, chance
assert {row["space"] for row in rows} == {"kernel_tuner", "t4"}, rows
END

# The estimated remaining gain, at the end of each run: as the table counts it. A run that tried all has none.
simulate kernel_tuner.json --budget 40 --repeat 40 --strategy greedy --doubts doubts.csv
python3 - <<'END' || wrong 'expected these estimates'
import csv
with open("doubts.csv") as file:
    rows = list(csv.DictReader(file))
assert len(rows) == 40 and {(row["space"], row["strategy"], row["evaluations"]) for row in rows} == {("kernel_tuner", "greedy", "40")}, rows
assert {float(row["said"]) for row in rows} <= {0.01, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 1}, rows
assert all(0 <= float(row["left"]) < 1 and float(row["tried"]) > 2 and 0 <= float(row["around"]) <= 2 for row in rows), rows
said = [row for row in rows if row["said"] == "0.01"]
right = [row for row in said if float(row["left"]) <= 0.01]
assert said and f'  {100 * len(said) / 40:.1f} %  {100 * len(right) / len(said):.1f} %' in " ".join(open("out").read().split("\n")), (len(said), len(right))
END
simulate kernel_tuner.json --budget 42 --repeat 6 --strategy greedy --doubts doubts.csv
[ "$(wc -l <doubts.csv)" = 1 ] || wrong 'expected no line if all was tried'

# For scripts: the same numbers; null if the budget ends before.
cp out expected
simulate kernel_tuner.json t4.json --budget 20 --repeat 40 --strategy random,values --json
python3 - <<'END' || wrong 'expected this JSON'
import json
with open("out") as file:
    found = json.load(file)
assert found["schema"] == "gpubench/simulation/1" and len(found["spaces"]) == 2, found
first = found["spaces"][0]
assert (first["name"], first["configurations"], first["timed"], round(first["best_ns"])) == ("kernel_tuner", 42, 37, 1001000), first
assert (first["repeats"], first["evaluations"]) == (40, 20), first
names = [line["strategy"] for line in first["strategies"]]
assert names == ["(draws at random)", "random", "values"], names
for one, all_of_it in zip(first["strategies"], found["all"]["strategies"]):
    assert abs((one["score"] or 0) - (all_of_it["score"] or 0)) < 1e-9 and [reach["within"] for reach in one["reach"]] == [0.05, 0.01], one
    doubt = one["doubt"]
    assert doubt["runs"] == (40 if one["score"] is not None else 0) and (doubt["covered"] is None) == (doubt["runs"] == 0), one
    for reach in one["reach"]:
        assert (reach["share"] <= 0.5 if reach["median"] is None else reach["share"] >= 0.5) and len(reach["ci95"]) == 2, one
    assert one["reach"][0]["median"] is None or f' {one["reach"][0]["median"]:g} ' in open("expected").read(), one
assert first["strategies"][0]["reach"][0]["ci95"] == [None, None] and first["strategies"][0]["score"] is None, first
END

# Our own results: each problem with times is a space.
"$PLANTED" --suite accuracy --bench copies --size 1024,2048 --strategy exhaustive --backend fake:cpu --out found.json >/dev/null 2>&1
simulate found.json --repeat 6
prints '^found: accuracy/copies/n:1024: [0-9]+ configurations, [0-9]+ timed, best [0-9.]+ us; 6 runs of '
prints '^found: accuracy/copies/n:2048: '
gzip -c found.json >found.json.gz
cp out expected
simulate found.json.gz --repeat 6
cmp -s out expected || wrong 'expected the same of compressed results'
ends 0 "$GPUBENCH" table found.json.gz
prints '^copies '

# An option by its name of earlier versions is the same option.
simulate t4.json --strategy model:resources=0 --repeat 2 --budget 20
tr -s ' ' <out >by_name
simulate t4.json --strategy model:told=0 --repeat 2 --budget 20
sed 's/told=0/resources=0/' out | tr -s ' ' | cmp -s - by_name || wrong 'expected the same search'

# Similar spaces come first: with the best of the space itself it is the second evaluation.
simulate kernel_tuner.json --budget 20 --repeat 40 --strategy greedy,random --like kernel_tuner.json
prints '^greedy +[0-9.]+ '
prints '^greedy --like +2 +2 - 2 +100\.0 % +2 +2 - 2 +100\.0 %'
prints '^random --like: at most 5 evaluations more to 5 % than without it in 100\.0 % of the runs$'
simulate kernel_tuner.json --budget 20 --repeat 40 --strategy greedy --like kernel_tuner.json --json
python3 -c 'import json; lines = json.load(open("out"))["spaces"][0]["strategies"]
assert [line["at_most_5_more"] for line in lines] == [None, None, 1], lines' || wrong 'expected the number of evaluations'
gzip -c found.json >elsewhere.gz
simulate found.json --repeat 6 --strategy random --like elsewhere.gz
prints '^all 2 spaces: '

# check_refused TEXT ARGUMENT...
check_refused() { refused "gpubench: $1" "$GPUBENCH" simulate "${@:2}"; }
half=$(($(wc -c <kernel_tuner.json) / 2))
head -c "$half" kernel_tuner.json >cut.json
check_refused 'cut.json: not whole, or no JSON: line 2' kernel_tuner.json cut.json
gzip -c t4.json | head -c -20 >cut.gz
check_refused 'cut.gz: packed by gzip, and not whole' cut.gz
(printf '\037\213'; head -c 500 t4.json) >damaged.gz
check_refused 'damaged.gz: packed by gzip, and damaged' damaged.gz
echo '{"benchmarks": []}' >other.json
check_refused 'other.json: no recorded space: neither a results file of gpubench, nor Kernel Tuner'"'"'s cache, nor T4' other.json
check_refused 'nowhere.json: cannot read: No such file' nowhere.json
: >empty.json
check_refused 'empty.json: the file is empty, no recorded space' empty.json
sed -E 's/"time": [0-9.]+,/"time": "RuntimeFailedConfig",/' kernel_tuner.json >failed.json
check_refused 'failed.json: no configuration of it has a time' failed.json
sed 's/"TILE", /"TILE", "BLOCK", /' kernel_tuner.json >parameter.json
check_refused 'parameter.json: tune_params.BLOCK: this parameter is there twice' parameter.json
sed '3s/^"[^"]*"/"a"/; 4s/.*/"b": {"BLOCK": 32, "TILE": 1, "SHARE": 0.5, "LAYOUT": "column", "time": 1},/' kernel_tuner.json >twice.json
check_refused 'twice.json: made_up/BLOCK:32/TILE:1/SHARE:0.5/LAYOUT:column: this configuration is there twice' twice.json
printf '{"cache": {"\\u001b[31mx": {"A": 1, "time": 1}}, "tune_params_keys": ["B"]}' >terminal.json
check_refused 'terminal.json: cache.\x1b[31mx.B: missing' terminal.json
check_refused "unknown strategy 'randm', did you mean random? Known: auto exhaustive " t4.json --strategy randm
check_refused '--strategy greedy: batch needs a whole number, 1 to 4096' t4.json --strategy random,greedy:kick=1,batch=0
check_refused "unknown strategy 'kick=1'" t4.json --strategy kick=1
check_refused 'simulate: --strategy: more than 64 strategies' t4.json --strategy "$(printf 'random,%.0s' {1..64})random"
check_refused "unknown strategy ''" t4.json --strategy random,
check_refused 'simulate: --budget takes a number of evaluations, 1 to 1000000' t4.json --budget 0
check_refused 'simulate: --budget takes a number of evaluations, 1 to 1000000' t4.json --budget 60s
check_refused 'simulate: --repeat takes a number of runs, 1 to 1000' t4.json --repeat 1001
check_refused 'simulate: --out ./t4.json is one of the files that are read; name another' t4.json --out ./t4.json
check_refused 'simulate: --doubts t4.json is one of the files that are read; name another' t4.json --doubts t4.json
check_refused '/dev/full/c.csv: cannot write: Not a directory' t4.json --out /dev/full/c.csv
check_refused 'simulate: no recorded space given; usage: gpubench simulate SPACE...'
check_refused 'nowhere.json: cannot read: No such file' t4.json --like nowhere.json
check_refused 'other.json: no recorded space: neither' t4.json --like other.json
check_refused 'found.json: it has no time of ' t4.json --like found.json
