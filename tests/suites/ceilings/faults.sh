#!/usr/bin/env bash
# Ceilings of arithmetic and of tables whose kernels do less than is counted, or something else: each is found out, on each
# kind of device there is. (That they are right as they are is in tests/suites/lengths.sh.)
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
[ -n "$devices" ] || { echo 'no device'; exit 77; }

while read -r backend index; do
    arithmetic=ceilings/arithmetic.cl tables=ceilings/tables.cl

    # A pass too few; the last work-item left out; another operation, or on other operands.
    for bench in fp32_fma fp64_fma rsqrt rsqrt_fma rint float_to_int; do
        faulty 300 $bench $arithmetic 's/step < OPERATIONS/step + 1 < OPERATIONS/' 'work-item 0 gives'
    done
    faulty 300 fp32_fma $arithmetic 's/i >= length/i + 1 >= length/' 'work-item 299 gives'
    faulty 300 fp32_fma $arithmetic 's/(number\[c\], a, b)/(number[c], a, a)/' 'work-item 0 gives'
    faulty 300 fp64_fma $arithmetic 's/= first + (REAL)c/= (float)(first + c)/' 'work-item [0-9]* gives'
    faulty 300 rsqrt_fma $arithmetic 's/number\[c\], b)), sum/number[c], a)), sum/' 'work-item 0 gives'
    faulty 300 rint $arithmetic 's/rint(n/floor(n/' 'work-item 0 gives'
    faulty 300 float_to_int $arithmetic 's/(int)number/(int)rint(number)/; s/(int)rint(number)\[c\]/(int)rint(number[c])/' \
        'work-item 0 gives'

    # A pass too few; the neighbouring row; a 128th of an element beside; the same place again.
    for bench in texture_point texture_linear texture_point_random texture_linear_random; do
        faulty 300 $bench $tables 's/pass < LOADS/pass + 1 < LOADS/' 'work-item 0 gives'
        faulty 300 $bench $tables 's/16) + 0.5f/16) + 1.5f/' 'work-item 0 gives'
    done
    faulty 300 texture_linear $tables 's|1.0f / 128|1.0f / 64|' 'work-item [0-9]* gives'
    faulty 300 texture_point $tables 's/place += advance/place += advance \& 1/' 'work-item 0 gives'
    for bench in constant_uniform constant_divergent shared_broadcast shared_conflict_free shared_gather; do
        faulty 300 $bench $tables 's/pass < LOADS/pass + 1 < LOADS/' 'work-item 0 gives'
        faulty 300 $bench $tables 's/if (i < length)/if (i + 1 < length)/' 'work-item 299 gives'
    done
    faulty 300 constant_divergent $tables 's/id \* spread/0/' 'work-item 1 gives'
    faulty 300 shared_broadcast $tables 's/place + 37/place/' 'work-item 0 gives'
    faulty 300 shared_conflict_free $tables 's/line + spread/line/' 'work-item 0 gives' --set WIDTH=16
    faulty 300 shared_gather $tables 's/random >> 20/random >> 21/' 'work-item 0 gives'
done <<<"$devices"
exit $failed
