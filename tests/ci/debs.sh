#!/usr/bin/env bash
# ci/debs installs nothing where it lacks a package, or may not: it names the folder. What it installs, release.yml shows.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
[ -r /etc/os-release ] || { echo 'no /etc/os-release'; exit 77; }
mkdir debs bin
printf '#!/bin/sh\necho 1000\n' >bin/id # the user it runs as: not root
for tool in apt-get dpkg-deb; do printf '#!/bin/sh\ntouch %s/called\n' "$root" >bin/$tool; done
chmod +x bin/*
debs() { ends 2 env PATH="$root/bin:$PATH" "$SOURCE_DIR/ci/debs" "$@"; }
debs
contains '^ci/debs: usage: ci/debs FOLDER$' err
# shellcheck source=/dev/null
name=$(. /etc/os-release && echo "$ID${VERSION_ID:-${VERSION_CODENAME-}}")
touch "debs/gpubench_1.0_${name}_amd64.deb" debs/gpubench-dev_1.0_other1_amd64.deb
debs debs
contains "^ci/debs: debs has no two \.debs for $name: ci/release deb makes them$" err
touch "debs/gpubench-dev_1.0_${name}_amd64.deb"
debs debs
contains '^ci/debs: it installs packages: for root, in a container or chroot$' err
printf '#!/bin/sh\necho 0\n' >bin/id
cp bin/id bin/gpubench
debs debs
contains '^ci/debs: gpubench is here: for a bare container or chroot$' err
[ ! -e called ] || wrong 'it called apt-get'
exit 0
