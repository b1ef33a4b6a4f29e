#!/usr/bin/env bash
# The shares of a call's parts in rows of results add up to 1; that of device memory is zero unless the call allocates it.
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
[ -n "$devices" ] || { echo 'no device'; exit 77; }

# shares: each configuration has four, with sum 1; the one that keeps its memory has almost none for it.
shares() {
    awk -F'[:,]' '/"figures": {"upload_share"/ {
        for (i = 1; i < NF; i++) {
            if ($i ~ /"(upload|resize|passes|read)_share"/) { sum += $(i + 1); parts++ }
            if ($i ~ /"resize_share"/) resize = $(i + 1) + 0
        }
        kept = /BUFFERS:kept/
        if (parts != 4 || sum < 0.99999 || sum > 1.00001 || (kept ? resize > 0.1 : resize <= 0)) wrong = 1
        rows++; sum = parts = 0
    } END {exit wrong || rows < 2}' "$root/rows"
}

while read -r backend index; do
    run --suite reduction --bench drive_f32 --size 100003 --strategy exhaustive --set BLOCK_SIZE=128 --set ITEMS_PER_THREAD=4 \
        --set HOST_MEMORY=pageable --set ALGORITHM=tree
    too_busy || check 'drive_f32' shares
done <<<"$devices"
exit $failed
