#!/usr/bin/env bash
# The libraries of references are built in a checkout whose path has an apostrophe, and a blank. A script stands for nvcc: as
# that does, it loses an include path that has an apostrophe.
set -eu
: "${SOURCE_DIR:?}"
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
tree="$root/it's a tree"
mkdir "$tree" "$root/bin"
cp -r "$SOURCE_DIR/references" "$tree"
cat >"$tree/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.20)
project(tree LANGUAGES C CXX)
add_subdirectory(references)
END
cat >"$root/bin/nvcc" <<'END'
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
chmod +x "$root/bin/nvcc"
wrong() {
    cat "$root/log"
    echo "$1"
    exit 1
}
cmake -S "$tree" -B "$tree/build" -DNVCC="$root/bin/nvcc" >"$root/log" 2>&1 || wrong 'cmake failed'
grep -q 'References: cub memory thrust' "$root/log" || wrong 'expected references'
cmake --build "$tree/build" --target references >"$root/log" 2>&1 || wrong 'the build failed'
cmp "$tree/build/libgpubench_memory.so" "$tree/references/memory.cu" || wrong 'expected a library'
