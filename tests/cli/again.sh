#!/usr/bin/env bash
# The lines of a report that repeat a configuration: each runs, with the same problem and options, for a bench of every
# suite, for atoms of files, and for every option that affects rows. On OpenCL's CPU device (PoCL).
set -u
command -v python3 >/dev/null || { echo 'no python3'; exit 77; }
"$GPUBENCH" devices | grep -Eq '^ *[0-9]+ +opencl ' || { echo 'no OpenCL device'; exit 77; }
. "${SOURCE_DIR:?}/tests/script.sh"
lines=0

# The commands of a page: for each problem its first timed configuration, or all its problems if none was timed.
cat >lines.py <<'PYTHON'
import html, json, re, sys
page = open(sys.argv[1], encoding="utf-8").read()
shown = [html.unescape(line) for line in re.findall(r'<code class="run">(gpubench [^<]*)</code>', page)]
whole = [json.loads('"' + line + '"') for line in re.findall(r'"run":"((?:[^"\\]|\\.)*)"', page)]
for run in whole:
    rows = [line for line in shown if line.startswith(run + " --set ") or line == run]
    print(rows[0] if rows else run + " --budget 1")
PYTHON
# Equal in both runs: the problem, and the options that affect its rows.
cat >same.py <<'PYTHON'
import json, sys
def said(path, name):
    results = json.load(open(path))
    ours = results["context"]["gpubench"]
    rows = results["benchmarks"] + results["failures"]
    def key(problem):
        return [problem.get(part) for part in ("name", "size", "seed", "settings", "structure", "max_error")]
    chosen = [key(problem) for problem in results["problems"] if name is None or problem["name"] == name]
    return chosen, ours["options"], {row.get("cache") for row in rows} - {None}
again = said(sys.argv[2], None)
name = again[0][0][0]
first = said(sys.argv[1], name)
if first[:2] != again[:2] or not again[2] <= first[2] | {None}:
    print(first, again, sep="\n")
    sys.exit(1)
PYTHON

# again OPTION...: runs, reports, and runs the commands of the report.
again() {
    local line
    rm -f a.json
    ends 0 "$GPUBENCH" "$@" --backend opencl --out a.json
    ends 0 "$GPUBENCH" report a.json -o a.html
    python3 lines.py a.html >lines
    [ -s lines ] || wrong "no line: $*"
    while IFS= read -r line; do
        lines=$((lines + 1))
        rm -f b.json
        ends 0 eval "\"\$GPUBENCH\" ${line#gpubench } --out b.json </dev/null"
        python3 same.py a.json b.json >different || wrong "$line" "$(cat different)"
    done <lines
}

one=(--budget 1)

# ---- every suite

again --suite reduction,vector_add --bench 'sum_1d_f32,common' --size 1000 "${one[@]}" --verify-only --seed 7 --cache-mode cold
again --suite transfer --bench vectors_to_f32 --size 1000 "${one[@]}" --ceilings kept --confidence 99%
again --suite ceilings --bench fp32_fma --size 2049 "${one[@]}" --sampling slope --measure-all
again --suite coulomb --bench slice --size 19 --atoms 100 "${one[@]}" --ceilings off --verify-only
again --suite cutoff --bench naive --size 16 --workload water --cutoff 8 --verify-only --budget 1
again --suite cutoff --bench binning --size 16 --cutoff 8 --coverage 1 --verify-only --budget 1
again --suite fmm --bench direct --size 64 --charges random --max-error 1 "${one[@]}" --time-limit 300
again --suite lennard_jones --bench force_sum --size 8 --density 0.01 --box open --verify-only "${one[@]}"

# ---- atoms of a file, with its size as the problem's or not, and names that a shell would split

mkdir "a 'b' \$c"
kernels="a 'b' \$c/kernels"
cp -R "$SOURCE_DIR/kernels" "$kernels"
printf 'ATOM 1 C LIG A 1 1 2 3 0.5 1.7\nATOM 2 O LIG A 1 4 2 3 -0.5 1.5\nATOM 3 H LIG A 1 4 6 3 0.1 1.1\n' >"a 'b' \$c/it's three.pqr"
printf 'C 3.5 0.1 12\n' >"-my elements"
structure=(--input "a 'b' \$c/it's three.pqr" --verify-only "${one[@]}")
again --suite coulomb --bench slice --size 16 "${structure[@]}" --kernels "$kernels"
again --suite coulomb --bench slice --size 3 "${structure[@]}" # as many points per side as atoms
again --suite cutoff --bench naive "${structure[@]}" --cutoff 8
again --suite fmm --bench solve_potential "${structure[@]}" --order 4
again --suite lennard_jones --bench force_sum "${structure[@]}" --box open --cutoff 8 --elements "-my elements"

# ---- isolated time, and compile-only devices

again --suite reduction --bench sum_1d_f32 --size 4000037 --set FINISH=atomics "${one[@]}" --ceilings off --objective alone
[ $lines -ge 14 ] || wrong "expected 14 lines, got $lines"
echo "$lines lines"
