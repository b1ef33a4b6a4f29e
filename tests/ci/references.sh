#!/usr/bin/env bash
# The libraries of references are built in a checkout whose path has an apostrophe, and a blank. A script replaces nvcc: as
# that does, it loses an include path that has an apostrophe.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
tree="$root/it's a tree"
mkdir "$tree" bin
cp -r "$SOURCE_DIR/references" "$tree"
cat >"$tree/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.20)
project(tree LANGUAGES C CXX)
add_subdirectory(references)
END
cat >bin/nvcc <<'END'
#!/usr/bin/env bash
found=no output=
while (($#)); do
    case $1 in
    -I*"'"*) ;;
    -I*) [ ! -e "${1#-I}/references/cuda_error.h" ] || found=yes ;;
    -o) output=$2; shift ;;
    *.cu) source=$1 ;;
    esac
    shift
done
[ "$found" = yes ] || { echo "references/cuda_error.h: No such file" >&2; exit 1; }
cp "$source" "$output"
END
chmod +x bin/nvcc
ends 0 cmake -S "$tree" -B "$tree/build" -DNVCC="$root/bin/nvcc"
contains 'References: cub memory thrust' out
ends 0 cmake --build "$tree/build" --target references
cmp "$tree/build/libgpubench_memory.so" "$tree/references/memory.cu" || wrong 'expected a library'
