#!/usr/bin/env bash
# ci/peer_search counts runs as `gpubench simulate` does, and puts its file beside that of the verb; Kernel Tuner is not run here.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
peer_search() { "$SOURCE_DIR/ci/peer_search" "$@"; }
refused 'ci/peer_search: no recorded space given; usage: ci/peer_search ' peer_search

export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$SOURCE_DIR/ci
python3 - >out 2>err <<'END' || wrong 'expected such numbers'
import argparse, json, math
import peer_search as peer

assert [peer.outside(count) for count in (5, 6, 20, 100)] == [0, 1, 6, 40]
runs = {("one", seed): {"curve": [[1, 9.0], [10 * seed + 2, 1.04], [300, 1.0]], "asked": 400, "ended": "itself"} for seed in range(100)}
runs["one", 0] = {"curve": [[1, 2.0]], "asked": 1, "ended": "late"}
options = argparse.Namespace(strategies={"one": 100}, runs=100, budget=400)
found = peer.summary({"name": "t4", "configurations": 500, "timed": 400, "best_ns": 1e6}, runs, options)
within_5, within_1 = found["strategies"][0]["reach"]
assert within_5 == {"within": 0.05, "median": 507, "ci95": [402, 612], "share": 0.99}, within_5
assert within_1 == {"within": 0.01, "median": 300, "ci95": [300, 300], "share": 0.99}, within_1
assert found["strategies"][0]["ended"] == {"late": 1}, found
few = [{"curve": [[e, 1.0]]} for e in (4, 8, 15, 16, 23, 42)]
assert peer.reach(few, 1.0, 0.05) == {"within": 0.05, "median": 15.5, "ci95": [4, 42], "share": 1}
assert peer.reach(few[:5] + [{"curve": []}], 1.0, 0.05) == {"within": 0.05, "median": 15.5, "ci95": [4, None], "share": 5 / 6}
json.dump({"peer": {}, "spaces": [found]}, open("peer.json", "w"))
END

ends 0 "$GPUBENCH" simulate "$SOURCE_DIR/tests/simulate/spaces/t4.json" --strategy exhaustive --repeat 20 --json
cp out own.json
ends 0 peer_search --table peer.json own.json
prints '^Evaluations to within 5 % of the best:$'
prints '^\| Kernel Tuner \| `one` \| 100 \| [0-9]+ \| [0-9]+( \([0-9]+ to [0-9]+\))?, 99 % \|$'
prints '^\| gpubench \| `exhaustive` \| 20 \| [0-9.]+ \| [0-9.]+ \([0-9]+ to [0-9]+\), 100 % \|$'
prints '^\| gpubench \| `\(draws at random\)` \|  \| 13 \| 13, [0-9]+ % \|$'
[ "$(grep -c '^| gpubench' out)" = 4 ] || wrong 'expected two lines in each of two tables'
