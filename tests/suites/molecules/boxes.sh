#!/bin/bash
# An oblique box: atoms are read for problems that ignore the box, and refused, with the line, for others.
set -u
: "${GPUBENCH:?}"
. "${SOURCE_DIR:?}/tests/script.sh"
printf 'CRYST1 30 30 40 90 90 120 P 3\nATOM 1 C LIG A 1 1 2 3 0.5 1.7\nATOM 2 C LIG A 1 4 2 3 -0.5 1.7\n' >oblique.pqr
printf '2\nLattice="30 0 0 -15 26 0 0 0 40"\nAr 1 2 3\nAr 4 2 3\n' >oblique.xyz

# run STATUS WORDS OPTION...
run() {
    ends "$1" "$GPUBENCH" "${@:3}" --backend fake
    cat err >>out
    contains "$2" out
}

angles="^gpubench: oblique.pqr:1: the crystal's angles are 90, 90 and 120: only boxes of 90 are taken$"
lattice='^gpubench: oblique.xyz:2: the lattice is not orthorhombic'
forces=(--suite lennard_jones --bench cpu --verify-only --out results.json --overwrite)
run 0 ' 2 atoms of C; no box' "${forces[@]}" --input oblique.pqr --box open
run 0 ' 2 atoms of Ar; no box' "${forces[@]}" --input oblique.xyz --box open
run 2 "$angles" "${forces[@]}" --input oblique.pqr
run 2 "$lattice" "${forces[@]}" --input oblique.xyz
run 0 'at size 2$' list fmm --bench bin --input oblique.pqr
run 2 "$angles" list fmm --bench bin --input oblique.pqr --boundary periodic
both=(--suite 'fmm,lennard_jones' --bench 'bin,cpu' --verify-only --out results.json --overwrite --input oblique.pqr --box open)
run 1 '^verified lennard_jones/cpu' "${both[@]}" # the fake device's results for fmm are wrong
run 2 "$angles" "${both[@]}" --boundary periodic
