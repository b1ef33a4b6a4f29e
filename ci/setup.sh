#!/usr/bin/env bash
# ci/setup.sh [--test]: installs what is needed to build and run gpubench, and with --test what only the tests need. It looks for
# files and commands, so a prepared machine needs neither apt nor root. Silent if nothing is missing; exit status 2, with the
# command to run, if something is missing and cannot be installed from here.
set -u

here=$(dirname "$(readlink -f "$0")")
. "$here/clang.sh"
tests=false
[ "${1-}" = --test ] && tests=true
PATH=$PATH:/usr/sbin:/sbin # ldconfig, which a user's PATH may lack

# ---- what is missing: names for users, packages for apt

missing=() packages=() wished=() # wished: packages without which some tests are skipped, or pictures of reports are static
lack() {
    missing+=("$1")
    read -r -a names <<<"$2"
    packages+=("${names[@]}")
}

command_exists() { command -v "$1" >/dev/null 2>&1; }

# Folders that the compiler and CMake search.
prefixes=(/usr /usr/local "$here/../.deps" "$here/../.deps/usr")
read -r -a given <<<"${CMAKE_PREFIX_PATH-}"
IFS=':;' read -r -a given <<<"${given[*]-}"
prefixes+=("${given[@]+"${given[@]}"}")

header_exists() {
    local prefix
    for prefix in "${prefixes[@]}"; do
        [ -f "$prefix/include/$1" ] && return
    done
    for prefix in "${JANSSON_INCLUDE-}" "${XXHASH_INCLUDE-}"; do
        [ -z "$prefix" ] || [ ! -f "$prefix/$1" ] || return 0
    done
    return 1
}

library_exists() {
    local file folders
    IFS=: read -r -a folders <<<"${LD_LIBRARY_PATH-}"
    for file in "${folders[@]/%//$1}" /usr/lib/"$1" /usr/lib/*/"$1" /usr/lib64/"$1" /usr/local/lib/"$1"; do
        [ -e "$file" ] && return
    done
    grep -q "^[[:space:]]*$1 " <<<"$(ldconfig -p 2>/dev/null)"
}

cmake_is_new_enough() {
    [[ "$(cmake --version 2>/dev/null)" =~ ([0-9]+)\.([0-9]+) ]] || return
    ((BASH_REMATCH[1] > 3 || (BASH_REMATCH[1] == 3 && BASH_REMATCH[2] >= 22)))
}

# With an NVIDIA GPU and its driver gpubench runs without OpenCL; its tests need it.
nvidia_works() { [ -e /dev/nvidiactl ] && library_exists libcuda.so.1; }

opencl_device_listed() {
    local list
    for list in "${OCL_ICD_VENDORS:-/etc/OpenCL/vendors}"/*.icd; do
        [ -e "$list" ] && return
    done
    [[ "${OCL_ICD_VENDORS-}" == *.icd || "${OCL_ICD_VENDORS-}" == *.so* ]]
}

compare_tool_works() {
    local python
    [ -f /usr/share/benchmark/compare.py ] || return
    for python in python3 /usr/bin/python3; do
        "$python" -c 'import numpy, scipy' 2>/dev/null && return
    done
    return 1
}

browser_works() {
    command_exists chromium && command_exists chromedriver && /usr/bin/python3 -c 'import selenium' 2>/dev/null
}

look() {
    missing=() packages=() wished=()
    { command_exists "${CC:-cc}" && header_exists stdio.h; } || lack 'a C compiler' 'gcc libc6-dev'
    command_exists "${CXX:-c++}" || lack 'a C++ compiler' g++
    command_exists make || lack make make
    cmake_is_new_enough || lack 'CMake 3.22 or newer' cmake
    header_exists jansson.h || lack jansson.h libjansson-dev
    header_exists xxhash.h || lack xxhash.h libxxhash-dev
    header_exists zlib.h || lack zlib.h zlib1g-dev
    header_exists benchmark/benchmark.h || lack 'Google Benchmark' libbenchmark-dev
    header_exists CL/cl.h || lack CL/cl.h opencl-c-headers
    if $tests || ! nvidia_works; then
        library_exists libOpenCL.so.1 || lack libOpenCL.so.1 ocl-icd-libopencl1
        opencl_device_listed || lack 'an OpenCL device (PoCL)' pocl-opencl-icd
    fi
    if $tests; then
        clang_works || wished+=(clang libclang-rt-dev)
        for tool in clang-format-14 clang-tidy-14 shellcheck eslint mandoc zsh fish cmark-gfm; do
            command_exists $tool || wished+=("$tool")
        done
        python3 -c 'from jsonschema import Draft202012Validator' 2>/dev/null || wished+=(python3-jsonschema)
        compare_tool_works || wished+=(libbenchmark-tools python3 python3-scipy)
        browser_works || ! grep -qx ID=debian /etc/os-release || # Ubuntu's is a snap, which no test can drive
            wished+=(chromium chromium-driver python3-selenium python3-pip)
    fi
    [ -f "${GPUBENCH_D3:-/usr/share/nodejs/d3/dist/d3.min.js}" ] || wished+=(node-d3)
}

# ---- installing

say() { printf 'ci/setup.sh: %s\n' "$*" >&2; }

join() {
    local text
    printf -v text '%s, ' "$@"
    printf '%s' "${text%, }"
}

# axe checks pages for accessibility. Debian has no package of it, but PyPI has. Without it a test checks less.
fetch_axe() {
    local folder axe=$here/../.deps/axe.min.js
    { $tests && [ ! -s "$axe" ] && browser_works && command_exists pip3; } || return 0
    folder=$(mktemp -d)
    echo 'axe-selenium-python==2.1.6' \
        '--hash=sha256:21d10014c0bc3c999c1bfab54b9ef6a5d67f200ffca3db3629e0b315b3f1f136' >"$folder/wanted"
    if pip3 --quiet --timeout 10 --retries 1 download --no-deps --dest "$folder" -r "$folder/wanted" >"$folder/log" 2>&1; then
        /usr/bin/python3 -m zipfile -e "$folder"/*.whl "$folder"
        mkdir -p "$here/../.deps"
        mv "$folder/axe_selenium_python/node_modules/axe-core/axe.min.js" "$axe"
    else
        say "axe was not fetched, and reports are tested without it: $(tail -n 1 "$folder/log")"
    fi
    rm -rf "$folder"
}

look
fetch_axe
wanted=("${packages[@]+"${packages[@]}"}" "${wished[@]+"${wished[@]}"}")
((${#wanted[@]})) || exit 0
without() { ! $tests || say "some tests will be left out; for them install: ${wished[*]}"; }

as_root=()
if [ "$(id -u)" != 0 ]; then
    command_exists sudo && sudo -n true 2>/dev/null && as_root=(sudo -n)
    ((${#as_root[@]})) || as_root=(none)
fi
if ! command_exists apt-get || [ "${as_root[0]-}" = none ]; then
    if ((${#missing[@]} == 0)); then
        without
        exit 0
    fi
    if command_exists apt-get; then
        say "missing: $(join "${missing[@]}")." \
            "Run as root: apt-get update && apt-get install --no-install-recommends ${wanted[*]}"
    else
        say "missing: $(join "${missing[@]}"). Install them; Debian's names are: ${wanted[*]}"
    fi
    exit 2
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() { "${as_root[@]+"${as_root[@]}"}" env DEBIAN_FRONTEND=noninteractive apt-get -y -o DPkg::Lock::Timeout=300 "$@"; }

say "installing ${wanted[*]}"
apt update >"$log" 2>&1 || say "apt-get update failed, trying with the lists that are here: $(tail -n 1 "$log")"
install() {
    local name unknown=()
    (($#)) || return 0
    apt install --no-install-recommends "$@" >"$log" 2>&1 && return
    cat "$log" >&2
    for name; do
        apt install --simulate --no-install-recommends "$name" >/dev/null 2>&1 || unknown+=("$name")
    done
    ((${#unknown[@]} == 0)) ||
        say "apt cannot install: ${unknown[*]} (on Ubuntu, is the component universe enabled?)"
    return 2
}
install "${packages[@]+"${packages[@]}"}" || exit
install "${wished[@]+"${wished[@]}"}" ||
    for name in "${wished[@]}"; do # one by one, so that a missing one does not prevent others
        apt install --no-install-recommends "$name" >/dev/null 2>&1
    done

hash -r
look
((${#wished[@]} == 0)) || without
if ((${#missing[@]})); then
    say "installed, and still missing: $(join "${missing[@]}")"
    exit 2
fi
fetch_axe
