# For scripts that compare: their verdict, and its output.
# shellcheck shell=bash

# forget_verdict FOLDER: removes files of an earlier run, so that they cannot be mistaken for those of this one.
forget_verdict() { rm -f "$1"/compare.{json,txt} "$1/summary.md" "$1/annotations.txt"; }

# verdict FOLDER COMPARE...: runs `gpubench compare`, and writes its table, JSON, summary and annotations to FOLDER, after removing
# those of an earlier run. Prints the table and, on GitHub, the annotations; appends the summary to $GITHUB_STEP_SUMMARY, if that is
# set. Returns the status of COMPARE.
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
