#!/usr/bin/env bash
# ci/style accepts a small tree, reports a fault of each kind with its place, and names a missing tool.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
for tool in clang-format-14 shellcheck eslint clang-tidy-14; do
    command -v $tool >/dev/null || { echo "$tool is not here"; exit 77; }
done
modules=(base benchmark_c ci cli compute kernels man pick references regress reports simulate spec suites tests tuner)

# fresh: a tree with a source and a script, as they should be; its build is there.
fresh() {
    rm -rf tree
    mkdir -p tree/.ci tree/examples tree/build/debug "${modules[@]/#/tree/}"
    cp "$SOURCE_DIR"/.clang-format "$SOURCE_DIR"/.clang-tidy tree/
    cp "$SOURCE_DIR/ci/style" tree/ci/
    printf '#!/bin/sh\n' >tree/ci/build
    chmod +x tree/ci/build
    printf 'int sign(int a)\n{\n    if (a < 0)\n        return -1;\n    return a > 0;\n}\n' >tree/base/sign.c
    printf '[\n{\n  "directory": "%s",\n  "command": "cc -c base/sign.c",\n  "file": "%s"\n}\n]\n' \
        "$PWD/tree" "$PWD/tree/base/sign.c" >tree/build/debug/compile_commands.json
}

# expect STATUS TEXT [TOOL...]: the output of ci/style for the tree.
expect() {
    ends "$1" tree/ci/style "${@:3}"
    [[ $(cat out err) == *"$2"* ]] || wrong "expected: $2"
}

fresh
expect 0 ''
expect 2 'there is no tool spell; the tools are: format shell page tidy' spell
sed -i 's/^        return -1/      return -1/' tree/base/sign.c
expect 1 'base/sign.c:3:15: error: code should be clang-formatted'
expect 0 '' shell tidy
fresh
sed -i 's/^    if (a < 0)$/&;/; s/^    \(    return -1;\)/\1/' tree/base/sign.c
expect 1 'base/sign.c:3:15: error: potentially unintended semicolon'
fresh
# shellcheck disable=SC2016 # the script's own
printf '#!/bin/sh\necho "$b"\n' >tree/ci/planted
expect 1 'ci/planted:2:7: warning: b is referenced but not assigned' shell
expect 0 '' format
fresh
mkdir tree/reports/html
cp "$SOURCE_DIR/reports/html/.eslintrc.json" tree/reports/html/
printf '"use strict";\nshow(a);\n' >tree/reports/html/planted.js
expect 1 "reports/html/planted.js:2:6: 'a' is not defined" page
expect 0 '' format shell
printf '"use strict";\n%600s' '' | tr ' ' '\n' >tree/reports/html/planted.js
expect 1 'with the others 602 lines, at most 599' page

# A machine without one of them.
mkdir -p bin
for tool in bash dirname readlink find xargs sed sort nproc shellcheck clang-tidy-14; do
    ln -sf "$(type -P $tool)" bin/$tool
done
fresh
PATH=$PWD/bin ends 77 tree/ci/style
contains 'not looked at without: clang-format-14' out
PATH=$PWD/bin ends 0 tree/ci/style shell tidy
