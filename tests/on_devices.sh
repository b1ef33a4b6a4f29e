# For tests that run a suite on each kind of device there is: $devices has a line BACKEND INDEX for the first GPU and the
# first CPU, $root is a folder of the test's own, $failed what it exits with.
# shellcheck shell=bash disable=SC2034,SC2154,SC2317 # backend and index are the loop's that calls; check calls functions
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

# all_right LEAST: at least so many are, and none is wrong.
all_right() {
    [ "$rows" -ge "$1" ] && [ "$wrong" = 0 ]
}

# [least=NUMBER] faulty KERNEL_FILE EXPRESSION REASON SUITE OPTION...: with the kernel file as sed's expression makes it, no
# configuration passes, so many (one) give a wrong result at least, and one says the reason.
faulty() {
    rm -rf "$root/kernels"
    cp -R "$SOURCE_DIR/kernels" "$root/kernels"
    sed -i "$2" "$root/kernels/$1"
    if cmp -s "$SOURCE_DIR/kernels/$1" "$root/kernels/$1"; then
        echo "$1: nothing to replace by $2"
        failed=1
        return
    fi
    run "${@:4}" --kernels "$root/kernels"
    check "${*:4} with $2" found_out "$3" "${least:-1}"
}

found_out() {
    grep '"status": "wrong-result"' "$root/results.json" >"$root/found"
    [ "$rows" = 0 ] && [ "$(wc -l <"$root/found")" -ge "$2" ] && grep -q "\"status\": \"wrong-result\".*$1" "$root/found"
}
