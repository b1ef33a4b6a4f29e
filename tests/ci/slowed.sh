#!/usr/bin/env bash
# ci/slowed: the copy that it builds has more elements, and is what the gate sees; and what it refuses. (The build is a stand-in.)
set -eu
: "${PLANTED:?}"
. "${SOURCE_DIR:?}/tests/script.sh"
mkdir -p tree/ci tree/tuner/job
cp "$SOURCE_DIR/ci/slowed" tree/ci
cp "$SOURCE_DIR/tuner/job/job.c" tree/tuner/job
cat >tree/ci/build <<'END'
#!/bin/sh
mkdir -p build/release
cp "$PLANTED" build/release/gpubench
END
chmod +x tree/ci/build
git -C tree init -q
git -C tree add .
git -C tree -c user.name=a -c user.email=a@b commit -qm one
"$PLANTED" --suite accuracy --bench copies --size 1024 --backend fake:cpu --out found.json >/dev/null 2>&1
export GPUBENCH=$PLANTED OUT=$root/out
tree/ci/slowed 2 found.json --backend fake:cpu >table 2>err || { cat table err; exit 1; }
grep -q '^1 SAME\.$' table && cmp -s table out/more-2.txt
grep -q '"verdict": "SAME"' out/more-2.json
grep -Fq '.n = n * (100 + 2) / 100,' out/copy-2/tuner/job/job.c
if grep -Fq '.n = n,' out/copy-2/tuner/job/job.c; then exit 1; fi

# refused TEXT ARGUMENT...: status 2, and a line.
refused() {
    local text=$1 status=0
    shift
    tree/ci/slowed "$@" >table 2>err || status=$?
    [ "$status" = 2 ] && grep -q -- "$text" err || { echo "line ${BASH_LINENO[0]}: status $status, expected: $text"; cat err; exit 1; }
}
refused 'usage: ci/slowed PERCENT FILE' 2
refused '2.5 is no number of per cent below 100' 2.5 found.json
refused 'nowhere.json: cannot read' 2 nowhere.json
refused 'searches nothing: leave --strategy out' 2 found.json --strategy random
GPUBENCH=$root/none refused 'none is missing; ci/build release makes it' 2 found.json
printf '#!/bin/sh\necho "no compiler"\nexit 1\n' >tree/ci/build
git -C tree -c user.name=a -c user.email=a@b commit -qam two
refused 'no compiler' 3 found.json
sed -i 's/\.n = n,/.n = number,/' tree/tuner/job/job.c
refused 'tuner/job/job.c has no line' 3 found.json
