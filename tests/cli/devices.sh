#!/usr/bin/env bash
# --device: numbers, UUIDs, lists and all, of fake devices. Equal devices share a run, whose rows name their device; it
# is resumed after it was killed, and continues without a lost device; for different ones the commands to run are
# printed.
set -eu
. "$SOURCE_DIR/tests/script.sh"
export FAKE_DEVICES='Fake device,Fake device,Other MIG 1g'
export GPUBENCH_LOCKS=$root/locks
mkdir locks
copies=("$PLANTED" --suite accuracy --bench copies --size 1024 --backend fake --ceilings off --jobs 2 --overwrite)

# rows FILE: names of configurations, each once.
rows() { sed -n '/^"benchmarks"/,/^"best"/p' "$1" | grep -o '^{"name": "[^"]*"' | sort; }
listed() { sed -n '/"devices"/,/\]/p' "$1" | grep -o '"index": [0-9]*' | tr -dc '0-9\n' | xargs; }

ends 0 "${copies[@]}" --out one.json
rows one.json >expected
omits '"device": [0-9]' one.json
[ "$(listed one.json)" = '' ] || wrong 'one device: expected no list'

# devices_of DEVICES OPTION: the devices of a run.
devices_of() {
    ends 0 "${copies[@]}" --device "$2" --out r.json
    rows r.json | cmp -s - expected || wrong 'expected each configuration once'
    contains ".fake $1.," err
    [ "$(listed r.json)" = "${1//,/}" ] || wrong "expected devices $1"
    omits "\"device\": [^12{\"]" r.json
    expect 'that it is read' "$GPUBENCH" table r.json >table
    contains '^Devices: [01] .GPU-fake' table
    expect 'a page' "$GPUBENCH" report r.json -o page.html >/dev/null
    contains '<dt>devices</dt><dd>[01] .GPU-fake' page.html
}
locks=(locks/*)
[ "${locks[*]}" = locks/gpubench-GPU-fake.lock ] || wrong 'expected the lock of one device'
devices_of '0, 1' 0,1
locks=(locks/*)
[ "${locks[*]}" = 'locks/gpubench-GPU-fake-1.lock locks/gpubench-GPU-fake.lock' ] || wrong 'expected the locks of two devices'
devices_of '1, 0' GPU-fake-1,0
sed 's/"device": [12]/"device": 9/' r.json >bad.json
refused "device: none of the context's devices" "$GPUBENCH" table bad.json
for device in 2 GPU-fake-2 MIG-fake-2; do
    ends 0 "${copies[@]}" --device $device --out r.json
    contains 'Other MIG 1g .fake 2.,' err
done

# Each device has its own ceilings, from which its rows' limits follow; one lost while measuring them is opened again.
ends 0 "$PLANTED" --suite limits --bench half,launched --size 256 --backend fake --device 0,1 --out limits.json
[ "$(sed -n '/"devices"/,/\]/p' limits.json | grep -cE '"rate": 1000000.0|"rate": 1000000000.0')" = 4 ] || wrong 'expected two ceilings each'
omits 'device 0' err
[ "$(grep -o '"fraction": [0-9.]*' limits.json | sort -u | tail -n 1)" = '"fraction": 0.75' ] || wrong 'expected limits'
ends 0 "$PLANTED" --suite limits --bench lost --size 256 --backend fake --device 0,1 --out lost.json
contains 'not measured: dram_copy .the device does not come back' err
omits 'did not come back, and the others went on' err

# Different kinds: a run each.
ends 0 "${copies[@]}" --device all --out kinds.json
for kind in Fake-device Other-MIG-1g; do
    rows kinds.$kind.json | cmp -s - expected || wrong "$kind: expected each configuration once"
    prints "^Results: kinds.$kind.json\$"
done
contains '^gpubench: device 0,1: Fake device, results in kinds.Fake-device.json$' err
contains '^2: gpubench: accuracy, Other MIG 1g .fake 2.,' err
[ "$(listed kinds.Fake-device.json)" = '0 1' ] || wrong 'expected two devices'
ends 1 "${copies[@]}" --device all --out kinds.json --max-error 1e-30
refused '--header: the devices of --device 0,2 are not alike' "${copies[@]}" --device 0,2 --header x.h

# Refused options.
refused '--device 0,GPU-fake-1,1 has one device twice' "${copies[@]}" --device 0,GPU-fake-1,1
refused 'programs are compared on one device' "$GPUBENCH" compare --run "$GPUBENCH" "$GPUBENCH" --suite reduction --backend fake --device 0,1
ends_printing 3 '^gpubench: there is no device 7; .gpubench devices. shows 0 to 2$' "${copies[@]}" --device 0,7
ends_printing 3 '^gpubench: there is no device MIG-1; .*: that of CUDA_VISIBLE_DEVICES$' "${copies[@]}" --device MIG-1
ends_printing 3 '^gpubench: --device GPU-f: the UUIDs of several devices begin so$' "${copies[@]}" --device GPU-f

# It is killed at a row, and resumed, with the devices in another order.
slow=("$PLANTED" --suite slow --backend fake --size 4096 --jobs 4 --ceilings off)
export FAKE_DEVICES='Fake device,Fake device:dead dead'
ends 0 "${slow[@]}" --device all --out whole.json
GPUBENCH_CACHE=$root/cold CUDA_VISIBLE_DEVICES=MIG-1,MIG-2 "${slow[@]}" --device all --out part.json >out 2>err &
await_rows 2 part.json $!
workers=$(pgrep -P $!) || wrong 'expected workers'
for worker in $workers; do
    tr '\0' '\n' <"/proc/$worker/environ" | grep -qx 'CUDA_VISIBLE_DEVICES=MIG-1,MIG-2' || wrong 'expected that it is passed on'
done
kill -KILL $!
wait $! 2>/dev/null || true
ends 0 "${slow[@]}" --device 1,0 --out part.json --resume
contains 'goes on behind [1-9]' err
cmp -s <(rows part.json) <(rows whole.json) || wrong 'expected each configuration once'
[ "$(listed part.json)" = '0 1' ] || wrong 'expected the devices in their earlier order'
refused 'device' "${slow[@]}" --device 0 --out part.json --resume

# One is dead from the start: the other measures everything, as reported and recorded in the results.
touch dead
ends 0 "${slow[@]}" --device all --out r.json --overwrite
contains '^gpubench: device 1 .GPU-fake-1. did not come back, and the others went on: it has fallen off the bus$' err
cmp -s <(rows r.json) <(rows whole.json) || wrong 'expected each configuration once'
contains '"lost": "it has fallen off the bus"' r.json
contains '^Devices: 0 .GPU-fake. [0-9]+ rows; 1 .GPU-fake-1. 0 rows, then lost: it has fallen off the bus\.$' out
omits '"device": 2' r.json
