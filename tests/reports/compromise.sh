#!/bin/bash
# One configuration for five sizes recorded on an H200: within 6.5 % of the best at each. It compiles, and --configs reads it.
set -eu
: "${GPUBENCH:?} ${SOURCE_DIR:?}"
recorded=$SOURCE_DIR/reports/h200/reduction.json
for by in max mean; do
    "$GPUBENCH" header "$recorded" -o $by.h --compromise $by 2>$by.notes
    "${CC:-cc}" -std=c11 -Wall -Wextra -Werror -fsyntax-only -x c $by.h
    [ "$(wc -l <$by.notes)" = 10 ] || { echo "expected a line for each bench" && cat $by.notes && exit 1; }
    grep '/sum_1d_f32:' $by.notes | grep -o '[0-9.]* % at' |
        awk '$1 > 6.5 { print "more than expected:", $0; wrong = 1 } END { exit wrong || NR != 5 }'
    grep -o '"bench": "sum_1d_f32", "size": [0-9]*' $by.h | sort -u | wc -l | grep -qx 5
    [ "$(grep '"bench": "sum_1d_f32"' $by.h | grep -o '"parameters": {[^}]*}' | sort -u | wc -l)" = 1 ]
done
status=0
"$GPUBENCH" header "$recorded" -o x.h --compromise max --max-regret 2% 2>err || status=$?
[ $status = 2 ] && grep -qx 'gpubench: header: --compromise has one configuration for all sizes: leave --max-regret out' err
