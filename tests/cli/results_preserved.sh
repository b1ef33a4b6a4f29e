#!/usr/bin/env bash
# Finished results are never lost to the next run: a results file is not replaced by one without rows, a journal has one
# writer, and a killed run's files are kept.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh" # whose cache is empty, so that compiling takes its time
run() { ends "$1" timeout 900 "$PLANTED" --ceilings off "${@:2}"; } # STATUS OPTION...
check_refused() { # LINE OPTION...: as a pattern
    run 2 "${@:2}"
    contains "^gpubench: $1\$" err
}
start() { "$PLANTED" --ceilings off "$@" >first.out 2>first.err & } # OPTION...: in the background
kill_now() { kill -KILL "$1" && { wait "$1" 2>/dev/null || true; }; }
good=(--suite accuracy --bench copies --size 1024 --strategy exhaustive --backend fake)
endless=(--suite slow --backend fake:cpu --size 4096 --jobs 1 --budget 24)

# A run that is stopped at once, and one without a device, keep the earlier results.
run 0 "${good[@]}" --out x.json
cp x.json before.json
run 3 "${good[@]}" --backend fake:none --out x.json
cmp -s x.json before.json || wrong 'expected the earlier file'
# interrupt_run FILE: interrupts a run before its first configuration is compiled; repeats if that was too late.
interrupt_run() {
    for _ in {1..20}; do
        "$PLANTED" --ceilings off "${endless[@]}" --overwrite --out "$1" >out 2>err &
        until [ -e "$1.journal" ] || ! kill -0 $!; do :; done
        kill -INT $! || true
        status=0
        wait $! || status=$?
        if [ "$status" = 130 ] && grep -q '^gpubench: no configuration was tried' err; then return; fi
        cp before.json x.json
    done
    wrong 'expected a run without a row'
}
interrupt_run x.json
cmp -s x.json before.json || wrong 'expected the earlier file'
contains '^gpubench: no configuration was tried; x.json is as it was$' err
if grep -q '^Results: ' out; then wrong 'expected no results'; fi
[ ! -e x.json.journal ] || wrong 'expected no journal'

# A run with failures only does not replace correct results; failures are kept beside them. Failures replace failures.
good_rows=(--suite planted --bench sums --backend fake:cpu --strategy exhaustive --jobs 1 --size 1024)
run 0 "${good_rows[@]}" --set PLANT=good --out kept.json
cp kept.json was.json
right=$(grep -c '"run_type"' kept.json)
run_failing() { run 1 "${good_rows[@]}" --set PLANT=wrong_sum --out "$@"; } # FILE OPTION...: a run of which no row is right
run_failing kept.json
cmp -s kept.json was.json || wrong 'expected an unchanged file'
contains "^gpubench: no configuration is right; kept.json, with $right that [isare]*, is as it was, and these go to kept.json.failed\$" err
if grep -q '^Results: ' out; then wrong 'expected no results'; fi
grep -q '"status": "wrong-result"' kept.json.failed && [ ! -e kept.json.journal ] || wrong 'expected the failures'
run_failing kept.json --verify-only --overwrite
cmp -s kept.json was.json || wrong 'expected an unchanged file'
run_failing new.json
contains '^Results: new.json$' out
run_failing new.json --seed 7
grep -q '^Results: new.json$' out && grep -q '"seed": 7' new.json && [ ! -e new.json.failed ] || wrong 'expected that they are replaced'
(
    ulimit -f 8
    "$PLANTED" --ceilings off "${good_rows[@]}" --set PLANT=good --out kept.json >out 2>err
) || true
[ "$(grep -c '"run_type"' kept.json)" -ge "$right" ] || wrong 'expected that right rows are preserved'

# Two runs with one file: the second is refused, the first loses nothing.
start "${endless[@]}" --seed 2 --out two.json
first=$!
await_rows 0 two.json $first
check_refused 'two.json.journal: another run writes there; wait for it, or name another file with --out' "${good[@]}" --out two.json
wait $first || { cat first.err; wrong 'expected that the first succeeds'; }
grep -q '"suite": "slow"' two.json && [ ! -e two.json.journal ] || wrong 'expected the rows of the first'

# A journal is read like a results file: by table, header and --configs; a truncated line is ignored, a damaged one is
# reported, and unfinished problems are not added to a history.
start "${endless[@]}" --out killed.json
await_rows 3 killed.json $!
kill_now $!
rows=$(($(wc -l <killed.json.journal) - 1))
of() { ends 0 "$PLANTED" "$@"; }
of table killed.json.journal
grep -Eq "^sums +2\^12 +.* $rows\$" out && grep -q "^$rows configurations measured\.\$" out || wrong "expected $rows rows"
contains '^Interrupted: this is what was done until then\.$' out
of header killed.json.journal -o killed.h
contains '^#define GPUBENCH_SLOW_SUMS_BLOCK_SIZE' killed.h
of --configs killed.json.journal --backend fake --ceilings off --blocks 1 --out again.json
grep -c '"run_type"' again.json | grep -qx 1 || wrong 'expected the best'
printf '{"name": "slow/su' >>killed.json.journal
of table killed.json.journal
contains "^$rows configurations measured\.\$" out
check_error() { # LINE ARGUMENT...: status 2
    ends 2 "$PLANTED" "${@:2}"
    contains "^gpubench: $1\$" err
}
check_error 'killed.json.journal: its run did not come to its end, and has no best that was measured again' history add times.jsonl killed.json.journal
sed '3s/,/;/' killed.json.journal >damaged.journal
check_error 'damaged.journal: line 3 is damaged' table damaged.journal
sed '1s/journal.1/journal\/2/' killed.json.journal >newer.journal
check_error 'newer.journal: its first line is no "gpubench/journal/1"' table newer.journal
head -n 1 killed.json.journal | tr -d '\n' >cut.journal
check_error 'cut.journal: its first line is no "gpubench/journal/1"' table cut.journal
sed '2s/"suite"/"suit"/' killed.json.journal >strange.journal
check_error 'strange.journal: line 2\..*' table strange.journal

# A killed run's files are kept, as reported; later ones do not overwrite them.
for kept in two.json.journal.1 two.json.journal.2; do
    start "${endless[@]}" --overwrite --out two.json
    await_rows 0 two.json $!
    kill_now $!
    run 0 "${good[@]}" --out two.json --overwrite
    contains "^gpubench: two.json.journal: a run ended before it was saved; its rows are kept in $kept; under its old name --resume goes on with it\$" err
    contains '"suite": "slow"' "$kept"
done
[ "$(find . -name 'two.json.journal*' | wc -l)" = 2 ] || wrong 'expected two'
mv two.json.journal.2 two.json.journal
run 2 "${endless[@]}" --out two.json --resume
grep -q '^gpubench: two.json: 10 rows there would be lost, ' err && [ -s two.json.journal ] || wrong 'expected that the rows of another run are preserved'
run 0 "${endless[@]}" --out two.json --resume --overwrite
contains '^gpubench: two.json.journal: goes on behind [0-9]+ configurations?$' err

# An irregular file is not written to, and does not block.
mkfifo fifo.json.journal
ln -s elsewhere link.json.journal
mkdir folder.json.journal
check_refused 'fifo.json.journal: cannot write: not a regular file; name another file with --out' "${good[@]}" --out fifo.json
check_refused 'link.json.journal: cannot write: it is a link; .*' "${good[@]}" --out link.json
[ ! -e elsewhere ] || wrong 'a link was followed'
check_refused 'folder.json.journal: cannot write: Is a directory; .*' "${good[@]}" --out folder.json

# Rows that a run does not replace are not lost: of another bench, size or device, or with a time; also in a default
# file.
mkdir results
run 0 "${good[@]}"
ways='--overwrite replaces the file, --out names another one'
check_preserved() { # OPTION...
    cp results/accuracy.json was.json
    check_refused "results/accuracy.json: 10 rows there would be lost, which are not replaced, as accuracy/copies/n:1024/STEP:[0-9]* on Fake device \(fake\)(, with a time)?; $ways" "$@"
    [ "$(wc -l <err)" = 1 ] && cmp -s was.json results/accuracy.json && [ "$(ls results)" = accuracy.json ] || wrong 'expected only the file, unchanged'
}
check_preserved "${good[@]}" --bench plain
check_preserved "${good[@]}" --size 1025
check_preserved "${good[@]}" --backend fake:cpu
check_preserved "${good[@]}" --verify-only
run 0 "${good[@]}"
[ "$(ls results)" = accuracy.json ] || wrong 'expected that the same rows replace the earlier ones'
# The configurations of a run are known at its end: a file with others is not lost, unless allowed.
cp results/accuracy.json was.json
run 0 "${good[@]}" --seed 5 --set STEP=1,2 --budget 1
grep -q "^gpubench: results/accuracy.json: 9 rows of the file that was there are not among this run's; it is kept as .*/results/accuracy.json.1 (--overwrite would not)\$" err &&
    cmp -s was.json results/accuracy.json.1 || wrong 'expected a line, and the earlier file'
mv results/accuracy.json real.json
ln -s ../real.json results/accuracy.json
cp was.json real.json
run 0 "${good[@]}" --set STEP=1,2
cmp -s was.json real.json.1 && [ -h results/accuracy.json ] && [ "$(grep -c '"run_type"' real.json)" = 2 ] || wrong 'expected both where the link points'
rm results/* real.json*
cp was.json results/accuracy.json
run 0 "${good[@]}" --set STEP=1,2 --budget 1 --overwrite
[ "$(ls results)" = accuracy.json ] && [ "$(grep -c '"run_type"' results/accuracy.json)" = 1 ] || wrong 'expected only the new rows'
run 0 "${good[@]}" --bench '*' # with more
check_refused '.*: 20 rows there would be lost, .*' "${good[@]}"
run 0 "${good[@]}" --verify-only --overwrite
run 0 "${good[@]}"
run 0 --suite other --backend fake --out told.json
run 0 --suite other --backend fake --out told.json
