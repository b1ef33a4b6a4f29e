#!/usr/bin/env bash
# The cache folder: owners and modes that are refused, the output of `gpubench cache`, what it removes, what expires;
# and a full cache, or one with damaged PoCL files, costs time and no result.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
trap 'status=$?; umount "$root/full" 2>/dev/null; leave $status' EXIT
mkdir tmp
export TMPDIR=$root/tmp

expect() { ends "$1" timeout 900 "${@:2}"; } # STATUS COMMAND...
check_present() { [ -e "$1" ] || wrong "gone: $1"; }
check_absent() { [ ! -e "$1" ] || wrong "still there: $1"; }

fake=("$PLANTED" --suite slow --backend fake --size 4096 --budget 2 --ceilings off)

# ---- owner and mode

(umask 000 && exec "${fake[@]}") >out 2>err || wrong 'a run with umask 000'
[ "$(stat -c %a cache cache/entries cache/pocl | sort -u)" = 700 ] || wrong 'expected folders of mode 700'
[ "$(stat -c %a cache/entries/* | sort -u)" = 600 ] || wrong 'expected entries of mode 600'
for folder in cache cache/entries cache/pocl; do
    chmod 770 $folder
    for command in "${fake[*]}" "$GPUBENCH devices" "$GPUBENCH cache" "$GPUBENCH cache prune"; do
        # shellcheck disable=SC2086 # words
        expect 2 $command
        contains "^gpubench: cache folder $root/$folder: others may write it \(mode 0770\): .*GPUBENCH_CACHE" err
        [ "$(wc -l <err)" = 1 ] || wrong 'expected one line'
    done
    chmod 700 $folder
done
if [ "$(id -u)" = 0 ]; then
    chown 12345 cache
    expect 2 "${fake[@]}"
    contains '^gpubench: cache folder .*: belongs to .*\(user 12345\): .*GPUBENCH_CACHE' err
    chown 0 cache
fi

# ---- listing and removing

expect 0 "$GPUBENCH" cache
contains "^$root/cache: [0-9.]+ (KiB|B)$" out
contains '^binary  +5  .* today +today  30 days$' out
contains '^expectation +1  .*  7 days$' out
[ ! -s err ] || wrong 'expected nothing on stderr'
refused "gpubench: unknown verb of cache 'prun', did you mean prune?" "$GPUBENCH" cache prun
for arguments in '--older' '--older x' '--older -1' '--to 5x' '--to' '--all'; do
    # shellcheck disable=SC2086 # words
    expect 2 "$GPUBENCH" cache prune $arguments
    contains '^gpubench: (cache: --(older|to) (needs a value|takes (days|a size))|unknown option of cache .--all.; known: --older --to )' err
    [ "$(wc -l <err)" = 1 ] || wrong 'expected one line'
done
expect 0 "$GPUBENCH" cache prune
contains '^removed 0 of ' out
contains '^  gpubench cache prune --older 0   would remove ([0-9]+) of \1, ' out
omits '--older (1|7|30) ' out
cp -R cache kept
touch -d '3 days ago' "$(find cache/entries -name 'binary-*' | head -n 1)"
expect 0 "$GPUBENCH" cache prune # it reports what more would be removed, and how
contains '^removed 0 of ' out
contains '^  gpubench cache prune --older 1   would remove 1 of ' out
check_present "$(find cache/entries -name 'binary-*' -mtime +2)"
expect 0 "$GPUBENCH" cache
contains '^binary .* 3 days ago +today' out
expect 0 "$GPUBENCH" cache prune --older 4
contains '^removed 0 of ' out
expect 0 "$GPUBENCH" cache prune --older 3
contains '^removed 1 of ' out
[ "$(find cache/entries -name 'binary-*' | wc -l)" = 4 ] || wrong 'expected one binary less'
rm -rf cache && cp -R kept cache
head -c 9000 /dev/zero >cache/entries/ceiling-00000000000000000000000000000000
touch -d '2 days ago' cache/entries/*
touch -d '1 days ago' "$(find cache/entries -name 'expectation-*')"
expect 0 "$GPUBENCH" cache prune --to 8.9K
contains ' stay$' out
check_present cache/entries/ceiling-00000000000000000000000000000000
[ "$(find cache/entries -type f | wc -l)" = 1 ] || wrong 'expected only the ceiling'
expect 0 "$GPUBENCH" cache prune --older 0
contains '^removed 1 of 1 .*; 0 B stay$' out
expect 0 "$GPUBENCH" cache
contains "^$root/cache: 0 B$" out

# ---- expiry, once a day

old() { mkdir -p "$(dirname "cache/$1")" && touch "cache/$1" && touch -d "$2" "cache/$1"; }
rm -rf cache && cp -R kept cache
files=(entries/binary-00000000000000000000000000000000 entries/unknown blobs/ab/cdef pocl/AB/program/last_accessed
    entries/.gpubench-abcdef pocl/tempfile_abcdef pocl.aside-1/XX/program/program.bc)
make_old() {
    for file in "${files[@]}"; do old "$file" '40 days ago'; done
    old entries/expectation-00000000000000000000000000000000 '8 days ago'
    find cache/pocl/AB cache/pocl.aside-1 -type d -exec touch -d '40 days ago' {} +
}
recent() {
    old entries/binary-00000000000000000000000000000001 '20 days ago'
    old entries/ceiling-00000000000000000000000000000001 '40 days ago'
    old blobs/ab/recent '20 days ago'
    old entries/.gpubench-recent '10 minutes ago'
    old pocl/AC/program/last_accessed '20 days ago'
}
check_recent() {
    for file in entries/binary-00000000000000000000000000000001 entries/ceiling-00000000000000000000000000000001 \
        entries/.gpubench-recent pocl/AC/program/last_accessed blobs/ab/recent; do
        check_present "cache/$file"
    done
}
make_old
recent
rm -f cache/swept
expect 0 "${fake[@]}"
for file in "${files[@]}" entries/expectation-00000000000000000000000000000000; do check_absent "cache/$file"; done
check_absent cache/pocl/AB
check_absent cache/pocl.aside-1
check_recent
contains '^Compiled: 0; from the cache: 2\.$' out
make_old
expect 0 "${fake[@]}"
check_present cache/entries/unknown # until tomorrow
touch -d '25 hours ago' cache/swept
expect 0 "${fake[@]}"
check_absent cache/entries/unknown
check_recent
rm -r cache/blobs/ab/recent
mkdir -p cache/blobs/ab
old blobs/ab/cdef '40 days ago'
expect 0 "$GPUBENCH" cache prune # at once
check_absent cache/blobs

# ---- a full or read-only cache costs time

mkdir full
chmod 700 full
if [ "$(id -u)" != 0 ]; then
    chmod 500 full
elif ! mount -t tmpfs -o size=1m,mode=700 tmpfs full 2>/dev/null; then
    rmdir full
fi
if [ -e full ]; then
    GPUBENCH_CACHE=$root/full expect 0 "${fake[@]}"
    contains "^gpubench: cache $root/full: .*: what is made now is kept in $root/tmp/gpubench-.* until the end" err
    [ "$(grep -c '^gpubench: cache' err)" = 1 ] || wrong 'expected one line'
    contains '^Compiled: 2; from the cache: 0\.$' out
    printf 'ATOM %s C C %s 1 %s.5 3 4 0.5 1.5\n' 1 1 1 2 2 2 3 3 3 >three.pqr
    GPUBENCH_CACHE=$root/full expect 0 "$PLANTED" --suite told --backend fake --input three.pqr # by way of the cache
    rm -rf cache && cp -R kept cache
    find cache -name 'expectation-*' -delete
    umount full 2>/dev/null && rmdir full
fi

# The cache is removed during a run.
rm -rf cache
expect 0 bash -c '"$@" & while kill -0 $! 2>/dev/null; do rm -rf cache/entries; sleep 0.02; done; wait $!' bash "${fake[@]}"
contains '^2 configurations measured' out

# ---- PoCL's own files

if ! "$GPUBENCH" devices 2>/dev/null | grep -q 'opencl .*pthread'; then
    echo 'no PoCL here'
    exit 0
fi
pocl=("$GPUBENCH" --suite reduction --bench sum_1d_f32 --backend opencl --size 4096 --budget 1 --verify-only)

# If everything is removed during a run the cache is not full; while it is restored it may fail.
rm -rf cache
bash -c '"$@" & while kill -0 $! 2>/dev/null; do rm -rf cache 2>/dev/null; sleep 0.02; done; wait $!' bash "${pocl[@]}" >out 2>err || true
omits 'full' err
removed='it was removed: the rest of this run had one of its own, which is not kept'
unmade='No such file or directory: what is made now is kept in .* until the end, and not beyond it'
[ "$(grep -c '^gpubench: cache' err)" = "$(grep -cE "^gpubench: cache $root/cache: ($removed|$unmade)$" err)" ] ||
    wrong 'expected that it was removed'

rm -rf cache kept
expect 0 "${pocl[@]}"
cp -R cache kept
damage() {
    rm -rf cache && cp -R kept cache
    find cache/pocl -type f "$@"
    expect 0 "${pocl[@]}"
    contains "^gpubench: $root/cache/pocl is damaged: it is set aside as $root/cache/pocl.aside-[0-9]+, and this run" err
    [ "$(grep -c '^gpubench: .*cache' err)" = 1 ] || wrong 'expected one line on the cache'
    check_absent cache/pocl
    check_present cache/pocl.aside-*
}
damage -exec truncate -s 0 {} +
damage -name '*.so' -exec sh -c 'head -c 20000 /dev/urandom >"$1"' _ {} \;
expect 0 "${pocl[@]}" # then all is as usual
omits 'cache' err
check_present cache/pocl

# A crashing kernel is a row, and PoCL's files stay.
expect 1 "$PLANTED" --suite planted --backend opencl --size 4096 --set PLANT=crash
contains '^1 crashed: ' out
omits 'damaged' err
check_present cache/pocl

# They also stay if a worker is killed from outside: that is reported, and the configuration is repeated.
faulty=("$PLANTED" --suite faulty --backend opencl --size 4096 --budget 1 --verify-only)
INJECTED_FAULT='killed once' expect 0 "${faulty[@]}"
contains '^gpubench: 1 worker died, and what it was at was tried once more: killed from outside: Killed \(signal 9\), by hand' err
omits 'damaged' err
check_present cache/pocl
INJECTED_FAULT=killed expect 1 "${faulty[@]}"
contains '^1 crashed: its worker died: killed from outside: Killed \(signal 9\), by hand' out
omits 'damaged' err
check_present cache/pocl
