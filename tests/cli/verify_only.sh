#!/usr/bin/env bash
# --verify-only on the fake device: correct rows are `verified`, without a time and without a best; others fail as
# usual, and so does the run. And what else it skips.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"

# run STATUS SUITE OPTION...: writes out, err and results.json.
run() {
    ends "$1" "$PLANTED" --suite "$2" --backend fake --verify-only --time-limit 5 --out results.json --overwrite "${@:3}"
}

# rows COUNT REGEX: the number of matching lines in the results.
rows() { [ "$(grep -Ec -e "$2" results.json)" = "$1" ] || wrong "expected $1 rows with $2"; }

run 0 planted --set PLANT=good
rows 4 '"status": "verified", .*"verify": \{"error": [0-9.e-]*, "tolerance": [0-9.e-]*\}, .*"binary": "[0-9a-f]+"'
rows 0 '"run_type"|"median_ns"|"over_default"'
prints '^verified planted/sums: correct, not timed \(--verify-only\)$'
prints '^4 configurations verified, none timed, in '
contains '^planted/sums n=[0-9]* verifying ' err
[ "$(grep -c 'play-off\|measuring' err)" = 0 ] || wrong 'expected that nothing was measured'
"$PLANTED" table results.json >again
cmp -s <(grep -v '^Compiled\|^Results' out) again || wrong 'expected the same table of the file'

run 1 planted
rows 4 '"status": "verified"'
rows 3 '"status": "wrong-result"'
rows 6 '"status": "(invalid|compile-failed|timed-out|crashed)"'
prints '^3 wrong-result, all with BLOCK_SIZE 64, the first: '

# No ceilings are measured, as nothing has limits.
run 0 limits --bench half
[ "$(grep -c ceiling err)" = 0 ] || wrong 'ceilings were measured'

for option in '--header best.h' '--until 90%' '--samples samples.jsonl' --measure-all; do
    # shellcheck disable=SC2086 # words
    run 2 planted $option
    contains "^gpubench: --verify-only takes no times: leave ${option%% *} out\$" err
done
refused '--verify-only takes no value' "$PLANTED" --suite planted --backend fake --verify-only=yes

# Several patterns; the runs of tests are options of a run.
run 1 limits --bench 'half,los*'
[ "$(grep -o '"bench": "[a-z]*"' results.json | sort -u | wc -l)" = 3 ] || wrong 'expected three benches'
ends 0 "$PLANTED" list --tests limits
[ "$(wc -l <out)" = 1 ] || wrong 'expected one run of all benches'
read -r -a options <out
"$PLANTED" "${options[@]}" --backend fake --verify-only --out results.json --overwrite >out 2>err
contains '^limits/half n=[0-9]* verifying ' err
refused "gpubench: unknown suite 'nothing'" "$PLANTED" list --tests nothing
refused "gpubench: list: 'told' is one suite too many; usage: gpubench list --tests [SUITE]" "$PLANTED" list --tests limits told
