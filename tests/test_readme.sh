#!/usr/bin/env bash
# README.md shows the table of the committed results, as the command that stands there prints it.
set -eu
: "${GPUBENCH:?} ${SOURCE_DIR:?}"
cd "$SOURCE_DIR"
printed=$(mktemp) shown=$(mktemp)
trap 'rm -f "$printed" "$shown"' EXIT
grep -q 'gpubench table reports/h200/reduction.json' README.md
"$GPUBENCH" table reports/h200/reduction.json >"$printed"
awk '/^```$/ && !done { inside = !inside; done = !inside; next } inside && !done' README.md >"$shown"
diff "$shown" "$printed"
