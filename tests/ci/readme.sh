#!/usr/bin/env bash
# What README.md shows of the committed results are lines of the table as the command that stands there prints it, in
# its order.
set -eu
: "${GPUBENCH:?} ${SOURCE_DIR:?}"
cd "$SOURCE_DIR"
printed=$(mktemp) shown=$(mktemp)
trap 'rm -f "$printed" "$shown"' EXIT
grep -q 'gpubench table --long reports/h200/reduction.json' README.md
"$GPUBENCH" table --long reports/h200/reduction.json >"$printed"
awk '/^```$/ && !done { inside = !inside; done = !inside; next } inside && !done' README.md >"$shown"
[ "$(wc -l <"$shown")" -ge 10 ]
! diff "$printed" "$shown" | grep '^>'
