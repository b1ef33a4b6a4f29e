# For tests that run a suite on each kind of device there is: $devices has a line BACKEND INDEX for the first GPU and the
# first CPU, $root is a folder of the test's own, $failed what it exits with.
# shellcheck shell=bash disable=SC2034,SC2154 # backend and index are the loop's that calls
: "${GPUBENCH:?} ${SOURCE_DIR:?}"
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
failed=0
devices=$("$GPUBENCH" devices | awk '/^ *[0-9]+ / {backend = $2; number = $3}
    /^ +[CG]PU,/ && !seen[$1]++ {print backend, number}')

# run SUITE OPTION...: on $backend $index; rows is how many are right, wrong how many are not.
run() {
    local suite=$1
    shift
    "$GPUBENCH" --suite "$suite" --ceilings off --backend "$backend" --device "$index" --out "$root/results.json" "$@" \
        >"$root/out" 2>"$root/err"
    rows=$(grep -c '"run_type"' "$root/results.json")
    wrong=$(grep '"status": ' "$root/results.json" | grep -vc '"status": "unsupported"')
}

# check WHAT CONDITION...: says what came out; where the condition is false, all that was printed, and the test has failed.
check() {
    echo "$backend $index: $1: $rows right, $wrong failed"
    shift
    "$@" && return
    cat "$root/out" "$root/err"
    failed=1
}

# faulty SIZE BENCHES FILE EXPRESSION REASON OPTION...: no ceiling passes with the kernel file as sed's expression makes it, and
# one says the reason.
faulty() {
    rm -rf "$root/kernels"
    cp -R "$SOURCE_DIR/kernels" "$root/kernels"
    sed -i "$4" "$root/kernels/$3"
    if cmp -s "$SOURCE_DIR/kernels/$3" "$root/kernels/$3"; then
        echo "$3: nothing to replace by $4"
        failed=1
    fi
    run ceilings --bench "$2" --size "$1" --kernels "$root/kernels" --budget 1 "${@:6}"
    check "$2 with $4" found_out "$5"
}

found_out() {
    [ "$rows" = 0 ] && grep -q "\"status\": \"wrong-result\".*$1" "$root/results.json"
}
