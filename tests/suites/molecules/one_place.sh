#!/bin/sh
# Sums in float over atoms at one place, and at two, have roundings of one sign: right results are accepted. (On a device: the same
# structures by hand; the host's forms add in sequence, and so have the largest errors.)
set -eu
: "${GPUBENCH:?}"
awk 'BEGIN { for (i = 1; i <= 5000; i++) print "ATOM", i, "C C 1 1.03 2.07 3.01 0.7 1.0" }' >one.pqr
awk 'BEGIN { for (i = 1; i <= 5000; i++) print "ATOM", i, "C C 1", (i % 2 ? "1 2 3 0.3" : "9 2 7 -0.7"), "1.0" }' >two.pqr
for file in one two; do
    "$GPUBENCH" --suite coulomb,cutoff --bench cpu --backend fake --size 16 --input $file.pqr --verify-only --out $file.json
done
