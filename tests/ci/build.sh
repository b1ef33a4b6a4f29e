#!/usr/bin/env bash
# ci/build configures once, and again when it is given arguments, whatever the generator; a failure shows the log. A cmake of
# our own keeps a diary.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
mkdir -p tree/ci bin
cp "$SOURCE_DIR/ci/build" tree/ci/
cat >bin/cmake <<'STUB'
#!/bin/sh
echo "cmake $*" >>"$DIARY"
echo 'a word of the log'
[ ! -e "$DIARY.fail" ]
STUB
chmod +x bin/cmake
export DIARY=$PWD/diary

# build ARGUMENT...: its status and output are in $status and $said; what cmake was called with is in $calls.
build() {
    status=0
    rm -f "$DIARY"
    said=$(PATH=$PWD/bin:$PATH tree/ci/build "$@" 2>&1) || status=$?
    calls=$(cat "$DIARY")
}
expect() {
    # shellcheck disable=SC2053 # a pattern
    [[ "$status $said $calls" == $2 ]] || wrong "$1: got '$status $said $calls', expected '$2'"
}

build debug
expect 'first time' $'0  cmake --preset debug\ncmake --build build/debug --target all --parallel *'
for generated in Makefile build.ninja; do
    rm -f tree/build/debug/Makefile
    touch "tree/build/debug/$generated"
    build debug gpubench
    expect "$generated" '0  cmake --build build/debug --target gpubench --parallel *'
    build debug all -DA=1 -DB=2
    expect "$generated and arguments" $'0  cmake --preset debug -DA=1 -DB=2\ncmake --build build/debug *'
done
touch "$DIARY.fail"
build debug
expect 'failure' $'1 a word of the log\nci/build: failed: cmake --build * cmake --build *'
