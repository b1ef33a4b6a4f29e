#!/bin/sh
# Does what suites/ADDING.md says, in a copy of the source tree: the suite there builds, runs and is verified, and a
# broken kernel is found out. SOURCE_DIR is the source tree.
set -eu
: "${SOURCE_DIR:?the source tree}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

fail()
{
    echo "test_adding: $1" >&2
    [ -f "$work/log" ] && tail -n 30 "$work/log" >&2
    exit 1
}

mkdir "$work/tree"
(cd "$SOURCE_DIR" && tar cf - --exclude=./.git --exclude=./build --exclude=./results .) | tar xf - -C "$work/tree"

# A line that begins with `file` names the file to which the next fenced block belongs.
cd "$work/tree"
awk '/^`[^`]+`/ && !inside { split($0, part, "`"); file = part[2] }
     /^```/ { inside = !inside && file != ""; folder = file; sub("/[^/]*$", "", folder)
              if (inside) system("mkdir -p " folder); else file = ""
              next }
     inside { print >> file }' suites/ADDING.md
for file in kernels/scale/scale.cl suites/scale/suite.c tests/suites/scale/mutants; do
    [ -s "$file" ] || fail "suites/ADDING.md has no block for $file"
done
[ "$(grep -c '^SUITE(scale)$' suites/suites.def)" = 1 ] || fail "suites/ADDING.md has no line for suites/suites.def"

cmake -S . -B "$work/build" -DCMAKE_BUILD_TYPE=Debug -DGPUBENCH_WERROR=ON -DGPUBENCH_TESTS=OFF \
    -DGPUBENCH_REFERENCES=OFF >"$work/log" 2>&1 ||
    fail "cmake"
cmake --build "$work/build" --target gpubench -j 2 >"$work/log" 2>&1 || fail "the build"

cd "$work"
gpubench()
{
    status=0
    "$work/build/gpubench" "$@" >"$work/log" 2>&1 || status=$?
}

gpubench list scale
[ $status = 0 ] && grep -q scale_f32 log || fail "gpubench list scale: exit $status"

gpubench --suite scale --size small --backend opencl --budget 5s --out scale.json
if [ $status = 3 ]; then
    cat log
    exit 77 # no OpenCL device
fi
[ $status = 0 ] || fail "gpubench --suite scale: exit $status"
grep -q '"scale/scale_f32/n:1048576/BLOCK_SIZE:256/ITEMS_PER_THREAD:1"' scale.json || fail "no row of the default"
! grep -q '"reason"' scale.json || fail "scale.json has failures"

# The suite can tell a wrong result.
sed 's/= factor \*/= 1.001f * factor */' tree/kernels/scale/scale.cl >scale.cl
cp -R tree/kernels wrong
mv scale.cl wrong/scale/scale.cl
gpubench --suite scale --size small --backend opencl --budget 2 --kernels wrong --out wrong.json
[ $status = 1 ] || fail "a wrong kernel: exit $status, expected 1"
grep -q 'wrong-result' wrong.json || fail "a wrong kernel is not told"
