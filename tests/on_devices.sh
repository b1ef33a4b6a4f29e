# For tests that run a suite on each kind of device there is: $devices has a line BACKEND INDEX for the first GPU and the
# first CPU, $root is a folder of the test's own, $failed what it exits with.
# shellcheck shell=bash disable=SC2034,SC2154,SC2317 # backend and index are the loop's that calls; check calls functions
: "${GPUBENCH:?} ${SOURCE_DIR:?}"
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
failed=0
listing=$("$GPUBENCH" devices) || [ $? = 3 ] || { echo 'gpubench devices failed'; exit 1; }
devices=$(awk '/^ *[0-9]+ / {backend = $2; number = $3}
    /^ +[CG]PU,/ && !seen[$1]++ {print backend, number}' <<<"$listing")
if [ -z "$devices" ] && grep -q '^ *[0-9]' <<<"$listing"; then
    printf '%s\n' "$listing" 'no device was understood'
    exit 1
fi

# run OPTION...: on $backend $index; rows is how many configurations are right, wrong how many are not. The time limit is for
# what hangs: a machine may be busy. One compiler, as PoCL's takes half a second to start, and tests run side by side.
run() {
    rm -f "$root/results.json"
    "$GPUBENCH" --ceilings off --jobs 1 --time-limit 600 --backend "$backend" --device "$index" --out "$root/results.json" "$@" \
        >"$root/out" 2>"$root/err"
    status=$?
    touch "$root/results.json"
    count_rows
}

count_rows() {
    grep -v '"reference": true' "$root/results.json" >"$root/rows"
    rows=$(grep -cE '"run_type"|"status": "(verified|compiled)"' "$root/rows")
    wrong=$(grep '"status": ' "$root/results.json" | grep -vcE '"status": "(verified|compiled|unsupported)"')
}

# announced: the number of configurations to be tried, by the progress lines, over all benches and sizes.
announced() {
    sed -n 's,^\([a-z0-9_]*/[^ ]* n=[0-9]*\) [a-z]* [0-9]*/\([0-9]*\).*,\1 \2,p' "$root/err" |
        awk '{total[$1 $2] = $3} END {for (bench in total) sum += total[bench]; print sum + 0}'
}

# check WHAT CONDITION...: prints the outcome; where the condition is false, also the output, and the test has failed.
check() {
    echo "$backend $index: $1: $rows right, $wrong failed"
    shift
    "$@" && return
    cat "$root/out" "$root/err"
    grep '"status": ' "$root/results.json" | grep -v '"status": "\(verified\|compiled\)"' |
        sed 's/^{"name": "\([^"]*\)".*"status": /  \1: /'
    failed=1
}

# count_names NAME[,NAME]: how many they are.
count_names() {
    awk -F, '{print NF}' <<<"$1"
}

# benches: how many have rows.
benches() {
    sed -n 's/^{"name": .*"bench": "\([^"]*\)", "size".*/\1/p' "$root/rows" | sort -u | wc -l
}

# each_test SUITE COMMAND...: the command with the options of each run that the suite's benches name; there is one.
each_test() {
    local tests options
    tests=$("$GPUBENCH" list --tests "$1") && [ -n "$tests" ] || { echo "no runs of $1"; failed=1; return; }
    while read -r -a options; do # --suite NAME --bench NAME[,NAME] ...
        "${@:2}" "${options[@]}"
    done <<<"$tests"
}

# complete NUMBER: every configuration that was announced is right, and so many benches have rows.
complete() {
    [ "$status" = 0 ] && [ "$wrong" = 0 ] && [ "$rows" = "$(announced)" ] && [ "$rows" -gt 0 ] && [ "$(benches)" = "$1" ] && return
    echo "$(announced) announced; status $status; $(benches) of $1 benches"
    return 1
}

# too_busy: the machine was, so that its clock showed nothing of one that is right otherwise; there is no other fault.
too_busy() {
    grep '"status": ' "$root/results.json" | grep -v '"status": "\(verified\|compiled\|unsupported\)"' >"$root/wrong"
    [ -s "$root/wrong" ] && ! grep -v '"status": "no-time"' "$root/wrong"
}

# [least=NUMBER] faulty KERNEL_FILE EXPRESSION REASON OPTION...: with the kernel file as sed's expression makes it, no
# configuration passes, and so many (one) give a wrong result at least for the reason. Kernels are those of the folders in
# KERNELS, separated by colons.
faulty() {
    local folder folders
    rm -rf "$root/kernels"
    mkdir "$root/kernels"
    IFS=: read -r -a folders <<<"${KERNELS:-$SOURCE_DIR/kernels}"
    for folder in "${folders[@]}"; do
        cp -R "$folder/." "$root/kernels"
    done
    sed -i.as-it-was "$2" "$root/kernels/$1"
    if cmp -s "$root/kernels/$1" "$root/kernels/$1.as-it-was"; then
        echo "$1: nothing to replace by $2"
        failed=1
        return
    fi
    run "${@:4}" --verify-only --kernels "$root/kernels"
    check "${*:4} with $2" is_detected "$3" "${least:-1}"
}

is_detected() {
    [ $status = 1 ] && [ "$rows" = 0 ] && [ "$(grep -c "\"status\": \"wrong-result\".*$1" "$root/results.json")" -ge "$2" ]
}
