#!/usr/bin/env bash
# ci/fuzz runs each target on a copy of its corpus, shows what one died of, and reports what is missing. Scripts replace
# clang and for the targets.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
mkdir -p tree/ci tree/tests/fuzz/corpus/{good,bad} tree/build/asan/tests/fuzz bin
cp "$SOURCE_DIR"/ci/{fuzz,clang.sh} tree/ci/
touch tree/tests/fuzz/{good,bad}.c
echo seed | tee tree/tests/fuzz/corpus/good/a >tree/tests/fuzz/corpus/bad/a
script() {
    printf '#!/bin/sh\n%s\n' "$2" >"$1"
    chmod +x "$1"
}
script tree/ci/build '[ "$*" = "asan fuzz" ]'
script bin/clang++ 'exit 0'
script tree/build/asan/tests/fuzz/fuzz_good 'cat corpus/a >/dev/null && echo more >corpus/b && echo "$*" >&2
echo "stat::number_of_executed_units: 123"'
script tree/build/asan/tests/fuzz/fuzz_bad 'printf "a\\001b" >found/crash-1; echo "the report" >&2; exit 77'

# expect STATUS PATTERN ARGUMENT...: the output of ci/fuzz.
expect() {
    PATH=$PWD/bin:$PATH ends "$1" tree/ci/fuzz "${@:3}"
    # shellcheck disable=SC2053 # a pattern
    [[ $(cat err out) == $2 ]] || wrong "expected: $2"
}

expect 0 'good: 123 inputs, none fatal' 1 good
expect 1 '*the report*bad died of build/fuzz/bad-crash-1:*a 001   b*good: 123 inputs, none fatal'
expect 2 'ci/fuzz: there is no target worse; the targets are: bad good' 1 worse
printf 'a\001b' | cmp - tree/build/fuzz/bad-crash-1 || wrong 'expected the bytes'
[ "$(ls tree/tests/fuzz/corpus/good)" = a ] || wrong "the tree's corpus has changed"
script bin/clang++ 'exit 1'
expect 77 'clang is not here, or not whole'
