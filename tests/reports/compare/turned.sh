#!/usr/bin/env bash
# Each comparison of the gate's rule, turned round, makes its test fail. (`for` loops, too: then nothing is done, or too much.)
set -eu
: "${SOURCE_DIR:?}"
cd "$SOURCE_DIR"
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
rule=reports/compare/rule.c

# fails FILE: its test does not pass, or does not end.
fails() {
    cc -std=c17 -O1 -I. "$1" tests/reports/compare/rule.c -lm -o "$root/test" && ! timeout 10 "$root/test" >/dev/null 2>&1
}

if fails "$rule"; then
    echo "the test fails as it is"
    exit 1
fi
# A line for each comparison: its line, its place there, and what it is turned into.
awk '/^static const|^#include|^ *\/?\*/ { next }
    { for (from = 1; match(substr($0, from), / (<=|>=|==|!=|<|>) /); from += RSTART + RLENGTH - 1) {
        operator = substr($0, from + RSTART, RLENGTH - 2)
        print NR, from + RSTART, operator
    } }' "$rule" >"$root/comparisons"
[ "$(wc -l <"$root/comparisons")" -ge 10 ]
declare -A turned=(['<']='>' ['>']='<' ['<=']='>' ['>=']='<' ['==']='!=' ['!=']='==')
while read -r line place operator; do
    awk -v line="$line" -v place="$place" -v now="${turned[$operator]}" -v length_of="${#operator}" '
        NR == line { $0 = substr($0, 1, place - 1) now substr($0, place + length_of) } { print }' "$rule" >"$root/turned.c"
    cmp -s "$rule" "$root/turned.c" && { echo "$rule:$line: nothing was turned"; exit 1; }
    fails "$root/turned.c" || { echo "$rule:$line:$place: $operator turned round is not noticed"; exit 1; }
done <"$root/comparisons"
