#!/usr/bin/env bash
# The ceilings of memory on each kind of device there is, at a length of many tiles and some words: every order of reads and
# atomics is right, and streams are; kernels that do less than is counted are found out.
set -u
: "${GPUBENCH:?} ${SOURCE_DIR:?}"
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
failed=0

# BACKEND INDEX of the first GPU and the first CPU.
devices=$("$GPUBENCH" devices | awk '/^ *[0-9]+ / {backend = $2; number = $3}
    /^ +[CG]PU,/ && !seen[$1]++ {print backend, number}')
if [ -z "$devices" ]; then
    echo 'no device'
    exit 77
fi

# run BENCH OPTION...: rows is how many are right, wrong how many are not.
run() {
    local bench=$1
    shift
    "$GPUBENCH" --suite ceilings --ceilings off --backend "$backend" --device "$index" --bench "$bench" \
        --out "$root/results.json" "$@" >"$root/out" 2>"$root/err"
    rows=$(grep -c '"run_type"' "$root/results.json")
    wrong=$(grep '"status": ' "$root/results.json" | grep -vc '"status": "unsupported"')
}

# right BENCH LEAST OPTION...: all are, of so many at least.
right() {
    local bench=$1 least=$2
    shift 2
    run "$bench" --size 300007 "$@"
    echo "$backend $index: $rows of $bench right, $wrong failed"
    if [ "$rows" -lt "$least" ] || [ "$wrong" != 0 ]; then
        cat "$root/out" "$root/err"
        failed=1
    fi
}

# faulty BENCH FILE EXPRESSION REASON OPTION...: none may pass with FILE as sed's EXPRESSION makes it.
faulty() {
    rm -rf "$root/kernels"
    cp -R "$SOURCE_DIR/kernels" "$root/kernels"
    sed -i "$3" "$root/kernels/$2"
    if cmp -s "$SOURCE_DIR/kernels/$2" "$root/kernels/$2"; then
        echo "$2: nothing to replace by $3"
        failed=1
    fi
    run "$1" --size 300007 --kernels "$root/kernels" --budget 1 "${@:5}"
    echo "$backend $index: $rows right, $wrong failed of a faulty $1"
    if [ "$rows" != 0 ] || [ "$wrong" = 0 ] || ! grep -q "$4" "$root/results.json"; then
        cat "$root/out" "$root/err"
        failed=1
    fi
}

while read -r backend index; do
    right 'coalescing_*' $((96 + 96 + 3)) --strategy exhaustive
    right 'atomic_*' 24 --strategy exhaustive
    right 'dram_*' 15 --strategy exhaustive --set BLOCK_SIZE=512 --set ITEMS=4
    right 'l2_*' 15 --strategy exhaustive --set BLOCK_SIZE=512 --set ITEMS=4

    # Fewer passes than are counted; a word short; a shift, a stride, a place that is not taken, by all groups or by one
    # for another; an addition too few.
    faulty 'l2_read' ceilings_streams.cl 's/visit < visits/visit < tiles/' "the groups' sums add up to"
    faulty 'l2_copy' ceilings_streams.cl 's/visit < visits/visit < tiles/' "the groups' numbers of tiles add up to"
    faulty 'dram_read' ceilings_streams.cl 's/at < length/at + 1 < length/' "the groups' sums add up to"
    faulty 'dram_write' ceilings_streams.cl 's/at < length/at + 1 < length/' 'c\[300006\] is 0xffffffff'
    faulty 'dram_triad' ceilings_streams.cl 's/x\[i\] + scale/x[i] + 2 * scale/' 'c\[0\] is '
    faulty 'coalescing_offset' ceilings_access.cl 's/in + offset/in/' 'the words add up to' --set OFFSET=1,31
    faulty 'coalescing_stride' ceilings_access.cl 's/offset + turn/offset/' 'the words add up to' --set STRIDE=2,32
    faulty 'coalescing_stride' ceilings_access.cl 's/group - turn \* round_tiles;/(group + 1 - turn * round_tiles) % round_tiles;/' \
        'the words of group 0 add up to' --set STRIDE=2,32
    faulty 'coalescing_random' ceilings_access.cl 's/in\[hash(first + i \* BLOCK_SIZE)/in[(first + i * BLOCK_SIZE)/' \
        'the words add up to'
    faulty 'atomic_many' ceilings_atomics.cl 's/i < n/i + 1 < n/' 'counter 300006 is '
done <<<"$devices"
exit $failed
