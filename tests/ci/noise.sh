#!/usr/bin/env bash
# ci/noise on the fake device: blocks, their record and the table; what lies there is not made again.
set -eu
: "${PLANTED:?}"
. "${SOURCE_DIR:?}/tests/script.sh"
whole() {
    printf '#!/bin/sh\necho "$@" >>%s/runs\nexec "%s" --backend fake "$@"\n' "$root" "$PLANTED" >gpubench
    chmod +x gpubench
}
whole
"$PLANTED" --backend fake --ceilings off --suite accuracy --bench copies --size 1024 --strategy exhaustive --out pins.json >/dev/null 2>&1
export OUT=$root/noise GPUBENCH=$root/gpubench
"$SOURCE_DIR/ci/noise" pins.json 4 >out 2>&1 || wrong 'expected a table'
grep -q '^| below 6 us | 1 | 0 % |' out || wrong 'expected a line for the one configuration'
[ "$(wc -l <runs)" = 4 ] || wrong 'expected four runs'
[ "$(grep -c '^accuracy/copies/n:1024/STEP:[0-9]*	[a-z]*\(	1000\)\{4\}$' noise/noise.txt)" = 1 ] || wrong 'expected a record'
"$SOURCE_DIR/ci/noise" pins.json 5 >out 2>&1 || wrong 'expected a table'
[ "$(wc -l <runs)" = 5 ] || wrong 'expected one more run'
# A block that is stopped half way is no block: what it saved is not taken for one.
printf '#!/bin/sh\necho "{}" >"$8"\nexit 130\n' >gpubench
status=0
"$SOURCE_DIR/ci/noise" pins.json 6 >out 2>&1 || status=$?
[ "$status" = 2 ] && grep -q '^ci/noise: block 5: ' out || wrong 'expected that it ends'
[ ! -e noise/5.json ] || wrong 'expected no block'
# A configuration that has no time in some block is left out, and told.
printf '#!/bin/sh\n"%s" --backend fake "$@"\nsed -i s/STEP:/STRIDE:/ "$8"\nexit 1\n' "$PLANTED" >gpubench
"$SOURCE_DIR/ci/noise" pins.json 6 >out 2>&1 || wrong 'expected a table'
grep -qx 'ci/noise: 2 configurations had no time in some block, and are left out' out || wrong 'expected what is left out'
whole
refuse() {
    ends 2 "$SOURCE_DIR/ci/noise" "${@:2}"
    grep -qF "$1" out err || wrong "expected: $1"
}
refuse 'usage: ci/noise FILE [BLOCKS]'
refuse 'nowhere.json: cannot read' nowhere.json
refuse '2 is no number of blocks' pins.json 2
refuse 'x is no number of blocks' pins.json x
echo '{' >broken.json
OUT=$root/other refuse 'block 0: gpubench: broken.json: not a whole results file' broken.json
