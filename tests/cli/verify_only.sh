#!/usr/bin/env bash
# --verify-only on the fake device: what is right is `verified`, without a time and without a best; what is not fails as ever,
# and the run with it. And what else it leaves out.
set -u
: "${PLANTED:?}"
. "${SOURCE_DIR:?}/tests/script.sh"

# run STATUS SUITE OPTION...: leaves out, err and results.json.
run() {
    ends "$1" "$PLANTED" --suite "$2" --backend fake --verify-only --time-limit 5 --out results.json --overwrite "${@:3}"
}

# shows FILE REGEX; rows COUNT REGEX: so many lines of the results.
shows() { says "$2" "$1"; }
rows() { [ "$(grep -Ec -e "$2" results.json)" = "$1" ] || wrong "expected $1 rows with $2"; }

run 0 planted --set PLANT=good
rows 4 '"status": "verified", .*"verify": \{"error": [0-9.e-]*, "tolerance": [0-9.e-]*\}, .*"binary": "[0-9a-f]+"'
rows 0 '"run_type"|"median_ns"|"over_default"'
shows out '^verified planted/sums: --verify-only takes no times$'
shows out '^0 configurations measured, 4 verified, in '
shows err '^planted/sums n=[0-9]* verifying '
[ "$(grep -c 'play-off\|measuring' err)" = 0 ] || wrong 'something was measured'
"$PLANTED" table results.json >again
cmp -s <(grep -v '^Compiled\|^Results' out) again || wrong 'the table of the file is another one'

run 1 planted
rows 4 '"status": "verified"'
rows 3 '"status": "wrong-result"'
rows 6 '"status": "(invalid|compile-failed|timed-out|crashed)"'
shows out '^3 wrong-result, all with BLOCK_SIZE 64, the first: '

# No ceilings are measured for limits that nothing has.
run 0 limits --bench half
[ "$(grep -c ceiling err)" = 0 ] || wrong 'ceilings were measured'

run 2 planted --header best.h
shows err '^gpubench: --verify-only takes no times: leave --header out$'
run 2 planted --until 90%
shows err '^gpubench: --verify-only takes no times: leave --until out$'
run 2 planted --samples samples.jsonl
shows err '^gpubench: --verify-only takes no times: leave --samples out$'
run 2 planted --measure-all
shows err '^gpubench: --verify-only takes no times: leave --measure-all out$'
"$PLANTED" --suite planted --backend fake --verify-only=yes >out 2>err && wrong 'a value was taken'
shows err '^gpubench: --verify-only takes no value$'

# Several patterns; the runs of tests are options that a run takes.
run 1 limits --bench 'half,los*'
[ "$(grep -o '"bench": "[a-z]*"' results.json | sort -u | wc -l)" = 3 ] || wrong 'expected three benches'
"$PLANTED" list --tests limits >tests 2>err || wrong 'list --tests failed'
[ "$(wc -l <tests)" = 1 ] || wrong 'expected one run of all benches'
read -r -a options <tests
"$PLANTED" "${options[@]}" --backend fake --verify-only --out results.json --overwrite >out 2>err
shows err '^limits/half n=[0-9]* verifying '
"$PLANTED" list --tests nothing >out 2>err && wrong 'an unknown suite was listed'
shows err "^gpubench: unknown suite 'nothing'"
"$PLANTED" list --tests limits told >out 2>err && wrong 'two suites were listed'
shows err "^gpubench: list: 'told' is one suite too many; usage: gpubench list --tests \[SUITE\]$"
