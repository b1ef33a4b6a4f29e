#!/usr/bin/env bash
# The results files that are kept are those that ci/record makes, each by the options recorded there, and their times are
# of the definition that this program has.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
cd "$SOURCE_DIR"
listed=$root/listed
ci/record --list >"$listed"
[ "$(cut -d: -f1 "$listed" | sort)" = "$(cd reports/h200 && printf '%s\n' *.json *.json.gz | sed 's/\.json\(\.gz\)\?$//; /\*/d' | sort)" ]
measuring=$(sed -n 's/.*\bMEASURING = \([0-9]*\).*/\1/p' tuner/result.h)
[ "$measuring" ]
while IFS= read -r line; do
    file=reports/h200/${line%%:*}.json
    [ -f "$file" ] || file=$file.gz
    gzip -cdf "$file" | grep "\"measuring\": $measuring," >/dev/null || { echo "$file: of another definition of time"; exit 1; }
    ! gzip -cdf "$file" | grep '"interrupted": true' >/dev/null || { echo "$file: its run was ended early"; exit 1; }
    command=$(gzip -cdf "$file" | sed -n 's/.*"command": "gpubench \([^"]*\)",\?$/\1/p')
    eval "set -- ${command% --out *}"
    said=$*
    [ "${said% --strategy exhaustive --budget 2000}" = "${line#*: }" ] || { echo "$file: by gpubench $*"; exit 1; }
done <"$listed"
[ -s "$listed" ]
# What nobody has made yet is listed where it is requested.
grep -o '^ *later [a-z_0-9-]*[a-z_0-9]' ci/record | while read -r _ name; do
    ci/record --list "$name*" | grep -q "^$name"
    [ -f "reports/h200/$name.json" ] || [ -f "reports/h200/$name.json.gz" ] || ! ci/record --list | grep -q "^$name:"
done
ci/record --list reduction >"$listed"
[ "$(wc -l <"$listed")" = 1 ]
cd "$root"
refused 'nothing is called no_such_file' "$SOURCE_DIR/ci/record" --list no_such_file
# A run that fails reports the reason, and the others continue.
printf '#!/bin/sh\necho "gpubench: no driver" >&2\nexit 3\n' >"$root/gpubench"
chmod +x "$root/gpubench"
GPUBENCH=$root/gpubench OUT=$root/made ends 1 "$SOURCE_DIR/ci/record" 'vector_add*'
[ "$(grep -c 'status 3, .* gpubench: no driver$' out)" = 2 ] || wrong 'expected two'

# One that was ended early leaves no record.
printf '#!/bin/sh\nwhile [ "$1" != --out ]; do shift; done\necho "\\"interrupted\\": true" >"$2"\nexit 130\n' >"$root/gpubench"
GPUBENCH=$root/gpubench OUT=$root/early ends 1 "$SOURCE_DIR/ci/record" 'vector_add' space-slice
[ "$(cd early && printf '%s\n' *.json*)" = 'space-slice.json.interrupted
vector_add.json.interrupted' ] || wrong 'expected what was ended early beside the records'
printf '#!/bin/sh\necho "gpubench: no driver" >&2\nexit 3\n' >"$root/gpubench"

# ---- --stale: of another history, of a tree with changes, not there
mkdir -p tree/ci tree/reports/h200 tree/reports/other
cp "$SOURCE_DIR/ci/record" tree/ci/record
cd tree
git_as_author() { git -c user.name=a -c user.email=a@b "$@"; }
git_as_author init -q && git_as_author commit -q --allow-empty -m one && first=$(git rev-parse --short=12 HEAD)
git_as_author commit -q --allow-empty -m two
git_as_author checkout -q -b beside "$first" && git_as_author commit -q --allow-empty -m three && beside=$(git rev-parse --short=12 HEAD)
git_as_author checkout -q -
file() { printf '{\n  "context": {\n    "gpubench": {\n      "commit": "%s",\n      "wall_seconds": 9.6,\n' "$2" >"reports/$1.json"; }
file h200/vector_add "$first"
file h200/vector_add-opencl "$beside"
file h200/coulomb "$first-dirty"
file h200/coulomb-volume 760f338cf8e6
file other/vector_add-opencl "$first"
ends 0 ci/record --stale --list 'vector_add*' 'coulomb*'
[ "$(cut -d: -f1 out | paste -sd,)" = "vector_add-opencl ($beside, 10 s),coulomb ($first-dirty, 10 s),coulomb-volume (760f338cf8e6, 10 s),coulomb-sizes,coulomb-both,coulomb-search" ] ||
    wrong 'expected those whose commit nobody has'
ends 0 ci/record --stale --list --folder reports/other 'vector_add*'
[ "$(cut -d: -f1 out | paste -sd,)" = vector_add ] || wrong 'expected what the folder has not'
# Spaces are packed.
file h200/space-slice "$beside"
gzip -9n reports/h200/space-slice.json
ends 0 ci/record --stale --list 'space-slice'
[ "$(cut -d: -f1 out)" = "space-slice ($beside, 10 s)" ] || wrong 'expected a packed file to be read'
printf '#!/bin/sh\nwhile [ "$1" != --out ]; do shift; done\necho made >"$2"\n' >made.sh
chmod +x made.sh
GPUBENCH=$PWD/made.sh OUT=$root/packed ends 0 ci/record 'space-slice'
[ "$(gzip -cd "$root/packed/space-slice.json.gz")" = made ] || wrong 'expected a packed file'
# All is recorded, but of what is searched.
printf '#!/bin/sh\necho "$@" >>"$OUT/said"\n' >say.sh
chmod +x say.sh
GPUBENCH=$PWD/say.sh OUT=$root/all ends 0 ci/record vector_add reduction-search-cold
contains '^--backend cuda --suite vector_add --size large --strategy exhaustive --budget 2000 --out' "$root/all/said"
contains '^--backend cuda --suite reduction --strategy random .* --budget 200 --out' "$root/all/said"
GPUBENCH=$root/gpubench OUT=$root/again ends 1 ci/record --stale 'vector_add*'
[ "$(grep -c '^vector_add-opencl .*status 3' out)" = 1 ] && [ "$(wc -l <out)" = 1 ] || wrong 'expected one'
refused '--folder no_such is no folder' ci/record --list --folder no_such
