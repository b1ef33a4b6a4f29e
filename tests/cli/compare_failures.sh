#!/usr/bin/env bash
# compare: what fails on both sides as often is never red, and how often each failed is told; what always fails only now is,
# within ten blocks. The programs are scripts that write what Google Benchmark does, and fail in blocks of their own.
set -eu
: "${GPUBENCH:?}"
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
cd "$root"
mkdir tmp
export TMPDIR=$root/tmp

# bench SIDE EVERY FIRST OUT: BM_b takes 200 ns; so does BM_a, but it fails in run number FIRST of the side, and in each EVERYth
# from there on. There are $more others like BM_b.
export more=0
cat >bench <<'END'
case $4 in *control.json) set -- control 1000 999 "$4" ;; esac # the base once more
run=$(cat "runs-$1" 2>/dev/null || echo 0)
echo $((run + 1)) >"runs-$1"
fails=
if [ "$run" -ge "$3" ] && [ $(((run - $3) % $2)) = 0 ]; then
    fails='"error_occurred": true, "error_message": "device busy",'
fi
cat >"$4" <<TEXT
{"context": {"date": "2026-01-01T00:00:00+00:00", "host_name": "host of failures"}, "benchmarks": [
 {"name": "BM_a", "run_name": "BM_a", "run_type": "iteration", $fails "iterations": 1, "real_time": 200, "time_unit": "ns"},
$(seq -f '{"name": "BM_%g", "iterations": 1, "real_time": 200, "time_unit": "ns"},' "$more")
 {"name": "BM_b", "run_name": "BM_b", "run_type": "iteration", "iterations": 1, "real_time": 200, "time_unit": "ns"}]}
TEXT
END
wrong() {
    echo "lines ${BASH_LINENO[*]}: $1"
    cat out err
    exit 1
}
# compare STATUS TEXT BASE NEW: of the two sides' EVERY and FIRST; its status, and what its table says.
compare() {
    local status=0
    rm -f runs-*
    "$GPUBENCH" compare --run-cmd "sh bench base $3 {out}" "sh bench new $4 {out}" --reader gbench --json c.json >out 2>err || status=$?
    [ "$status" = "$1" ] || wrong "status $status, expected $1"
    grep -Eqe "$2" out || wrong "expected: $2"
}

# One program, which fails in each fourth run; the new side's failures come first.
compare 0 '^2 SAME\.$' '4 3' '4 1'
grep -q '^ *failed in 5 of 21 blocks, the base in 5$' out || wrong 'expected how often'
tr -d ' \n' <c.json | grep -q '"failures":{"base":5,"new":5,"blocks":21}' || wrong 'expected it in the file'
compare 0 '^2 SAME\.$' '1000 999' '1000 2' # once, in 81 blocks
grep -q '^ *failed in 1 of 81 blocks, the base in 0$' out || wrong 'expected how often'
compare 0 '^(1 INCONCLUSIVE, 1 SAME|2 SAME)\.$' '2 1' '2 2' # by turns
compare 0 '^1 SAME, 1 BROKEN\.$' '1 0' '1 0' # always
grep -q '^ *failed in 2 of 2 blocks, the base in 2$' out || wrong 'expected how often'

# The new side always; from the first run, and from a later one on.
compare 1 '^1 FAILS, 1 SAME\.$' '1000 999' '1 0'
grep -Eq '^ *failed in ([67]) of \1 blocks, the base in 0$' out || wrong 'expected it within ten blocks'
[ "$(cat runs-new)" -le 10 ] || wrong "expected ten blocks, not $(cat runs-new)"
compare 1 '^1 FAILS, 1 SAME\.$' '1000 999' '1 4'
compare 1 '^1 FAILS, 1 SAME\.$' '20 3' '1 2' # beside a base that fails, too, but seldom
more=2000 compare 1 '^1 FAILS, 2001 SAME\.$' '1000 999' '1 0' # one of many
[ "$(cat runs-new)" = 10 ] || wrong "expected ten blocks, not $(cat runs-new)"
[ -z "$(ls tmp)" ] || wrong "expected nothing to be left: $(ls tmp)"
