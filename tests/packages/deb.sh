#!/usr/bin/env bash
# cpack's two packages: the program's has nothing of what suites outside the tree are built against, which is all in the other, and
# each says whose it is. ci/release makes those of a release, and uses them.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
command -v dpkg-deb >/dev/null || { echo 'no dpkg-deb'; exit 77; }
ends 0 cpack -G DEB --config "${BUILD_DIR:?}/CPackConfig.cmake" -B "$PWD/deb" \
    -D CPACK_DEBIAN_COMPRESSION_TYPE=none -D CPACK_DEBIAN_PACKAGE_SHLIBDEPS=OFF
for package in gpubench gpubench-dev; do
    dpkg-deb --fsys-tarfile "$(echo deb/${package}_*.deb)" | tar -t | sed '/\/$/d; s,^\./,,' | sort >$package.files
    contains "^usr/share/doc/$package/copyright$" $package.files
done
contains '^usr/bin/gpubench$' gpubench.files
contains '^usr/lib.*/libgpubench-pick\.so$' gpubench.files
[ -z "$(comm -12 gpubench.files gpubench-dev.files)" ] || wrong 'a file is in both'
ends 0 cmake --install "$BUILD_DIR" --component development --prefix "$PWD/usr"
find usr -type f | sort >development.files
[ "$(comm -23 development.files gpubench-dev.files)" = '' ] || wrong 'gpubench-dev lacks files of the component'
[ "$(comm -13 development.files gpubench-dev.files | grep -vc '^usr/share/doc/')" = 0 ] || wrong 'gpubench-dev has more than the component'
exit 0
