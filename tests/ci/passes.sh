#!/usr/bin/env bash
# ci/passes of what ncu said: the first solution's passes, their shares and the ring; errors in one line.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
passes=$SOURCE_DIR/ci/passes
export OUT=$PWD/passes

# solution: a launch for each line, KERNEL UNIT TIME, as ncu prints it.
solution() {
    local kernel unit time
    while read -r kernel unit time; do
        printf '  %s (3907, 1, 1)x(256, 1, 1), Context 1, Stream 13, Device 0, CC 9.0\n' "$kernel"
        printf '    gpu__time_duration.sum    %s    %s\n' "$unit" "$time"
    done
}
solution >said <<'EOF'
sort_charges us 10
p2m us 20
m2m us 4
m2m us 6
fold us 50
multiply ms 0.1
unfold ns 50000
l2l us 30
l2p us 30
p2p us 90
add_fields us 10
sort_charges us 1000
p2m us 1000
EOF
"$passes" --draw said >out 2>err || wrong "status $?: $(cat err)"
for line in '| P2P | 90.0 | 22.5 % |' '| M2M | 10.0 | 2.5 % |' '| M2L | 200.0 | 50.0 % |' '| order | 20.0 | 5.0 % |' '| all | 400.0 | |'; do
    grep -qxF "$line" out || wrong "no line $line in $(cat out)"
done
grep -q '>M2L 200 us, 50.0 %</text>' passes/passes.svg || wrong 'no M2L in the ring'
[ "$(grep -c '<circle' passes/passes.svg)" = 7 ] || wrong 'the ring has not seven parts'

head -n 6 said >part
refused 'no whole solution is in part' "$passes" --draw part
refused 'is no file; usage' "$passes" --draw none
refused 'unknown option --size' "$passes" --size 3

# ---- measured: gpubench's own options come first, so that those behind -- replace them; ncu's output is kept
mkdir bin
cat >bin/ncu <<'END'
#!/bin/bash
echo "$*" >asked
[ ! -e fails ] || { echo 'ncu: no permission'; exit 9; }
cat said
END
printf '#!/bin/bash\n' >bin/gpubench
chmod +x bin/*
program=$GPUBENCH
export GPUBENCH=$PWD/bin/gpubench PATH=$PWD/bin:$PATH
ends 0 "$passes" -- --bench solve_potential --size 3001 --order 3
prints '^[|] P2P [|] 90.0 [|] 22.5 % [|]$'
contains ' --verify-only --set NEAR_FIELD=after --set LAUNCHES=stream .* --bench solve_potential --size 3001 --order 3$' asked
contains "^--target-processes all .* $GPUBENCH --backend cuda --suite fmm " asked
cmp said passes/passes.txt || wrong 'expected what ncu said'
# What is measured without options is one configuration.
ends 0 "$passes"
read -r -a asked < <(sed "s#.* $GPUBENCH --backend cuda --suite fmm ##; s# --out [^ ]* --overwrite##" asked)
ends 0 "$program" list fmm --backend fake "${asked[@]}"
prints ' allowed on this device: 1 at size 1000000$'
touch fails
ends 1 "$passes"
contains 'ncu: no permission' err
GPUBENCH=$PWD/none ends 2 "$passes"
contains 'none is missing; ci/build release makes it' err
