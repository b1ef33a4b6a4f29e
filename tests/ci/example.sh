#!/usr/bin/env bash
# ci/example, as its README.md says: a header made by a short run on PoCL, the program built with it, and run. The values of
# its one line are the header's; with another header they are that one's; on a device that the header does not know, the
# macros'; and a wrong sum is detected.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
cp "$SOURCE_DIR"/ci/example/{add.c,Makefile} .

# build: with the header that is there. The loader's library without a number is for developers, whom it may lack.
build() {
    touch tuned.h
    make -s CFLAGS='-O1 -std=c17 -Wall -Wextra -Wconversion -Wshadow -Werror' LDLIBS="$library -lm" >out 2>&1
}

# expect STATUS REGEX ARGUMENT...: of the program.
expect() {
    ends "$1" ./add "${@:3}"
    [ "$(cat out err | wc -l)" = 1 ] && grep -Eqx "$2" out || wrong "expected one line: $2"
}

# value PARAMETER: of the header's macros.
value() { sed -n "s/^#define GPUBENCH_VECTOR_ADD_COMMON_$1 \([0-9]*\)$/\1/p" tuned.h; }

library=-lOpenCL
echo 'int main(void) { return 0; }' >try.c
"${CC:-cc}" try.c $library -o try 2>/dev/null || library=-l:libOpenCL.so.1
"${CC:-cc}" try.c $library -o try 2>/dev/null || { echo 'no libOpenCL'; exit 77; }

status=0
"$GPUBENCH" --suite vector_add --bench common --backend opencl --size 65536 --set BLOCK_SIZE=64 --set VECTOR_WIDTH=1 \
    --set GRID=one_shot --set ITEMS_PER_THREAD=2,4 --ceilings off --header tuned.h >out 2>&1 || status=$?
[ $status != 3 ] || { cat out; exit 77; }
[ $status = 0 ] || { wrong 'expected a header'; exit 1; }
device=$(sed -n 's/^#define GPUBENCH_DEVICE "\(.*\)"$/\1/p' tuned.h)
items=$(value ITEMS_PER_THREAD)
known='as the header has it for this device'
[ "$(value BLOCK_SIZE)" = 64 ] || wrong 'expected a header of BLOCK_SIZE 64'

build || wrong 'it does not build'
expect 0 ".*: 1000003 elements by groups of 64 with $items items per thread, $known: 0 wrong"
grep -qF "$device: " out || wrong "expected the device $device"

# Of another header, other values: of the table by size, and of the macros, which are another device's.
sed 's/, 65536u,$/, 65536u, 128, 8, 1, GPUBENCH_VECTOR_ADD_COMMON_GRID_ONE_SHOT},\n    {"DEVICE", "opencl", 1048576u,/' tuned.h |
    sed "s|\"DEVICE\"|\"$device\"|; s/\*end = entry + 1,/*end = entry + 2,/" >two.h
cp tuned.h one.h
cp two.h tuned.h
build || wrong 'it does not build with two sizes'
expect 0 ".*: 70000 elements by groups of 128 with 8 items per thread, $known: 0 wrong" 70000
expect 0 ".*: 1000003 elements by groups of 64 with $items items per thread, $known: 0 wrong" 1000003
sed -e "s|$device|another|" -e 's/_BLOCK_SIZE 64$/_BLOCK_SIZE 32/' one.h >tuned.h
build || wrong "it does not build with another device's header"
expect 0 ".*: 1000003 elements by groups of 32 with $items items per thread, as the header's macros have it: 0 wrong"

# A kernel that leaves one element out.
sed -i 's/if (i < n)/if (i < n - 1)/' add.c
build || wrong 'the wrong kernel does not build'
expect 1 '.*: 1 wrong'
