#!/usr/bin/env bash
# The solver's charges from a file: a crystal of rock salt, open and periodic; and refused files.
set -u
: "${GPUBENCH:?}" "${SOURCE_DIR:?}"
. "$SOURCE_DIR/tests/on_devices.sh"
[ -n "$devices" ] || { echo 'no device'; exit 77; }

# print_salt BOX...: 64 ions, 2.82 A apart, in a box of these sides.
print_salt() {
    [ $# = 0 ] || printf 'CRYST1%9.3f%9.3f%9.3f  90.00  90.00  90.00 P 1           1\n' "$@"
    awk 'BEGIN { for (x = 0; x < 4; x++) for (y = 0; y < 4; y++) for (z = 0; z < 4; z++) {
        s = (x + y + z) % 2; name = s ? "CL" : "NA"
        printf "ATOM %6d %3s %3s %5d %8.3f %8.3f %8.3f %7.4f %6.3f\n", ++k, name, name, k, x * 2.82, y * 2.82, z * 2.82,
            s ? -1 : 1, 1.5 } }'
}
print_salt 11.28 11.28 11.28 >"$root/salt.pqr"
print_salt >"$root/open.pqr"
print_salt 100 100 100 >"$root/corner.pqr"
print_salt 11.28 11.28 22.56 >"$root/long.pqr"
sed '/ 1 *NA/s/ 1\.0000/ 2.0000/' "$root/salt.pqr" >"$root/charged.pqr"

# run STATUS WORDS OPTION...
run() {
    local status
    "$GPUBENCH" --suite fmm --backend "$backend" --device "$index" --jobs 1 --ceilings off --time-limit 600 --out "$root/r.json" --overwrite \
        "${@:3}" >"$root/out" 2>&1
    status=$?
    [ $status = "$1" ] && grep -q -e "$2" "$root/out" && return
    echo "${*:3}: status $status, expected $1 and '$2'"
    cat "$root/out"
    failed=1
}

awk 'BEGIN { srand(1); for (i = 0; i < 2000; i++) { s = i % 2 ? 100 : 0.2
    printf "ATOM %6d   C ALA     1 %.4f %.4f %.4f %d 1.5\n", i % 100000, s * rand(), s * rand(), s * rand(), i % 2 } }' >"$root/lumps.pqr"
backend=fake index=0 # on which no result is right
run 1 '^gpubench: solve_potential: charges lie in lumps: 10[0-9]* of 2000 in one of .*; --bench direct should be faster$' \
    --bench solve_potential --input "$root/lumps.pqr" --budget 1 --order 2 --verify-only

while read -r backend index; do
    one=(--budget 1 --order 6 --set DEPTH=2 --set PRECISION=fp32 --verify-only)
    run 0 '^verified fmm/solve: ' --bench solve "${one[@]}" --input "$root/salt.pqr" --boundary periodic
    run 0 '^verified fmm/solve_potential: ' --bench solve_potential "${one[@]}" --input "$root/open.pqr"
    run 0 '^verified fmm/bin: ' --bench bin --budget 1 --verify-only --input "$root/salt.pqr"
    run 0 '^direct  *64 ' --bench direct --budget 1 --input "$root/salt.pqr"
    run 2 'solve: --boundary periodic: the structure says no box' --bench solve --input "$root/open.pqr" --boundary periodic
    run 2 'bin: --boundary periodic: the structure says no box' --bench bin --input "$root/open.pqr" --boundary periodic
    run 2 'solve: --boundary periodic: a box of 11.28 x 11.28 x 22.56 A is no cube' --bench solve \
        --input "$root/long.pqr" --boundary periodic
    run 2 'charges add up to 1, and have to be neutral' --bench solve --input "$root/charged.pqr" --boundary periodic
    run 2 'p2p: no structure: bin, direct and solve take one' --bench p2p --input "$root/salt.pqr"
    run 2 'leapfrog: no structure: charges begin on a lattice' --bench leapfrog --input "$root/salt.pqr"
    run 2 'takes as many atoms as --input has' --bench solve --size 64 --input "$root/salt.pqr"
    run 0 '^verified fmm/solve: ' --bench solve "${one[@]}" --input "$root/corner.pqr" --boundary periodic # all in one box
    run 2 'Ewald.s sum on the host, 10 us per charge .*; the most is' --bench solve --size 20000000 --boundary periodic
    run 2 'a periodic box has to be neutral' --bench solve --size 63 --boundary periodic
    run 2 'no periodic box' --bench direct --size 64 --boundary periodic
    run 2 'not .0.' --bench solve --size 0

    # Madelung's constant, 1.747565: for 32 pairs of ions a quarter of the cube apart; order 8 is accurate to 5e-5
    run 0 '^solve_energy  *64 ' --bench solve_energy --budget 1 --order 8 --separation 2 --set DEPTH=2 --set PRECISION=fp32 \
        --set M2L_TILE_ROWS=64 --set M2L_TILE_BOXES=32 --set M2L_ROWS=4 --set M2L_BOXES=4 --set P2P_BLOCK_SIZE=32 \
        --input "$root/salt.pqr" --boundary periodic
    madelung=$(sed -n 's/.*"energy": -\([0-9.e+-]*\).*/\1/p' "$root/r.json" | head -n 1)
    awk -v energy="$madelung" 'BEGIN { off = energy / 128 - 1.7475646; exit !(off < 1e-4 && off > -1e-4) }' || {
        echo "Madelung's constant is $madelung / 128, expected 1.747565"; failed=1; }
done <<<"$devices"
exit $failed
