#!/usr/bin/env bash
# Two configurations of every bench on the fake device, which computes nothing: their host code fits in its arrays, as the
# sanitizers see it, and nothing but results is wrong, so the status is 1. A worker that dies would be a row `crashed`.
set -u
: "${GPUBENCH:?}"
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
cd "$root" || exit 1
export GPUBENCH_CACHE=$root/cache
"$GPUBENCH" --suite all --backend fake --size 25 --atoms 100 --budget 2 --ceilings off --out all.json >out 2>err
status=$?
benches=$("$GPUBENCH" list | grep -c '^  [a-z]')
known=$(grep -c '^{"name": "[^"]*", "suite": ' all.json)
grep '"status": ' all.json | grep '^{"name"' | grep -vE '"status": "(wrong-result|unsupported)"' >odd
grep -E '"status": "unsupported"' all.json | grep -vE '"reason": "needs (CUDA|OpenCL)"' >>odd
echo "status $status, $known of $benches benches; odd:"
cat odd
[ $status = 1 ] && [ "$known" = "$benches" ] && [ ! -s odd ] && exit
cat err
exit 1
