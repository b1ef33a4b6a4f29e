#!/usr/bin/env bash
# ci/predicts on made-up results: times that follow the registers and go against the loop; and what spills.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
python3 - <<'END'
import json

problem = {"name": "a/b/n:8", "suite": "a", "bench": "b"}
def row(i, **more):
    return {"row": i, "problem": 0, "suite": "a", "bench": "b", "config": {"ITEMS": i}, "binary": str(i), **more}
def code(i):
    loop = dict.fromkeys("fma alu xu fp64 tensor memory local shared texture uniform control other".split(), 0)
    return {"status": "compiled", "group": 256, "resources": {"registers": 16 * i, "shared_bytes": 0, "spill_bytes": 0},
            "loop": {**loop, "depth": 1, "total": 100 - 10 * i, "fma": 7}}
timed = [row(i, median_ns=1000.0 * i, resources={"spill_bytes": 200 * (i == 6)}) for i in range(1, 7)]
def save(name, backend, benchmarks, failures):
    with open(name, "w") as file:
        json.dump({"context": {"device": {"backend": backend}}, "problems": [problem, problem, problem],
                   "benchmarks": benchmarks, "failures": failures}, file)
save("h.json", "cuda", timed, [])
save("cpu.json", "opencl", timed, [])
save("made.json", "nvrtc", [], [{**row(i, **code(i)), "problem": p} for p in range(3) for i in range(1, 7)] + [row(9, status="invalid")])
END
printf '%s\n' '#!/bin/sh' 'echo "$@" >arguments' 'while [ "$1" != --out ]; do shift; done' 'cp made.json "$2"' >gpubench
chmod +x gpubench
OUT=$root/predicted GPUBENCH=$root/gpubench "$SOURCE_DIR/ci/predicts" h.json cpu.json >out
grep -q -- "--configs $root/predicted/pins.json --backend nvrtc:sm_90 --disassemble" arguments || wrong 'another command'
grep -q '^18 configurations of 3 problems; 1 left out' out || wrong 'another count'
grep -q '^| registers | 3 | +1.00 | +1.00 to +1.00 | 45 | 100% | 0% |$' out || wrong 'registers are as times'
grep -q '^| occupancy | 3 | +0\.[89].* | 100% | 0% |$' out || wrong 'fewer warps are longer times'
grep -q '^| loop: all | 3 | -1.00 | -1.00 to -1.00 | 45 | 0% | 100% |$' out || wrong 'loops are against times'
grep -q '^| loop: fma | 0 | too few' out || wrong 'what does not vary has no order'
grep -q '^Of all 6 rows 1 spill' out || wrong 'another row spills'
grep -q '^| above 128 B | 1 | 5 | 100% | 0% | 2.00 |$' out || wrong 'the spill costs something else'
for wrong in "$root/absent" "$root/cpu.json"; do
    if OUT=$root/other GPUBENCH=$root/gpubench "$SOURCE_DIR/ci/predicts" "$wrong" >out 2>&1; then wrong "$wrong is taken"; fi
    [ "$(wc -l <out)" = 1 ] || wrong 'expected one line'
done
