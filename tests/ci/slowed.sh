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
export GPUBENCH=$PLANTED OUT=$root/made
ends 0 tree/ci/slowed 2 found.json --backend fake:cpu
says '^1 SAME\.$' out
cmp -s out made/more-2.txt || wrong 'expected the table'
says '"verdict": "SAME"' made/more-2.json
says '\.n = n \* \(100 \+ 2\) / 100,' made/copy-2/tuner/job/job.c
silent '\.n = n,' made/copy-2/tuner/job/job.c

refuse() { # TEXT ARGUMENT...: status 2, and a line
    ends 2 tree/ci/slowed "${@:2}"
    says "$1" err
}
refuse 'usage: ci/slowed PERCENT FILE' 2
refuse '2.5 is no number of per cent below 100' 2.5 found.json
refuse 'nowhere.json: cannot read' 2 nowhere.json
refuse 'searches nothing: leave --strategy out' 2 found.json --strategy random
GPUBENCH=$root/none refuse 'none is missing; ci/build release makes it' 2 found.json
printf '#!/bin/sh\necho "no compiler"\nexit 1\n' >tree/ci/build
git -C tree -c user.name=a -c user.email=a@b commit -qam two
refuse 'no compiler' 3 found.json
sed -i 's/\.n = n,/.n = number,/' tree/tuner/job/job.c
refuse 'tuner/job/job.c has no line' 3 found.json
