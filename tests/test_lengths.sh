#!/usr/bin/env bash
# Every suite at lengths around and far from a tile's, on each kind of device there is: every configuration of a pairwise
# cover is right. (ci/gpu verifies all configurations on every backend of a GPU.)
set -u
: "${GPUBENCH:?}"
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
lengths=1,1023,300007 # 1023: nine rows need one tile more where these begin before them, with a vector

# BACKEND INDEX of the first GPU and the first CPU.
devices=$("$GPUBENCH" devices | awk '/^ *[0-9]+ / {backend = $2; number = $3}
    /^ +[CG]PU,/ && !seen[$1]++ {print backend, number}')
if [ -z "$devices" ]; then
    echo 'no device'
    exit 77
fi

# What the progress lines said would be tried, over all benches and lengths.
announced() {
    sed -n 's,^\([a-z_]*/[^ ]* n=[0-9]*\) [a-z]* [0-9]*/\([0-9]*\).*,\1 \2,p' "$1" |
        awk '{total[$1 $2] = $3} END {for (bench in total) sum += total[bench]; print sum + 0}'
}

failed=0
while read -r backend index; do
    results=$root/$backend$index.json
    if ! "$GPUBENCH" --suite all --backend "$backend" --device "$index" --strategy pairwise \
        --ceilings off --size "$lengths" --out "$results" >"$root/out" 2>"$root/err"; then
        cat "$root/out" "$root/err"
        failed=1
        continue
    fi
    rows=$(grep -c '"run_type"' "$results")
    expected=$(announced "$root/err")
    grep '"status": ' "$results" | grep -v '"status": "unsupported"' >"$root/failures"
    echo "$backend $index: $rows of $expected right, $(wc -l <"$root/failures") failed"
    sed 's/^{"name": "\([^"]*\)".*"status": /  \1: /' "$root/failures"
    # Five benches or more, three lengths; six work-group sizes and seven numbers of items make 36 pairs at least.
    if [ "$rows" != "$expected" ] || [ "$rows" -lt $((5 * 3 * 36)) ] || [ -s "$root/failures" ]; then
        failed=1
    fi
done <<<"$devices"
exit $failed
