#!/usr/bin/env bash
# tune --confirm and --profile: the user's own program with the default and the best in turn. Its time depends on the
# header; the verdict is not tested on a busy machine (tests/regress/turns.c), but all output must agree with it.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
export LC_ALL=C

cat >work.cl <<'END'
kernel void work(global const float *x, global float *y, int n)
{
    float sum = 0;
    for (int k = 0; k < 100 * ROUNDS; k++)
        sum += x[(get_global_id(0) + k * 7) % n];
    y[get_global_id(0)] = sum >= 0 ? x[get_global_id(0)] : 0;
}
END
# Times are measured once: the runs are resumed.
tuned=(work.cl --entry work --n 256 --param 'ROUNDS=40,1' --param B=64 --group B --groups 4 --arg 'x: in float[n]' --arg 'y: out float[n]'
       --arg 'n: int n' --check 'y[i] == x[i]' --backend opencl --ceilings off --cache-mode warm --budget 2 --resume)
prove=(tune "${tuned[@]}" --confirm-blocks 6)

# A program that is fast if ROUNDS is 1, or if it is not.
cat >program <<'END'
#!/bin/sh
if grep -q "define .*ROUNDS 1$" "$2"; then rounds=1; else rounds=40; fi
case $1$rounds in fast1 | slow40) ;; *) sleep 0.2 ;; esac
END
chmod +x program

# A useless command is detected before the run, or before its first block.
refused '--confirm: no {header} in "./program"' "$GPUBENCH" "${prove[@]}" --confirm ./program
refused '--confirm-build goes with --confirm' "$GPUBENCH" tune "${tuned[@]}" --confirm-build make
[ ! -e results/work.json ] || wrong 'expected no run'

# confirmed OPTION...: the status matches the output.
confirmed() {
    status=0 last="${*: -1}"
    "$GPUBENCH" "${prove[@]}" "$@" >out 2>err || status=$?
    case $status in
        0) prints '^The gain arrives[.:]' ;;
        1) prints '^The gain does not arrive[.:]' ;;
        *) wrong 'expected status 0 or 1' ;;
    esac
}
confirmed --confirm './program fast {header}'
prints '^The program takes [0-9.]+ s with ROUNDS=40 B=64, the median of 6 blocks; it is$'
prints '^  [0-9.]+x \([0-9.]+ to [0-9.]+\) as fast with ROUNDS=1 B=64; the kernel [0-9.]+x$'
contains '^gpubench: --confirm: 2 headers, 6 blocks, about ' err

# With --header in place, and a build before each run: the file has the program's fastest configuration.
confirmed --header tuned.h --confirm './program slow built.h' --confirm-build 'cp tuned.h built.h'
if grep -q '^The gain .*: the program is fastest with ROUNDS=40 B=64\.$' out; then kept=40; else kept=1; fi
contains "ROUNDS $kept\$" tuned.h

# A failing one is one line; the results exist, and the header has the best.
rm tuned.h
ends 2 "$GPUBENCH" "${prove[@]}" --header tuned.h --confirm 'echo no such device >&2; exit 3'
contains "^gpubench: --confirm 'echo no such device >&2; exit 3': exit status 3: no such device$" <(tail -n 1 err)
contains 'ROUNDS 1$' tuned.h
ends 2 "$GPUBENCH" "${prove[@]}" --header tuned.h --confirm 'printf "work.c:1: error\nstopped\n" >&2; exit 1'
contains '^work.c:1: error$' err
contains 'exit status 1: stopped$' <(tail -n 1 err)
[ -e results/work.json ] || wrong 'expected results'

# --profile: a command for ncu, whose options end where ours begin; here it is a program that only runs it.
mkdir bin
cat >bin/ncu <<'END'
#!/bin/sh
echo "$6 $7 $8 $4" >ncu.said
shift 8
exec "$@"
END
chmod +x bin/ncu
ends 0 "$GPUBENCH" tune "${tuned[@]}" --profile
command=$(sed -n 's/^Profile: //p' out)
[ "$(grep -o -e --ceilings <<<"$command" | wc -l)" = 1 ] || wrong "expected --ceilings once: $command"
PATH=$root/bin:$PATH ends 0 bash -c "$command"
contains '^1 --launch-count 1 regex:\^\(work\)\$$' ncu.said
[ "$(grep -c '"row": ' results/work.profile.json)" = 1 ] || wrong 'expected one row'
# Of one block noise may leave nothing: then the table has a time that is not above zero.
[ "$(grep -c '"median_ns"' results/work.profile.json)" = 1 ] || grep -Eq '^ +(-[0-9.]+|0) [num]?s$' out || wrong 'expected its time'
contains '"ROUNDS": 1' results/work.profile.json
