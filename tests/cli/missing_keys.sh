#!/bin/bash
# Files without a key, or with another type of value there, for any key: readers accept them, or report the mistake in
# one line; they never crash, and leave the files unchanged.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
ends 0 "$PLANTED" --suite accuracy --bench copies --size '1024,2048' --strategy exhaustive --backend fake:cpu --out results.json
sed -i -E 's/("commit": )"[^"]*"/\1"c0ffee"/' results.json
"$GPUBENCH" history add history.jsonl results.json >out
sed 's/c0ffee/decade/' history.jsonl >>history.jsonl.more && cat history.jsonl.more >>history.jsonl
echo '{"schema": "gpubench/accepted/1", "accepted": [{"name": "accuracy/*", "reason": "known", "until": "2199-01-31", "most": 1}]}' \
    >accepted.json

# A killed run leaves a journal, from which it is resumed.
few=(--ceilings off --suite accuracy --bench copies --size 1024 --strategy exhaustive --backend fake:cpu --jobs 1 --out s.json)
for ((kill = 1; $(cat s.json.journal 2>/dev/null | wc -l) < 4; kill++)); do
    [ $kill -lt 200 ] || wrong 'expected that it gets this far'
    rm -f s.json*
    { LD_PRELOAD=$BUILD_DIR/tests/stubs/libdisk.so ASAN_OPTIONS=${ASAN_OPTIONS-}:verify_asan_link_order=0 KILL_AT=$kill "$PLANTED" \
        "${few[@]}" >out 2>err; } 2>/dev/null || true
done
head -n 3 s.json.journal >journal
"$PLANTED" "${few[@]}" --resume >out 2>err # it belongs to that run

cat >lacking.py <<'END'
import copy, json, os, subprocess, sys

gpubench, planted = os.environ["GPUBENCH"], os.environ["PLANTED"]

# Each place of a value, by its keys: for arrays and objects with many keys the first two elements.
def places(value, path=()):
    if isinstance(value, dict):
        keys = list(value)
    elif isinstance(value, list):
        keys = list(range(min(2, len(value))))
    else:
        return
    for key in keys:
        yield path + (key,)
        yield from places(value[key], path + (key,))

def variants(text, lines):
    values = [json.loads(line) for line in text.splitlines()] if lines else [json.loads(text)]
    for number, value in enumerate(values):
        for path in places(value):
            for other in ("remove", None, 7, "x", [], {}):
                changed = copy.deepcopy(values)
                at = changed[number]
                for key in path[:-1]:
                    at = at[key]
                if other == "remove":
                    del at[path[-1]]
                elif isinstance(at[path[-1]], type(other)) and other != {} and other != []:
                    continue
                else:
                    at[path[-1]] = other
                yield f"{number + 1}: {path}: {other!r}", "\n".join(json.dumps(one) for one in changed) + "\n"

wrong = count = 0
def try_all(name, path, lines, commands, most):
    global wrong, count
    with open(path) as file:
        text = file.read()
    all_variants = list(variants(text, lines))
    for what, changed in all_variants[:: max(1, len(all_variants) // most)]:
        for command in commands:
            with open(name, "w") as file:
                file.write(changed)
            done = subprocess.run(command, capture_output=True, timeout=60)
            count += 1
            lost = done.returncode == 2 and open(name).read() != changed
            if done.returncode not in (0, 1, 2, 4) or lost or (done.returncode == 2 and done.stderr.count(b"\n") != 1):
                print(f"{path}: {what}: {' '.join(command)}: status {done.returncode}{', cut' if lost else ''}: {done.stderr.decode()[:300]}")
                wrong = 1

G = [gpubench]
few = [planted] + sys.argv[1:]
try_all("v.jsonl", "history.jsonl", True, [G + ["history", "add", "v.jsonl", "results.json"], G + ["history", "check", "v.jsonl"],
    G + ["history", "show", "v.jsonl"], G + ["report", "results.json", "--history", "v.jsonl", "-o", "page.html"]], 80)
try_all("v.json", "results.json", False, [G + ["table", "v.json"], G + ["table", "--effects", "--json", "v.json"],
    G + ["history", "add", "other.jsonl", "v.json"], G + ["header", "v.json", "-o", "v.h"],
    G + ["report", "v.json", "results.json", "-o", "page.html"], G + ["compare", "v.json", "results.json"],
    [planted, "list", "accuracy", "--configs", "v.json", "--backend", "fake:cpu"]], 80)
try_all("v.json", "accepted.json", False, [G + ["compare", "results.json", "results.json", "--accepted", "v.json"]], 100)
try_all("s.json.journal", "journal", True, [G + ["table", "s.json.journal"],
    few + ["--resume"]], 80)
print(count, "tried")
sys.exit(wrong)
END
python3 lacking.py "${few[@]}"
