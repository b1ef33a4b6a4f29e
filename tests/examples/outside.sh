#!/usr/bin/env bash
# An installed gpubench that was moved serves a suite outside the tree, by CMake and by pkg-config, alone and beside its own.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
unset MAKEFLAGS MAKELEVEL

ends 0 env DESTDIR="$root/stage" cmake --install "$BUILD_DIR" --component development --prefix /opt/gpubench
mv stage/opt/gpubench moved
include=$root/moved/include/gpubench
find "$include" -name '*.h' -printf '%P\n' >headers
while read -r header; do
    ends 0 cc -std=gnu17 -Wall -Wextra -Werror -D_GNU_SOURCE -DLANES=4 -I"$include" -fsyntax-only -xc - <<<"#include \"$header\""
done <headers

cp -r "$SOURCE_DIR/examples/outside" mine
ends 0 cmake -S mine -B by_cmake -DCMAKE_PREFIX_PATH="$root/moved" -DCMAKE_C_FLAGS='-Wall -Wextra -Werror'
ends 0 cmake --build by_cmake
PKG_CONFIG_PATH=$(dirname "$(find "$root/moved" -name gpubench.pc)")
export PKG_CONFIG_PATH
ends 0 make -C mine
for program in by_cmake/clamp mine/clamp; do
    ends 0 "$program" list
    prints '^clamp  '
    omits '^(reduction|vector_add) ' out
    ends 0 "$program" list --check
    ends 0 "$program" --suite clamp --backend opencl --size 1023 --verify-only --out "${program%/*}/results.json"
done

echo 'SUITE(vector_add)' >>mine/suites/suites.def
ends 0 cmake --build by_cmake
ends 0 by_cmake/clamp list
prints '^clamp  '
prints '^vector_add  '
ends 0 by_cmake/clamp --suite vector_add --bench common --backend opencl --size 1023 --budget 1 --verify-only --out results.json

# Mistakes.
mkdir -p mine/kernels/vector_add
cp moved/share/gpubench/kernels/vector_add/*.cl mine/kernels/vector_add
ends 2 cmake --build by_cmake
contains 'two files have the name vector_add/' err
rm mine/suites/suites.def
ends 1 cmake -S mine -B nothing -DCMAKE_PREFIX_PATH="$root/moved"
contains 'suites.def is$' err
