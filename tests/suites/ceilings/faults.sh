#!/usr/bin/env bash
# Ceilings of arithmetic and of tables whose kernels do less than is counted, or something else: each is found out, on each
# kind of device there is. (That they are right as they are is in tests/suites/lengths.sh.)
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
[ -n "$devices" ] || { echo 'no device'; exit 77; }
arithmetic=ceilings/arithmetic.cl tables=ceilings/tables.cl
one=(ceilings --size 300 --budget 1 --bench)

while read -r backend index; do
    # A pass too few; the last work-item left out; another operation, or on other operands.
    for bench in fp32_fma fp64_fma rsqrt rsqrt_fma rint float_to_int; do
        faulty $arithmetic 's/step < OPERATIONS/step + 1 < OPERATIONS/' 'work-item 0 gives' "${one[@]}" $bench
    done
    faulty $arithmetic 's/i >= length/i + 1 >= length/' 'work-item 299 gives' "${one[@]}" fp32_fma
    faulty $arithmetic 's/(number\[c\], a, b)/(number[c], a, a)/' 'work-item 0 gives' "${one[@]}" fp32_fma
    faulty $arithmetic 's/= first + (REAL)c/= (float)(first + c)/' 'work-item [0-9]* gives' "${one[@]}" fp64_fma
    faulty $arithmetic 's/number\[c\], b)), sum/number[c], a)), sum/' 'work-item 0 gives' "${one[@]}" rsqrt_fma
    faulty $arithmetic 's/rint(n/floor(n/' 'work-item 0 gives' "${one[@]}" rint
    faulty $arithmetic 's/(int)number/(int)rint(number)/; s/(int)rint(number)\[c\]/(int)rint(number[c])/' \
        'work-item 0 gives' "${one[@]}" float_to_int

    # A pass too few; the neighbouring row; a 128th of an element beside; the same place again.
    for bench in texture_point texture_linear texture_point_random texture_linear_random; do
        faulty $tables 's/pass < LOADS/pass + 1 < LOADS/' 'work-item 0 gives' "${one[@]}" $bench
        faulty $tables 's/16) + 0.5f/16) + 1.5f/' 'work-item 0 gives' "${one[@]}" $bench
    done
    faulty $tables 's|1.0f / 128|1.0f / 64|' 'work-item [0-9]* gives' "${one[@]}" texture_linear
    faulty $tables 's/place += advance/place += advance \& 1/' 'work-item 0 gives' "${one[@]}" texture_point
    for bench in constant_uniform constant_divergent shared_broadcast shared_conflict_free shared_gather; do
        faulty $tables 's/pass < LOADS/pass + 1 < LOADS/' 'work-item 0 gives' "${one[@]}" $bench
        faulty $tables 's/if (i < length)/if (i + 1 < length)/' 'work-item 299 gives' "${one[@]}" $bench
    done
    faulty $tables 's/id \* spread/0/' 'work-item 1 gives' "${one[@]}" constant_divergent
    faulty $tables 's/place + 37/place/' 'work-item 0 gives' "${one[@]}" shared_broadcast
    faulty $tables 's/line + spread/line/' 'work-item 0 gives' "${one[@]}" shared_conflict_free --set WIDTH=16
    faulty $tables 's/random >> 20/random >> 21/' 'work-item 0 gives' "${one[@]}" shared_gather
done <<<"$devices"
exit $failed
