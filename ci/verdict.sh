# For scripts that compare: a verdict and who reads it.
# shellcheck shell=bash

# forget_verdict FOLDER: what an earlier run left there would be taken for this one's.
forget_verdict() { rm -f "$1"/compare.{json,txt} "$1/summary.md" "$1/annotations.txt"; }

# verdict FOLDER COMPARE...: runs `gpubench compare`, whose table, JSON, summary and annotations lie in FOLDER then, none of an earlier
# run. Prints the table, on GitHub the annotations, too, and appends the summary to $GITHUB_STEP_SUMMARY, where that is set. Returns
# the status of COMPARE.
verdict() {
    local folder=$1 status=0
    shift
    forget_verdict "$folder" || return 2
    "$@" --json "$folder/compare.json" --markdown "$folder/summary.md" --annotations "$folder/annotations.txt" >"$folder/compare.txt" || status=$?
    cat "$folder/compare.txt"
    [ ! -f "$folder/summary.md" ] || [ -z "${GITHUB_STEP_SUMMARY-}" ] || cat "$folder/summary.md" >>"$GITHUB_STEP_SUMMARY"
    [ ! -f "$folder/annotations.txt" ] || [ -z "${GITHUB_ACTIONS-}" ] || cat "$folder/annotations.txt"
    return $status
}
