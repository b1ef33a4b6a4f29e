#!/usr/bin/env bash
# The precompiled header of a compile worker, from the command line: the binaries are those of a run without it, and its
# 181 MB are freed at the end, also after kill -9 at any moment; the next run removes the remains of a folder.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
unset GPUBENCH_PCH

fail() {
    find cache/scratch -ls
    wrong "$1"
    exit 1
}

# run OPTION...: CUB's configurations for sm_90, one worker.
run() {
    "$GPUBENCH" --suite reduction --bench sum_1d_f32_cub --backend nvrtc:sm_90 --jobs 1 --out results.json "$@" >out 2>err
}
if [ "$(df -Pk . | awk 'NR == 2 {print $4}')" -lt $((5 << 20)) ]; then
    echo "$root has not 5 GiB free"
    exit 77
fi
few=(--strategy exhaustive --set 'BLOCK_SIZE=64,256' --set ITEMS_PER_THREAD=4 --set FINISH=multi_pass
    --set ALGORITHM=raking --set LOAD=striped)

# What is there beside locks, and beside the links by which running workers offer headers.
left() {
    find cache/scratch -mindepth 1 ! -name lock ! -name locks ! -name 'header-*' 2>/dev/null
}

# until WHAT COMMAND...: the command succeeds within a minute.
wait_until() {
    local what=$1 tries
    shift
    for ((tries = 0; tries < 6000; tries++)); do
        ! "$@" || return 0
        sleep 0.01
    done
    fail "in a minute, not seen: $what"
}

is_making() {
    [ -n "$(left)" ]
}

is_made() {
    [ -z "$(left)" ]
}

# A long run, in an empty cache, from the moment when its worker makes the header.
start() {
    rm -rf cache
    "$GPUBENCH" --suite reduction --bench 'sum_1d_*_cub' --backend nvrtc:sm_90 --jobs 1 --budget 60 --out killed.json \
        >out 2>err &
    parent=$!
    wait_until 'a header being made' is_making
}

# The workers are killed by their parent's death.
kill_all() {
    kill -9 "$parent"
    wait "$parent" 2>/dev/null
}

# The worker has ended: its lock is free.
is_free() {
    flock -n "$(left | sed -n 1p)/lock" true
}

# ---- the same binaries

run "${few[@]}"
status=$?
[ $status != 3 ] || { cat err; exit 77; }
version=$(sed -n 's/.*"NVRTC \([0-9.]*\), CUB.*/\1/p' results.json | head -n 1)
[ -n "$version" ] || { echo 'NVRTC without CUB'; exit 77; }
[ "$(printf '12.8\n%s\n' "$version" | sort -V | head -n 1)" = 12.8 ] || { echo "NVRTC $version is older than 12.8"; exit 77; }
[ $status = 0 ] || fail "exit status $status"
[ -z "$(left)" ] || fail 'a run left a folder'
[ -e cache/scratch/lock ] || fail 'no header was made'
GPUBENCH_CACHE=$root/without GPUBENCH_PCH=0 run "${few[@]}" || fail 'a run without a header'
[ ! -e without/scratch ] || fail 'GPUBENCH_PCH=0 made a header'
[ "$(find without/entries -name 'binary-*' | wc -l)" = 2 ] || fail 'expected 2 binaries'
diff -r cache/entries without/entries || fail 'with a header, binaries differ'

# ---- several workers, one header, where addresses can be fixed

# headers PROCESS: the inodes of the headers that its workers have open.
headers() {
    local worker file
    for worker in $(pgrep -P "$1"); do
        for file in "/proc/$worker/fd"/*; do
            [[ $(readlink "$file") != */scratch/*/header* ]] || stat -Lc %i "$file"
        done
    done 2>/dev/null
}

if setarch -R true; then
    rm -rf cache
    "$GPUBENCH" --suite reduction --bench sum_1d_f32_cub --backend nvrtc:sm_90 --jobs 3 --budget 12 --out several.json >out 2>err &
    parent=$!
    while kill -0 $parent 2>/dev/null; do headers $parent; done | sort -u >inodes
    wait $parent || fail 'a run with several workers'
    [ "$(wc -l <inodes)" -le 1 ] || fail 'several headers were made'
    [ -z "$(left)" ] || fail 'a run with several workers left something'
    [ -z "$(find cache/scratch -name 'header-*')" ] || fail 'a run with several workers left a link'
fi

# ---- killed while the header is made, which takes more than a second, and later

for try in 1 2 3; do
    start
    kill_all
    [ -z "$(left)" ] || break
done
[ -n "$(left)" ] || fail "$try times killed too late"
wait_until "the worker's end" is_free
"$GPUBENCH" devices >out 2>err
[ -z "$(left)" ] || fail 'the next run did not remove the folder'

start
wait_until 'a header made' is_made
kill_all
[ -z "$(left)" ] || fail 'a header that is made has a name'
run "${few[@]}" || fail 'a run after all this'
[ -z "$(left)" ] || fail 'a run left a folder'
[ -z "$(find cache/scratch -name 'header-*')" ] || fail 'a run left a link'
