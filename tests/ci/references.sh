#!/usr/bin/env bash
# The libraries of references are built in a checkout whose path has an apostrophe, and a blank. A script replaces nvcc: as
# that does, it loses an include path that has an apostrophe.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
tree="$root/it's a tree"
mkdir "$tree" bin
cp -r "$SOURCE_DIR/references" "$SOURCE_DIR/cmake" "$tree"
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

# As they are built they are installed; stripped, as for a package, they name no folder of this machine, and still serve.
command -v readelf >/dev/null || { echo 'no readelf'; exit 77; }
for library in "$tree"/build/libgpubench_*.so; do
    cc -shared -fPIC -g -Wl,-rpath=/nowhere/cuda -o "$library" -xc - <<<'int called(void) { return 1; }'
done
ends 0 cmake --install "$tree/build" --prefix "$root/plain"
ends 0 env DESTDIR="$root/staged here" cmake --install "$tree/build" --prefix /usr --strip
for name in cub memory thrust; do
    ends 0 readelf -SdW "plain/lib/gpubench/libgpubench_$name.so"
    contains '/nowhere/cuda' out
    contains '\.debug_info' out
    ends 0 readelf -SdW "staged here/usr/lib/gpubench/libgpubench_$name.so"
    omits '/nowhere/cuda|R(UN)?PATH' out
    omits '\.debug_info|\.symtab' out
    ends 0 readelf -W --dyn-syms "staged here/usr/lib/gpubench/libgpubench_$name.so"
    contains ' called$' out
done
