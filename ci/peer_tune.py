#!/usr/bin/env python3
"""ci/peer_tune.py [--budget N] [--seeds N,..] [--no-faults] [--out FILE] GPUBENCH SPEC...: compares gpubench and Kernel Tuner on the same
kernels, spaces and device. For each seed both try the same number of configurations, Kernel Tuner at random, gpubench at random and by its
default strategy, with all caches cold; then gpubench times the best ones in turn. Both also get a kernel that in one of ten configurations is
wrong, hangs, or writes out of bounds. Writes JSON to FILE, else to stdout. Specs are for CUDA, by CuPy. ci/peer_tune.py --table FILE...:
prints such files as Markdown."""
import argparse, json, math, os, re, signal, statistics, subprocess, sys, tempfile, time

FAULTS = {
    "wrong": "if (FAULT == 3 && i % 1000 == 7) y[i] *= 1.001f;",
    "hangs": "if (FAULT == 3) for (volatile float *at = y + i; *at != -1e30f;);",
    "writes out of bounds": "if (FAULT == 3 && i == n - 1) y[n + 5] = 1;",
}
KERNEL = """extern "C" __global__ void axpy(const float *x, float *y, float a, unsigned n)
{
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    y[i] = a * x[i];
    %s
}
"""
FAULTY = {
    "General": {"BenchmarkName": "faulty"},
    "ConfigurationSpace": {"TuningParameters": [{"Name": "BLOCK", "Type": "int", "Values": "[64, 128, 256, 512]", "Default": 64},
                                                {"Name": "FAULT", "Type": "int", "Values": "range(10)", "Default": 0}]},
    "KernelSpecification": {
        "Language": "CUDA", "KernelName": "axpy", "KernelFile": "faulty.cu", "GlobalSizeType": "CUDA",
        "GlobalSize": {"X": "ceil(n / BLOCK)"}, "LocalSize": {"X": "BLOCK"},
        "Arguments": [{"Name": "x", "Type": "float", "MemoryType": "Vector", "AccessType": "ReadOnly", "FillType": "Random", "Size": "n"},
                      {"Name": "y", "Type": "float", "MemoryType": "Vector", "AccessType": "WriteOnly", "Size": "n"},
                      {"Name": "a", "Type": "float", "MemoryType": "Scalar", "FillValue": 2.5},
                      {"Name": "n", "Type": "uint", "MemoryType": "Scalar", "FillValue": "n"}]},
    "gpubench": {"sizes": "2^22", "checks": ["y[i] == a * x[i]"]},
}
STRATEGIES = ("random", "auto")
TYPES = {"float": "float32", "double": "float64", "int": "int32", "uint": "uint32", "long": "int64", "ulong": "uint64"}


def size_of(spec):
    first = str(spec["gpubench"]["sizes"]).split(",")[0]
    base, _, power = first.partition("^")
    return int(base) ** int(power) if power else int(first)


def text_of(folder, name):
    """A kernel file in which includes of names in quotes are replaced by their text."""
    lines = open(os.path.join(folder, name)).read().split("\n")
    includes = [re.match(r'#include "(.*)"', line) for line in lines]
    return "\n".join(text_of(folder, found.group(1)) if found else line for line, found in zip(lines, includes))


def evaluate(text, names):
    functions = {"ceil": math.ceil, "min": min, "max": max, "range": range, "list": list, "abs": abs}
    return eval(str(text), {"__builtins__": {}}, {**functions, **names}) if isinstance(text, str) else text


# ---- Kernel Tuner, in its own process: this file with --peer SPEC BUDGET SEED

def peer(path, budget, seed):
    import numpy as np
    import kernel_tuner
    import kernel_tuner.backends.cupy as backend
    info = backend.get_runtime_info  # it fails on lines without a colon
    backend.get_runtime_info = lambda: "\n".join(line for line in str(info()).split("\n") if ":" in line) + "\n"
    spec = json.load(open(path))
    kernel = spec["KernelSpecification"]
    source = text_of(os.path.dirname(path), kernel["KernelFile"])
    n = size_of(spec)
    names = {"n": n, **spec["gpubench"].get("constants", {})}
    values = {p["Name"]: [v for v in evaluate(p["Values"], names)] for p in spec["ConfigurationSpace"]["TuningParameters"]}
    defaults = {p["Name"]: p.get("Default", values[p["Name"]][0]) for p in spec["ConfigurationSpace"]["TuningParameters"]}
    names.update({p: v[0] for p, v in values.items() if len(v) == 1})
    generator, arguments, constants = np.random.default_rng(seed), [], {}
    for argument in kernel["Arguments"]:
        dtype = TYPES[argument["Type"]]
        if argument["MemoryType"] == "Scalar":
            value = np.dtype(dtype).type(evaluate(argument["FillValue"], names))
            names[argument["Name"]] = value.item()
            arguments.append(value)
            continue
        count = int(evaluate(argument["Size"], names))
        is_input = argument["AccessType"] != "WriteOnly"
        array = generator.random(count).astype(dtype) if is_input else np.zeros(count, dtype)
        if argument.get("MemType") == "Constant":
            constants[argument["Name"]] = array
        else:
            arguments.append(array)
    conditions = [c["Expression"] for c in spec["ConfigurationSpace"].get("Conditions", [])]
    blocks, grid = kernel["LocalSize"], kernel["GlobalSize"]
    options = dict(
        problem_size=lambda p: tuple(int(evaluate(grid.get(d, 1), {**names, **p})) for d in "XYZ"),
        grid_div_x=[], grid_div_y=[], grid_div_z=[], lang="CUPY", **({"cmem_args": constants} if constants else {}),
        block_size_names=[blocks[d] for d in "XYZ" if re.fullmatch(r"[A-Za-z_]\w*", str(blocks.get(d, 1)))])
    expected = kernel_tuner.run_kernel(kernel["KernelName"], source, options["problem_size"], arguments, defaults,
                                       **{k: v for k, v in options.items() if k != "problem_size"})
    passed = [a for a in kernel["Arguments"] if a.get("MemType") != "Constant"]
    answer = [expected[i] if a["MemoryType"] == "Vector" and a["AccessType"] != "ReadOnly" else None for i, a in enumerate(passed)]
    begun = time.perf_counter()
    results, environment = kernel_tuner.tune_kernel(
        kernel["KernelName"], source, options.pop("problem_size"), arguments, values, restrictions=conditions, answer=answer, atol=1e-3,
        strategy="random_sample", strategy_options=dict(max_fevals=budget), quiet=True, **options)
    wall = time.perf_counter() - begun
    good = [r for r in results if isinstance(r.get("time"), float)]
    best = min(good, key=lambda r: r["time"])
    print("RESULT " + json.dumps({"tried": len(results), "right": len(good), "seconds": wall, "best_ms": best["time"],
                                  "best": {p: best[p] for p in values}, "fault": sorted({r["FAULT"] for r in good}) if "FAULT" in values else None}))


def run(command, seconds, **options):
    begun = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True, **options)
    try:
        output = process.communicate(timeout=seconds)[0]
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return {"status": "killed after %d s" % seconds, "seconds": seconds, "output": (process.communicate()[0] or "")[-400:]}
    return {"status": process.returncode, "seconds": time.perf_counter() - begun, "output": output}


def peer_run(spec, budget, seed, seconds=300):
    ended = run([sys.executable, __file__, "--peer", spec, str(budget), str(seed)], seconds)
    line = re.search(r"^RESULT (.*)$", ended["output"], re.M)
    found = json.loads(line.group(1)) if line else {}
    return {"status": ended["status"], "wall": ended["seconds"], **found, **({} if line else {"said": ended["output"][-300:]})}


# ---- gpubench

def own_run(gpubench, spec, options, seconds=300):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.json")
        command = [gpubench, "tune", "--spec", spec, "--backend", "cuda", "--ceilings", "off", "--out", out, *options]
        ended = run(command, seconds, env={**os.environ, "GPUBENCH_CACHE": os.path.join(folder, "cache")})
        if not os.path.exists(out):
            return {"status": ended["status"], "wall": ended["seconds"], "said": ended["output"][-300:]}
        results = json.load(open(out))
    counts = {}
    rows = [{"status": "ok", **row} for row in results["benchmarks"]] + results["failures"]
    for row in rows:
        counts[row["status"]] = counts.get(row["status"], 0) + 1
    best = results["best"][0] if results.get("best") else None
    faults = sorted({int(r["config"]["FAULT"]) for r in rows if r["status"] == "ok" and "FAULT" in r.get("config", {})})
    return {"status": ended["status"], "wall": ended["seconds"], "tried": len(rows), "rows": counts,
            "best_ms": best["median_ns"] / 1e6 if best else None, "best": best["config"] if best else None, "fault": faults,
            "reasons": sorted({r["reason"][:100] for r in rows if r.get("reason")})[:3]}


def times_of(gpubench, spec, configurations, turns=3):
    times = [[] for _ in configurations]
    for _ in range(turns):
        for at, configuration in enumerate(configurations):
            sets = [o for p, v in configuration.items() for o in ("--set", "%s=%s" % (p, v))]
            times[at].append(own_run(gpubench, spec, ["--strategy", "exhaustive", *sets])["best_ms"])
    return [statistics.median(t) if None not in t else None for t in times]


def side_by_side(gpubench, spec, budget, seed):
    row = {"spec": "/".join(os.path.normpath(spec).split(os.sep)[-2:]), "seed": seed}
    for strategy in STRATEGIES:
        row[strategy] = own_run(gpubench, spec, ["--strategy", strategy, "--budget", str(budget), "--seed", str(seed)])
    row["kernel_tuner"] = peer_run(spec, budget, seed)
    tuners = (*STRATEGIES, "kernel_tuner")
    if all(row[tuner].get("best") for tuner in tuners):
        row["timed_by_gpubench_ms"] = dict(zip(tuners, times_of(gpubench, spec, [row[tuner]["best"] for tuner in tuners])))
        row["rates"] = {tuner: row[tuner]["tried"] / row[tuner].get("seconds", row[tuner]["wall"]) for tuner in tuners}
    return row


def with_fault(gpubench, name, seed):
    with tempfile.TemporaryDirectory() as folder:
        spec = os.path.join(folder, "faulty.json")
        json.dump(FAULTY, open(spec, "w"))
        open(os.path.join(folder, "faulty.cu"), "w").write(KERNEL % FAULTS[name])
        return {"fault": name, "gpubench": own_run(gpubench, spec, ["--strategy", "exhaustive", "--time-limit", "2"], 60),
                "kernel_tuner": peer_run(spec, 1000, seed, 60)}


def table(paths):
    """Such files as Markdown."""
    tuners = (*STRATEGIES, "kernel_tuner")
    heads = ("random", "auto", "Kernel Tuner")
    print("| space, seed | configurations per second: " + " | ".join(heads) + " | best, ms, timed by gpubench in turn: " + " | ".join(heads)
          + " |\n|---|" + "---:|" * 6)
    for space in (space for path in paths for space in json.load(open(path))["spaces"]):
        rates, times = space["rates"], space["timed_by_gpubench_ms"]
        rate_of = lambda t: f"{rates[t]:.3g}" + (f" ({rates[t] / rates['kernel_tuner']:.1f}x)" if t in STRATEGIES else "")
        print(f"| {space['spec'].split('/')[0]}, {space['seed']} | " + " | ".join(map(rate_of, tuners)) + " | "
              + " | ".join(f"{times[t]:.4g}" for t in tuners) + " |")


def main():
    if sys.argv[1:2] == ["--peer"]:
        return peer(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    if sys.argv[1:2] == ["--table"]:
        return table(sys.argv[2:])
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("gpubench")
    parser.add_argument("spec", nargs="+")
    parser.add_argument("--budget", type=int, default=200)
    parser.add_argument("--seeds", default="1")
    parser.add_argument("--no-faults", action="store_true")
    parser.add_argument("--out")
    said = parser.parse_args()
    seeds = [int(seed) for seed in said.seeds.split(",")]
    report = {"budget": said.budget, "spaces": [], "faults": []}
    for name in {} if said.no_faults else FAULTS:
        report["faults"].append(with_fault(said.gpubench, name, seeds[0]))
    for seed in seeds:
        report["spaces"] += [side_by_side(said.gpubench, spec, said.budget, seed) for spec in said.spec]
    text = json.dumps(report, indent=1)
    open(said.out, "w").write(text + "\n") if said.out else print(text)


if __name__ == "__main__":
    main()
