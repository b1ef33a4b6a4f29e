# Sourced by ci/test and ci/gpu: runs named steps one after the other and says at the end how each went.
# shellcheck shell=bash

summary=() failures=0

# step NAME FUNCTION: the function runs in a shell of its own and stops at its first failing command. Status 77 says that
# the step was left out, and why is the last line it printed.
step() {
    local name=$1 start=$SECONDS status word
    printf '\n== %s\n' "$name"
    (
        set -euo pipefail
        "$2"
    )
    status=$?
    case $status in
    0) word=passed ;;
    77) word='left out' ;;
    *) word="FAILED (status $status)" failures=$((failures + 1)) ;;
    esac
    summary+=("$(printf '%-14s %-20s %5d s' "$name" "$word" $((SECONDS - start)))")
}

# steps PREFIX ALL... -- CHOSEN...: runs step NAME with the function PREFIX_NAME for each name chosen, all if none is.
steps() {
    local prefix=$1 all=() name
    shift
    while [ "$1" != -- ]; do
        all+=("$1")
        shift
    done
    shift
    for name; do
        [[ " ${all[*]} " == *" $name "* ]] && continue
        printf '%s: there is no step %s; the steps are: %s\n' "$0" "$name" "${all[*]}" >&2
        exit 2
    done
    [ $# -gt 0 ] || set -- "${all[@]}"
    for name; do
        step "$name" "${prefix}_$name"
    done
}

# Prints the summary; its status is that of the whole.
steps_end() {
    printf '\n== summary\n'
    printf '%s\n' "${summary[@]}"
    [ $failures = 0 ]
}
