# Sourced by ci/test and ci/gpu: runs named steps one after the other and prints a summary at the end.
# shellcheck shell=bash

summary=() failures=0

# step NAME FUNCTION: runs the function in a subshell, which stops at its first failing command. Status 77 means that the step was
# skipped, for the reason in the last line that it printed.
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

# steps PREFIX ALL... -- CHOSEN...: runs step NAME with the function PREFIX_NAME for each chosen name, or for all if none is chosen.
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

# Prints the summary; returns 1 if a step failed.
steps_end() {
    printf '\n== summary\n'
    printf '%s\n' "${summary[@]}"
    [ $failures = 0 ]
}
