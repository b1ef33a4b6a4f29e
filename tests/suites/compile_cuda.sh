#!/usr/bin/env bash
# The CUDA side of every suite without a GPU: a pairwise cover of every bench compiles for sm_90, with all in registers, and
# one configuration of each for the oldest and the newest architecture we look at.
set -u
: "${GPUBENCH:?}"
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
failed=0

# compile TARGET LEAST FEW OPTION...: at least LEAST configurations of each bench, FEW of those whose spaces are small, as the
# progress lines announce them. A ceiling, a transfer or what the CPU does may have but one.
compile() {
    local target=$1 least=$2 few=$3 results=$root/$1.json status announced compiled
    shift 3
    "$GPUBENCH" --suite all --backend "nvrtc:$target" --out "$results" "$@" >"$root/out" 2>"$root/err"
    status=$?
    if [ $status = 3 ]; then
        cat "$root/err"
        exit 77
    fi
    announced=$(awk -v least="$least" -v few="$few" -v small='plumed|scalar|vector_add|coulomb|cutoff' '$3 == "compiling" {split($4, count, /[\/,]/); total[$1] = count[2]}
        END {for (bench in total) {sum += total[bench]; if (total[bench] < (bench ~ /^(ceilings|transfer)|\/cpu$/ ? 1 : bench ~ small ? few : least)) exit; benches++}
             if (benches >= 2) print sum}' "$root/err")
    compiled=$(grep -c '"reason": "compiled; ' "$results")
    grep '"status": ' "$results" | grep -v '"status": "unsupported"' >"$root/failures"
    echo "$target: $compiled of $announced compiled"
    sed -n 's/^unsupported /  /p' "$root/out" | grep -v 'compiled; '
    sed 's/^{"name": "\([^"]*\)".*"status": /  \1: /' "$root/failures"
    if [ $status != 0 ] || [ "$compiled" != "$announced" ] || [ -s "$root/failures" ]; then
        failed=1
    fi
}

compile sm_90 36 12 --strategy pairwise
# Up to eight words the assembler lays aside before the loops, though registers are free.
if [ "$(grep -cE '"spill_bytes": ([12]?[0-9]|3[0-2])[^0-9]' "$root/sm_90.json")" != "$(grep -c '"reason": "compiled; .*"binary": ' "$root/sm_90.json")" ]; then
    echo 'these spill registers to memory:'
    grep -vE '"spill_bytes": ([12]?[0-9]|3[0-2])[^0-9]' "$root/sm_90.json" | grep '"spill_bytes": '
    failed=1
fi
compile sm_80 1 1 --budget 1
compile sm_120 1 1 --budget 1
exit $failed
