#!/usr/bin/env bash
# A run that is killed at any of its writes, or at any access to a file, can be resumed: no row is lost or duplicated,
# and earlier files are whole. On a full disk rows wait in memory; if it stays full the results are written elsewhere.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
mkdir "$root/disk" "$root/elsewhere" && cd "$root/disk"
export TMPDIR=$root/elsewhere
run_with_stub() { # WORD=VALUE...: of the stub; then the program's arguments behind --
    local words=()
    while [ "$1" != -- ]; do words+=("$1"); shift; done
    shift
    env LD_PRELOAD="$BUILD_DIR/tests/stubs/libdisk.so" ASAN_OPTIONS="${ASAN_OPTIONS-}:verify_asan_link_order=0" "${words[@]}" \
        "$PLANTED" --ceilings off "$@" >out 2>err
}
run() { ends "$1" timeout 900 "$PLANTED" --ceilings off "${@:2}"; } # STATUS OPTION...
names() { grep -o '^{"name": "[^"]*"' "$1" | sort; }

few=(--suite accuracy --bench copies --size 1024 --strategy exhaustive --backend fake:cpu --jobs 1)
run 0 "${few[@]}" --out before.json --header before.h
names before.json >expected
[ "$(wc -l <expected)" -ge 5 ] || wrong 'expected rows'
for ((kill = 1; ; kill++)); do
    [ $kill -lt 200 ] || wrong 'expected that it ends'
    rm -f killed* .gpubench-*
    cp before.json killed.json && cp before.h killed.h
    status=0
    { run_with_stub KILL_AT=$kill -- "${few[@]}" --out killed.json --header killed.h; } 2>/dev/null || status=$?
    [ $status != 0 ] || break
    [ $status = 137 ] || wrong 'expected that it is killed'
    names killed.json | cmp -s - expected || wrong "kill $kill: expected complete results, earlier or new ones"
    cmp -s killed.h before.h || grep -q '#endif$' killed.h || wrong "kill $kill: expected a whole header"
    run 0 "${few[@]}" --out killed.json --header killed.h --resume
    names killed.json | cmp -s - expected || { diff <(names killed.json) expected; wrong "kill $kill: expected the rows and the best of an undisturbed run"; }
    [ "$(find . -name 'killed.json.*' | wc -l)" = 0 ] || wrong "kill $kill: expected no journal"
    [ "$(find . -name '.gpubench-*' | wc -l)" -le 1 ] || wrong "kill $kill: expected at most the temporary file that was about to be renamed"
done
[ $kill -gt 12 ] || wrong "expected more kills than $kill"
echo "$kill kills"

# Full for a while: rows wait, and are written. Full to the end: elsewhere, with the path in the line.
rm -rf killed*
long=(--suite slow --backend fake:cpu --size 4096 --jobs 1 --budget 16)
start_run() { # FILE: a run whose disk fills up behind three rows
    rm -rf full "$GPUBENCH_CACHE" # compiling is what takes time
    run_with_stub "DISK=$root/disk" -- "${long[@]}" --out "$1" &
    run=$!
    await_rows 3 "$1" $run
    touch full
    until grep -q "^gpubench: $1.journal: cannot write: No space left on device; the run goes on, and its rows wait in memory\$" "$root/disk/err"; do
        kill -0 $run || wrong 'expected a line'
        sleep 0.01
    done
}
start_run room.json
sleep 0.5
rm full
wait $run || wrong 'expected that it succeeds'
contains '^gpubench: no row waits any more: the journal has all$' err
[ "$(grep -c '"run_type"' room.json)" = 16 ] && [ ! -e room.json.journal ] || wrong 'expected all rows'
status=0
start_run full.json
wait $run || status=$?
[ $status = 2 ] || wrong "status $status, expected 2"
place=$(sed -n 's/^gpubench: full.json: cannot write: No space left on device; the results are in \(.*\)$/\1/p' err)
[[ $place = "$root"/elsewhere/gpubench-*/full.json ]] && [ "$(grep -c '"run_type"' "$place")" = 16 ] || wrong 'expected all rows elsewhere'
[ "$(wc -l <full.json.journal)" -ge 4 ] && ! grep -qv '}$' full.json.journal || wrong 'expected whole lines'
[ "$(grep -c 'wait' err)" = 1 ] || wrong 'expected one line'
rm full
run 0 "${long[@]}" --out full.json --resume
[ "$(grep -c '"run_type"' full.json)" = 16 ] && [ ! -e full.json.journal ] || wrong 'expected all rows'
