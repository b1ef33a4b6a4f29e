#!/bin/bash
# All output: on a full standard output one line reports it, with status 2; if its reader has closed the pipe, nothing
# is reported, and the status is the usual one.
set -eu
: "${GPUBENCH:?} ${PLANTED:?}"
export GPUBENCH_CACHE=$PWD/cache
"$PLANTED" --suite accuracy --bench copies --size 1024,2048 --strategy exhaustive --backend fake:cpu --ceilings off --out r.json >out 2>&1
sed -i -E 's/("commit": )"[^"]*"/\1"c0ffee"/' r.json
"$GPUBENCH" history add h.jsonl r.json >out
cat >commands <<'END'
--help
--version
list
list fmm
list --json
list fmm --json
list --tests
list --strategies
list lennard_jones --backend fake --size 64
devices
devices --json
table r.json
table --json r.json
table --effects r.json
header r.json -o /dev/stdout
report r.json -o /dev/stdout
report --plot sizes r.json -o /dev/stdout
compare r.json r.json
compare r.json r.json --json /dev/stdout
compare r.json r.json --markdown /dev/stdout
history add h.jsonl r.json
history check h.jsonl
history check h.jsonl --json
history show h.jsonl
cache
cache prune --older 9999
--suite coulomb --bench cpu --backend fake --size 16 --budget 1 --verify-only --out own.json
--suite coulomb --bench cpu --backend fake --size 16 --budget 1 --verify-only --out own.json --json
END
cat >output.py <<'END'
import os, subprocess, sys

def run(words, out):
    return subprocess.run([os.environ["GPUBENCH"]] + words, stdout=out, stderr=subprocess.PIPE)

def error_lines(done):  # without a run's progress
    return [line for line in done.stderr.decode().splitlines() if "cannot write" in line or "gpubench:" in line]

wrong = 0
for line in open("commands"):
    words = line.split()
    plain = run(words, subprocess.DEVNULL)
    if plain.returncode:
        print(line, plain.returncode, plain.stderr.decode())
        wrong = 1
    read, write = os.pipe()
    os.close(read)
    left = run(words, write)
    os.close(write)
    with open("/dev/full", "w") as full:
        lost = run(words, full)
    if left.returncode != plain.returncode or len(error_lines(left)) != len(error_lines(plain)):
        print(f"{line}the reader has left: status {left.returncode}: {left.stderr.decode()}")
        wrong = 1
    if lost.returncode != 2 or len(error_lines(lost)) != len(error_lines(plain)) + 1 or not error_lines(lost)[-1].endswith(": cannot write: No space left on device"):
        print(f"{line}full: status {lost.returncode}: {lost.stderr.decode()}")
        wrong = 1
sys.exit(wrong)
END
python3 output.py
