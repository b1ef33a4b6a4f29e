#!/usr/bin/env bash
# Inverting any comparison in the gate's code, or in that of --static, makes its test fail. (Also a loop's condition.)
set -eu
: "${SOURCE_DIR:?} ${BUILD_DIR:?}"
cd "$SOURCE_DIR"
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
declare -A turned=(['<']='>' ['>']='<' ['<=']='>' ['>=']='<' ['==']='!=' ['!=']='==')

# fails FILE TEST...: one of a file's tests fails, leaks, or does not end. Their other sources are in the library.
fails() {
    local file=$1 test
    shift
    for test; do fails_one "$test" "$file" && return; done
    return 1
}
fails_one() {
    cc -std=c17 -D_GNU_SOURCE -O1 -fsanitize=address,undefined -fno-sanitize-recover -I. "$2" "$1" tests/check.c \
        "$BUILD_DIR"/libgpubench_modules.a -ljansson -lm -o "$root/test" || { echo "$2 does not compile"; exit 1; }
    ! { timeout 10 "$root/test"; } >/dev/null 2>&1
}

# invert FILE LEAST TEST...: inverts at least LEAST comparisons.
invert() {
    local file=$1 least=$2 line place operator count=0
    shift 2
    if fails "$file" "$@"; then
        echo "one of $* fails as it is"
        exit 1
    fi
    while read -r line place operator; do
        awk -v line="$line" -v place="$place" -v now="${turned[$operator]}" -v length_of="${#operator}" '
            NR == line { $0 = substr($0, 1, place - 1) now substr($0, place + length_of) } { print }' "$file" >"$root/turned.c"
        cmp -s "$file" "$root/turned.c" && { echo "$file:$line: nothing was turned"; exit 1; }
        fails "$root/turned.c" "$@" || { echo "$file:$line:$place: $operator turned round is not noticed"; missed=yes; }
        count=$((count + 1))
    done < <(awk '/^static const|^_Static_assert|^#include|^ *\/?\*/ { next }
        { for (from = 1; match(substr($0, from), / (<=|>=|==|!=|<|>) /); from += RSTART + RLENGTH - 1)
            print NR, from + RSTART, substr($0, from + RSTART, RLENGTH - 2) }' "$file")
    [ "$count" -ge "$least" ] || { echo "$file: $count comparisons, expected $least"; exit 1; }
}

missed=
invert reports/compare/rule.c 10 tests/reports/compare/rule.c
invert reports/compare/comparison.c 30 tests/reports/compare/comparison.c tests/reports/compare/failures.c
invert reports/compare/verdict.c 8 tests/reports/compare/failures.c tests/reports/compare/comparison.c
invert reports/compare/static_comparison.c 14 tests/reports/compare/static_comparison.c
[ -z "$missed" ]
