#!/usr/bin/env bash
# The results files that are kept are those that ci/record makes, each by the options that stand there. (What a file without
# `measuring` says of its command was cut: it is to be made again.)
set -eu
: "${SOURCE_DIR:?}"
cd "$SOURCE_DIR"
listed=$(mktemp)
trap 'rm -f "$listed"' EXIT
ci/record --list >"$listed"
[ "$(cut -d: -f1 "$listed" | sort)" = "$(basename -as .json reports/h200/*.json | sort)" ]
compared=0
while IFS= read -r line; do
    file=reports/h200/${line%%:*}.json
    grep -q '"measuring"' "$file" || continue
    command=$(sed -n 's/.*"command": "gpubench \([^"]*\)",\?$/\1/p' "$file")
    eval "set -- ${command% --out *}"
    [ "$*" = "${line#*: }" ] || { echo "$file: by gpubench $*"; exit 1; }
    compared=$((compared + 1))
done <"$listed"
[ "$compared" -gt 0 ]
ci/record --list reduction >"$listed"
[ "$(wc -l <"$listed")" = 1 ]
status=0
ci/record --list no_such_file 2>"$listed" || status=$?
[ "$status" = 2 ] && grep -q 'nothing is called no_such_file' "$listed"
