#!/usr/bin/env bash
# ci/setup.sh on machines that lack things: a PATH of our own simulates the machine, with an apt-get that writes a log
# and installs by uncovering the commands that were hidden.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
expect() {
    # shellcheck disable=SC2053 # a pattern
    [[ "$2" == $3 ]] || wrong "$1: got '$2', expected '$3'"
}

# machine UID: a fresh PATH in ./bin with the system's tools and compilers; its user has that id, and no sudo.
machine() {
    rm -rf bin hidden diary
    mkdir bin hidden
    local tool
    for tool in bash cat dirname env grep ldconfig mktemp mv readlink rm tail true cc c++ make cmake; do
        ln -s "$(PATH=$PATH:/usr/sbin:/sbin type -P $tool)" bin/$tool
    done
    printf '#!/bin/sh\necho %s\n' "$1" >bin/id
    cat >bin/apt-get <<'STUB'
#!/bin/sh
echo "$*" >>diary
case "$*" in
*update*) ;;
*--simulate*) case "$*" in *cmake*) echo 'E: Unable to locate package' >&2; exit 100 ;; esac ;;
*) [ ! -e refuse ] || exit 100
   for tool in hidden/*; do [ ! -e "$tool" ] || mv "$tool" bin/; done ;;
esac
STUB
    chmod +x bin/id bin/apt-get
}
hide() { mv "${@/#/bin/}" hidden/; }

# setup [--test]: runs it there; its status and output are in $status and $said.
setup() {
    status=0
    said=$(PATH=$PWD/bin "$PWD/bin/bash" "$SOURCE_DIR/ci/setup.sh" "$@" 2>&1) || status=$?
}
diary() { cat diary 2>/dev/null || true; }
touch d3.min.js
export GPUBENCH_D3=$PWD/d3.min.js

machine 1000
setup
if [ $status != 0 ]; then
    echo "skipped: this machine itself is not prepared: $said"
    exit 77
fi
expect 'prepared machine' "$status$said$(diary)" 0

machine 1000
hide cmake make
setup
expect 'no root, status' "$status" 2
expect 'no root, line' "$said" "ci/setup.sh: missing: make, CMake 3.22 or newer. Run as root: apt-get update && apt-get install --no-install-recommends make cmake"
expect 'no root, apt' "$(diary)" ''

machine 1000
hide cmake apt-get
setup
expect 'no apt' "$status $said" '2 *missing: CMake 3.22 or newer. Install them; *'

machine 0
hide cmake make
setup
expect 'root' "$status $said" '0 ci/setup.sh: installing make cmake'
expect 'root, apt' "$(diary)" $'-y -o DPkg::Lock::Timeout=300 update\n*install --no-install-recommends make cmake'
rm diary
setup
expect 'second call' "$status$said$(diary)" 0

machine 1000
hide make
printf '#!/bin/sh\nshift\nexec "$@"\n' >bin/sudo
chmod +x bin/sudo
setup
expect 'sudo' "$status $said" '0 *installing make'

machine 0
rm bin/cmake
printf '#!/bin/sh\necho cmake version 3.10.2\n' >bin/cmake
chmod +x bin/cmake
setup
expect 'old cmake that stays' "$status $said" '2 *installing cmake*still missing: CMake 3.22 or newer'

machine 0
hide cmake make
touch refuse
setup
rm refuse
expect 'refused name' "$status $said" '2 *apt cannot install: cmake (*'

# What only pictures need: installed where that is possible, else nothing is printed.
GPUBENCH_D3=nowhere
machine 0
setup
expect 'pictures' "$status $said" '0 ci/setup.sh: installing node-d3'
machine 1000
setup
expect 'pictures, no root' "$status$said$(diary)" 0
GPUBENCH_D3=$PWD/d3.min.js

# What only the tests need is not worth a failure. (Of a machine without OpenCL that is not all they lack.)
machine 1000
setup --test
if [ $status = 0 ]; then
    expect 'tests, no root' "$said" 'ci/setup.sh: some tests will be left out; for them install: clang *'
    machine 0
    setup --test
    expect 'tests' "$status" 0
    expect 'tests, apt' "$(diary)" \
        '*install --no-install-recommends clang libclang-rt-dev clang-format-14 clang-tidy-14 shellcheck*'
    if grep -qx ID=debian /etc/os-release; then
        expect 'tests, a browser' "$(diary)" '*chromium chromium-driver python3-selenium*'
    elif grep -q chromium-driver diary; then
        expect 'tests, no snap' "$(diary)" ''
    fi
    machine 0
    touch refuse
    setup --test
    rm refuse
    expect 'refused wish' "$status $said" '0 *some tests will be left out; for them install: clang *'
    expect 'refused wish, each by itself' "$(diary)" $'*recommends clang\n*recommends libclang-rt-dev\n*recommends shellcheck\n*'
fi
