#!/usr/bin/env bash
# Every suite at lengths around and far from a tile's, on each kind of device there is: every configuration of a pairwise
# cover is right. (ci/gpu verifies all configurations on every backend of a GPU.)
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
[ -n "$devices" ] || { echo 'no device'; exit 77; }

# What the progress lines said would be tried, over all benches and lengths.
announced() {
    sed -n 's,^\([a-z_]*/[^ ]* n=[0-9]*\) [a-z]* [0-9]*/\([0-9]*\).*,\1 \2,p' "$1" |
        awk '{total[$1 $2] = $3} END {for (bench in total) sum += total[bench]; print sum + 0}'
}

# cover BACKEND INDEX SUITES LENGTHS LEAST [OPTION...]: so many rows, at least.
cover() {
    local results=$root/$1$2$4.json rows expected
    if ! "$GPUBENCH" --suite "$3" --backend "$1" --device "$2" --strategy pairwise --ceilings off --size "$4" \
        --out "$results" "${@:6}" >"$root/out" 2>"$root/err"; then
        cat "$root/out" "$root/err"
        return 1
    fi
    rows=$(grep -c '"run_type"' "$results")
    expected=$(announced "$root/err")
    grep '"status": ' "$results" | grep -v '"status": "unsupported"' >"$root/failures"
    echo "$1 $2, $3: $rows of $expected right, $(wc -l <"$root/failures") failed"
    sed 's/^{"name": "\([^"]*\)".*"status": /  \1: /' "$root/failures"
    [ "$rows" = "$expected" ] && [ "$rows" -ge "$5" ] && [ ! -s "$root/failures" ]
}

# A length of a ceiling is a matter of its bench: work-items that do thousands of operations, widths of tables. One of a
# potential is the side of a grid, whose work is the product of its points and all atoms.
others=$("$GPUBENCH" list | awk '/^[a-z]/ && $1 !~ /^(ceilings|coulomb|cutoff)$/ {printf "%s%s", comma, $1; comma = ","}')
while read -r backend index; do
    # 1023: nine rows need one tile more where these begin before them, with a vector. Five benches or more, three
    # lengths; six work-group sizes and seven numbers of items make 36 pairs at least.
    cover "$backend" "$index" "$others" 1,1023,300007 $((5 * 3 * 36)) || failed=1
    cover "$backend" "$index" ceilings 1,2049 $((5 * 2 * 9)) || failed=1
    cover "$backend" "$index" coulomb 1,19 $((2 * 2 * 30)) --atoms 100 || failed=1
done <<<"$devices"
exit $failed
