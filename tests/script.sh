# For scripts: $root is a folder of the test's own, the current one, with its cache; it goes when the script ends, with what runs
# in the background. A script fails where anything was wrong, or something is left in $root/tmp.
# shellcheck shell=bash
: "${GPUBENCH:?} ${SOURCE_DIR:?}"
root=$(readlink -f "$(mktemp -d)")
trap 'leave $?' EXIT
cd "$root" || exit 1
export GPUBENCH_CACHE=$root/cache
failures=0 status=0 last=

leave() {
    local left
    jobs -p | xargs -r kill 2>/dev/null || true
    left=$(ls -A "$root/tmp" 2>/dev/null) || true
    [ -z "$left" ] || { echo "left in tmp: $left"; failures=$((failures + 1)); }
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

# judged STATUS REGEX COMMAND...: it ends so, and a line of its table, or the last on stderr, says that.
judged() {
    ends "$1" "${@:3}"
    says "$2" out <(tail -n 1 err)
}

# behind COUNT RESULTS PROCESS: waits until a run's journal has more than so many lines.
behind() {
    until [ "$(cat "$2.journal" 2>/dev/null | wc -l)" -gt "$1" ]; do
        kill -0 "$3" || wrong 'expected that it runs'
        sleep 0.01
    done
}

# says REGEX FILE...: some line of a file; shows REGEX: of what the last command printed; silent REGEX FILE: none.
says() { grep -Eqe "$1" "${@:2}" || wrong "expected in ${*:2}: $1"; }
shows() { says "$1" out; }
silent() { ! grep -Eqe "$1" "$2" || wrong "not expected in $2: $1"; }
