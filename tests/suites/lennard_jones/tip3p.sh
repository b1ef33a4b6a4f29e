#!/bin/bash
# A type without forces, such as the hydrogens of TIP3P: sigma is 0, and is no divisor.
set -eu
: "${GPUBENCH:?}"
printf '3\n\nOW 0 0 0\nHW 0.96 0 0\nHW -0.24 0.93 0\n' >tip3p.xyz
printf 'OW 3.1506 0.1521 15.999\nHW 0 0 1.008   # no Lennard-Jones of its own\n' >tip3p.elements
backends=(fake)
! "$GPUBENCH" devices 2>&1 | grep -q '^ *[0-9][0-9]*  *opencl' || backends+=(opencl)
for mixing in lorentz-berthelot geometric; do
    for backend in "${backends[@]}"; do
        bench=$([ "$backend" = fake ] && echo cpu || echo pipeline)
        "$GPUBENCH" --suite lennard_jones --bench "$bench" --backend "$backend" --input tip3p.xyz --elements tip3p.elements \
            --mixing $mixing --verify-only --budget 4 --out results.json --overwrite
    done
done
