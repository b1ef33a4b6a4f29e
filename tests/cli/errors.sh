#!/usr/bin/env bash
# Bad input: each case has its exit status and one line on stderr: the fault, its place, and what to do; nothing hangs,
# and no worker remains. At the end, verbs that only print.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
seconds=900

wait_for_workers() {
    local try
    for ((try = 0; try < 300; try++)); do
        grep -qa "$root/cache" /proc/[0-9]*/cmdline 2>/dev/null || return 0
        sleep 0.2
    done
    wrong "a worker remains (waited $try times)"
}

# Through pipes, as a file-size limit also limits redirected output.
run() {
    last="$*"
    { { timeout "$seconds" "$@" </dev/null; echo $? >&3; } 2>&1 >&4 4>&- | cat >err 4>&-; } 3>status 4>&1 | cat >out
    status=$(cat status)
    wait_for_workers
}

# check_refused STATUS REGEX COMMAND...: it ends before it starts work, with one line.
check_refused() {
    local expected=$1 regex=$2
    shift 2
    run "$@"
    [ "$status" = "$expected" ] || wrong "expected status $expected"
    [ "$(wc -l <err)" = 1 ] || wrong 'expected one line on stderr'
    [ "$(wc -c <err)" -lt 500 ] || wrong 'expected a shorter line'
    grep -Eq "^gpubench: .*($regex)" err || wrong "expected: $regex"
    [ ! -s out ] || wrong 'expected nothing on stdout'
}

# check_values WHAT OPTION VALUE...: the program of `command` refuses each of the values, and prints the valid values;
# before it the verb, if there is one.
check_values() {
    local value
    for value in "${@:3}"; do
        check_refused 2 "${verb-}$2 takes $1, not '$value'" "${command[@]}" "$2" "$value"
    done
}

# check_warning STATUS REGEX COMMAND...: it runs; besides its first line and progress, one line on stderr, none if REGEX is
# empty.
check_warning() {
    local expected=$1 regex=$2
    shift 2
    run "$@"
    [ "$status" = "$expected" ] || wrong "expected status $expected"
    sed 1d err | grep '^gpubench: ' >lines
    [ "$(wc -l <lines)" = "$([ -z "$regex" ]; echo $?)" ] || wrong "expected this alone: $regex"
    grep -Eq "^gpubench: .*($regex)" lines || [ -z "$regex" ] || wrong "expected: $regex"
}

reduction=("$GPUBENCH" --suite reduction)
slow=("$PLANTED" --suite slow --backend fake --size 4096 --budget 4)

# ---- names

run "$GPUBENCH"
[ "$status" = 2 ] && [ ! -s out ] && [ "$(wc -l <err)" -le 8 ] && grep -q 'usage: gpubench --suite' err &&
    grep -q -- --help err || wrong 'expected the short usage on stderr'

check_refused 2 "unknown suite 'reductoin', did you mean reduction\? Known: .*reduction" "$GPUBENCH" --suite reductoin
check_refused 2 "unknown suite 'xyz'; known: .*reduction" "$GPUBENCH" --suite xyz
check_refused 2 "unknown suite ''" "$GPUBENCH" --suite reduction,
check_refused 2 "unknown suite 'xyz'" "$GPUBENCH" list xyz
check_refused 2 "'reduction' is a suite; did you mean --suite reduction" "$GPUBENCH" reduction
check_refused 2 "'reduction' is a suite" "${reduction[@]}" reduction
check_refused 2 "unknown bench 'sum_1d_f33', did you mean sum_1d_f32\? .*sum_1d_f64" "${reduction[@]}" --bench sum_1d_f33
check_refused 2 "unknown bench '\*xyz\*'; known: sum_1d_f32 " "${reduction[@]}" --bench '*xyz*'
check_refused 2 "unknown parameter 'BLOCKSIZE', did you mean BLOCK_SIZE\? .*VECTOR_WIDTH" "${reduction[@]}" --set BLOCKSIZE=64
check_refused 2 "unknown value of BLOCK_SIZE '63'; known: .*64 .*1024" "${reduction[@]}" --set BLOCK_SIZE=63
check_refused 2 "unknown value of LOAD 'blockd', did you mean blocked\?" "${reduction[@]}" --set LOAD=striped,blockd
check_refused 2 "unknown value of BLOCK_SIZE ''; known" "${reduction[@]}" --set BLOCK_SIZE=64,
check_refused 2 "unknown value of FINISH 'last', did you mean last_block\? Known: multi_pass atomics last_block first_block next_launch$" \
    "${reduction[@]}" --set FINISH=last
check_refused 2 "unknown backend 'opncl', did you mean opencl\? .*cuda" "${reduction[@]}" --backend opncl
check_refused 2 "unknown strategy 'pairwse', did you mean pairwise\? .*random" "${reduction[@]}" --strategy pairwse
check_refused 2 "unknown strategy 'greed', did you mean greedy\?" "${reduction[@]}" --strategy greed:batch=3
check_refused 2 "unknown option of strategy greedy 'bach', did you mean batch\? Known: batch kick patience$" "${reduction[@]}" --strategy greedy:bach=3
check_refused 2 "unknown option of strategy greedy ''; known: batch" "${reduction[@]}" --strategy greedy:
check_refused 2 '--strategy greedy: batch needs a whole number, 1 to 4096 .without it: 8., as batch=8$' "${reduction[@]}" --strategy greedy:batch
check_refused 2 '--strategy greedy: kick needs a whole number, 0 to 64' "${reduction[@]}" --strategy greedy:batch=2,kick=1.5
check_refused 2 '--strategy greedy: kick needs a whole number, 0 to 64' "${reduction[@]}" --strategy greedy:kick=65
check_refused 2 '--strategy greedy: batch is there twice' "${reduction[@]}" --strategy greedy:batch=2,batch=2
check_refused 2 "strategy random takes no options; leave 'batch' out" "${reduction[@]}" --strategy random:batch=2
check_refused 2 "list: --set is of: gpubench list .SUITE" "$GPUBENCH" list --strategies --set BLOCK_SIZE=64
check_refused 2 "list: 'reduction' belongs to no option" "$GPUBENCH" list --strategies reduction
check_refused 2 "unknown verb 'lst', did you mean list\? .*devices" "$GPUBENCH" lst
check_refused 2 "unknown option '--sise', did you mean --size\?$" "${reduction[@]}" --sise 3
check_refused 2 "unknown option '--sise'" "$GPUBENCH" --sise=3
check_refused 2 "unknown option '--output', did you mean --out\?" "${reduction[@]}" --output x
check_refused 2 "unknown option '--shpae', did you mean --shape\?$" "$PLANTED" --suite told --shpae cube
check_refused 2 "unknown option '-x'; .gpubench help run.*SUITE --long.* lists them$" "${reduction[@]}" -xyz
check_refused 2 "--disassemble: it went; nvdisasm or cuobjdump -sass show the code that is kept .base.CACHE.md, .To look into code" "${reduction[@]}" --disassemble
check_refused 2 "'xyz' belongs to no option; usage: gpubench --suite" "${reduction[@]}" xyz
check_refused 2 '--suite is missing; .*gpubench list' "$GPUBENCH" --backend opencl
check_refused 2 '--configs selects what is measured, .*: leave --size out' "$GPUBENCH" --configs /nowhere --size 5
check_refused 2 '--configs selects what is measured, .*: leave --shape out' "$PLANTED" --configs /nowhere --shape cube
check_refused 2 '--blocks goes with --configs, which is missing' "${reduction[@]}" --blocks 5
check_refused 2 '--blocks takes a number of blocks, 1 to 64, not' "$GPUBENCH" --configs /nowhere --blocks 0
check_refused 2 '/nowhere: cannot read: No such file or directory' "$GPUBENCH" --configs /nowhere
: >empty
check_refused 2 'empty: the file is empty' "$GPUBENCH" --configs empty
check_refused 2 "unknown option of list '--configs'" "$GPUBENCH" list reduction --configs /nowhere
check_refused 2 "list: 'slow' is one suite too many; usage: gpubench list" "$PLANTED" list planted slow
check_refused 2 "unknown option of list '--suite'" "$PLANTED" list planted --suite slow
check_refused 2 "list: 'slow' is one suite too many" "$PLANTED" list planted --backend fake slow
check_refused 2 "unknown backend 'opncl', did you mean opencl\?" "$GPUBENCH" list reduction --backend opncl
check_refused 2 "unknown bench 'sum_1d_f33', did you mean sum_1d_f32\?" "$GPUBENCH" list reduction --bench sum_1d_f33
check_refused 2 "unknown strategy 'rondom', did you mean random\?" "$GPUBENCH" list reduction --strategy rondom
check_refused 2 'cannot read common_compute.h there' "$GPUBENCH" list reduction --kernels /nowhere
check_refused 2 'leaves no configuration of sums, by the constraint: a planted' \
    "$PLANTED" list planted --backend fake --set PLANT=wrong_sum --set BLOCK_SIZE=32
check_refused 2 "devices: 'x' belongs to no option; usage: gpubench devices \[--json\]$" "$GPUBENCH" devices x

# ---- values

command=("${reduction[@]}")
check_values '.*' --size 0 -1 abc 1e30 99999999999999999999999 '' 1.5 1e 1MB 1m 1K 0x10
check_refused 2 "--size takes .*, not '1K': k is 1000, and Ki 1024$" "${reduction[@]}" --size 1000,1K
check_refused 2 "--size takes .*, not '2\^64': beyond 2\^64$" "${reduction[@]}" --size 2^64
check_refused 2 "--size takes .*, not ''" "${reduction[@]}" --size 1000,,31
check_refused 2 "--size takes .*, not 'x'" "${reduction[@]}" --size small,x
check_refused 2 '--size takes at most 64 sizes' "${reduction[@]}" --size "$(seq -s, 65)"
mapfile -t many < <(yes -- --set=BLOCK_SIZE=64 | head -n 33)
check_refused 2 "--set takes at most 32 times, not 'BLOCK_SIZE=64'" "${reduction[@]}" "${many[@]}"
check_refused 2 '--size 99999999999 is more than sum_1d_f32 takes \([0-9]+\)' "${reduction[@]}" --size 99999999999
check_values 'a time \(60s.*' --budget abc -1 0 0s 10x 1e400s nan inf '' 1.5
check_values 'a share of the limit, such as 99% or 0.99' --until 0 -1 -5% 0% 102% 1.01 99 100.5% 50%% 50x % '' nan inf 1e400 0.5.5
check_values 'auto, kept or off' --ceilings no
check_refused 2 '--until needs a value: SHARE' "${reduction[@]}" --until
check_values 'a share from 90% to 99.99%, such as 99.9% or 0.999' --confidence 0 89% 1 100% 0.99991 -0.95 95 nan ''
check_refused 2 '--measure-all leaves none early: leave --confidence out' "${reduction[@]}" --measure-all --confidence 99%
check_refused 2 '--verify-only takes no times: leave --confidence out' "${reduction[@]}" --verify-only --confidence 99%
check_values 'seconds \(10.*' --time-limit abc 0 -1 nan 1e400
check_values 'a number of compile workers, 1 to 1024' --jobs x 0 -1 99999
check_values 'a whole number below 2\^64' --seed x -1 18446744073709551616
check_values 'a device number.*gpubench devices.*' --device x -1 1.5
check_refused 2 '--jobs 30 needs .*choose at most [0-9]+, or raise the limit' bash -c 'ulimit -n 64 && exec "$@"' bash \
    "${slow[@]}" --jobs 30
for files in 8 16 20 23; do # the number that workers need, regardless of other options
    check_refused 3 "$files open files are allowed, and workers need 24: raise the limit \(ulimit -n 24\)$" \
        bash -c 'ulimit -n $0 && exec "$@"' $files "${slow[@]}" --jobs $((files / 8))
done
check_refused 2 '--objective: column 1: there is no fast; .* has median_ns, .*; or use stream, .*' "${reduction[@]}" --objective fast
check_values 'cold or warm' --cache-mode hot
check_values 'PARAMETER=VALUE.*' --set X
check_refused 2 '--cache-mode needs a value: cold\|warm' "${reduction[@]}" --cache-mode
check_refused 2 '--suite needs a value' "$GPUBENCH" --suite
check_refused 2 '--help takes no value' "$GPUBENCH" --help=3

# ---- settings and structures

told=("$PLANTED" --suite told)
command=("${told[@]}")
check_values 'a number from -0.5 to 4 e/A' --scale '' ' 1' abc 1,5 1x 0x nan -inf 1e400 4.01 -0.6 3A
check_values 'a whole number from 0 to 1000' --count -1 1001 1.5 0.1 x 1e9
check_refused 2 "unknown --shape 'cub', did you mean cube\? Known: line cube ring$" "${told[@]}" --shape cub
check_refused 2 "unknown --shape '1'; known: line" "${told[@]}" --shape 1
check_refused 2 '--scale needs a value: NUMBER' "${told[@]}" --scale
check_refused 2 '--shape needs a value: WORD' "${told[@]}" --shape
check_refused 2 '--angle: no chosen suite takes it; known to: other$' "${told[@]}" --angle 3
check_refused 2 '--scale: no chosen suite takes it; known to: told other runs$' "${slow[@]}" --scale 3
check_refused 2 "--scale takes a number from 2 to 8, not '1'" "$PLANTED" --suite told,other --scale 1 # it is valid for the other suite
check_refused 2 "unknown --shape 'cube'; known: ring line$" "$PLANTED" --suite told,other --shape cube
check_refused 2 '--input: no chosen suite takes it; known to: told typed$' "$PLANTED" --suite other --input a.pqr
check_refused 2 '--input needs a value: FILE$' "${told[@]}" --input
check_refused 2 "--input takes a value, not ''" "${told[@]}" --input ''
check_refused 2 'no.pqr: cannot read: No such file' "${told[@]}" --input no.pqr
check_refused 2 '[.]: cannot read: Is a directory' "${told[@]}" --input .
printf 'REMARK\nATOM 1 C C 1 1 2 3 4 5\nATOM 2 C C 1 abc 2 3 4 5\n' >bad.pqr
check_refused 2 "bad.pqr:3: x is not a number: 'abc'$" "${told[@]}" --input bad.pqr
echo REMARK >none.pqr
check_refused 2 'none.pqr: no atom: ' "${told[@]}" --input none.pqr
for ((atom = 0; atom < 200; atom++)); do echo "ATOM 1 C C 1 1 2 $atom 4 5"; done >many.pqr
check_refused 2 'cannot keep 3200 bytes in the cache .*: File too large' bash -c 'ulimit -f 2 && exec "$@"' bash \
    "${told[@]}" --backend fake --input many.pqr

# Structures with types; sizes by their unit.
typed=("$PLANTED" --suite typed --backend fake)
printf '2\nLattice="10 0 0 0 11 0 0 0 12"\nAr 1 2 3\nKr 4 5 6\n' >good.xyz
echo 'Ar 3.4 0.2 40' >elements
check_refused 2 'good.xyz:1: XYZ has no charges, and a chosen suite needs them: take a PQR file$' "${told[@]}" --input good.xyz
check_refused 2 'good.xyz:1: XYZ has no charges' "$PLANTED" --suite told,typed --input good.xyz
printf '2\n\nAr 1 2 3\nQq 4 5 6\n' >bad.xyz
check_refused 2 "bad.xyz:4: no parameters of element 'Qq' are known; --elements FILE gives them$" "${typed[@]}" --input bad.xyz
sed 's/0 0 0 11/0 0 1 11/' good.xyz >skew.xyz
check_refused 2 'skew.xyz:2: the lattice is not orthorhombic' "${typed[@]}" --input skew.xyz
printf 'CRYST1 9 9 9 90 90 120\nATOM 1 C C 1 1 2 3 4 5\n' >skew.pqr
check_refused 2 "skew.pqr:1: the crystal's angles are 90, 90 and 120" "${typed[@]}" --input skew.pqr
check_refused 2 '--size: typed takes as many atoms as --input has; leave one' "${typed[@]}" --input good.xyz --size 2
check_refused 2 '--atoms: typed takes as many atoms as --input has; leave one' "${typed[@]}" --input good.xyz --atoms 2
check_refused 2 'many.pqr: 200 atoms are more than typed takes \(100\); choose' "${typed[@]}" --input many.pqr
check_refused 2 '--elements: no chosen suite takes it; known to: typed$' "${told[@]}" --elements elements
check_refused 2 '--elements says what the atoms of --input are, which is missing$' "${typed[@]}" --elements elements
check_refused 2 "--elements takes a value, not ''" "${typed[@]}" --elements ''
check_refused 2 '--elements needs a value: FILE$' "${typed[@]}" --elements
check_refused 2 'nothing: cannot read: No such file' "${typed[@]}" --input good.xyz --elements nothing
echo 'Ar 3.4 0.2' >few
check_refused 2 'few:1: expected a symbol, sigma, epsilon and mass, not 3 fields$' "${typed[@]}" --input good.xyz --elements few
check_refused 2 "--atoms takes small, medium, large or a whole number from 1, such as 1000, .*, not '0': less than 1$" "${typed[@]}" --atoms 3,0
check_refused 2 '--atoms 101 is more than typed takes \(100\)' "${typed[@]}" --size 3 --atoms 101
check_refused 2 '--atoms takes at most 64 sizes$' "${typed[@]}" --atoms "$(seq -s, 65)"
check_refused 2 "--atoms takes a whole number from 0 to 10, not '3,4'$" "$PLANTED" --suite counted --atoms 3,4 # a setting
check_refused 2 '--atoms: no chosen suite takes it; known to: typed counted$' "${told[@]}" --atoms 3
check_refused 2 '--words: no chosen suite takes it; known to: ceilings$' "${reduction[@]}" --words 1000
check_refused 2 '--nd: no chosen bench takes it; known to: sum_nd_f32 sum_nd_f64 .* sum_nd_f64_plumed$' "${reduction[@]}" --bench 'sum_1d*' --nd 3

# check_unused_settings SUITE BENCHES KNOWN OPTION VALUE...: none of these benches has any of the settings, and KNOWN have each.
check_unused_settings() {
    local suite=$1 benches=$2 known=$3
    shift 3
    while [ $# -gt 0 ]; do
        check_refused 2 "$1: no chosen bench takes it; known to: $known\$" "$GPUBENCH" --suite "$suite" --bench "$benches" "$1" "$2"
        shift 2
    done
}
check_unused_settings coordination sums 'pairs resident coordination' --switching tanh --nn 8 --mm 9 --r0 1 --d0 1 --dmax 7 --stretch yes \
    --groups two --box open --density 0.2
check_unused_settings coulomb volume 'slice scatter cpu both' --z 3
check_unused_settings cutoff binning,cpu 'naive large_bins small_bins compact_bins' --copy yes
check_unused_settings cutoff 'naive,large_bins,compact_bins,cpu' 'binning small_bins' --coverage 0
operators='p2m l2p l2p_potential l2p_energy p2p p2p_potential'
check_unused_settings fmm 'p2p*,bin,direct*' 'p2m m2m m2l m2l_indices l2l l2p l2p_potential l2p_energy solve solve_potential solve_energy leapfrog' --order 3
check_unused_settings fmm 'p2m,m2m,l2l,l2p*,bin,direct*' 'm2l m2l_indices p2p p2p_potential solve solve_potential solve_energy leapfrog' --separation 2
check_unused_settings fmm 'm2m,m2l*,l2l,solve*,leapfrog,direct*' 'p2m l2p l2p_potential l2p_energy p2p p2p_potential bin' --occupancy 3
check_unused_settings fmm 'm2m,m2l*,l2l' "$operators bin solve solve_potential solve_energy leapfrog direct direct_potential" --charges same
check_unused_settings fmm 'p*,m*,l*,bin,direct*' 'solve solve_potential solve_energy' --geometry moving
check_unused_settings lennard_jones distances,integrate 'forces force_sum pipeline cpu cpu_gpu step' --cutoff 5 --mixing geometric
check_unused_settings lennard_jones distances 'forces force_sum integrate pipeline cpu cpu_gpu step' --types 2
check_unused_settings lennard_jones distances,force_sum,integrate 'forces pipeline cpu cpu_gpu step' --minimum 3 --range 20
check_unused_settings lennard_jones distances,force_sum,integrate,pipeline,step 'forces cpu cpu_gpu' --matrix random --inside 0.5
check_unused_settings lennard_jones 'distances,force*,integrate,pipeline,cpu*' step --dt 0.001 --steps 7
printf 'ATOM 1 C C 1 1 2 3 4 5\n' >charged.pqr
check_refused 2 '--charges is of atoms that fmm makes, and --input has others' "$GPUBENCH" --suite fmm --bench direct --input charged.pqr --charges same
check_refused 2 '--words needs a value: SIZE\[,SIZE\]$' "$GPUBENCH" --suite ceilings --words
check_refused 2 "unknown option '--atom-s', did you mean --atoms\?" "${typed[@]}" --atom-s 3

# ---- problems that a bench refuses, before any work (.problem.check)

tree=("$GPUBENCH" --suite fmm --bench m2l --backend fake)
check_refused 2 'm2l: depth 1: 2 boxes per side, and no two with one between; the least is 2$' "${tree[@]}" --depth 1
check_refused 2 'm2l: order 21: .*M\(42, 42\) = 6\.9e\+36, and floats end at 3\.4e\+38.*; the most is 20' "${tree[@]}" --order 21
check_refused 2 'm2l: depth 10: 1227133513 boxes of 231 complex numbers, 2 times .*; the device has 1073741824$' "${tree[@]}" \
    --depth 10 --order 20

# Each suite's own options differ from the program's, and have defaults.
for suite in $(sed -n 's/^SUITE(\(.*\))$/\1/p' "$SOURCE_DIR/suites/suites.def"); do
    "$GPUBENCH" list "$suite" | sed -n 's/^    --\([a-z_]*\) .*(default \(.*\))$/\1 \2/p' >own
    [ "$(wc -l <own)" = "$("$GPUBENCH" list "$suite" | grep -Ec '^    --[a-z_]* +[^ F]')" ] || wrong 'a default is missing'
    while read -r name initial; do
        check_refused 2 "--$name needs a value: (NUMBER|WORD)$" "$GPUBENCH" --suite "$suite" "--$name"
        check_refused 2 '/proc/x.json: cannot write' "$GPUBENCH" --suite "$suite" --out /proc/x.json "--$name" "$initial"
    done <own
done

# ---- files: found before the run

mkdir folder
: >file
check_refused 2 'file/x.json: cannot write: Not a directory; .*--out' "${reduction[@]}" --out file/x.json
check_refused 2 'folder: cannot write: Is a directory; .*--out' "${reduction[@]}" --out folder
check_refused 2 '/proc/x.json: cannot write: .*--out' "${reduction[@]}" --out /proc/x.json
check_refused 2 '/dev/null: cannot write: not a regular file; .*--out' "${reduction[@]}" --out /dev/null
check_refused 2 'file/x.h: cannot write: Not a directory; .*--header' "${reduction[@]}" --header file/x.h
check_refused 2 'folder: cannot write: Is a directory; .*--header' "${reduction[@]}" --header folder
check_refused 2 'both name x.json; name another' "${reduction[@]}" --out x.json --header x.json
check_refused 2 'the results and --samples both name x.json; name another' "${reduction[@]}" --out x.json --samples x.json
check_refused 2 '--header and --samples both name y; name another' "${reduction[@]}" --header y --samples ./y
check_refused 2 'the results and --samples both name folder/../x.json; name another' "${reduction[@]}" --out folder/../x.json --samples x.json
ln -s file other
check_refused 2 'the results and --samples both name file; name another' "${reduction[@]}" --out file --samples other
check_refused 2 'the journal of the results and --samples both name x.json.journal; name another' \
    "${reduction[@]}" --out x.json --samples x.json.journal
printf 'ATOM 1 C C 1 1 2 3 4 5\n' >good.pqr
check_refused 2 '--samples and --input both name ./good.pqr; name another' "${told[@]}" --input good.pqr --samples ./good.pqr
mkfifo fifo.pqr
check_refused 2 'fifo.pqr: cannot read: not a regular file$' "${told[@]}" --input fifo.pqr
rm other
check_refused 2 'folder: cannot write: Is a directory; .*--samples' "${reduction[@]}" --samples folder
ln -s "$SOURCE_DIR/kernels/common_compute.h" folder/
check_refused 2 '--kernels nothing: cannot read common_compute.h there: No such file' "${reduction[@]}" --kernels nothing
check_refused 2 '--kernels file: cannot read common_compute.h there: Not a directory' "${reduction[@]}" --kernels file
check_refused 2 '--kernels folder: cannot read reduction/reduce.cl there: No such file' "${reduction[@]}" --kernels folder
mkdir -p folder/reduction/reduce.cl
check_refused 2 '--kernels folder: cannot read reduction/reduce.cl there: it is no file' "${reduction[@]}" --kernels folder
check_refused 2 'cache folder /proc/x: .*set GPUBENCH_CACHE' env GPUBENCH_CACHE=/proc/x "${reduction[@]}"
check_refused 2 'cache folder file: .*set GPUBENCH_CACHE' env GPUBENCH_CACHE=file "$GPUBENCH" devices

# ---- devices

none=(env OCL_ICD_VENDORS="$root/folder" CUDA_VISIBLE_DEVICES= "$GPUBENCH")
# A machine with a GPU cannot simulate one without any device.
if [ ! -e /dev/nvidiactl ]; then
    check_refused 3 'no device to run on: cuda: .*; opencl: .*install' "${none[@]}" --suite reduction
    check_refused 3 'no device to run on: cuda' "${none[@]}" list reduction --device 0
    run "${none[@]}" devices
    [ "$status" = 3 ] && [ ! -s err ] || wrong 'expected status 3'
    prints '^ -  cuda    -  .'
    prints '^ -  opencl  -  .*install'
    check_refused 3 '--backend cuda: .*gpubench devices' "${none[@]}" --suite reduction --backend cuda
    check_refused 3 '--backend opencl: .*install' "${none[@]}" --suite reduction --backend opencl
fi
check_refused 3 '--backend fake:none: .*gpubench devices' "${reduction[@]}" --backend fake:none
check_refused 2 '--backend fake:x: .*use fake' "${reduction[@]}" --backend fake:x
check_refused 3 '--backend fake: .*no device 7.*gpubench devices' "${reduction[@]}" --backend fake --device 7
check_refused 3 'no device (99|to run on)' "${reduction[@]}" --device 99
check_refused 2 '--backend nvrtc: .*for example nvrtc:sm_90' "${reduction[@]}" --backend nvrtc
check_refused 2 '--backend nvrtc:: .*for example nvrtc:sm_90' "${reduction[@]}" --backend nvrtc:
check_refused 3 '--backend nvrtc:sm_12345: .*(it knows sm_|NVRTC)' "${reduction[@]}" --backend nvrtc:sm_12345
check_refused 2 'no configuration of sum_1d_f32, by the constraint: VECTOR_WIDTH divides .*; .*gpubench list reduction' \
    "${reduction[@]}" --backend fake --bench sum_1d_f32 --set VECTOR_WIDTH=4 --set ITEMS_PER_THREAD=1 --set LOAD=striped
spaces=("$PLANTED" --suite spaces --backend fake)
parameters='.space.parameters: '
check_refused 2 "spaces/beyond: ${parameters}they span more configurations than 64 bits can number$" "${spaces[@]}" --bench beyond
check_refused 2 "spaces/twice: ${parameters}SCALE has the value 0.5 twice$" "${spaces[@]}" --bench twice
check_refused 2 "spaces/none: ${parameters}SCALE has no values$" "${spaces[@]}" --bench none
check_refused 2 "spaces/again: ${parameters}WIDTH is there twice$" "${spaces[@]}" --bench again
cutoff=("$GPUBENCH" --suite cutoff --bench small_bins --backend fake --workload poisson)
check_refused 2 'no configuration of small_bins, by the constraint: .*--coverage' "${cutoff[@]}" --set BIN_CAPACITY=8
check_refused 2 'no configuration of small_bins; ' "${cutoff[@]}" --set BIN_CAPACITY=8 --set EMPTY=scan --set OVERFLOW=cpu

# ---- runs

check_warning 0 '' "$PLANTED" --suite planted,planted --backend fake --size 4096 --budget 1
prints '^Results: results/planted.json$'
[[ $(head -n 1 err) = *'; budget: 1 configuration of each bench and size' ]] || wrong 'expected the unit of the budget'
check_warning 0 '' "$PLANTED" --suite all --bench sums --backend fake --size 4096 --budget 1
prints '^Results: results/all.json$'
grep -q '"name": "planted/sums' results/all.json && grep -q '"name": "slow/sums' results/all.json || wrong 'expected rows of two suites'
check_warning 0 '' "$PLANTED" --suite planted,slow --backend fake --size 4096 --budget 1
prints '^Results: results/planted\+slow.json$'
check_warning 0 '' "$PLANTED" --suite slow --backend fake --size 4096,small,5000 --budget 1
prints '^2 configurations measured' # small is 4096
check_warning 0 'the budget of 1e-05 s ended before slow/sums n=5000 \(and 1 more\); --budget gives a longer one' "$PLANTED" \
    --suite slow --backend fake --size 4096,5000,6000 --budget 0.00001s --overwrite
prints '^not begun: sums 5000, sums 6000$'
check_warning 0 '' "${reduction[@]}" --backend fake --bench sum_1d_f32_cub
prints '^not here \(needs CUDA\): sum_1d_f32_cub$'
check_warning 1 '' "$PLANTED" --suite planted --backend fake --size 4096 --set PLANT=wrong_sum --out wrong.json
prints 'no correct configuration'
prints '^1 wrong-result: '
check_warning 1 '' "$PLANTED" --suite planted --backend fake --size 4096 --set PLANT=endless --time-limit 0.5 --out endless.json
prints '^1 timed-out: .*0.5 s'
check_warning 0 '' env -u GPUBENCH_CACHE -u XDG_CACHE_HOME -u HOME TMPDIR="$root" "${slow[@]}"

# A limit on the size of files: the rows are in the journal, as far as they fit.
run bash -c 'ulimit -f 2 && exec "$@"' bash "${slow[@]}" --out short.json
[ "$status" = 2 ] || wrong 'expected status 2'
grep -Eq '^gpubench: short.json.journal: cannot write: File too large; ' err || wrong 'expected a line on the journal'
grep -Eq '^gpubench: short.json: cannot write: File too large, nor .*; the rows for which there was room are in short.json.journal, with which --resume goes on$' err ||
    wrong 'expected a line on the results'
run env GPUBENCH_CACHE="$root/cache/empty" bash -c 'ulimit -f 0 && exec "$@"' bash "${slow[@]}" --out no.json \
    --cache-mode warm
prints '^4 configurations measured'
grep -q '^gpubench: cannot keep .* in the cache .*: File too large: ' err || wrong 'expected a line on the cache'
[ "$(grep -c '^{"name": .*}$' short.json.journal)" = "$(wc -l <short.json.journal)" ] || wrong 'expected whole rows'
[ "$(find . -name '.gpubench-*' | wc -l)" = 0 ] || wrong 'a temporary file stays behind'

# The results file is writable when the run starts, but not when it ends.
check_warning 2 "late.json: cannot write: Is a directory; the results are in $root/gpubench-[a-zA-Z0-9]*/late.json\$" env TMPDIR="$root" bash -c \
    '"$@" & while [ ! -e late.json.journal ]; do sleep 0.01; done; mkdir late.json; wait $!' bash "${slow[@]}" --out late.json
[ "$(grep -c '^{"name": .*}$' late.json.journal)" -ge 4 ] || wrong 'expected four rows'

# A lost report, and readers that have closed the pipe.
check_refused 2 'standard output: cannot write: No space left' bash -c '"$0" list >/dev/full' "$GPUBENCH"
check_refused 2 'standard output: cannot write: No space left' bash -c '"$0" list fmm >/dev/full' "$GPUBENCH" # many buffers of it
check_warning 2 'standard output: cannot write: No space left' bash -c '"$@" >/dev/full' bash "${slow[@]}"
run bash -c '"$0" list | true; exit "${PIPESTATUS[0]}"' "$GPUBENCH"
[ "$status" = 0 ] && [ ! -s err ] || wrong 'expected status 0 and nothing on stderr'
check_warning 0 '' bash -c 'exec "$@" <&- >&- 2>&-' bash "${slow[@]}" --out closed.json
grep -q '"schema"' closed.json || wrong 'expected results'

# ---- header

golden=$SOURCE_DIR/tests/reports/golden/results.json
check_refused 2 'header: no results file given; usage' "$GPUBENCH" header -o x.h
check_refused 2 'header: -o FILE is missing' "$GPUBENCH" header "$golden"
check_refused 2 'header: --out needs a value: FILE' "$GPUBENCH" header "$golden" -o
check_refused 2 "unknown option of header '--outt', did you mean --out\? Known: .*--max-regret" "$GPUBENCH" header "$golden" --outt x.h
command=("$GPUBENCH" header "$golden" -o x.h)
verb='header: ' check_values 'a share of the best time, such as 2% or 0.02' --max-regret -0.1 -1% 101% 1.5 2%% 2x nan inf ''
check_refused 2 'header: --max-regret needs a value: SHARE' "$GPUBENCH" header "$golden" -o x.h --max-regret
check_refused 2 'nothing.json: cannot read: No such file' "$GPUBENCH" header nothing.json -o x.h
check_refused 2 'folder: cannot read: Is a directory' "$GPUBENCH" header folder -o x.h
check_refused 2 'folder: cannot write: Is a directory' "$GPUBENCH" header "$golden" -o folder
check_refused 2 '/proc/x.h: cannot write' "$GPUBENCH" header "$golden" -o /proc/x.h
head -c 2000 "$golden" >truncated.json
check_refused 2 'truncated.json: not a whole results file: line [0-9]+ ' "$GPUBENCH" header truncated.json -o x.h
: >empty.json
check_refused 2 'empty.json: the file is empty' "$GPUBENCH" header empty.json -o x.h
echo '{"benchmarks": []}' >foreign.json
check_refused 2 'foreign.json: not a gpubench results file' "$GPUBENCH" header foreign.json -o x.h
sed 's,gpubench/results/1,gpubench/results/9,' "$golden" >newer.json
check_refused 2 'newer.json: its schema is "gpubench/results/9", and' "$GPUBENCH" header newer.json -o x.h
echo 'bench,size' >text.json
check_refused 2 'text.json: not a whole results file: line 1 ' "$GPUBENCH" header text.json -o x.h
sed 's/"median_ns": [0-9.]*/"median_ns": "fast"/' "$golden" >malformed.json
check_refused 2 'malformed.json: .*median_ns: expected a number' "$GPUBENCH" header malformed.json -o x.h
check_refused 2 'malformed.json: ' "$GPUBENCH" header "$golden" malformed.json -o x.h
cp "$golden" own.json
check_refused 2 'header: -o ./own.json is one of the files that are read; name another' "$GPUBENCH" header own.json -o ./own.json
cmp -s "$golden" own.json || wrong 'the results are damaged'
[ ! -e x.h ] || wrong 'a header was written'
check_refused 2 'table: no results file given; usage' "$GPUBENCH" table
check_refused 2 "unknown option of table '-o'" "$GPUBENCH" table "$golden" -o x
check_refused 2 'table: --effects is a table of its own: leave --json out' "$GPUBENCH" table --effects "$golden" --json
check_refused 2 'table: no results file given' "$GPUBENCH" table --effects
check_refused 2 "unknown suite 'reductio'" "$GPUBENCH" list --json reductio
check_refused 2 'list: options of a run count what it may try' "$GPUBENCH" list reduction --json --backend fake
check_refused 2 'nothing.json: cannot read: No such file' "$GPUBENCH" table nothing.json
check_refused 2 'truncated.json: not a whole results file: line ' "$GPUBENCH" table truncated.json
check_refused 2 'table: --front needs a value: FIGURE' "$GPUBENCH" table "$golden" --front
check_refused 2 'table: no results file given; usage' "$GPUBENCH" table --front error

# From two methods of measuring: reported, but made.
older=$(dirname "$golden")/older.json
for verb in "header $golden $older -o x.h" "table $golden $older" "table --front error $older $golden" "table $older $older"; do
    # shellcheck disable=SC2086
    run "$GPUBENCH" $verb
    [ "$status" = 0 ] || wrong 'expected status 0'
    case $verb in
        "table $older"*) [ ! -s err ] || wrong 'expected no line for a single version of timing' ;;
        *) grep -q 'were measured in different ways (\(2 and 1\|1 and 2\)' err || wrong 'expected a line of two ways' ;;
    esac
done
rm -f x.h
check_refused 2 "unknown figure 'work', did you mean work_efficiency\? Known: work_efficiency atoms_per_point overflow_share l2_error$" \
    "$GPUBENCH" table --front work "$golden" "$golden"
check_refused 2 'nothing.json: cannot read: No such file' "$GPUBENCH" table --front work_efficiency "$golden" nothing.json
sed 's/"figures": [^]]*\], "error": [^,]*, "max_error": [0-9.]*/"x": []/; s/"figures": [[{][^]}]*[]}]/"x": []/' "$golden" >none.json
check_refused 2 'table: --front: no bench in these results has figures' "$GPUBENCH" table --front error none.json

# ---- verbs that only print

run "$GPUBENCH" --version
[ "$status" = 0 ] && grep -Eqx 'gpubench [0-9]+\.[0-9]+\.[0-9]+' out || wrong 'expected a version'
run "$GPUBENCH" table "$golden"
[ "$status" = 0 ] && [ ! -s err ] || wrong 'expected status 0 and nothing on stderr'
prints '^reduction on NVIDIA H200 '
run "$GPUBENCH" table --front work_efficiency none.json "$golden"
[ "$status" = 0 ] && [ ! -s err ] || wrong 'expected status 0 and nothing on stderr'
prints '^reduction/sum_1d_f64 has no figure work_efficiency$'
prints '^ +0.364 .* us +1.00x$'
run "$GPUBENCH" devices
if [ "$status" = 0 ]; then
    prints '^ 0  (cuda|opencl) *0  .'
    prints 'work-group [1-9]'
else
    [ "$status" = 3 ] || wrong 'expected status 0 or 3'
fi
