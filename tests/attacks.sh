# For tests/attacks/*.sh: kernels that do not do their work in each launch, but what they think that is looked at. Each kind
# is a configuration of the one kernel file, so that correct ones are beside it; all of them are timed. It is detected
# where its row is `wrong-result`, and the others are right.
# shellcheck shell=bash disable=SC2034,SC2154 # backend, index and rows are those of on_devices.sh
. "${SOURCE_DIR:?}/tests/on_devices.sh"
devices=${ATTACK_DEVICES-$devices}
[ -n "$devices" ] || { echo 'no device'; exit 77; }
how='expected|written|input' # the reason by which most attacks are detected
kinds=() wheres=() reasons=()

# attack KIND "PARAMETER=VALUE ..." REASON: in this configuration the kernel has ATTACK_KIND defined. With ATTACKS set, to
# words, only those kinds are planted. Where REASON is the word right, it is to be right, and its time is printed;
# where it is the word told, no more than that is done.
attack() {
    [ -z "${ATTACKS+set}" ] || [[ " $ATTACKS " == *" $1 "* ]] || return 0
    kinds+=("$1") wheres+=("$2") reasons+=("$3")
}

# spread "KIND ..." "PARAMETER=VALUE,VALUE ..." REASON: the kinds, one in each configuration of these values; those of the last
# parameter change first.
spread() {
    local pair value where kind all=('') next
    for pair in $2; do
        next=()
        for where in "${all[@]}"; do
            for value in $(tr , " " <<<"${pair#*=}"); do next+=("$where ${pair%%=*}=$value"); done
        done
        all=("${next[@]}")
    done
    for kind in $1; do
        attack "$kind" "${all[0]# }" "$3"
        all=("${all[@]:1}")
    done
}

# What chooses, at the top of the kernel file. Words are macros of their own: CHILD_STREAM=default is CHILD_STREAM_DEFAULT.
choose_attack() {
    local i pair value condition
    for i in "${!kinds[@]}"; do
        condition=1
        for pair in ${wheres[i]}; do
            value=${pair#*=}
            [[ $value = [0-9]* ]] || value=${pair%=*}_${value^^}
            condition+=" && ${pair%=*} == $value"
        done
        printf '#if %s\n#define ATTACK_%s\n#endif\n' "$condition" "${kinds[i]^^}"
    done
}

# plant KERNEL_FILE EXPRESSION: the kernels, in which sed's expression includes attacks/NAME.cl of tests/attacks/kernels.
plant() {
    rm -rf "$root/kernels"
    cp -R "$SOURCE_DIR/kernels" "$root/kernels"
    cp -R "$SOURCE_DIR/tests/attacks/kernels/." "$root/kernels"
    choose_attack >"$root/kernels/attacks/chosen.cl"
    sed -i.as-it-was "$2" "$root/kernels/$1"
    grep -oE 'include "attacks/[a-z_]*\.cl"' <<<"$2" | sort -u >"$root/wanted"
    grep -oE 'include "attacks/[a-z_]*\.cl"' "$root/kernels/$1" | sort -u | cmp -s - "$root/wanted" && return
    echo "$1: not all of this was put in: $2"
    failed=1
}

# row "PARAMETER=VALUE ...": the line of results for this configuration.
row() {
    local rows pair
    rows=$(sed '/^"best": /,$d' "$root/results.json" | grep '^{"name"' | grep -v '"reference": true')
    for pair in $1; do
        rows=$(grep -E "\"${pair%=*}\": \"?${pair#*=}\"?[,}]" <<<"$rows")
    done
    printf '%s\n' "$rows"
}

time_of() {
    sed -n 's/.*"median_ns": \([0-9.e+-]*\).*/\1/p' <<<"$1" | head -n 1
}

# is_detected KIND WHERE REASON: prints the configuration's verdict; false unless it was detected.
is_detected() {
    local row reason
    row=$(row "$2")
    if grep -q '"status": "wrong-result"' <<<"$row"; then
        reason=$(sed -n 's/.*"reason": "\([^"]*\)".*/\1/p' <<<"$row")
        echo "$backend $index: $1: detected: $reason"
        [ "$3" = told ] || grep -qE "$3" <<<"$reason" && return
        echo "$backend $index: $1: not the reason that was expected, $3"
    elif [ -n "$(time_of "$row")" ]; then
        echo "$backend $index: $1: rated right, in $(time_of "$row") ns"
        [[ $3 = right || $3 = told ]] && return
    else
        echo "$backend $index: $1: no time: ${row#*\"status\":}"
        grep -q '"status": "no-time"' <<<"$row" && return # a busy machine's clock: neither detected nor rated
    fi
    return 1
}

# print_correct: all other configurations have a time.
print_correct() {
    local i rows
    rows=$(row '')
    for i in "${!kinds[@]}"; do
        rows=$(grep -vFx "$(row "${wheres[i]}")" <<<"$rows")
    done
    echo "$backend $index: correct: $(grep -c '"run_type"' <<<"$rows"), in $(sed -n 's/.*"median_ns": \([0-9.e+-]*\).*/\1/p' <<<"$rows" | xargs) ns"
    ! grep '"status": ' <<<"$rows" | grep -v '"status": "no-time"'
}

# is_cuda: whether what CUDA alone has can be planted.
is_cuda() {
    [[ $backend = cuda || $backend = nvrtc:* ]]
}

# compiles OPTION...: without a device, all of them compile.
compiles() {
    run --kernels "$root/kernels" --strategy exhaustive "$@"
    check 'attacks' complete 1
}

# attacks KERNEL_FILE EXPRESSION OPTION...: on $backend $index, all of them in one run; then there are none any more.
attacks() {
    local i
    plant "$1" "$2"
    if [[ $backend = nvrtc:* ]]; then
        compiles "${@:3}"
        kinds=() wheres=() reasons=()
        return
    fi
    run --kernels "$root/kernels" --strategy exhaustive --measure-all --jobs 1 "${@:3}"
    for i in "${!kinds[@]}"; do
        is_detected "${kinds[i]}" "${wheres[i]}" "${reasons[i]}" || failed=1
    done
    if ! print_correct; then
        cat "$root/out" "$root/err"
        failed=1
    fi
    kinds=() wheres=() reasons=()
}
