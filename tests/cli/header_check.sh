#!/usr/bin/env bash
# header --check on the fake device: a faster header is good, one that is slower than the default or wrong here is not;
# and --defaults, with which the other side is measured.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
mkdir tmp
export TMPDIR=$root/tmp
check() { ends_printing "$1" "$2" "$PLANTED" header "${@:3}"; } # STATUS TEXT ARGUMENT...
tune() { "$PLANTED" --ceilings off --strategy exhaustive "$@" >/dev/null 2>&1; }

# The default, STEP 7, takes 4 us, and STEP 10, the best, 1 us; STEP 1 takes 10 us.
cpu=(--backend fake:cpu) # whose caches are warm: that is faster
tune --suite accuracy --bench copies,plain --size 1024 "${cpu[@]}" --out found.json --header tuned.h
check 0 '^FASTER +1.000 us +4.000 us +4.00x +4.00x to 4.00x +accuracy/copies/n:1024$' --check tuned.h "${cpu[@]}"
contains '^2 FASTER, compared with the default.$' out
check 0 '^1 FASTER, compared with the default.$' --check=tuned.h --bench=plain "${cpu[@]}"
sed '0,/"STEP": \[10\]/s//"STEP": [1]/' tuned.h >mixed.h
check 1 '^SLOWER +10.00 us +4.000 us +0.40x ' --check mixed.h "${cpu[@]}"
contains '^SLOWER than the default, by more than 1 %, and fresh pairs said so, too\. Tune again\.$' out
contains '^    STEP 1$' out
contains '^1 SLOWER, 1 FASTER, compared with the default\.$' out
[ "$(grep -n '^SLOWER \|^FASTER ' out | head -n 1 | cut -d: -f2 | cut -d' ' -f1)" = SLOWER ] || wrong 'expected the worst first'
sed 's/"STEP": \[10\]/"STEP": [7]/' tuned.h >default.h
check 0 '^SAME +4.000 us +4.000 us .* accuracy/copies/n:1024: it is the default$' --check default.h "${cpu[@]}"
if grep -q 'runs twice' err; then wrong 'expected the default as a control'; fi

# A results file works, too. The backend is the header's unless another is given; another device is reported.
check 0 '^1 FASTER, compared' --check found.json --bench copies "${cpu[@]}"
check 0 '^1 FASTER, compared' --check tuned.h --bench copies
contains '^gpubench: header: tuned.h is of Fake CPU; this is Fake device$' err

# Wrong results on this machine; and of a default.
tune --suite planted --size small --set PLANT=good --set BLOCK_SIZE=64 "${cpu[@]}" --out planted.json --header planted.h
sed 's/"PLANT": \["good"\]/"PLANT": ["wrong_sum"]/' planted.h >wrong.h
check 1 '^FAILS .* planted/sums/n:4096$' --check wrong.h "${cpu[@]}"
contains '^FAILS: what the header has is not right on this machine\. Tune again\.$' out

# --defaults: one row per problem, whatever rows the file has.
sed '/^"best": \[/,$d' found.json >all.json
printf '"best": []\n}\n' >>all.json
ends 0 "$PLANTED" --configs all.json --defaults "${cpu[@]}" --ceilings off --out defaults.json
[ "$(grep -c '"run_type": "iteration"' defaults.json)" = 2 ] || wrong 'expected two rows'
[ "$(grep -c '"name": "accuracy/[a-z]*/n:1024/STEP:7".*"run_type"' defaults.json)" = 2 ] || wrong 'expected the defaults'

# Mistakes.
check 2 'header: --check needs a value: FILE' --check
check 2 "header: 'bare.h' belongs to no option; usage: gpubench header --check tuned.h" --check tuned.h bare.h
check 2 "unknown option of header '--size'" --check tuned.h --size=3
check 2 'nowhere.h: ' --check nowhere.h
check 3 'cuda' --check tuned.h --backend cuda
sed '/^{"schema"/,/^]}/d' tuned.h >bare.h
check 2 'bare.h: no results file, and no header with rows; make the header again$' --check bare.h
sed 's/"backend": "fake"/"backend": 7/' tuned.h >damaged.h
check 2 'damaged.h: backend: expected text' --check damaged.h
sed 's/, "device": "Fake CPU", "backend": "fake"//' tuned.h >older.h
check 0 '^1 FASTER' --check older.h --bench copies "${cpu[@]}"
sed 's/"suite": "accuracy"/"suite": "mine"/' tuned.h >mine.h
check 2 'header: mine.h: the program has no suite mine; of a kernel of yours, add --spec SPEC.json$' --check mine.h
check 2 'no row of it can be measured here' --check tuned.h --suite planted
refused 'gpubench: --defaults goes with --configs, which is missing' "$PLANTED" --suite accuracy --defaults --backend fake
