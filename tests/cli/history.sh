#!/usr/bin/env bash
# history: lines added from results, output of its checks, refusals; and branches of a repository that both add.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
export LC_ALL=C
# history STATUS TEXT ARGUMENT...: its status, and a text in its output; a refusal prints only one line.
history() {
    ends "$1" "$GPUBENCH" history "${@:3}"
    contains "$2" out err
    if [ "$1" = 0 ]; then
        [ ! -s err ] || wrong 'expected nothing on stderr'
    else
        [ ! -s out ] && [ "$(wc -l <err)" = 1 ] || wrong 'expected one line'
    fi
}
# results FILE DAY COMMIT FACTOR: a run's results, dated that day of January, with that commit, and slower by FACTOR.
results() {
    sed -E "s/\"date\": \"[^\"]*\"/\"date\": \"2026-01-$2T10:00:00+00:00\"/; s/(\"commit\": )\"[^\"]*\"/\1\"$3\"/" found.json >"$1"
    python3 - "$1" "$4" <<'END'
import json, sys
with open(sys.argv[1]) as file:
    results = json.load(file)
for best in results["best"]:
    best["median_ns"] *= float(sys.argv[2])
with open(sys.argv[1], "w") as file:
    json.dump(results, file)
END
}

"$PLANTED" --suite accuracy --bench copies --size 1024,2048 --strategy exhaustive --backend fake:cpu --out found.json >/dev/null 2>&1
name=accuracy/copies/n:1024 file=own.history.jsonl

# Twenty commits, added out of order; the 12th and later ones are 10 % slower.
for day in 20 03 12 11 07 01 19 02 04 05 06 08 09 10 13 14 15 16 17 18; do
    results "r$day.json" "$day" "c0ffee$day" "$( ((10#$day < 12)) && echo 1 || echo 1.1)"
done
history 0 "^$file: 2 added, 0 replaced, 2 in all\$" add "$file" r20.json
history 0 "^$file: 38 added, 0 replaced, 40 in all\$" add "$file" r0[1-9].json r1*.json
[ "$(grep -c "\"name\": \"$name\", " "$file")" = 20 ] || wrong 'expected twenty lines of one problem'
head -n 1 "$file" | grep -Eq '^\{"schema": "gpubench/history/1", "device": "Fake CPU", "backend": "fake", "name": "accuracy/copies/n:1024", "date": "2026-01-01T10:00:00\+00:00", "commit": "c0ffee01", "measuring": [0-9]+, "cache": "(cold|warm)", "median_ns": 1000.0, ("ci95_ns": \[1000.0, 1000.0\], )?"config": \{"STEP": [0-9]+\}\}$' ||
    wrong 'expected this first line'
"$GPUBENCH" history add other.history.jsonl r*.json >/dev/null
cmp "$file" other.history.jsonl || wrong 'expected the same bytes'

# A commit that is measured again replaces its lines; the result is the same.
history 0 "0 added, 2 replaced, 40 in all" add "$file" r05.json
cmp "$file" other.history.jsonl || wrong 'expected the same bytes'
results slow05.json 05 c0ffee05 3
history 0 "0 added, 4 replaced, 40 in all" add "$file" r05.json slow05.json
[ "$(grep -c '"median_ns": 3000.0' "$file")" = 2 ] || wrong 'expected the later file'

# Changes: one per problem, at the same commit.
history 0 '^2 changes in 2 series of 40 points\.$' check "$file"
[ "$(grep -Ec '^\+10\.0 %  [+-][0-9.]+ to \+[0-9.]+ %  c0ffee12 +2026-01-12  c0ffee11  2026-01-11  accuracy/copies/n:(1024|2048)$' out)" = 2 ] ||
    wrong 'expected two changes'
contains '^Fake CPU \(fake\), caches (cold|warm), measuring [0-9]+$' out
cp out before
tac "$file" >reverse.history.jsonl
for same in "$file" reverse.history.jsonl; do
    history 0 . check "$same"
    cmp out before || wrong 'expected the same output, of any order'
done
history 0 '"schema": "gpubench/changes/1"' check "$file" --json
python3 - <<'END' || wrong 'expected these changes'
import json
with open("out") as file:
    found = json.load(file)
assert found["series"] == 2 and found["points"] == 40 and len(found["changes"]) == 2, found
for change in found["changes"]:
    assert abs(change["ratio"] - 1.1) < 1e-9 and change["ci95_ratio"][0] <= 1.1000001, change
    assert (change["commit"], change["last_commit"]) == ("c0ffee12", "c0ffee11"), change
assert found["changes"][0]["name"] == "accuracy/copies/n:1024", found
END

# The newest first: a recovery at the 17th comes before a slowdown at the 12th.
for day in 17 18 19 20; do results "r$day.json" "$day" "c0ffee$day" 1; done
history 0 '0 added, 8 replaced, 40 in all' add "$file" r17.json r18.json r19.json r20.json
history 0 '^4 changes in 2 series of 40 points\.$' check "$file"
[ "$(grep -oE '^ ?[+-][0-9.]+ .* accuracy' out | awk '{ print $1, $7 }' | tr '\n' ' ')" = '-9.1 c0ffee17 -9.1 c0ffee17 +10.0 c0ffee12 +10.0 c0ffee12 ' ] ||
    wrong 'expected the newest first'
history 0 '2 in all$' add few.history.jsonl r01.json
history 0 '^0 changes in 2 series of 2 points; of 2 series nothing can be told before they have 6 points\.$' check few.history.jsonl

# Trends, in letters and in blocks; within the page, also with long names.
history 0 "^$name +20  ____#______#####____ +1.000 us +1.000 us +\+0.0 %\$" show "$file"
[ "$(grep -c accuracy out)" = 2 ] || wrong 'expected two lines'
history 0 ' 20  ____' show "$file" --bench 'cop*,none'
history 0 ' 20  ____' show "$file" --bench=copies
history 2 "^gpubench: unknown bench 'copie', did you mean copies\? Known: copies\$" show "$file" --bench copie
if [ "$(LC_ALL=C.UTF-8 locale charmap 2>/dev/null)" = UTF-8 ]; then
    LC_ALL=C.UTF-8 history 0 ' 20  ▁▁▁▁█▁▁▁▁▁▁█████▁▁▁▁  ' show "$file"
fi
sed '/n:1024/!d; s/accuracy.copies.n:1024/BM_sort\/64/' "$file" >imported.history.jsonl # by its whole name
history 0 '^BM_sort/64 ' show imported.history.jsonl --bench 'BM_*'
history 2 "^gpubench: unknown bench '64'; known: BM_sort/64\$" show imported.history.jsonl --bench 64

# Programs that add at the same time lose nothing.
for i in 1 2 3 4 5 6; do
    "$GPUBENCH" history add beside.history.jsonl "r0$i.json" >/dev/null &
done
wait
[ "$(wc -l <beside.history.jsonl)" = 12 ] || wrong "expected six commits of two problems, not $(wc -l <beside.history.jsonl) lines"

for i in $(seq 100); do
    head -n 1 "$file" | sed "s/c0ffee01/d$i/; s/2026-01-01T10:00/2026-02-01T$((10 + i / 60)):$((10 + i % 50))/; s/n:1024/&\/a_long_setting:1\/another_one:12345/"
done >>long.history.jsonl
cat "$file" >>long.history.jsonl
history 0 '^ +100  =' show long.history.jsonl
contains '^accuracy/copies/n:1024/a_long_setting:1/another_one:12345$' out
[ "$(wc -L <out)" -le 100 ] || wrong 'expected at most 100 columns'
history 0 . check long.history.jsonl
[ "$(wc -L <out)" -le 100 ] || wrong 'expected at most 100 columns'

# A refusal leaves the file unchanged.
cp "$file" before
for verb in 'add nothing.history.jsonl nowhere.json' "add $file r01.json nowhere.json"; do
    history 2 '^gpubench: nowhere.json: cannot read: No such file' $verb
done
[ ! -e nothing.history.jsonl ] || wrong 'expected no file'
sed '7s/"cold"\|"warm"/"hot"/' "$file" >malformed.history.jsonl
for verb in check show; do
    history 2 '^gpubench: nowhere.history.jsonl: cannot read: No such file' $verb nowhere.history.jsonl
    history 2 '^gpubench: malformed.history.jsonl:7: cache: expected "cold" or "warm"$' $verb malformed.history.jsonl
done
history 2 '^gpubench: malformed.history.jsonl:7: cache: ' add malformed.history.jsonl r01.json
for key in schema device backend name date commit measuring cache median_ns config; do # beside lines that have it
    python3 - "$file" $key >lacking.history.jsonl <<'END'
import json, sys
for number, line in enumerate(open(sys.argv[1]), 1):
    point = json.loads(line)
    if number == 7:
        del point[sys.argv[2]]
    print(json.dumps(point))
END
    cp lacking.history.jsonl lacking
    history 2 "^gpubench: lacking.history.jsonl:7: (.*schema|$key: )" add lacking.history.jsonl r01.json
    cmp -s lacking lacking.history.jsonl || wrong 'expected an unchanged file'
done
(sed -n 1,3p "$file"; echo '<<<<<<< HEAD') >conflict.history.jsonl
history 2 '^gpubench: conflict.history.jsonl:4: no JSON: column 1; each line is an object of its own$' check conflict.history.jsonl
history 2 '^gpubench: found.json:1: no JSON: ' check found.json
history 2 '^gpubench: .*own.history.jsonl: not a whole results file: ' add new.history.jsonl "$file"
history 2 '^gpubench: /dev/full/h.jsonl: cannot write: Not a directory$' add /dev/full/h.jsonl r01.json
history 2 '^gpubench: folder: cannot ' add "$(mkdir folder && echo folder)" r01.json
history 2 '^gpubench: history: add: ./r01.json is the history and a results file$' add r01.json ./r01.json
"$PLANTED" --configs found.json --backend fake:cpu --out fixed.json >/dev/null 2>&1
sed -i -E 's/("commit": )"[^"]*"/\1"c0ffee"/' fixed.json
history 2 '^gpubench: fixed.json: no best in it; add the results of a search' add "$file" r01.json fixed.json
results dirty.json 21 c0ffee21-dirty 1
history 2 '^gpubench: dirty.json: its commit is c0ffee21-dirty: built with changes .* commit them, build and measure again$' add "$file" dirty.json
results unknown.json 21 unknown 1
history 2 '^gpubench: unknown.json: it names no commit; build gpubench in its repository, or with GPUBENCH_COMMIT set' add "$file" unknown.json
history 2 "^gpubench: unknown verb of history 'chek', did you mean check\? Known: add check show\$" chek "$file"
history 2 '^gpubench: history: what it is to do is missing; `gpubench help history` shows it$'
history 2 '^gpubench: history: no file given; usage: gpubench history add FILE RESULTS\.\.\.' add
history 2 '^gpubench: history: one file is not enough; usage: gpubench history add' add "$file"
history 2 '^gpubench: history: no file given; usage: gpubench history check' check --json
history 2 "^gpubench: history: '.*' is one file too many; usage: gpubench history check" check "$file" "$file"
history 2 '^gpubench: history: no file given; usage: gpubench history show' show
history 2 "^gpubench: history: '.*' is one file too many; usage: gpubench history show" show "$file" "$file"
history 2 '^gpubench: history: --bench needs a value: GLOB' show "$file" --bench
history 2 "^gpubench: unknown option of history '--jsn', did you mean --json\?" check "$file" --jsn
history 2 "^gpubench: history: --json is of: gpubench history check" show "$file" --json
history 2 "^gpubench: unknown option of history '-o'" add "$file" -o
cmp "$file" before || wrong 'expected an unchanged file'
grep -q 'history check FILE' <("$GPUBENCH" help history) || wrong 'expected it in the help'

# Two branches that both add, and change the same commit's lines, merge without a conflict; the next add sorts them.
command -v git >/dev/null || exit 0
mkdir repository
cd repository
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
git() { command git -c user.name=test -c user.email=test@localhost -c init.defaultBranch=main "$@"; }
add() {
    "$GPUBENCH" history add t.history.jsonl "$@" >/dev/null
    git add .
    git commit -qm "$*"
}
git init -q .
cp "$SOURCE_DIR/.gitattributes" .
add ../r01.json ../r02.json
git checkout -qb one
add ../r03.json ../r05.json
git checkout -qb two main
add ../r04.json ../slow05.json
git merge -q -m merged one >../out 2>../err || { cd ..; wrong 'expected no conflict'; }
[ "$(git status --porcelain)" = '' ] || { cd ..; wrong 'expected that all is merged'; }
"$GPUBENCH" history check t.history.jsonl >/dev/null
[ "$(wc -l <t.history.jsonl)" -gt 10 ] || { cd ..; wrong 'expected lines of both'; }
"$GPUBENCH" history add t.history.jsonl ../r06.json >../out
[ "$(sed -E 's/.*"name": "([^"]*)", "date": "([^"]*)".*/\1 \2/' t.history.jsonl | sort -c && wc -l <t.history.jsonl)" = 12 ] ||
    { cd ..; wrong 'expected six commits of two problems, in order'; }
[ "$(grep -o '"name": "[^"]*", .*"commit": "[^"]*"' t.history.jsonl | sort | uniq -d | wc -l)" = 0 ] || { cd ..; wrong 'expected no line twice'; }
