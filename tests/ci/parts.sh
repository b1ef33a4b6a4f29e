#!/usr/bin/env bash
# The commands of .github/workflows/parts.yml: three parts, and what joins them; then without one of them.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
mapfile -t runs < <(sed -n '/^  slurm:/q; s|^ *- run: \(ci/gpubench .*\)|\1|p' "$SOURCE_DIR/.github/workflows/parts.yml")
expect 'a part, merge and table' test "${#runs[@]}" = 3
mkdir ci
ln -s "$PLANTED" ci/gpubench
export OPTIONS='--suite accuracy --bench copies --backend fake --size 256 --ceilings off --strategy exhaustive' PARTS=3 PART
for PART in 1 2 3; do
    ends 0 bash -c "${runs[0]}"
done
ends 0 bash -c "${runs[1]}"
prints ' 3 of 3 parts$'
ends 0 bash -c "${runs[2]}"
prints '^copies .* all 10$'
rm parts/2.json
ends 4 bash -c "${runs[1]}"
contains 'incomplete: part 2 of 3 is missing$' err
