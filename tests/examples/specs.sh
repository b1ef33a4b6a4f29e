#!/usr/bin/env bash
# examples/: each is right on PoCL, in a few configurations, with GPUBENCH_DEEP in a cover of each space; is detected where
# its kernel is spoilt; and compiles for CUDA, if it has a text for that. The one that cheats is detected as it is.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
export LC_ALL=C
few=(--budget 4) once=(--budget 2)
[ -z "${GPUBENCH_DEEP-}" ] || few=(--strategy pairwise)
cp -r "$SOURCE_DIR/examples" .
# What takes long on a CPU is smaller here.
sed -i 's/"\[1536\]"/"[24]"/; s/"\[2048\]"/"[100]"/' examples/dedispersion/*.json

# tune EXAMPLE OPTION...: by its spec, or by its options.
tune() {
    local how=("$GPUBENCH" tune --spec "examples/$1/SPEC.json")
    [ ! -e "examples/$1/run.sh" ] || how=("examples/$1/run.sh")
    "${how[@]}" --backend opencl --ceilings off --jobs 1 --overwrite --out "$1.json" "${@:2}"
}

# example NAME SIZE KERNEL EXPRESSION REASON [OPTION...]: right as it is; spoilt by the expression of sed, it is wrong for the
# reason. The options choose configurations that show it.
example() {
    local kernel=examples/$1/$3
    ends 0 tune "$1" --verify-only --size "$2" "${few[@]}"
    ! grep '"status": ' "$1.json" | grep -v '"status": "verified"' || wrong "$1: expected that all are right"
    cp "$kernel" kept
    sed -i "$4" "$kernel"
    ! cmp -s kept "$kernel" || wrong "changes nothing: $4"
    ends 1 tune "$1" --verify-only --size "$2" "${once[@]}" "${@:6}"
    prints '[0-9]+ wrong-result' && prints "$5"
    mv kept "$kernel"
}

example saxpy 1003 saxpy.cl 's/ < n)/ + 1 < n)/' 'y\[1002\] is'
example histogram 1003 histogram.cl 's/if (sum)/if (sum > 1)/' 'counts\[[0-9]+\] is' --set COPIES=1,8
example spmv 103 spmv.common 's/SYNC_THREADS;/if (others == 1) break;/' 'y\[[0-9]+\] is' --set LANES=8
example convolution 35 convolution.cl 's/j < filter_height/j < filter_height - 1/' 'output\[[0-9]+\] is' --set 'block_size_x=16,32'
example gemm 128 gemm.cl 's/k = id \/ NDIMB;/k = id \/ NDIMB + 1;/' 'c\[[0-9]+\] is' --set SB=1 --set MDIMC=8
example dedispersion 130 dedispersion.cl 's/c < channels/c < channels - 1/' 'output\[[0-9]+\] is' --set block_size_x=4
example pnpoly 103 pnpoly.cl 's/polygon\[vertices - 1\]/polygon[0]/' 'inside\[[0-9]+\] is' --set tile_size=1,2

# A kernel that leaves out work is right when it is looked at, and is detected after its timing; the correct one is the best.
ends 0 tune cheat --size 4096 --set BLOCK=64
prints '2 wrong-result' && prints 'after it was timed: the answer to its inputs before they were changed'
prints 'SHORTCUT 0$'

# CUDA: the same specs, of another language and file; and what only CUDA has. On a device they are right, too.
"$GPUBENCH" list vector_add --backend nvrtc:sm_90 >/dev/null 2>&1 || exit 0
for name in convolution gemm dedispersion pnpoly; do
    diff <(sed 's/"OpenCL"/"CUDA"/; s/\.cl"/.cu"/' "examples/$name/SPEC.json") "examples/$name/cuda.json"
done
for spec in convolution/cuda:35 gemm/cuda:128 dedispersion/cuda:130 pnpoly/cuda:103 cuda/SPEC:67; do
    how=(--spec "examples/${spec%:*}.json" --size "${spec#*:}" --jobs 1 --overwrite)
    ends 0 "$GPUBENCH" tune "${how[@]}" --backend nvrtc:sm_90 "${once[@]}"
    "$GPUBENCH" list vector_add --backend cuda >/dev/null 2>&1 || continue
    ends 0 "$GPUBENCH" tune "${how[@]}" --backend cuda --ceilings off --verify-only "${few[@]}"
done
