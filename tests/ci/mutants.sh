#!/usr/bin/env bash
# ci/mutants: a mutant is found by what its table has, and a line that cannot be tried fails; by a stub of gpubench and one
# for compute-sanitizer, which see words in a kernel. And all mutants of the suites change their files; each kernel of CUDA's own
# has one. With GPUBENCH_DEEP they compile.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
mkdir -p kernels/toy suites/toy bin
printf 'right\n' >kernels/toy/one.cl
printf 'right RACE\n' >kernels/toy/noisy.cl
cat >bin/gpubench <<'END'
#!/bin/bash
while [ $# -gt 0 ]; do
    case $1 in --kernels) kernels=$2 ;; --out) out=$2 ;; --file) file=$2 ;; --bench) bench=$2 ;; esac
    shift
done
[ -z "${bench-}" ] || [ "$bench" != late ] || { touch "$OUT/late"; while [ ! -e "$OUT/end" ]; do sleep 0.05; done; }
[ -n "${file-}" ] || { echo 'gpubench: --set leaves no configuration' >&2; exit 2; }
status=verified
grep -q WRONG "$kernels/$file" && status=wrong-result
echo "{\"status\": \"$status\"}" >"$out"
[ $status = verified ]
END
cat >bin/compute-sanitizer <<'END'
#!/bin/bash
tool=$2
[ "${GPUBENCH_GUARDS-}" = 0 ] || exit 9
while [[ $1 != */gpubench ]]; do shift; done
program=("$@")
while [ $# -gt 0 ]; do
    case $1 in --kernels) kernels=$2 ;; --file) file=$2 ;; esac
    shift
done
! grep -q "DIES $tool" "$kernels/$file" || kill -SEGV $$
if grep -q "DIED $tool" "$kernels/$file" && mkdir "$OUT/died" 2>/dev/null; then kill -SEGV $$; fi
"${program[@]}"
status=$?
faults=0
case $tool in racecheck) word=RACE ;; memcheck) word=BOUND ;; *) word=BARRIER ;; esac
grep -q $word "$kernels/$file" && faults=1
echo "========= $tool SUMMARY: $faults errors"
exit $status
END
chmod +x bin/*
cat >suites/toy/mutants_gpu <<'END'
mutant 'a value' toy/one.cl 's/right/WRONG/' --bench ones --file toy/one.cl
mutant 'a race' toy/one.cl 's/right/RACE/' --bench ones --file toy/one.cl
mutant 'a bound' toy/one.cl 's/right/BOUND/' --bench ones --file toy/one.cl
mutant 'a barrier' toy/one.cl 's/right/BARRIER/' --bench ones --file toy/one.cl
unseen='it is the same' mutant 'nothing' toy/one.cl 's/right/same/' --bench ones --file toy/one.cl
END
program=$GPUBENCH
export SUITES=$root/suites KERNELS=$root/kernels GPUBENCH=$root/bin/gpubench OUT=$root/out.d PATH=$root/bin:$PATH
mutants=$SOURCE_DIR/ci/mutants
ends 0 "$mutants" toy
cmp out out.d/mutants.txt
prints '^toy/one.cl +ones +verification: wrong-result +a value$'
prints '^toy/one.cl +ones +racecheck +a race$'
prints '^toy/one.cl +ones +memcheck +a bound$'
prints '^toy/one.cl +ones +synccheck +a barrier$'
prints '^toy/one.cl +ones +not found: it is the same +nothing$'
prints '^5 mutants, 1 of them not found$'
ends 1 "$mutants" --backend nvrtc:sm_90
prints 'BROKEN: see mutants.log +a value$'
[ "$(grep -c ' compiles ' out)" = 4 ] || wrong 'expected four, and one that does not'
cat >suites/toy/mutants_gpu <<'END'
mutant 'unseen' toy/one.cl 's/right/same/' --file toy/one.cl
mutant 'no change' toy/one.cl 's/left/same/' --file toy/one.cl
mutant 'found in both' toy/noisy.cl 's/right/same/' --file toy/noisy.cl
mutant 'no configuration' toy/one.cl 's/right/same/' --bench ones
mutant 'once without a summary' toy/one.cl 's/right/DIED racecheck RACE/' --file toy/one.cl
mutant 'never a summary' toy/one.cl 's/right/DIES racecheck RACE/' --file toy/one.cl
mutant 'a summary of another' toy/one.cl 's/right/DIES racecheck BOUND/' --file toy/one.cl
END
ends 1 "$mutants" toy
prints 'NOT FOUND +unseen$'
prints 'BROKEN: nothing is replaced +no change$'
prints 'BROKEN: racecheck finds as much in the kernel as it should be +found in both$'
prints 'BROKEN: see mutants.log +no configuration$'
contains 'leaves no configuration' out.d/mutants.log
prints '^toy/one.cl +racecheck +once without a summary$'
prints '^toy/one.cl +BROKEN: racecheck has no summary +never a summary$'
contains '^racecheck has no summary: status 139, 3 of 3$' out.d/mutants.log
prints '^toy/one.cl +memcheck +a summary of another$'
ends 1 "$mutants" --list toy
prints 'BROKEN: nothing is replaced +no change$'
refused 'no_such/mutants_gpu is missing' "$mutants" no_such
refused '--part 3/2 is not I/N' "$mutants" --part 3/2
ends 1 "$mutants" --list --part 2/3 toy
[ "$(sed 's/.* //' out | paste -sd,)" = change,summary,found ] || wrong 'expected the second and the fifth of seven mutants'
# What is known is printed at once; if it is ended early, the others are listed.
cat >suites/toy/mutants_gpu <<'END'
mutant 'a value' toy/one.cl 's/right/WRONG/' --bench ones --file toy/one.cl
mutant 'late' toy/one.cl 's/right/WRONG/' --bench late --file toy/one.cl
mutant 'later' toy/one.cl 's/right/WRONG/' --bench late --file toy/one.cl
END
"$mutants" toy >out &
until [ -e out.d/late ] && grep -q '^toy/one.cl .* a value$' out; do sleep 0.05; done
kill $!
! wait $! || wrong 'expected a failure'
touch out.d/end
prints '^toy/one.cl +late +BROKEN: not tried to the end +late$'
prints '^[23] mutants, 0 of them not found, ended early$'
cmp out out.d/mutants.txt
refused 'unknown option --lists; usage: ci/mutants' "$mutants" --lists

# ---- those of the suites
unset SUITES KERNELS
ends 0 "$mutants" --list
omits 'BROKEN' out
for kernel in "$SOURCE_DIR"/kernels/*/*.cu; do contains "^${kernel#"$SOURCE_DIR/kernels/"} " out; done
for suite in $(sed -n 's/^SUITE(\(.*\))$/\1/p' "$SOURCE_DIR/suites/suites.def"); do
    [ -s "$SOURCE_DIR/tests/suites/$suite/mutants_gpu" ] || wrong "$suite has none"
done
[ -z "${GPUBENCH_DEEP-}" ] || ! "$program" list vector_add --backend nvrtc:sm_90 >/dev/null 2>&1 || GPUBENCH=$program ends 0 "$mutants" --backend nvrtc:sm_90
