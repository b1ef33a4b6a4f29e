#!/usr/bin/env bash
# First configurations: winners at other sizes of the same run, and with --like bests of other results.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"

# tune RESULTS OPTION...: of accuracy, whose STEP 10 is the fastest and 7 the default; at most one is pending.
tune() { ends 0 "$PLANTED" --suite accuracy --bench copies --backend fake:cpu --jobs 1 "${@:2}" --out "$1"; }
# steps RESULTS SIZE: the configurations tried there, in order.
steps() { sed -n '/^"benchmarks"/,/^"best"/p' "$1" | grep -o "^{\"name\": \"accuracy/copies/n:$2/STEP:[0-9]*" | sed 's/.*://' | xargs; }
# check_steps EXPECTED RESULTS SIZE
check_steps() { [ "$(steps "$2" "$3")" = "$1" ] || wrong "expected at size $3: $1, not: $(steps "$2" "$3")"; }

# The bests of two sizes, the nearer one first, and then their neighbours: with every strategy that has a budget.
for strategy in random exhaustive; do
    tune sizes.json --size 1024,4096,2048 --strategy $strategy --budget 4 --overwrite
    check_steps '7 1 2 3' sizes.json 1024
    check_steps '7 1 2 3' sizes.json 4096
done
tune sizes.json --size 1024 --strategy random --budget 10 --overwrite
tune next.json --size 4096,2048 --strategy random --budget 2 --like sizes.json
check_steps '7 10' next.json 4096
check_steps '7 10' next.json 2048
contains '^gpubench: --like: accuracy/copies/n:2048 begins with the best ones of accuracy/copies/n:1024 on Fake CPU in sizes.json$' err
tune alone.json --size 2048 --strategy random --budget 2
check_steps '7 1' alone.json 2048

# The winner of one size in the search of the next: greedy, with a random order.
tune both.json --size 1024,2048 --strategy greedy --budget 3 --seed 3 --header both.h
few=$(steps both.json 1024)
winner=$(tr ' ' '\n' <<<"$few" | sort -n | tail -n 1)
[[ "$winner" != 7 && "$few" != "7 $winner "* ]] || wrong "expected a winner that comes last: $few"
[[ "$(steps both.json 2048)" = "7 $winner "* ]] || wrong "expected the winner, $winner, behind the default: $(steps both.json 2048)"

# The winner is the best by the objective, and as required.
check_near() { # STEP OPTION...
    tune by.json --size 1024,2048 --strategy random --budget 4 --overwrite "${@:2}"
    check_steps '7 1 2 3' by.json 1024
    [[ "$(steps by.json 2048)" = "7 $1 "* ]] || wrong "$*: expected $1 behind the default: $(steps by.json 2048)"
}
check_near 2 --objective '(error-1e-10)*(error-1e-10)'
check_near 3 --objective 'median_ns*error' --require 'error<1e-8 and median_ns<9000'
check_near 3 --require 'error<1e-8'

# A resumed run repeats its path, with the winner of then; a header works, too.
tune few.json --size 1024 --strategy greedy --budget 3 --seed 3 --header few.h
for like in few.h few.json; do
    tune whole.json --size 2048 --strategy greedy --budget 6 --seed 3 --like $like --overwrite
    [[ "$(steps whole.json 2048)" = "7 $winner "* ]] || wrong "expected the best of $like"
done
tune whole.json --size 2048 --strategy greedy --budget 6 --seed 3 --like few.h --overwrite
tune both.json --size 1024,2048 --strategy greedy --budget 3 --seed 3 --resume
[[ "$(steps both.json 1024)" == "$few "*10* ]] || wrong 'expected that it continues to another winner'
check_steps "$(steps whole.json 2048)" both.json 2048
cp whole.json refused.json
refused '--resume: it is of another run, in --like (' "$PLANTED" --suite accuracy --bench copies --backend fake:cpu --jobs 1 \
    --size 2048 --strategy greedy --budget 3 --seed 3 --resume --out refused.json
# Also with the same bests and other times: of all three, without changing the order.
tune timed.json --size 2048 --strategy random --budget 2 --like few.json
sed 's/"median_ns": /&1/' few.json >later.json
ends 2 "$PLANTED" --suite accuracy --bench copies --backend fake:cpu --jobs 1 --size 2048 --strategy random --budget 2 \
    --like later.json --resume --out timed.json
contains '^gpubench: timed.json: --resume: it is of another run, in --like ' err
tune whole.json --size 2048 --strategy greedy --budget 3 --seed 3 --like few.h --resume
[ "$(steps whole.json 2048 | wc -w)" = 9 ] || wrong 'expected nine'

# Fields missing in older files are ignored.
sed -i 's/"--like": "", //; s/"--like": "",$//' alone.json
omits '"--like":' alone.json
tune alone.json --size 2048 --strategy random --budget 2 --resume
check_steps '7 1 2 3' alone.json 2048

# Compressed, and with other benches.
gzip -k sizes.json
ends 0 "$PLANTED" --suite accuracy --backend fake:cpu --jobs 1 --size 2048 --strategy random --budget 2 --like sizes.json.gz --out all.json
check_steps '7 10' all.json 2048
contains '^gpubench: --like: sizes.json.gz: it has no time of accuracy/unknown \(nor what fits 1 more\)$' err
# Only values with enough precision.
tune rough.json --size 4096 --strategy random --budget 2 --like sizes.json --max-error 1e-5
check_steps '7 6' rough.json 4096

# check_refused TEXT ARGUMENT...
check_refused() { refused "gpubench: $1" "$PLANTED" --suite accuracy --bench copies --backend fake:cpu --out not.json "${@:2}"; }
check_refused 'nowhere.json: cannot read: No such file' --like nowhere.json
echo '{"benchmarks": []}' >other.json
check_refused 'other.json: no recorded space' --like other.json
echo 'int main;' >other.h
check_refused 'other.h: not whole, or no JSON: line 1' --like other.h
echo '/* nothing */' >empty.h
check_refused 'empty.h: no results file, and no header with rows; make the header again' --like empty.h
cp "$SOURCE_DIR/tests/simulate/spaces/kernel_tuner.json" .
check_refused "kernel_tuner.json: it has no time of accuracy/copies" --like kernel_tuner.json
sed 's/"STEP"/"OTHER"/; s/STEP:/OTHER:/g' sizes.json >renamed.json
check_refused 'renamed.json: it has none of the parameters of accuracy/copies' --like renamed.json
check_refused '--configs selects what is measured, and searches nothing: leave --like out' --like sizes.json --configs sizes.json

# A bench with the kernel of an earlier one, and with its parameters except for one, tries fewer, that one's best first; not
# with two other parameters, with a budget, without an earlier bench, or without .follows; also if all of the earlier one was
# tried; and so does one with .few.
kernels() { ends 0 "$PLANTED" --suite kernels --backend fake --jobs 1 --ceilings off --overwrite "$@"; }
names() { sed -n '/^"benchmarks"/,/^"best"/p' "$2" | grep -o "^{\"name\": \"kernels/$1/[^\"]*" | sed 's,.*n:1024/,,' || true; }
benches='leading following taller apart aloof small little easy'
counted() { # EXPECTED RESULTS: of each of them
    local is
    is=$(for bench in $benches; do names $bench "$2" | wc -l; done | xargs)
    [ "$is" = "$1" ] || wrong "expected $1 of the eight, not $is"
}
kernels --out kernels.json
counted '100 24 24 100 100 40 24 24' kernels.json
[[ "$(names following kernels.json | sed -n 2p)" = STEP:10/* ]] || wrong 'expected one of the best after the default'
[[ "$(names taller kernels.json | sed -n 2p)" = STEP:5/* ]] || wrong 'expected half as many elements, which are twice as large'
names thirds kernels.json | head -5 | grep -q STEP:3/ && wrong 'expected no third of 10 elements'
[[ "$(names higher kernels.json | sed -n 2p)" = STEP:10/* ]] || wrong 'expected the best of the last with elements as large'
kernels --out again.json
for bench in $benches; do
    diff <(names $bench kernels.json) <(names $bench again.json) || wrong "expected the same of $bench in the same order"
done
kernels --bench 'following,taller,apart' --out alone.json
counted '0 100 24 100 0 0 0 0' alone.json
kernels --strategy model --budget 40 --out budget.json
counted '40 40 40 40 40 40 40 40' budget.json
# An explicit number counts for each bench, even after one with enough times; with auto they begin with that one's best.
kernels --budget 120 --out budget.json
counted '120 120 120 120 120 40 40 120' budget.json
[[ "$(names following budget.json | sed -n 2p)" = STEP:10/* ]] || wrong 'expected one of the best after the default, with a budget'
kernels --strategy auto:least=110 --out least.json
counted '110 110 110 110 110 40 40 128' least.json
kernels --strategy random --out random.json
counted '160 160 320 640 160 40 40 1280' random.json
[[ "$(names following random.json | sed -n 2p)" != STEP:10/* ]] || wrong 'expected that another strategy does not follow'
kernels --strategy auto:followed=50 --out more.json
counted '100 50 50 100 100 40 40 50' more.json

# What is compiled early, beside the search before, is what a bench that needs few tries: no more is in the cache.
programs() { # JOBS
    rm -rf early
    GPUBENCH_CACHE=$root/early kernels --bench leading,brisk --set NUMBER=1,2,3,4,5,6,7,8 --jobs "$1" --out early.json
    find early/entries -name 'binary-*' | wc -l
}
alone=$(programs 1)
[ "$alone" -gt 24 ] || wrong "expected more programs than $alone"
for jobs in 4 4 8; do
    beside=$(programs $jobs)
    [ "$beside" = "$alone" ] || wrong "expected $alone programs in the cache with $jobs workers, not $beside"
done
