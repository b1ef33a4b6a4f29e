#!/usr/bin/env bash
# --shard on the fake device and PoCL, and `gpubench merge`: parts together equal one run, the default is in each and
# counts once; unrelated files are refused, missing parts are named; and the best is played off on a device of the kind.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
cp -R "$SOURCE_DIR/kernels" kernels && cp "$SOURCE_DIR"/tests/planted/kernels/* kernels
base=("$PLANTED" --suite accuracy --bench 'copies,plain' --backend fake --size 256 --jobs 1 --ceilings off --strategy exhaustive
      --kernels kernels)
# names FILE: of all rows.
names() { sed -n '/^"benchmarks"/,/^"best"/p' "$1" | grep -o '^{"name": "[^"]*"' | sort; }
# part_of STEP: the part of three whose results have it.
part_of() { grep -l "^{\"name\": \"accuracy/copies/n:256/STEP:$1\"" results/accuracy.*of3.json; }

# ---- parts

ends 0 "${base[@]}" --out whole.json
for part in 1 2 3; do
    ends 0 "${base[@]}" --shard $part/3
    contains "^gpubench: part $part of 3 of each space, by seed 1; a strategy that learns .*shares nothing with others$" err
    prints "^Results: results/accuracy\.${part}of3\.json$"
    prints '^copies .* all [45]$|^copies .* all 3$'
    prints "^Part $part of 3 of each space\.$"
    contains '"shard": \{$' results/accuracy.${part}of3.json
    names results/accuracy.${part}of3.json | grep -q 'copies/n:256/STEP:7"' || wrong 'expected the default in each part'
done
cat results/*of3.json | grep -c '^{"name": "accuracy/copies.*"run_type"' | grep -qx 12 || wrong 'expected ten and two defaults more'
ends 0 "$PLANTED" list accuracy --bench copies --backend fake --shard 2/3
prints 'allowed on this device: [345] at size 1024$'

# A Slurm array, a launcher's tasks in it, MPI's ranks under Slurm; invalid ones are one line.
part() { # EXPECTED VARIABLE...
    ends 0 env "${@:2}" "${base[@]}" --shard env --out env.json --overwrite
    contains "^gpubench: part $1 of each space" err
}
array=(SLURM_ARRAY_TASK_MIN=10 SLURM_ARRAY_TASK_MAX=16 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_STEP=2)
script=(SLURM_PROCID=0 SLURM_NTASKS=2 SLURM_NPROCS=2) # a job's script has them, too
part '2 of 4' SLURM_ARRAY_TASK_ID=12 "${array[@]}"
part '2 of 4' SLURM_ARRAY_TASK_ID=12 "${array[@]}" "${script[@]}"
part '8 of 8' SLURM_ARRAY_TASK_ID=16 "${array[@]}" SLURM_PROCID=1 SLURM_NTASKS=2 SLURM_STEP_NUM_TASKS=2
part '3 of 5' OMPI_COMM_WORLD_RANK=2 OMPI_COMM_WORLD_SIZE=5 PMIX_RANK=2 SLURM_PROCID=0 SLURM_NTASKS=1 SLURM_STEP_NUM_TASKS=1
part '1 of 2' PMI_RANK=0 PMI_SIZE=2
part '4 of 4' PMIX_RANK=3 SLURM_PROCID=3 SLURM_NTASKS=4 SLURM_STEP_NUM_TASKS=4
refused '--shard takes I/N where no launcher says which' "${base[@]}" --shard env
refused '--shard takes I/N where no launcher says which' env "${script[@]}" "${base[@]}" --shard env
refused 'where the numbers of an array job have gaps' env SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_MAX=9 \
    SLURM_ARRAY_TASK_COUNT=2 "${base[@]}" --shard env
for wrong in 0/3 4/3 3 1/0 x/3 1/3x; do
    refused "--shard takes I/N, a part and how many there are, such as 3/64, or env, not '$wrong'" "${base[@]}" --shard "$wrong"
done
refused 'searches nothing: leave --shard out' "$PLANTED" --configs whole.json --shard 1/2

# With --set, with --like and a budget.
for part in 1 2; do
    ends 0 "${base[@]}" --bench copies --set STEP=1,2,3,4,8 --like whole.json --budget 10 --shard $part/2 --out set$part.json
    contains '^gpubench: --like: accuracy/copies/n:256 begins with the best' err
done
ends 0 "$PLANTED" merge set1.json set2.json -o set.json
[ "$(names set.json | wc -l)" = 5 ] || wrong 'expected five configurations'

# The devices of parts, of which one had two.
ends 0 env FAKE_DEVICES='Fake device,Fake device' "${base[@]}" --bench copies --device all --shard 1/2 --out two1.json
ends 0 "${base[@]}" --bench copies --shard 2/2 --out two2.json
ends 0 "$PLANTED" merge two1.json two2.json -o two.json
contains '"uuid": "",$' two.json
expect 'that it is read' "$PLANTED" table two.json >table
contains '^Devices: GPU-fake parts 1, 2 of 2; GPU-fake-1 part 1 of 2\.$' table
sed 's/^ *"GPU-fake-1"$/7/' two.json >bad.json
refused 'devices: expected UUIDs' "$PLANTED" table bad.json

# --resume requires the same part.
ends 2 "${base[@]}" --shard 2/3 --resume --out results/accuracy.1of3.json
contains ' shard \(1/3 there, 2/3 here\)' err
ends 0 "${base[@]}" --shard 1/3 --resume
contains 'is complete: nothing was left to try' err

# ---- merging

merge() { ends "$1" "$PLANTED" merge --kernels "$root/kernels" "${@:2}"; }
merge 0 results/*of3.json -o all.json
cmp -s <(names whole.json) <(names all.json) || wrong 'expected the rows of one run'
prints '^Results: all\.json: 20 rows, 3 of 3 parts$'
contains '^gpubench: merge: accuracy/copies/n:256: the best of 3 that were measured again here is that of results/accuracy' err
contains '"played_off": true' all.json
ends 0 "$PLANTED" merge results/*of3.json -o other.json
contains '^gpubench: merge: what --kernels of the parts names is run only where this command names it, too: the best is by' err
omits '"played_off": true' other.json
ends 0 "$PLANTED" table --long all.json
prints '^copies .* 4\.00x +0 +all 10$'
prints '^    STEP 10$'
grep -o '"row": [0-9]*' all.json | sort -t' ' -nk2 | cut -d' ' -f2 | cmp -s - <(seq 0 19) || wrong 'expected each place once'

# The best is the best here and now: of three winners one that was not.
ten=$(part_of 10)
cp "$root/kernels/limits.cl" kept.cl
sed -i 's|^//fake STEP=1 time|//fake STEP=10 time 50000\n//fake STEP=1 time|' "$root/kernels/limits.cl"
merge 0 results/*of3.json -o other.json
omits "copies/n:256: the best of 3 .* is that of $ten" err
contains 'copies/n:256: the best of 3 ' err
mv kept.cl "$root/kernels/limits.cl"
sed 's/"driver": "1"/"driver": "2"/' -i.kept results/*of3.json
merge 0 results/*of3.json -o other.json
contains '^gpubench: merge: there is no Fake device of driver 2 here: the best is by times of different runs$' err
omits '"played_off": true' other.json
for part in 1 2 3; do mv results/accuracy.${part}of3.json.kept results/accuracy.${part}of3.json; done

# A missing part is named, here and wherever the results are shown; with it they are complete.
merge 4 results/accuracy.1of3.json results/accuracy.3of3.json -o two.json
contains '^gpubench: merge: incomplete: part 2 of 3 is missing$' err
ends 0 "$PLANTED" table two.json
prints '^Incomplete: part 2 of 3 is missing\.$'
merge 0 two.json results/accuracy.2of3.json -o again.json
cmp -s <(names whole.json) <(names again.json) || wrong 'expected the rows of one run'
gzip -k results/accuracy.2of3.json
merge 0 two.json results/accuracy.2of3.json.gz -o again.json

# A duplicate counts once.
sed 's/"median_ns": [0-9.]*/"median_ns": 5.0/' results/accuracy.1of3.json >copy.json
merge 0 results/*of3.json copy.json -o double.json
contains '^gpubench: merge: results/accuracy\.1of3\.json and copy\.json are of one part: 0 rows are the same.*; [0-9]+ are not' err
merge 0 results/*of3.json results/accuracy.1of3.json -o double.json
contains 'are of one part: [0-9]+ rows are the same, and counted once$' err
cmp -s <(names whole.json) <(names double.json) || wrong 'expected each once'

# Parts may have chosen different kinds of samples, as an iteration may be just long enough for single ones.
sed '/^{"name"/s/"sampling": "[a-z]*"/"sampling": "single"/' results/accuracy.1of3.json >single.json
sed '/^{"name"/s/"sampling": "[a-z]*"/"sampling": "slope"/' results/accuracy.2of3.json >slope.json
merge 4 single.json slope.json -o mixed.json
contains '^gpubench: merge: single.json and slope.json took times of accuracy/copies/n:256 and 1 more in different ways' err
contains 'the best of [2-9] that were measured again here' err
expect 'both kinds, and a best by one' grep -q '"sampling": "single"' mixed.json

# Files of different runs are one line, with both names and the difference; and nothing is written.
check_separate() { # TEXT EXPRESSION
    sed "$2" results/accuracy.2of3.json >strange.json
    ! cmp -s results/accuracy.2of3.json strange.json || wrong "changes nothing: $2"
    refused "results/accuracy.1of3.json and strange.json are no parts of one run: $1" \
        "$PLANTED" merge results/accuracy.1of3.json strange.json -o none.json
    [ ! -e none.json ] || wrong 'expected no file'
}
check_separate 'they differ in driver (1 there, 3 here)' 's/"driver": "1"/"driver": "3"/'
check_separate 'they differ in compiler (' 's/"compiler": ".*"/"compiler": "other"/'
check_separate 'they differ in kernels (' 's/"kernels": "[0-9a-f]*"/"kernels": "00"/'
check_separate 'they differ in device (Fake device of' 's/"name": "Fake device"/"name": "Another device"/'
check_separate 'they differ in measuring (2 there, 1 here)' 's/"measuring": "2"/"measuring": "1"/'
check_separate 'they differ in seed (1 there, 2 here)' 's/"seed": "1"/"seed": "2"/'
check_separate 'they have other problems' 's/"size": 256, "seed": 1, "parameters"/"size": 256, "seed": 3, "parameters"/'
check_separate 'one is of 3 parts, one of 4' 's/"of": 3/"of": 4/'
refused 'whole.json: it is no part of a run' "$PLANTED" merge whole.json results/accuracy.1of3.json -o none.json
head -c 5000 results/accuracy.1of3.json >cut.json
refused 'cut.json: not a whole results file' "$PLANTED" merge cut.json -o none.json
refused 'merge: no -o' "$PLANTED" merge two.json
ends 0 "$PLANTED" --suite kernels --bench leading --backend fake --ceilings off --size 256 -o other-run.json
cp other-run.json kept.json
refused 'other-run.json: 100 rows there would be lost' "$PLANTED" merge results/*of3.json -o other-run.json
cmp kept.json other-run.json || wrong 'expected that results of another run stay'
merge 0 results/*of3.json --overwrite -o other-run.json
for part in 1 2; do
    ends 0 "${base[@]}" --bench copies --verify-only --shard $part/2 --out verified$part.json
done
cp set.json timed.json
refused 'timed.json: 5 rows there would be lost' "$PLANTED" merge verified1.json verified2.json -o timed.json
cmp set.json timed.json || wrong 'expected that times stay'
ends 0 "$PLANTED" merge verified1.json verified2.json -o verified.json
ends 0 "$PLANTED" merge verified1.json verified2.json -o verified.json
refused 'is one of the files that are read' "$PLANTED" merge two.json -o two.json

# ---- a part that was killed

mkdir killed
sed -i 's|^//fake STEP=1 time|//fake STEP=10 slow-compile 60000\n//fake STEP=1 time|' "$root/kernels/limits.cl"
number=${ten#*accuracy.} number=${number%of3.json}
"${base[@]}" --time-limit 300 --shard "$number/3" --out killed/part.json >out 2>err &
pid=$!
await_rows 2 killed/part.json "$pid"
kill -KILL "$pid"
wait "$pid" 2>/dev/null
merge 4 killed/part.json.journal -o part.json
contains "^gpubench: merge: incomplete: parts .* of 3 are missing; part $number of 3 is not whole$" err
ends 0 "$PLANTED" table part.json

# ---- PoCL, a kernel of a user's, without times

"$GPUBENCH" devices | grep -Eq '^ *[0-9]+ +opencl ' || { echo 'no OpenCL device: the last part is left out'; exit 0; }
cat >twice.cl <<'END'
kernel void twice(global const float *x, global float *y, uint n)
{
    for (size_t i = get_group_id(0) * B * T + get_local_id(0), t = 0; t < T && i < n; t++, i += B)
        y[i] = 2 * x[i];
}
END
for part in 1 2; do
    ends 0 "$GPUBENCH" tune twice.cl --entry twice --n 1000 --param B=8,16 --param T=1,2,4 --group B --groups 'ceil(n / (B * T))' \
        --arg 'x: in float[n]' --arg 'y: out float[n]' --arg 'n: uint n' --check 'y[i] == 2 * x[i]' --backend opencl \
        --verify-only --shard $part/2
done
merge 0 results/twice.1of2.json results/twice.2of2.json -o twice.json
[ "$(grep -c '"status": "verified"' twice.json)" = 6 ] || wrong 'expected six configurations that are right'
