#!/usr/bin/env bash
# The results files that are kept are those that ci/record makes, each by the options that stand there, and their times are
# of the definition that this program has.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
cd "$SOURCE_DIR"
listed=$root/listed
ci/record --list >"$listed"
[ "$(cut -d: -f1 "$listed" | sort)" = "$(basename -as .json reports/h200/*.json | sort)" ]
measuring=$(sed -n 's/.*\bMEASURING = \([0-9]*\).*/\1/p' tuner/result.h)
[ "$measuring" ]
while IFS= read -r line; do
    file=reports/h200/${line%%:*}.json
    grep -q "\"measuring\": $measuring," "$file" || { echo "$file: of another definition of time"; exit 1; }
    command=$(sed -n 's/.*"command": "gpubench \([^"]*\)",\?$/\1/p' "$file")
    eval "set -- ${command% --out *}"
    [ "$*" = "${line#*: }" ] || { echo "$file: by gpubench $*"; exit 1; }
done <"$listed"
[ -s "$listed" ]
ci/record --list reduction >"$listed"
[ "$(wc -l <"$listed")" = 1 ]
cd "$root"
refused 'nothing is called no_such_file' "$SOURCE_DIR/ci/record" --list no_such_file
# A run that fails says why, and the others go on.
printf '#!/bin/sh\necho "gpubench: no driver" >&2\nexit 3\n' >"$root/gpubench"
chmod +x "$root/gpubench"
GPUBENCH=$root/gpubench OUT=$root/made ends 1 "$SOURCE_DIR/ci/record" 'vector_add*'
[ "$(grep -c 'status 3, .* gpubench: no driver$' out)" = 2 ] || wrong 'expected two'
