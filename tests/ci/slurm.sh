#!/usr/bin/env bash
# ci/slurm: what is sent to Slurm, how a part requeues itself, what is joined; by stubs of Slurm's commands
# that print their arguments. (ci/slurm/check does it on a real one.)
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
slurm=$SOURCE_DIR/ci/slurm
mkdir bin
write_stub() { printf '#!/bin/bash\necho "%s $*" >>"%s/asked"\n%s\n' "$1" "$root" "$2" >"bin/$1" && chmod +x "bin/$1"; }
# shellcheck disable=SC2016 # the stub's
write_stub sbatch 'wc -l <"'"$root"'/asked"'
write_stub srun 'exit "${SRUN_STATUS:-0}"'
# shellcheck disable=SC2016
write_stub squeue 'echo "${STATE:-RUNNING}"'
write_stub scontrol 'exit 1'
export PATH=$root/bin:$PATH
# asked LINE...: of Slurm's commands, and nothing else.
asked() {
    printf '%s\n' "$@" | diff - asked || wrong 'Slurm was asked something else'
    rm asked
}

# ---- submit

SBATCH='--partition gpu --time 60' ends 0 "$slurm/submit" reduction 64%16 --size large --set 'A=1 2'
prints '^job 1: reduction in 64 parts; job 2: results/reduction\.all\.json$'
expect 'a folder for logs' test -d results
asked "sbatch --parsable --partition gpu --time 60 --array=1-64%16 $slurm/part env --suite reduction --size large --set A=1 2" \
    "sbatch --parsable --partition gpu --time 60 --dependency=afterany:1 $slurm/merge reduction 64"
ends 0 "$slurm/submit" fmm,cutoff 3,7/64
asked "sbatch --parsable --array=3,7 $slurm/part %a/64 --suite fmm,cutoff" \
    "sbatch --parsable --dependency=afterany:1 $slurm/merge fmm+cutoff 64"
for parts in 0 x 64/ /64 64%; do
    refused "PARTS must be like 64, 64%16 or 3,7/64, not $parts" "$slurm/submit" fmm $parts
done
refused 'usage: ci/slurm/submit SUITE PARTS' "$slurm/submit" fmm
refused 'nowhere/gpubench is missing; ci/build release makes it' env GPUBENCH=nowhere/gpubench "$slurm/submit" fmm 2

# ---- part: put back where it was interrupted, but by who cancelled it, and not for ever

export SLURM_JOB_ID=5 SLURM_ARRAY_TASK_ID=7
run="srun --cpus-per-task=1 $GPUBENCH --suite fmm --shard"
state='squeue --noheader --jobs 5 --format %T'
part() { ends "$1" env "${@:2}" "$slurm/part" env --suite fmm; }
part 0 SLURM_CPUS_PER_TASK=8
asked "srun --cpus-per-task=8 $GPUBENCH --suite fmm --shard env --resume"
part 130 SRUN_STATUS=130
asked "$run env --resume" "$state" 'scontrol requeue 5'
part 130 SRUN_STATUS=130 STATE=COMPLETING
asked "$run env --resume" "$state"
part 130 SRUN_STATUS=130 SLURM_RESTART_COUNT=100
asked "$run env --resume" "$state"
part 1 SRUN_STATUS=1
asked "$run env --resume"
ends 0 "$slurm/part" %a/64 --suite fmm
asked "$run 7/64 --resume"

# ---- merge

write_stub gpubench 'exit 4'
touch results/fmm.{1,3}of3.json results/fmm.2of3.json.journal results/fmm.{1of4,all}.json
GPUBENCH=$root/bin/gpubench ends 4 "$slurm/merge" fmm 3
asked 'gpubench merge results/fmm.1of3.json results/fmm.3of3.json results/fmm.2of3.json.journal -o results/fmm.all.json'
refused 'there is no results/coulomb.*of3.json' "$slurm/merge" coulomb 3
