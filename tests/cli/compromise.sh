#!/usr/bin/env bash
# --objective compromise on the fake device: the best of each size are measured at the others, and one configuration for
# all is reported, the same as by `header --compromise max` of the results.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"

run() { # STATUS SIZES OPTION...
    ends "$1" "$PLANTED" --suite accuracy --bench copies --backend fake --size "$2" --jobs 1 --ceilings off --out results.json \
        --overwrite --kernels kernels --objective compromise --long "${@:3}"
}
# whole SIZE STEP: it has a time there, not only of first samples.
whole() { grep -q "^{\"name\": \"accuracy/copies/n:$1/STEP:$2\".*\"run_type\".*\"dropped\": false" results.json || wrong "expected a time of $2 at $1"; }

# STEP 7, the default, is good everywhere; 1 is the best at 1024 and 2 at 65536, where the other is far off.
cp -R "$SOURCE_DIR/kernels" kernels && cp "$SOURCE_DIR"/tests/planted/kernels/* kernels
sed '/^\/\*$/,$d' "$SOURCE_DIR/tests/planted/kernels/limits.cl" >kernels/limits.cl
cat >>kernels/limits.cl <<'END'
//fake copy
//fake STEP=7 time 20000
//fake STEP=7 time-per-item 500000
//fake STEP=1 time 10000
//fake STEP=1 time-per-item 2000000
//fake STEP=2 time 50000
//fake STEP=3 time 150000
END
note='^gpubench: accuracy/copies: one configuration for all, STEP=7 is slower than the best by 50\.00 % at 2\^10, 5\.00 % at 2\^16$'
run 0 1024,65536 --strategy exhaustive --set STEP=1,2,3,7 --header tuned.h
contains "$note" err
prints '^    STEP 1$' # the best of each stays
prints '^    STEP 2$'
for step in 1 2 7; do # those good at one size have a time at all, the others no complete one
    whole 1024 $step
    whole 65536 $step
done
contains '/n:1024/STEP:3".*"dropped": true' results.json
contains '^#define GPUBENCH_ACCURACY_COPIES_STEP 7$' tuned.h
contains '^ \* Slower than the best by$' tuned.h
contains '"objective": "stream"' results.json
contains '"objective": "compromise"' results.json # among the options
ends 0 "$PLANTED" header results.json -o again.h --compromise max
contains "$note" err
cmp -s tuned.h again.h || wrong 'expected the same header of the results'

# ---- with a requirement; a resumed run has all of it; a budget includes all of it

run 0 1024,65536 --strategy exhaustive --set STEP=1,2,3,7 --require 'error < 1e-9'
contains ': one configuration for all, STEP=1 is slower than the best by 0\.00 % at 2\^10, 180\.00 % at' err
ends 0 "$PLANTED" --suite accuracy --bench copies --backend fake --size 1024,65536 --jobs 1 --ceilings off --out results.json \
    --kernels kernels --objective compromise --strategy exhaustive --set STEP=1,2,3,7 --require 'error < 1e-9' --resume
contains ': one configuration for all, STEP=1 is slower than the best by 0\.00 % at 2\^10, 180\.00 % at' err
run 0 1024,65536 --strategy exhaustive --set STEP=1,2,3,7 --budget 20s
contains "$note" err
run 0 1024,65536 --verify-only
omits 'one configuration' err

# ---- a single size has no compromise

run 2 1024
contains '^gpubench: --objective compromise: no bench has several sizes, as by --size 2\^20,2\^24,2\^28$' err
[ "$(wc -l <err)" = 1 ] && [ ! -s out ] || wrong 'expected one line'
