#!/usr/bin/env bash
# spec/TUTORIAL.md as it is: its files are written, its commands run, in its order.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
export LC_ALL=C
page=$SOURCE_DIR/spec/TUTORIAL.md
mkdir bin walk
ln -s "$GPUBENCH" bin/gpubench
PATH=$root/bin:$PATH

# A file is named in the line before its block; a block of sh is the next of the commands: files 1, 2, ...
(cd walk && awk '/^`[^`]+`:$/ { split($0, part, "`"); file = part[2] }
    /^```/ { inside = !inside
             if (inside && $0 == "```sh") file = ++commands
             if (!inside) file = ""
             next }
    inside && file != "" { print >file }' "$page")
[ "$(cd walk && echo *)" = '1 2 3 4 5 smooth.cl use.c' ] || wrong "expected other blocks: $(ls walk)"
cd walk

# does BLOCK REGEX: its commands succeed, and some line that they print matches.
does() {
    ends 0 bash -eu "$1"
    prints "$2"
}
does 1 '^9 configurations verified, none timed'
does 2 '^Spec: smooth.json'
grep -qF '"sizes": "2^20"' smooth.json || wrong 'expected what options say'
does 3 '^status 1: nothing is right'
prints 'y\[[0-9]+\] is .*, expected'
does 4 '^Header: smooth.h'
does 5 '^clBuildProgram\(\.\.\., "-DBLOCK=(64|128|256) -DITEMS=[124]", \.\.\.\)$'
