#!/usr/bin/env bash
# --objective energy on an NVIDIA GPU: finalists have joules, at a power that a card can draw. Elsewhere their absence
# is reported.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"

run() { "$GPUBENCH" --suite vector_add --bench common --backend "$1" --strategy random --budget 2 --ceilings off --out "$1.json" --objective energy "${@:2}"; }

if ! "$GPUBENCH" devices >devices || ! grep -Eq '^ *[0-9]+ +cuda ' devices; then
    grep -Eq '^ *[0-9]+ +opencl ' devices || exit 77
    ends 3 run opencl --size small
    contains '^gpubench: --objective energy: .* does not report its energy: ' err
    [ ! -e opencl.json ] || wrong 'expected that nothing ran'
    [ "$failures" != 0 ] || exit 77
    exit 1
fi
ends 0 run cuda
prints '^    energy [0-9.e-]+ J an iteration, [0-9.e-]+ to [0-9.e-]+, the least$'
python3 - cuda.json <<'END' || wrong 'expected the joules of finalists'
import json, sys
rows = [row for row in json.load(open(sys.argv[1]))["benchmarks"] if row["finalist"] and not row.get("reference")]
assert rows
for row in rows:
    low, high = row["energy_ci95_j"]
    watts = row["energy_j"] / row["median_ns"] * 1e9
    print(row["config"], row["energy_j"], (high - low) / row["energy_j"], watts)
    assert low <= row["energy_j"] <= high and 20 < watts < 2000, (row["config"], watts)
END
