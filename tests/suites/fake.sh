#!/usr/bin/env bash
# fake.sh SUITE: two configurations of every bench on the fake device, which computes nothing: their host code fits in its
# arrays, as the sanitizers see it, and nothing but results is wrong. A worker that dies would be a row `crashed`.
set -u
. "${SOURCE_DIR:?}/tests/on_devices.sh"
suite=$1 backend=fake index=0

# harmless BENCHES: all of them have rows, of which none says more than that nothing was computed.
harmless() {
    grep '"status": ' "$root/rows" | grep -vE '"status": "wrong-result"|"reason": "needs (CUDA|OpenCL)"' >"$root/odd"
    [ ! -s "$root/odd" ] &&
        [ "$(sed -n 's/^{"name": .*"bench": "\([^"]*\)", "size".*/\1/p' "$root/rows" | sort -u | wc -l)" = "$1" ]
}

while read -r -a options; do # --suite NAME --bench NAME[,NAME] ...
    run "${options[@]}" --budget 2
    check "${options[*]}" harmless "$(count_names "${options[3]}")"
done < <("$GPUBENCH" list --tests "$suite")
exit $failed
