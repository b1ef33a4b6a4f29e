"""What Kernel Tuner says of the attacks: python3 in_kernel_tuner.py reduction|vector_add KERNELS, a line for each.

Its OpenCL backend, with answer= and a verify function of gpubench's tolerance; inputs are those of seed 1. It fills outputs
with zeros before it looks, which the attacks then know. KERNELS is what tests/attacks/NAME.sh keeps of its first run with
ATTACK_KERNELS=KERNELS. Not a test: needs kernel_tuner and pyopencl."""
import os
import re
import sys

import kernel_tuner
import numpy

MASK = (1 << 64) - 1


def uniform_floats(seed, count):
    """job_uniform_float of tuner/suite.h"""
    with numpy.errstate(over="ignore"):
        z = numpy.uint64(seed & MASK) + numpy.arange(1, count + 1, dtype=numpy.uint64) * numpy.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
        z = z ^ (z >> numpy.uint64(31))
    return (z >> numpy.uint64(40)).astype(numpy.float32) * numpy.float32(2.0**-24)


def word(seed, i):
    z = (seed + (i + 1) * 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def composed(folder, name, defines):
    """A portable kernel as one text."""

    def text(file):
        lines = open(os.path.join(folder, file)).read().split("\n")
        return "\n".join(text(m[1]) if (m := re.match(r'#include "(.*)"', line)) else line for line in lines)

    whole = text("common_compute.h") + "\n" + defines + "\n" + text(name)
    return whole.replace("#define WATCHED(word) (", "#define WATCHED(word) ((word) == 0 || ")


def attacks_of(chosen):
    """{kind: parameters} of attacks/chosen.cl"""
    found = {}
    for condition, kind in re.findall(r"#if (.*)\n#define ATTACK_(\w+)", open(chosen).read()):
        found[kind.lower()] = {name: int(value) for name, value in re.findall(r"(\w+) == (\d+)", condition)}
    return found


def tune(kind, function, text, groups, arguments, answer, parameters, verify):
    """What comes of one configuration."""
    parameters = {name: [value] for name, value in parameters.items()}
    try:
        results, _ = kernel_tuner.tune_kernel(
            function, text, groups, arguments, parameters, answer=answer, verify=verify, lang="OpenCL", quiet=True, verbose=False,
            block_size_names=["BLOCK_SIZE"], grid_div_x=[], grid_div_y=[], iterations=7)
        time = results[0].get("time") if results else None
        print(f"{kind}: {'rated right, in %.1f us' % (1e3 * time) if isinstance(time, float) else 'found out: %s' % time}", flush=True)
    except RuntimeError as error:
        print(f"{kind}: found out: {str(error).splitlines()[0]}", flush=True)


def vector_add(folder):
    n = 50001
    a, b = uniform_floats(1, n), uniform_floats(word(1, 0), n)
    text = composed(folder, "vector_add/add_arrays.cl", "#define GRID_ONE_SHOT 0\n#define GRID_GRID_STRIDE 1")
    kinds = {"honest": {"BLOCK_SIZE": 1024, "ITEMS_PER_THREAD": 1}} | attacks_of(folder + "/attacks/chosen.cl")
    for kind, chosen in kinds.items():
        if kind == "fence":
            continue
        tile = chosen["BLOCK_SIZE"] * chosen["ITEMS_PER_THREAD"]
        arguments = [a.copy(), b.copy(), numpy.zeros(n, numpy.float32), numpy.uint64(n)]
        tune(kind, "add_arrays", text, ((n + tile - 1) // tile, 1), arguments, [None, None, a + b, None],
             chosen | {"VECTOR_WIDTH": 1, "GRID": 0},
             lambda answer, result, atol: numpy.array_equal(answer[2], result[2]))


def reduction(folder):
    n = 100003
    values = uniform_floats(1, n)
    total = float(values.astype(numpy.float64).sum())
    words = {"FINISH": ["MULTI_PASS", "ATOMICS", "LAST_BLOCK", "FIRST_BLOCK"], "LOAD": ["BLOCKED", "STRIPED"],
             "ALGORITHM": ["INTERLEAVED", "STRIDED", "SEQUENTIAL", "FIRST_ADD", "UNROLLED", "MULTIPLE"]}
    defines = ["#define REAL float", "#define REAL_BYTES 4", "#define VECTOR2 float2", "#define VECTOR4 float4",
               "#define ATOMIC_ADD_REAL ATOMIC_ADD_FLOAT"]
    defines += [f"#define {name}_{value} {i}" for name, values_of in words.items() for i, value in enumerate(values_of)]
    text = composed(folder, "reduction/reduce.cl", "\n".join(defines))
    kinds = {"honest": {"BLOCK_SIZE": 32, "GROUPS_PER_UNIT": 8}} | attacks_of(folder + "/attacks/chosen.cl")
    for kind, chosen in kinds.items():
        if kind == "fence":
            continue
        arguments = [values.copy(), numpy.full((n + 31) // 32, numpy.nan, numpy.float32), numpy.uint64(n),
                     numpy.zeros(1, numpy.uint32), numpy.zeros(1, numpy.float32)]
        tune(kind, "reduce", text, (2 * chosen["GROUPS_PER_UNIT"], 1), arguments,
             [None, None, None, None, numpy.array([total], numpy.float32)],
             chosen | {"ITEMS_PER_THREAD": 4, "FINISH": 2, "ALGORITHM": 5, "LOAD": 1, "VECTOR_WIDTH": 4},
             lambda answer, result, atol: abs(float(result[4][0]) - total) < 1e-6 * total)


if __name__ == "__main__":
    {"vector_add": vector_add, "reduction": reduction}[sys.argv[1]](sys.argv[2])
