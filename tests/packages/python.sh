#!/usr/bin/env bash
# The wheel's module, with the program of this build: statuses, errors, an interrupt, and the message without pandas. With
# pandas: times are those of the file (ci/readers tests more).
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
command -v python3 >/dev/null || { echo 'no python3'; exit 77; }
export PYTHONPATH=$SOURCE_DIR/packages/python PYTHONDONTWRITEBYTECODE=1

cat >module.py <<'PYTHON'
import json, os, sys
import gpubench_tuner as gpubench

def fails(kind, call, *words):
    try:
        call(*words)
    except kind as error:
        return error
    raise AssertionError(f"{call.__name__} {words}: expected {kind.__name__}")

golden = os.environ["SOURCE_DIR"] + "/tests/reports/golden/results.json"
assert gpubench.run("--version") == 0
assert gpubench.output("--version").startswith("gpubench ")
assert fails(gpubench.Failed, gpubench.run, "nosuch").status == 2
error = fails(gpubench.Failed, gpubench.output, "table", "nosuch.json")
assert error.status == 2 and "nosuch.json" in str(error) and "\n" not in str(error), error
fails(TypeError, gpubench.read)

real = os.environ["GPUBENCH"]
for body, kind in ("kill -INT $$", KeyboardInterrupt), ("exit 130", KeyboardInterrupt), ("kill -KILL $$", gpubench.Failed):
    with open("stub", "w") as stub:
        stub.write(f"#!/bin/sh\n{body}\n")
    os.chmod("stub", 0o755)
    os.environ["GPUBENCH"] = os.path.abspath("stub")
    fails(kind, gpubench.run)
os.environ["GPUBENCH"] = real

try:
    import pandas
    frame = gpubench.read(golden)
    rows = json.load(open(golden))
    times = {row["row"]: row["median_ns"] for row in rows["benchmarks"]}
    mine = frame[frame.median_ns.notna()]
    assert dict(zip(mine["row"], mine.median_ns)) == times
    assert len(frame) == len(rows["benchmarks"]) + len(rows["failures"])
except ImportError:
    print("no pandas here: no frame was looked at")
sys.modules["pandas"] = None
assert "pip install" in str(fails(ImportError, gpubench.read, golden))
PYTHON
ends 0 python3 module.py
cat out
