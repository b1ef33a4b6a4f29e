#!/usr/bin/env bash
# --measure-all on the fake device: what is clearly slower than the best is measured to the end all the same.
set -eu
: "${PLANTED:?}"
. "${SOURCE_DIR:?}/tests/script.sh"

# run OPTION...: ten configurations that take 1 to 10 us; leaves results.json.
run() {
    "$PLANTED" --suite accuracy --bench copies --backend fake --size 1024 --strategy exhaustive --ceilings off \
        --out results.json "$@" >out
    [ "$(grep -c '"config": .*"run_type": "iteration"\|"run_type": "iteration".*"config": ' results.json)" = 10 ]
}

run
grep -q '"dropped": true' results.json
run --measure-all
[ "$(grep -c '"dropped": false' results.json)" -ge 10 ]
if grep '"dropped": true' results.json; then exit 1; fi
grep -q '^    STEP 10$' out
