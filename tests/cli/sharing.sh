#!/usr/bin/env bash
# Two benches share a GPU's time where there are compile workers enough: each is searched as by itself, so one that follows
# another still waits for its times; of those that may begin, one that follows none comes first. The table and the file have the
# benches in their order. With a budget of seconds they come one after the other.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"

kernels() { ends 0 "$PLANTED" --suite kernels --backend fake --ceilings off --overwrite "$@"; }
order() { sed -n '/^"benchmarks"/,/^"best"/p' "$1" | grep -o '^{"name": "kernels/[a-z]*' | sed 's,.*/,,' | uniq | xargs; }
counts() { grep -o '^{"name": "kernels/[a-z]*/[^"]*' "$1" | cut -d/ -f2 | sort | uniq -c; }
measured() { grep -o '^{"name":"kernels/[a-z]*' "$1" | sed 's,.*/,,' | uniq | xargs; }

kernels --jobs 1 --out one.json --samples one
kernels --jobs 4 --out pair.json --samples pair
benches='leading following taller apart aloof small little easy brisk thirds higher'
[ "$(order pair.json)" = "$benches" ] || wrong "expected the rows in the order of the benches, not $(order pair.json)"
[ "$(grep -oE "^(${benches// /|}) " out | xargs)" = "$benches" ] || wrong 'expected the table in that order'
diff <(counts one.json) <(counts pair.json) || wrong 'expected as many configurations of each as by itself'

[ "$(measured one)" = "$benches" ] || wrong "expected one bench after the other, not $(measured one)"
first=$(measured pair | tr ' ' '\n' | awk '!seen[$0]++' | xargs)
[[ "$first" = 'leading aloof '* ]] || wrong "expected that the next one that follows none begins second, not $first"

kernels --jobs 4 --budget 60s --out budget.json --samples budget
[ "$(measured budget)" = "$benches" ] || wrong "expected one after the other with seconds, not $(measured budget)"

# A ceiling's bench that loses the device leaves it to the others.
ends 1 timeout 60 "$PLANTED" --suite limits --backend fake --jobs 4 --overwrite
expect 'that the device is there again' grep -q '^lost  *' out

# What the host times comes last, and so do the ceilings of that.
ceilings() {
    rm -rf own
    GPUBENCH_CACHE=own ends 0 "$PLANTED" --suite limits --bench half,loading_by_host --backend fake --overwrite "$@"
    grep -o 'ceiling .*' err | xargs
}
[ "$(ceilings --jobs 1)" = 'ceiling dram_read (1 of 3) ceiling launch (2 of 3) ceiling to_device_pinned (3 of 3)' ] ||
    wrong 'expected all ceilings before one worker begins'
[ "$(ceilings --jobs 4)" = 'ceiling dram_read (1 of 2) ceiling launch (2 of 2) ceiling to_device_pinned (1 of 1)' ] ||
    wrong 'expected the ceiling of the host after the others'
