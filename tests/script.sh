# For scripts: $root is a folder of the test's own, the current one, with its cache; it goes when the script ends, which fails
# where anything was wrong.
# shellcheck shell=bash
root=$(readlink -f "$(mktemp -d)")
trap 'leave $?' EXIT
cd "$root" || exit 1
export GPUBENCH_CACHE=$root/cache
failures=0 status=0 last=

leave() {
    rm -rf "$root"
    [ "$failures" = 0 ] || { echo "$failures failed"; exit 1; }
    exit "$1"
}

# wrong TEXT: a check failed; shows what the last command said. The script ends where it ends at what fails (set -e).
wrong() {
    failures=$((failures + 1))
    echo "lines ${BASH_LINENO[*]}: $1${last:+; $last: status $status}"
    [ ! -e out ] || sed 's/^/  out: /' out
    [ ! -e err ] || sed 's/^/  err: /' err
    [[ $- != *e* ]] || exit 1
}

# ends STATUS COMMAND...: leaves out, err and $status.
ends() {
    local expected=$1
    shift
    status=0 last="$*"
    "$@" >out 2>err || status=$?
    [ "$status" = "$expected" ] || wrong "expected status $expected"
}

# expect WHAT COMMAND...: the command is good.
expect() { "${@:2}" || wrong "expected: $1"; }

# refused TEXT COMMAND...: it stops with status 2 and one line, which has the text.
refused() {
    ends 2 "${@:2}"
    [ "$(wc -l <err)" = 1 ] && grep -qFe "$1" err || wrong "expected one line: $1"
}

# says REGEX FILE...: some line of a file; silent REGEX FILE: none.
says() { grep -Eqe "$1" "${@:2}" || wrong "expected in ${*:2}: $1"; }
silent() { ! grep -Eqe "$1" "$2" || wrong "not expected in $2: $1"; }
