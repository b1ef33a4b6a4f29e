# For scripts: $root is the test's own folder, the current one, with its cache; it is removed when the script ends, and what runs
# in the background is ended. A script fails if a check failed, or if files remain in $root/tmp.
# shellcheck shell=bash
: "${GPUBENCH:?} ${SOURCE_DIR:?}"
root=$(readlink -f "$(mktemp -d)")
trap 'clean_up $?' EXIT
cd "$root" || exit 1
export GPUBENCH_CACHE=$root/cache
failures=0 status=0 last=

clean_up() {
    local left
    jobs -p | xargs -r kill 2>/dev/null || true
    left=$(ls -A "$root/tmp" 2>/dev/null) || true
    [ -z "$left" ] || { echo "left in tmp: $left"; failures=$((failures + 1)); }
    rm -rf "$root"
    [ "$failures" = 0 ] || { echo "$failures failed"; exit 1; }
    exit "$1"
}

# wrong TEXT: a check failed; prints the last command's output. With set -e the script ends.
wrong() {
    failures=$((failures + 1))
    echo "lines ${BASH_LINENO[*]}: $1${last:+; $last: status $status}"
    [ ! -e out ] || sed 's/^/  out: /' out
    [ ! -e err ] || sed 's/^/  err: /' err
    [[ $- != *e* ]] || exit 1
}

# ends STATUS COMMAND...: writes out and err, and sets $status.
ends() {
    local expected=$1
    shift
    status=0 last="$*"
    "$@" >out 2>err || status=$?
    [ "$status" = "$expected" ] || wrong "expected status $expected"
}

# expect WHAT COMMAND...: the command succeeds.
expect() { "${@:2}" || wrong "expected: $1"; }

# refused TEXT COMMAND...: it stops with status 2 and one line, which has the text.
refused() {
    ends 2 "${@:2}"
    [ "$(wc -l <err)" = 1 ] && grep -qFe "$1" err || wrong "expected one line: $1"
}

# ends_printing STATUS REGEX COMMAND...: with the status, and a line of its table, or the last on stderr, matches.
ends_printing() {
    ends "$1" "${@:3}"
    contains "$2" out <(tail -n 1 err)
}

# await_rows COUNT RESULTS PROCESS: waits until a run's journal has more than COUNT lines.
await_rows() {
    until [ "$(cat "$2.journal" 2>/dev/null | wc -l)" -gt "$1" ]; do
        kill -0 "$3" || wrong 'expected that it runs'
        sleep 0.01
    done
}

# contains REGEX FILE...: some line of a file; prints REGEX: of the last output; omits REGEX FILE: none.
contains() { grep -Eqe "$1" "${@:2}" || wrong "expected in ${*:2}: $1"; }
prints() { contains "$1" out; }
omits() { ! grep -Eqe "$1" "$2" || wrong "not expected in $2: $1"; }
