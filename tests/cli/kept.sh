#!/usr/bin/env bash
# What a run has finished is never lost to the next: a results file is not replaced by one without rows, a journal has one writer,
# and what a killed run left is kept aside.
set -eu
: "${PLANTED:?}"
root=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$root"' EXIT
cd "$root"
wrong() {
    echo "line ${BASH_LINENO[0]}: $1"
    cat out err
    exit 1
}
# run STATUS OPTION...
run() {
    local expected=$1 status=0
    shift
    timeout 60 "$PLANTED" --ceilings off "$@" >out 2>err || status=$?
    [ "$status" = "$expected" ] || wrong "status $status, expected $expected"
}
good=(--suite accuracy --bench copies --size 1024 --strategy exhaustive --backend fake)
endless=(--suite slow --backend fake --size 4096 --jobs 1)

# A run that is stopped at once, and one that finds no device, leave the results of before.
run 0 "${good[@]}" --out x.json
cp x.json before.json
run 3 "${good[@]}" --backend fake:none --out x.json
cmp -s x.json before.json || wrong 'expected the file of before'
# stop FILE: interrupts a run before its first configuration is compiled; tries again where that was too late.
stop() {
    local status
    for _ in {1..20}; do
        "$PLANTED" --ceilings off "${endless[@]}" --out "$1" >out 2>err &
        until [ -e "$1.journal" ] || ! kill -0 $!; do :; done
        kill -INT $! || true
        status=0
        wait $! || status=$?
        if [ "$status" = 130 ] && grep -q '^gpubench: no configuration was tried' err; then return; fi
        cp before.json x.json
    done
    wrong 'expected a run without a row'
}
stop x.json
cmp -s x.json before.json || wrong 'expected the file of before'
grep -q '^gpubench: no configuration was tried; x.json is as it was$' err || wrong 'expected a line'
if grep -q '^Results: ' out; then wrong 'expected no results'; fi
[ ! -e x.json.journal ] || wrong 'expected no journal'

# Two runs with one file: the second is refused, the first loses nothing.
"$PLANTED" --ceilings off "${endless[@]}" --out two.json >first.out 2>first.err &
first=$!
until [ -s two.json.journal ]; do kill -0 $first || wrong 'expected that it runs'; sleep 0.01; done
run 2 "${good[@]}" --out two.json
grep -q '^gpubench: two.json.journal: another run writes there; wait for it, or name another file with --out$' err || wrong 'expected a line'
wait $first || { cat first.err; wrong 'expected that the first ends well'; }
grep -q '"suite": "slow"' two.json && [ ! -e two.json.journal ] || wrong 'expected the rows of the first'

# What a killed run left is kept, and said; what is kept is not overwritten by what is kept later.
for kept in two.json.journal.1 two.json.journal.2; do
    "$PLANTED" --ceilings off "${endless[@]}" --out two.json >first.out 2>first.err &
    first=$!
    until [ -s two.json.journal ]; do kill -0 $first || wrong 'expected that it runs'; sleep 0.01; done
    kill -KILL $first && { wait $first 2>/dev/null || true; }
    run 0 "${good[@]}" --out two.json
    grep -q "^gpubench: two.json.journal: a run ended before it was saved; its rows are kept in $kept\$" err || wrong 'expected a line'
    grep -q '"suite": "slow"' "$kept" || wrong 'expected its rows'
done
[ "$(find . -name 'two.json.journal*' | wc -l)" = 2 ] || wrong 'expected two'

# What is no file is not written to, and does not hang.
mkfifo fifo.json.journal
ln -s elsewhere link.json.journal
mkdir folder.json.journal
run 2 "${good[@]}" --out fifo.json
grep -q '^gpubench: fifo.json.journal: cannot write: not a regular file; name another file with --out$' err || wrong 'expected a line'
run 2 "${good[@]}" --out link.json
grep -q '^gpubench: link.json.journal: cannot write: it is a link; ' err && [ ! -e elsewhere ] || wrong 'expected a line'
run 2 "${good[@]}" --out folder.json
grep -q '^gpubench: folder.json.journal: cannot write: Is a directory; ' err || wrong 'expected a line'
