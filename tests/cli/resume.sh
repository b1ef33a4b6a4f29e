#!/usr/bin/env bash
# --resume: a run that was killed at any time, interrupted, or ended by its budget continues; no row is lost or
# duplicated, and the best is the same as without interruption. Files of another run are refused, with the difference.
set -eu
. "$SOURCE_DIR/tests/script.sh"
# run STATUS OPTION...
run() { ends "$1" timeout 900 "$PLANTED" --ceilings off "${@:2}"; }
# names FILE: of all rows, and the best; on a device whose times are real, of the rows only.
only_rows=
names() {
    sed -n '/^"benchmarks"/,/^"best"/p' "$1" | grep -o '^{"name": "[^"]*"' | sort
    [ "$only_rows" ] || sed -n '/^"best"/,$p' "$1" | grep -o '^{"name": "[^"]*"'
}

# kill_run KILLS SECONDS OPTION...: the search is killed at random times, repeatedly, until it ends, and starts again, for
# this number of kills; each within SECONDS of its start.
RANDOM=${RESUME_SEED:-7}
kill_run() {
    local most=$1 seconds=$2 kills=0 rounds life pid status
    shift 2
    run 0 "$@" --out undisturbed.json --overwrite
    names undisturbed.json >expected
    [ "$(wc -l <expected)" -ge 4 ] || wrong 'expected a space'
    for ((rounds = 0; kills < most; rounds++)); do
        rm -f killed.json*
        for ((life = 0; ; life++)); do
            [ $life -lt 60 ] || wrong 'expected that it ends'
            "$PLANTED" --ceilings off "$@" --out killed.json --resume >out 2>err &
            pid=$!
            sleep "$(awk "BEGIN { print $seconds * $RANDOM / 32768 }")"
            [ $life -lt 12 ] && [ $kills -lt "$most" ] && kill -KILL $pid 2>/dev/null && kills=$((kills + 1))
            status=0
            wait $pid 2>/dev/null || status=$?
            [ $status != 137 ] || continue
            [ $status = 0 ] || wrong "status $status"
            break
        done
        names killed.json | cmp -s - expected || { diff <(names killed.json) expected; wrong 'expected the rows of an undisturbed run, and on the fake device its best'; }
        [ ! -e killed.json.journal ] && [ "$(find . -name 'killed.json.*' | wc -l)" = 0 ] || wrong 'expected no journal'
    done
    echo "$kills kills, $rounds runs: $*"
}
space=(--strategy random --seed 3 --jobs 2 --size 1024)
kill_run "${RESUME_KILLS:-100}" 0.06 "${space[@]}" --backend fake:cpu --suite 'accuracy,planted' --bench 'copies,sums' \
    --set PLANT=good,wrong_sum,crash --time-limit 600
only_rows=yes
for seconds_backend in 1:opencl 0.1:nvrtc:sm_90; do
    backend=${seconds_backend#*:}
    others=("${space[@]}" --backend "$backend" --suite accuracy --bench copies --budget 5)
    if "$PLANTED" --ceilings off "${others[@]}" --out there.json --overwrite >out 2>err; then
        kill_run "${RESUME_KILLS_OTHERS:-5}" "${seconds_backend%%:*}" "${others[@]}"
    else
        grep -Eq 'OpenCL has no platform|libnvrtc' err || wrong "expected $backend, or that it is not here"
    fi
done
only_rows=

# It continues after the existing rows, without measuring them again; an incomplete line is measured again.
endless=(--suite slow --backend fake:cpu --size 4096 --jobs 1)
"$PLANTED" --ceilings off "${endless[@]}" --out x.json >out 2>err &
await_rows 5 x.json $!
kill -KILL $! && { wait $! 2>/dev/null || true; }
cp x.json.journal left
rows=$(($(wc -l <left) - 1))
printf '{"name": "half' >>x.json.journal
run 0 "${endless[@]}" --out x.json --resume
contains "^gpubench: x.json.journal: goes on behind $rows configurations\$" err
contains "^Compiled: ($((64 - rows - 1))|$((64 - rows)));" out
contains '^64 configurations measured' out
cp left x.json.journal
rm -r "$GPUBENCH_CACHE" # finalists are compiled, and measured, again
run 0 "${endless[@]}" --out x.json --resume
grep -q '^64 configurations measured,' out && grep -Eq '^sums +2\^12 .* all 64$' out || wrong 'expected all, and a best'
[ "$(names x.json | sort | uniq -d | wc -l)" = 1 ] || wrong 'expected no row twice, but for the best'
run 0 "${endless[@]}" --budget 3 --out none.json --resume
contains '^gpubench: --resume: there is neither none.json nor none.json.journal; the run starts from its beginning$' err

# check_damaged TEXT SCRIPT: a journal changed by a Python script (`lines`, `text`) is refused, and stays unchanged.
check_damaged() {
    python3 -c "text = open('left', 'rb').read(); lines = text.splitlines(True)
$2
open('x.json.journal', 'wb').write(text)"
    cp x.json.journal was
    run 2 "${endless[@]}" --out x.json --resume
    contains "^gpubench: x.json.journal: $1\$" err
    cmp -s was x.json.journal || wrong 'expected an unchanged journal'
}
check_damaged 'line 2 is damaged; without --resume it is kept aside' 'text = text[:len(lines[0]) + 9] + b"\0" + text[len(lines[0]) + 9:]'
check_damaged 'line 3 is damaged; without --resume it is kept aside' 'lines[2] = bytes(9) + b"\n"; text = b"".join(lines)'
check_damaged 'line 4 is damaged; without --resume it is kept aside' 'lines[3] = bytes(9) + lines[3]; text = b"".join(lines) + b"half"'
check_damaged 'line 1 is damaged; without --resume it is kept aside' 'text = b"\0" + text'
check_damaged 'line 1 is damaged; without --resume it is kept aside' 'text = b"\n" + text'
check_damaged 'line 1 is damaged; without --resume it is kept aside' 'text = b"my own notes\nof what is to be done"'
check_damaged 'its first line is no "gpubench/journal/1"' 'text = b"my own notes"'
check_damaged 'its first line is no "gpubench/journal/1"' 'text = bytes(9)'
check_damaged 'line 2\..*; without --resume it is kept aside' 'lines[1] = lines[1].replace(b"\"suite\"", b"\"suit\""); text = b"".join(lines)'
(cat left && printf '\0\0{"name"\0') >x.json.journal # as after a power failure
run 0 "${endless[@]}" --out x.json --resume
contains "^gpubench: x.json.journal: goes on behind $rows configurations\$" err
head -n 1 left | head -c 99 >y.json.journal # an incomplete first line counts as none
run 0 "${endless[@]}" --budget 3 --out y.json --resume
contains '^gpubench: --resume: there is neither y.json nor y.json.journal; the run starts from its beginning$' err
omits 'are kept in' err
cp left z.json.journal.1 # beside an empty one, as after a full disk
: >z.json.journal
run 0 "${endless[@]}" --budget 3 --out z.json --resume
contains '^gpubench: rows of an earlier run are kept in z.json.journal.1: under the name z.json.journal --resume goes on with it$' err

# check_journal_of_other_run TEXT OPTION...: the journal is of another run, and stays unchanged.
check_journal_of_other_run() {
    cp left x.json.journal
    run 2 "${@:2}" --out x.json --resume
    contains "^gpubench: x.json.journal: --resume: it is of another run, $1; without --resume it is kept aside\$" err
    cmp -s left x.json.journal || wrong 'expected an unchanged journal'
}
check_journal_of_other_run 'in seed \(1 there, 2 here\)' "${endless[@]}" --seed 2
check_journal_of_other_run 'in strategy \(default there, exhaustive here\).*' "${endless[@]}" --strategy exhaustive
check_journal_of_other_run 'in --set or --configs \(.*\)' "${endless[@]}" --set NUMBER=1,2
check_journal_of_other_run 'with other problems' --suite slow --backend fake:cpu --size 5000 --jobs 1
check_journal_of_other_run 'in device \(Fake CPU .*there, Fake device .*here\).*' --suite slow --backend fake --size 4096 --jobs 1
cp -r "$SOURCE_DIR/kernels" kernels
cp -r "$SOURCE_DIR"/tests/planted/kernels/. kernels
cp left x.json.journal
run 0 "${endless[@]}" --kernels kernels --out x.json --resume # the same texts, from a folder
echo '/* another */' >>kernels/planted.cl
check_journal_of_other_run 'in kernels \(.*\)' "${endless[@]}" --kernels kernels
run 2 "${endless[@]}" --out x.json --resume --samples y
contains '^gpubench: --resume has a part of a run alone: leave --samples out$' err
sed '1s/"driver": "[^"]*"/"driver": "0"/' left >x.json.journal
run 2 "${endless[@]}" --out x.json --resume
contains 'in driver \(0 there, 1 here\);' err

# A run ended by its budget continues from its results, with another budget, and another one; then all is tried.
rows_of() { sed -n '/^"benchmarks"/,/^"best"/p' "$1" | grep -o '^{"name": "[^"]*"' | sort; }
run 0 "${endless[@]}" --budget 9 --out nine.json
run 0 "${endless[@]}" --budget 5 --out budget.json
run 0 "${endless[@]}" --budget 4 --out budget.json --resume
grep -q '^gpubench: budget.json: goes on behind 5 configurations$' err && grep -q '^9 configurations measured' out || wrong 'expected 5 and 4'
rows_of budget.json | cmp -s - <(rows_of nine.json) || wrong 'expected the rows of a budget of 9'
run 0 "${endless[@]}" --budget 1s --out budget.json --resume
[ "$(rows_of budget.json | uniq -d | wc -l)" = 0 ] && [ "$(rows_of budget.json | wc -l)" -gt 9 ] || wrong 'expected more'
run 0 "${endless[@]}" --out whole.json
run 0 "${endless[@]}" --out budget.json --resume
names budget.json | cmp -s - <(names whole.json) || wrong 'expected all, and the same best'
cp budget.json whole.json
for budget in 1h 100; do
    run 0 "${endless[@]}" --budget $budget --out budget.json --resume
    grep -q '^gpubench: budget.json is complete: nothing was left to try$' err && cmp -s budget.json whole.json || wrong 'expected an unchanged file'
    grep -Eq '^sums +2\^12 .* all 64$' out && grep -q '^Results: budget.json$' out || wrong 'expected its table'
    if grep -q '^Compiled:\|^slow/sums' out err; then wrong 'expected that nothing is compiled or measured'; fi
done
[ ! -e budget.json.journal ] || wrong 'expected no journal'

# interrupt_run SIGNAL STATUS COUNT OPTION...: a run that is ended once its journal has more than COUNT rows.
interrupt_run() {
    local pid
    status=0
    "$PLANTED" --ceilings off "${@:4}" >out 2>err &
    pid=$!
    await_rows "$3" stopped.json $pid
    kill -"$1" $pid
    wait $pid 2>/dev/null || status=$?
    [ $status = "$2" ] || wrong "expected status $2"
}
# It is interrupted in its second problem; resumed, interrupted again, killed, and resumed: the first has its best, and
# is not measured again, and finished problems stay.
two=(--suite 'accuracy,slow' --bench 'copies,sums' --backend fake:cpu --jobs 1 --size 4096 --strategy exhaustive --set 'NUMBER=1,2,3'
    --out stopped.json)
# more COUNT: the lines of the journal with COUNT more rows than in the file.
more() { echo $(($(rows_of stopped.json | wc -l) + 1 + $1)); }
GPUBENCH_CACHE=$root/cold interrupt_run INT 130 16 "${two[@]}"
rows_of stopped.json >was
grep -q '"interrupted": true' stopped.json && [ ! -e stopped.json.journal ] || wrong 'expected results'
GPUBENCH_CACHE=$root/cold interrupt_run TERM 130 "$(more 2)" "${two[@]}" --resume
contains '^gpubench: stopped.json: goes on behind [12][0-9] configurations$' err
if grep -q '^accuracy/copies' err; then wrong 'expected that finished problems are not measured again'; fi
rows_of stopped.json >rows
[ "$(comm -23 was rows | wc -l)" = 0 ] && [ "$(uniq -d rows | wc -l)" = 0 ] && [ "$(names stopped.json | grep -c accuracy)" = 11 ] ||
    wrong 'expected the earlier rows, and their best'
cp stopped.json second.json
GPUBENCH_CACHE=$root/cold interrupt_run KILL 137 "$(more 2)" "${two[@]}" --resume
cmp -s stopped.json second.json || wrong 'expected an unchanged file'
rm stopped.json # its rows are in the journal, too
GPUBENCH_CACHE=$root/cold run 0 "${two[@]}" --resume
grep -Eq '^gpubench: stopped.json.journal: goes on behind [23][0-9] configurations$' err && grep -q '^34 configurations measured' out || wrong 'expected all'
run 0 "${two[@]}" --out both.json
names stopped.json | sort | cmp -s - <(names both.json | sort) || wrong 'expected the rows and the best of an uninterrupted run'
run 0 "${two[@]}" --resume
contains '^gpubench: stopped.json is complete' err
[ ! -e stopped.json.journal ] || wrong 'expected no journal'

# An interrupted run still fills its number, with any strategy.
for strategy in random pairwise greedy:batch=3; do
    counted=("${endless[@]}" --budget 20 --strategy "$strategy")
    rm -f stopped.json
    GPUBENCH_CACHE=$root/colder-$strategy interrupt_run INT 130 4 "${counted[@]}" --out stopped.json
    run 0 "${counted[@]}" --out stopped.json --resume
    run 0 "${counted[@]}" --out alone.json --overwrite
    rows_of stopped.json | cmp -s - <(rows_of alone.json) || wrong 'expected the rows of an uninterrupted run'
done

# Unsupported or failed problems are no reason to continue; verified ones without a time are.
for options in '--suite planted --set PLANT=wrong_sum' '--suite accuracy --verify-only' '--suite accuracy --backend nvrtc:sm_90'; do
    read -r -a options <<<"$options"
    status=0
    "$PLANTED" --ceilings off --backend fake "${options[@]}" --strategy exhaustive --size 1024 --out other.json --overwrite >out 2>err || status=$?
    cp other.json was.json
    run $status --backend fake "${options[@]}" --strategy exhaustive --size 1024 --out other.json --resume
    [ $status -gt 1 ] || { grep -q '^gpubench: other.json is complete' err && cmp -s other.json was.json; } || wrong 'expected that it is complete'
done

# Results of another run, or without an identity, and other files, are refused.
check_results_of_other_run() {
    cp whole.json x.json
    run 2 "${@:2}" --out x.json --resume
    contains "^gpubench: (x.json: )?$1\$" err
    cmp -s whole.json x.json && [ ! -e x.json.journal ] || wrong 'expected an unchanged file'
}
anew='leave --resume out to measure all of it anew'
rm x.json.journal
check_results_of_other_run "--resume: it is of another run, in seed \(1 there, 2 here\); $anew" "${endless[@]}" --seed 2
check_results_of_other_run "--resume: it is of another run, with other problems; $anew" "${endless[@]}" --size 5000
sed -i '/^"identity"/,/^}/d' whole.json
check_results_of_other_run "--resume: it does not say by which run; $anew" "${endless[@]}"
echo 'my own notes' >whole.json
check_results_of_other_run "not a whole results file: .*; --resume goes on with a run's results, or its journal" "${endless[@]}"
