#!/usr/bin/env bash
# --max-error and table --front on the fake device: benches of suites `accuracy` and `proposing` take 11 - STEP us and err by
# 1.5e-12 * 10^STEP; their default is STEP 7.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"

# run STATUS BENCHES OPTION...: writes out, err and results.json.
run() {
    ends "$1" "$PLANTED" --suite accuracy,proposing,slow --bench "$2" --backend fake --size 1024 --strategy exhaustive \
        --jobs 1 --ceilings off --out results.json --overwrite --long "${@:3}"
}

# lines COUNT FILE REGEX.
lines() { [ "$(grep -Ec -e "$3" "$2")" = "$1" ] || wrong "expected $1 lines of $2 with $3"; }
best() { sed -n '/^"best": /,$p' results.json | grep '^{"name": "accuracy/'"$1"'/' >best; }

# ---- without it

run 0 copies --header any.h
prints '^copies +2\^10 +1\.000 us .* 4\.00x +0 +all 10$'
prints '^    STEP 10$'
prints '^    share 0\.500, l2_error 0\.0151$'
contains '"figures": \["share", "l2_error"\], "error": "l2_error"\}' results.json
contains '^#define GPUBENCH_ACCURACY_COPIES_MAX_ERROR 0\.0$' any.h

# ---- the best of those with a small enough error

run 0 'copies,plain' --max-error 2e-6 --header tuned.h
contains '^gpubench: --max-error: accuracy/plain has no error figure; tuned for time alone$' err
prints '^copies +2\^10 +5\.000 us .* 0\.800x +0 +all 10  -$' # the default is STEP 7 still
prints '^    STEP 6$'
prints '^    share 0\.500, l2_error 1\.5e-06 of at most 2e-06$'
prints '^plain +2\^10 +1\.000 us '
contains '"bench": "copies", .*"error": "l2_error", "max_error": (2\.0|1\.99[0-9]*)e-0?6\}' results.json
lines 1 results.json '"max_error"'
best copies
contains '"config": \{"STEP": 6\}, .*"median_ns": 5000\.0, .*"default_ns": 4000\.0, .*"tied_count": 0' best
lines 10 results.json '"name": "accuracy/copies/n:1024/STEP:.*"run_type"' # all are measured,
lines 3 results.json '^\{"name": "accuracy/copies/n:1024/STEP:([89]|10)".*"finalist": false' # too inaccurate to be measured again
contains '^ \* l2_error 1\.5e-06, of those that are at most 2e-06;$' tuned.h
contains '^#define GPUBENCH_ACCURACY_COPIES_MAX_ERROR 2e-06$' tuned.h
contains '^#define GPUBENCH_ACCURACY_COPIES_STEP 6$' tuned.h
contains '^    \{"Fake device", "fake", 1024u, 2e-06,$' tuned.h
omits 'PLAIN_MAX_ERROR' tuned.h
ends 0 "$PLANTED" header results.json -o again.h
cmp -s tuned.h again.h || wrong 'expected the same header of the results'

# ---- the bench chooses settings for it, except those that the user chose

run 0 'copies,draft' --max-error 2e-6
contains '^gpubench: draft: for errors up to 2e-06: --points 50 of 1024$' err
lines 1 err 'for errors up to'
prints '^with --points 50$'
run 0 draft --max-error 2e-6 --points 30
contains '^gpubench: draft: for errors up to 2e-06: --points 30 of 1024$' err
run 2 draft --max-error 1e-9
contains '^gpubench: draft: 1e-09 takes more than 1000 points$' err
run 0 draft
omits 'for errors' err

# ---- none is accurate enough

run 1 'copies,plain' --max-error 1e-12 --header none.h
contains '^gpubench: accuracy/copies/n:1024: no configuration has l2_error <= 1e-12; ' err
contains '; the smallest is 1\.5e-11 \(STEP=1\), of 10 measured$' err
prints '^copies +2\^10 +x no configuration has l2_error <= 1e-12 \(10 measured\)$'
prints '^    STEP 10$' # of the other bench
prints '^Results: results.json$'
"$PLANTED" table --long results.json >again 2>err || wrong 'table failed'
head -n 9 out | cmp -s - <(head -n 9 again) || wrong 'expected the same table of the file'
run 0 copies --max-error 1.5e-11 # as it suggests
prints '^    STEP 1$'
run 1 copies --max-error 1e-12 --header lonely.h
contains 'lonely\.h: not written: the results have no best configuration of any bench$' err
run 1 unknown --max-error 1e9
contains '/unknown/n:1024: no configuration has l2_error <= 1000000000\.0; it is known of none of the 10 measured$' err
run 0 unknown

# ---- refused before anything runs

check_refused() { # LINE BENCHES OPTION...
    run 2 "${@:2}"
    [ ! -s out ] && [ "$(wc -l <err)" = 1 ] || wrong 'expected one line'
    contains "^gpubench: $1\$" err
}
rm -f results.json
for error in '' 0 -1 0.0 abc 1e-6x ' 1' nan inf 1e400 1e-400 10%; do
    check_refused "--max-error takes a number above 0, such as 1e-6, not '$error'" copies --max-error "$error"
done
check_refused '--max-error needs a value: E' copies --max-error
check_refused '--max-error: no chosen bench has an error figure; known to: accuracy/copies accuracy/unknown proposing/draft' \
    'plain,sums' --max-error 1e-6
check_refused '--verify-only takes no times: leave --max-error out' copies --max-error 1e-6 --verify-only
[ ! -e results.json ] || wrong 'expected that nothing ran'
run 0 'copies,plain,sums' --max-error 2e-5 --budget 1
contains '^gpubench: --max-error: accuracy/plain has no error figure \(nor have 1 more\); tuned for time alone$' err
"$PLANTED" list accuracy --long >out 2>err
lines 2 out '^    error: l2_error$'

# ---- the cost of each error

run 1 'copies,plain,unknown' --max-error 2e-3 --set STEP=3,5,7,10 # of the unknown none
"$PLANTED" table --front error results.json >front 2>err || wrong 'table --front failed'
cat >expected <<'END'
accuracy/copies, size 2^10, on Fake device (fake, driver 1), caches cold
l2_error  median time  slower
 1.5e-09     8.000 us   8.00x  dropped
    STEP 3
1.51e-07     6.000 us   6.00x  dropped
    STEP 5
 1.5e-05     4.000 us   4.00x
    STEP 7
  0.0151     1.000 us   1.00x
    STEP 10
dropped: first samples alone, as it was clearly slower than the best when it was measured

accuracy/unknown, size 2^10, on Fake device (fake, driver 1), caches cold
l2_error of no configuration is known

accuracy/plain has no figure that is its error

END
diff front expected || wrong 'expected this front'
"$PLANTED" table --front l2_error results.json >again 2>err
cmp -s <(head -n 14 front) <(head -n 14 again) || wrong 'expected the same front by the name of its figure'
run 0 plain
refused 'gpubench: table: --front: no bench in these results has figures' "$PLANTED" table --front error results.json
