#!/usr/bin/env bash
# What is installed serves a program by pkg-config, by CMake and by ctypes: the examples, on recorded results.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
recorded=$SOURCE_DIR/reports/h200/reduction.json
best='BLOCK_SIZE:256/ITEMS_PER_THREAD:64/FINISH:first_block/ALGORITHM:multiple/LOAD:striped/VECTOR_WIDTH:2'

ends 0 cmake --install "$BUILD_DIR" --component pick --prefix "$PWD/installed"
library=$(find "$PWD/installed" -name libgpubench-pick.so)
[ -n "$library" ] || { echo 'not built as a shared library'; exit 77; }
folder=$(dirname "$library")
ends 0 sh -c "nm -D --defined-only '$library' | grep -v ' T gpubench_\(choice_word\|pick\|pick_failed\|pick_text\|picks_close\|picks_open\|refine\|trial_[a-z]*\)\$'; :"
omits . out
omits '(cuda|OpenCL|nvrtc)' <(readelf -d "$library")

example=$PWD/installed/share/gpubench/pick/examples
export LD_LIBRARY_PATH=$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} PKG_CONFIG_PATH=$folder/pkgconfig
# shellcheck disable=SC2046 # flags are words
ends 0 cc -std=c17 -Wall -Wextra -Werror "$example/pick.c" $(pkg-config --cflags --libs gpubench-pick) -o by_pkg_config
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.22)
project(use C)
find_package(gpubench-pick 0.1 REQUIRED)
add_executable(shared ${EXAMPLE}/pick.c)
target_link_libraries(shared gpubench-pick::gpubench-pick)
add_executable(static ${EXAMPLE}/pick.c)
target_link_libraries(static gpubench-pick::gpubench-pick-static)
target_link_directories(static PRIVATE ${FOLDERS})
END
jansson=$(sed -n 's/^JANSSON_LIBRARY:FILEPATH=//p' "$BUILD_DIR/CMakeCache.txt")
ends 0 cmake -S . -B use -DCMAKE_PREFIX_PATH="$PWD/installed" -DEXAMPLE="$example" -DFOLDERS="$(dirname "$jansson")"
ends 0 cmake --build use

for program in ./by_pkg_config use/shared use/static; do
    ends 0 "$program" "$recorded" reduction/sum_1d_f32 'NVIDIA H200' 3000000
    prints "^$best/"
    prints '^  measured at 4194304 \(1.4 times off\) on NVIDIA H200 \(1 times off\): 7278 ns; doubt 0.000$'
    prints '^  -DFINISH=first_block$'
    prints '^after [0-9]+ calls: BLOCK_SIZE:'
done
ends 0 ./by_pkg_config "$recorded" reduction/sum_1d_f32 'NVIDIA H100' 3000000
prints '^  on another device$'
ends 1 ./by_pkg_config "$recorded" reduction/none 'NVIDIA H200' 1
contains '^reduction/none: no results of this bench$' err
ends 2 ./by_pkg_config "$example/pick.c" reduction/none 'NVIDIA H200' 1
contains 'pick.c: cannot be read' err

export GPUBENCH_PICK=$library
ends 0 python3 "$example/pick.py" "$recorded" reduction/sum_1d_f32 'NVIDIA H200' 3000000
prints "^\{'BLOCK_SIZE': '256', 'ITEMS_PER_THREAD': '64', 'FINISH': 'first_block'"
prints '^7278 ns at 4194304, 1.4 times off; doubt 0.000$'
ends 1 python3 "$example/pick.py" "$recorded" reduction/none 'NVIDIA H200' 1
contains '^reduction/none: no results of this bench$' err
ends 1 python3 "$example/pick.py" nowhere.json reduction/none 'NVIDIA H200' 1
contains '^nowhere.json: cannot be read' err
