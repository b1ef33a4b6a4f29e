#!/usr/bin/env bash
# ci/gpu's step sanitize, with stubs of gpubench and compute-sanitizer: a line and the output of each run as it ends, those that
# fail, and what has run so far if it is ended early.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
mkdir -p tree/ci tree/suites tree/build/release/tests bin
cp "$SOURCE_DIR/ci/gpu" "$SOURCE_DIR/ci/steps.sh" tree/ci
echo 'SUITE(toy)' >tree/suites/suites.def
cat >tree/build/release/gpubench <<'END'
#!/bin/bash
[ "$1" != list ] || { printf '%s\n' '--suite toy --bench good' '--suite toy --bench bad' '--suite toy --bench late' \
    '--suite toy --bench many,more --size 1,2,3 --nd 4' '--suite toy --bench most,all --size 1,2'; exit; }
while [ $# -gt 0 ]; do
    case $1 in --bench) bench=$2 ;; --out) out=$2 ;; esac
    shift
done
[ "$bench" != late ] || while [ ! -e "$END" ]; do sleep 0.05; done
count=36
[ "$bench" != many,more ] || count=37
for ((i = 0; i < count; i++)); do echo '{"status": "verified"}'; done >"$out"
END
cat >bin/compute-sanitizer <<'END'
#!/bin/bash
while [[ $1 != *build/release/* ]]; do shift; done
faults=0
[[ $* != *planted* && $* != *'--bench bad'* ]] || faults=1
[[ $* == *planted* ]] || "$@"
[[ $* != *'--bench good'* ]] || ! mkdir "$END.died" 2>/dev/null || kill -SEGV $$
echo "$*" | sed -n 's/.*\(--bench m.*\) --backend .* --verify-only.*/\1/p' >>"$END.pieces"
echo "========= ERROR SUMMARY: $faults errors"
END
chmod +x bin/* tree/build/release/gpubench
export PATH=$root/bin:$PATH OUT=$root/made END=$root/end
: >out
tree/ci/gpu sanitize >out 2>err &
until grep -q '^passed, .* --bench good$' out && grep -q '^FAILED, .* --bench bad$' out; do sleep 0.05; done
omits '(passed|FAILED), .* --bench late' out
prints 'memcheck: see the log of .*--bench bad'
contains 'SUMMARY: 1 errors' made/toy-memcheck.log
touch "$END"
! wait $! || wrong 'expected a failure'
[ "$(grep -cE '^(passed|FAILED), .* (sanitize|sanitize_checks) toy --suite toy' out)" = 10 ] || wrong 'expected each of five runs twice'
[ "$(grep -c '^FAILED, ' out)" = 2 ] || wrong 'expected those of one bench'
prints '^sanitize +FAILED'
contains 'memcheck: exit status 139' out # and it is tried again
printf -- '--bench %s\n' 'many --size '{1,2,3}' --nd 4' 'more --size '{1,2,3}' --nd 4' 'most,all --size 1,2' | sort >expected
sort -u "$END.pieces" | cmp - expected || wrong 'expected each bench and size of 37 configurations alone'
