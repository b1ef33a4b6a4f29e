#!/usr/bin/env bash
# compare --run, and other use of the GPU: a process before or after, an invisible one, a display, throttling; as
# reported for the fake device by our own libnvidia-ml.so.1 (tests/stubs).
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
export NVML_SCRIPT=$root/script
libraries=$BUILD_DIR/tests/stubs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}

# compare STATUS TEXT LINE...: two runs of one program, or of it and $new, with these lines from NVML; TEXT is in the
# table or among the lines.
new=$PLANTED
compare() {
    printf '%s\n' "${@:3}" >script
    LD_LIBRARY_PATH=$libraries ends "$1" "$GPUBENCH" compare --run "$PLANTED" "$new" --configs found.json --backend fake
    contains "$2" out err
}
without() { ! grep -qe "$1" out err || wrong "not expected: $1"; }

ends 0 "$PLANTED" --suite accuracy --bench copies --size 1024 --backend fake --out found.json
# The checks: at the start, closely, after the first block; before, after and after each of six pairs; closely again.
final=22

compare 0 '^1 SAME\.$' # no other use
without 'not known|draws|INVALID|again'

# Other use before, after, and between: the comparison ends there, and is invalid.
compare 3 "^INVALID: process $$ \(bash\) is on the GPU, too\. What was measured is not the programs alone\.$" "1 99 computes $$"
contains '^Fake device \(fake' out
without 'blocks, .* open'
compare 3 '^INVALID: process 999999999 \(not seen from here\) and 2 more is on' "$final 99 computes 999999999" '1 99 more 2'
compare 3 '^INVALID: process 999999999 ' '5 99 computes 999999999'
compare 3 '^INVALID: process 0 \(not seen from here\) and 299 more' '1 99 computes 4711' '1 99 more 299'
odd=$(printf 'a\033[1m\303')
cp "$(type -P sleep)" "$odd"
"./$odd" 30 &
compare 3 '^INVALID: process [0-9]+ \(a\?\[1m\?\) is' "1 99 computes $!"
kill $!
new=false # then the reason for a program's end does not matter
compare 3 '^INVALID: process 999999999 ' '3 99 computes 999999999'
new=$PLANTED

# Use from another container, which is detected if it can be distinguished from our own programs.
compare 3 '^INVALID: somebody who cannot be seen from here is on the GPU, too: 500 MiB of its memory are taken' '1 99 memory 500'
compare 3 'was busy for 60 % of the last second' "$final 99 busy 60"

# Memory kept by a driver, and use by our own programs; a process that has left, whose block is measured again.
compare 0 '^1 SAME\.$' '1 99 memory 60' '1 99 busy 4' '8 8 busy 60' '8 8 memory 60000'
without 'again'
compare 0 '^gpubench: compare: somebody else was on the GPU: the block is measured again$' '5 5 computes 999999999'
contains '^1 SAME\.$' out

# A process that draws only causes a warning, and memory and utilisation are ignored then.
draws='^gpubench: compare: something draws with Fake device, too: times may be noisy$'
compare 0 "$draws" '1 99 draws 812' '1 99 memory 500' '1 99 busy 60'
compare 3 "$draws" '1 99 display 1' '2 99 computes 999999999'

# Throttled blocks are measured again, a limited number of times; a counter that fails once is ignored.
mapfile -t always < <(for ((ask = 1; ask < 80; ask++)); do echo "$ask $ask throttled $((ask + 1))"; done)
compare 0 '^1 SAME\.$' "${always[@]}"
[ "$(grep -c 'held back by power or heat: the block is measured again$' err)" = 9 ] || wrong 'expected nine'
contains 'heat: measured again for the last time, from here on blocks count as they are$' err
compare 3 'process 999999999' '1 99 throttled 7' '6 6 throttled 0' '9 99 throttled 9' '20 99 computes 999999999'
[ "$(grep -c 'held back' err)" = 1 ] || wrong 'expected one'

# A GPU unknown to NVML, and no NVML.
libraries=$root
compare 0 '^gpubench: compare: whether others use Fake device is not known: '

# A MIG instance, whose UUID by CUDA NVML does not have.
libraries=$BUILD_DIR/tests/stubs
export FAKE_DEVICES='Fake device,Fake device MIG 1g'
LD_LIBRARY_PATH=$libraries ends 0 "$GPUBENCH" compare --run "$PLANTED" "$PLANTED" --configs found.json --backend fake --device 1
contains "^gpubench: compare: whether others use Fake device MIG 1g is not known: NVML does not know this MIG instance by CUDA's UUID of it$" err
