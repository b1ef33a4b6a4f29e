#!/usr/bin/env bash
# Ceilings of arithmetic and of tables whose kernels do less than is counted, or something else: each is found out, on each
# kind of device there is. (That they are right as they are is in test_lengths.sh.)
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

# faulty BENCHES FILE EXPRESSION REASON OPTION...: none passes with FILE as sed's EXPRESSION makes it.
faulty() {
    local rows wrong
    rm -rf "$root/kernels"
    cp -R "$SOURCE_DIR/kernels" "$root/kernels"
    sed -i "$3" "$root/kernels/$2"
    if cmp -s "$SOURCE_DIR/kernels/$2" "$root/kernels/$2"; then
        echo "$2: nothing to replace by $3"
        failed=1
    fi
    "$GPUBENCH" --suite ceilings --ceilings off --backend "$backend" --device "$index" --bench "$1" --size 300 \
        --kernels "$root/kernels" --budget 1 --out "$root/results.json" "${@:5}" >"$root/out" 2>"$root/err"
    rows=$(grep -c '"run_type"' "$root/results.json")
    wrong=$(grep -c "\"status\": \"wrong-result\".*$4" "$root/results.json")
    echo "$backend $index: $rows right, $wrong found out of $1 with $3"
    if [ "$rows" != 0 ] || [ "$wrong" = 0 ]; then
        cat "$root/out" "$root/err"
        failed=1
    fi
}

while read -r backend index; do
    arithmetic=ceilings_arithmetic.cl tables=ceilings_tables.cl

    # A pass too few; the last work-item left out; another operation, or on other operands.
    for bench in fp32_fma fp64_fma rsqrt rsqrt_fma rint float_to_int; do
        faulty $bench $arithmetic 's/step < OPERATIONS/step + 1 < OPERATIONS/' 'work-item 0 gives'
    done
    faulty fp32_fma $arithmetic 's/i >= length/i + 1 >= length/' 'work-item 299 gives'
    faulty fp32_fma $arithmetic 's/(number\[c\], a, b)/(number[c], a, a)/' 'work-item 0 gives'
    faulty fp64_fma $arithmetic 's/= first + (REAL)c/= (float)(first + c)/' 'work-item [0-9]* gives'
    faulty rsqrt_fma $arithmetic 's/number\[c\], b)), sum/number[c], a)), sum/' 'work-item 0 gives'
    faulty rint $arithmetic 's/rint(n/floor(n/' 'work-item 0 gives'
    faulty float_to_int $arithmetic 's/(int)number/(int)rint(number)/; s/(int)rint(number)\[c\]/(int)rint(number[c])/' \
        'work-item 0 gives'

    # A pass too few; the neighbouring row; a 128th of an element beside; the same place again.
    for bench in texture_point texture_linear texture_point_random texture_linear_random; do
        faulty $bench $tables 's/pass < LOADS/pass + 1 < LOADS/' 'work-item 0 gives'
        faulty $bench $tables 's/16) + 0.5f/16) + 1.5f/' 'work-item 0 gives'
    done
    faulty texture_linear $tables 's|1.0f / 128|1.0f / 64|' 'work-item [0-9]* gives'
    faulty texture_point $tables 's/place += advance/place += advance \& 1/' 'work-item 0 gives'
    for bench in constant_uniform constant_divergent shared_broadcast shared_conflict_free shared_gather; do
        faulty $bench $tables 's/pass < LOADS/pass + 1 < LOADS/' 'work-item 0 gives'
        faulty $bench $tables 's/if (i < length)/if (i + 1 < length)/' 'work-item 299 gives'
    done
    faulty constant_divergent $tables 's/id \* spread/0/' 'work-item 1 gives'
    faulty shared_broadcast $tables 's/place + 37/place/' 'work-item 0 gives'
    faulty shared_conflict_free $tables 's/line + spread/line/' 'work-item 0 gives' --set WIDTH=16
    faulty shared_gather $tables 's/random >> 20/random >> 21/' 'work-item 0 gives'
done <<<"$devices"
exit $failed
