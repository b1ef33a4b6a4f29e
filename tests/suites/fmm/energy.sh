#!/usr/bin/env bash
# The energy E_C of the same charges: by the solver, whose two parts are the line of expansions and the near pairs, and by all
# pairs, of the device and of the host.
set -u
: "${GPUBENCH:?}" "${SOURCE_DIR:?}"
. "$SOURCE_DIR/tests/on_devices.sh"
[ -n "$devices" ] || { echo 'no device'; exit 77; }

# figure NAME BENCH: prints that of its first row; rows with times have figures.
figure() { sed -n 's/.*"bench": "'"$2"'".*"figures": {[^}]*"'"$1"'": \([^,}]*\).*/\1/p' "$root/rows" | head -n 1; }

# differ_by A B SHARE OF: whether A and B differ by at most SHARE of a third number.
differ_by() { awk -v a="$1" -v b="$2" -v s="$3" -v o="$4" 'BEGIN { d = a - b; d = d < 0 ? -d : d; o = o < 0 ? -o : o; exit !(o > 0 && d <= s * o) }'; }

while read -r backend index; do
    run --suite fmm --bench solve_energy,direct_potential --size 500 --order 8 --charges same --budget 1 --set PRECISION=fp32 \
        --set DEPTH=2
    too_busy && continue
    check 'energies' [ "$status$wrong" = 00 ]
    total=$(figure energy solve_energy) far=$(figure far_energy solve_energy) close=$(figure near_energy solve_energy)
    host=$(figure pair_energy solve_energy) pairs=$(figure energy direct_potential)
    echo "energy $total: far $far and near $close; by pairs $pairs and $host"
    differ_by "$total" "$(awk -v a="$far" -v b="$close" 'BEGIN { printf "%.12g", a + b }')" 2e-6 "$total" &&
        differ_by "$pairs" "$host" 2e-6 "$host" && differ_by "$total" "$host" 2e-5 "$host" && differ_by "$far" "$host" 0.9 "$host" &&
        differ_by "$close" 0 0.7 "$host" || { echo 'they differ'; failed=1; }
done <<<"$devices"
exit $failed
