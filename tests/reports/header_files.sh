#!/bin/bash
# A header of several files of devices of one name: a note names the file that counts; if the devices differ, no header is made.
set -eu
: "${GPUBENCH:?} ${SOURCE_DIR:?}"
golden=$SOURCE_DIR/tests/reports/golden/results.json
# header STATUS PATTERN FILE...: prints one line that matches, and no other; with an empty pattern none.
header() {
    local expected=$1 pattern=$2 status=0
    shift 2
    rm -f x.h
    "$GPUBENCH" header "$@" -o x.h >out 2>err || status=$?
    [ "$status" = "$expected" ] && [ "$(wc -l <err)" = $((${#pattern} > 0)) ] && { [ -z "$pattern" ] || grep -Eqe "$pattern" err; } &&
        [ "$([ -s x.h ] && echo 0 || echo 2)" = "$expected" ] && return
    echo "line ${BASH_LINENO[0]}: status $status, expected $expected and $pattern"
    cat err
    exit 1
}
header 0 '^gpubench: header: .*results.json counts for reduction/[^ ]* and [0-9]+ more, which .*results.json has, too: it is named later$' \
    "$golden" "$golden"
sed 's/"driver": "[^"]*"/"driver": "1.2"/' "$golden" >driver.json
header 0 '^gpubench: header: driver.json counts for .* it is named later \(driver 1.2 there, 580.82.07 before\)$' "$golden" driver.json
sed 's/"units": [0-9]*/"units": 114/' "$golden" >units.json
sed 's/"memory_bytes": [0-9]*/"memory_bytes": 85028765696/' "$golden" >memory.json
header 2 'results.json and units.json are of different devices called NVIDIA H200: 132 units and [0-9]* bytes, 114 units and [0-9]* bytes; make a header of each$' \
    "$golden" units.json
header 2 'driver.json and memory.json are of different devices called NVIDIA H200: .*; make a header of each$' driver.json memory.json
sed 's/"memory_bytes": [0-9]*/"memory_bytes": 150754820097/' "$golden" >alike.json # memory reserved by a driver makes no other device
header 0 'alike.json counts for ' "$golden" alike.json
sed 's/"name": "NVIDIA H200"/"name": "NVIDIA H100"/' units.json >other.json
header 0 '' "$golden" other.json
header 0 '' "$golden"
