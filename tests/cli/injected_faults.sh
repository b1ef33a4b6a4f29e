#!/usr/bin/env bash
# A run survives its suite's faults, and the replacement of its program's file, on the fake device; and a second Ctrl-C
# ends it in any state.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
faulty=("$PLANTED" --suite faulty --backend fake --size 4096 --strategy exhaustive --jobs 2 --cache-mode warm)

# with_fault INJECTED_FAULT STATUS REGEX COMMAND...: one line on either stream matches.
with_fault() {
    INJECTED_FAULT=$1 GPUBENCH_CACHE=$PWD/cache-$1 ends "$2" "${@:4}"
    [ "$(cat out err | grep -Ec -e "$3")" = 1 ] || wrong "$1: expected a line: $3"
}

mistake='faulty/faulty: its constraint "it behaves"'
with_fault 'constraint crashes' 1 "$mistake crashes: Aborted \(signal 6\) at BLOCK_SIZE 64, NUMBER 7: " "${faulty[@]}"
with_fault 'constraint crashes' 0 '^Results' "${faulty[@]}" --set NUMBER=1,2
with_fault 'constraint crashes' 2 "^gpubench: $mistake crashes: " "$PLANTED" list faulty --backend fake
with_fault 'setup hangs' 1 'setup and expect did not end within 1 s \(--time-limit\)' "${faulty[@]}" --time-limit 1

# A budget includes the whole run: a setup of a quarter of an hour is stopped at its end. No duration is tested.
with_fault 'setup hangs' 0 'the budget of 5 s ended before faulty/faulty n=4096 \(and 1 more\); --budget gives a longer one$' \
    timeout 500 "$PLANTED" --suite slow,faulty,planted --backend fake --size 4096 --budget 5s
contains '^gpubench: slow,faulty,planted, Fake device \(fake 0\), driver 1; budget: 5 s for all of it$' err
contains '^not begun: .*faulty/faulty 2\^12' out

# ---- the program's file is replaced, and then removed, while it runs

mkdir -p bin
cp "$PLANTED" bin/run
env GPUBENCH_CACHE="$PWD/cache-replaced" bin/run "${faulty[@]:1}" --out replaced.json >out 2>err &
run=$!
await_rows 0 replaced.json $run
cp "$(type -P false)" bin/other
mv bin/other bin/run
sleep 0.5
rm bin/run
wait $run || wrong 'the program was replaced: expected that the run succeeds'
contains '^16 configurations measured' out
grep -q "\"executable\": \"$PWD/bin/run\"" replaced.json || wrong 'expected the path of the program'

# ---- a second Ctrl-C

# interrupt_twice INJECTED_FAULT FILE ARGUMENT...: once FILE exists (in an empty folder), a first Ctrl-C does not end it, and a
# second does.
interrupt_twice() {
    local fault=$1 file=$2 run
    shift 2
    rm -rf interrupted
    mkdir interrupted
    INJECTED_FAULT=$fault GPUBENCH_CACHE=$PWD/interrupted/cache "$PLANTED" "$@" --out interrupted/results.json >out 2>err &
    run=$!
    for ((i = 0; i < 2400; i++)); do
        [ -e "$file" ] && break
        sleep 0.05
    done
    sleep 0.5
    kill -INT $run
    sleep 0.02
    kill -INT $run # the same: timeout signals a process and its group
    sleep 1
    kill -0 $run 2>/dev/null || wrong "$fault: it ended at once, and nothing was tried"
    kill -INT $run
    ends 130 wait $run
    for ((i = 0; i < 600; i++)); do
        pgrep -f "gpubench-worker $PWD/interrupted/cache" >/dev/null || return 0
        sleep 0.05
    done
    wrong "$fault: a worker is left"
}

set -m # so that Ctrl-C is not ignored
interrupt_twice 'constraint takes long' interrupted/cache "${faulty[@]:1}"
interrupt_twice 'worker does not end' interrupted/results.json.journal "${faulty[@]:1}" --set NUMBER=9
