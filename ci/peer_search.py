"""Kernel Tuner's own strategies on recorded spaces, in its simulation mode; and tables of the results, compared with those of
`gpubench simulate --json`. ci/peer_search calls it, and documents the options.

A run is counted like those of `gpubench simulate` (simulate/README.md): the first request of a configuration is an
evaluation, also if it failed; the first configuration is drawn at random; the space consists of the recorded
configurations. Strategies have their defaults except max_fevals; `random` and `numpy.random`, which they use, are seeded.
"""
import argparse
import copy
import gzip
import json
import math
import multiprocessing
import os
import random
import signal
import statistics
import sys
import tempfile
import time
import warnings

STRATEGIES = """random_sample genetic_algorithm diff_evo simulated_annealing mls greedy_mls ordered_greedy_mls greedy_ils
    pso firefly_algorithm dual_annealing basinhopping minimize hybrid_vndx adaptive_tabu_greywolf nsga2 nsga3
    bayes_opt""".split()  # skopt and pyatf_strategies need other packages
SHARES = 0.05, 0.01


class Late(BaseException):
    """A run took too long: its results until then count. No strategy catches this exception."""


class Cache(dict):
    """The results that Kernel Tuner looks up; records which ones, in order."""

    def __init__(self, results):
        super().__init__(results)
        self.asked = {}

    def __getitem__(self, key):
        result = super().__getitem__(key)
        self.asked.setdefault(key, result)
        return result


def time_of(result):
    ms = result.get("time")
    return ms if isinstance(ms, (int, float)) and "__error__" not in result else math.inf


def name_of(path):
    return os.path.basename(path).removesuffix(".gz").removesuffix(".json")


class Space:
    """A recorded space, read and solved once for all runs of a process."""

    def __init__(self, path):
        from constraint import FunctionConstraint
        from kernel_tuner import util
        from kernel_tuner.searchspace import Searchspace

        self.name = name_of(path)
        with (gzip.open if path.endswith(".gz") else open)(path, "rt") as file:
            recorded = json.load(file)
        errors = {each.__name__: each() for each in (util.ErrorConfig, util.InvalidConfig,
                                                     util.CompilationFailedConfig, util.RuntimeFailedConfig)}
        keys = recorded["tune_params_keys"]
        for result in recorded["cache"].values():
            result.pop("times", None)
            for value in list(result.values()):
                if isinstance(value, str) and value in errors:
                    result["__error__"] = errors[value]
        self.recorded = recorded
        self.file = tempfile.NamedTemporaryFile(suffix=".json")  # Kernel Tuner requires that it exists, but does not read it
        self.problem_size = recorded["problem_size"]
        there = {tuple(result[key] for key in keys) for result in recorded["cache"].values()}
        self.solved = Searchspace(recorded["tune_params"], [FunctionConstraint(lambda *values: values in there)],
                                  1_000_000_000)
        assert self.solved.size == len(recorded["cache"]) == len(there)
        times = sorted(time_of(result) for result in recorded["cache"].values())
        self.best, self.timed = times[0], sum(ms < math.inf for ms in times)

    def searchspace(self, *_, **__):
        """A fresh one: neighbours that one run computed would change the next one's random draws."""
        space = copy.copy(self.solved)
        for cache in "neighbor_cache", "neighbor_partial_cache":
            kept = getattr(space, "_Searchspace__" + cache)
            setattr(space, "_Searchspace__" + cache, {method: type(kept[method])(
                *([kept[method].default_factory] if hasattr(kept[method], "default_factory") else [])) for method in kept})
        return space

    def run(self, strategy, seed, evaluations, seconds):
        """[evaluation, ms] of each new best, the number of requests, and whether the strategy ended by itself."""
        import numpy
        from kernel_tuner import interface, util

        recorded = dict(self.recorded, cache=Cache(self.recorded["cache"]))
        util.read_cache = lambda *_, **__: recorded
        util.close_cache = lambda *_: None
        interface.Searchspace = self.searchspace
        random.seed(seed)
        numpy.random.seed(seed)
        size = self.problem_size if isinstance(self.problem_size, int) else tuple(self.problem_size)
        ended = "itself"
        signal.setitimer(signal.ITIMER_PROF, seconds)
        try:
            interface.tune_kernel(recorded["kernel_name"], "", size, [], recorded["tune_params"], strategy=strategy,
                                  cache=self.file.name, simulation_mode=True, objective="time", quiet=True, seed=seed,
                                  lang="CUDA", strategy_options={"max_fevals": min(evaluations, self.solved.size)})
        except Late:
            ended = "late"
        except Exception as error:  # results before a failure count, too
            ended = f"{type(error).__name__}: {error}"[:200]
        signal.setitimer(signal.ITIMER_PROF, 0)
        best, curve = math.inf, []
        for e, result in enumerate(list(recorded["cache"].asked.values())[:evaluations]):
            if time_of(result) < best:
                best = time_of(result)
                curve.append([e + 1, best])
        return {"curve": curve, "asked": len(recorded["cache"].asked), "ended": ended}


# ---- the runs ----

space = None


def start(path):
    def late(*_):
        raise Late

    global space
    warnings.simplefilter("ignore")
    os.nice(19)
    signal.signal(signal.SIGPROF, late)
    sys.stdout = open(os.devnull, "w")  # stdout is for the result
    space = Space(path)


def one(task):
    strategy, seed, evaluations, seconds = task
    return strategy, seed, space.run(*task)


def describe(_):
    return {"name": space.name, "configurations": space.solved.size, "timed": space.timed, "best_ns": space.best * 1e6}


def run_space(path, options, kept):
    """All runs of a space; those of an earlier call are read from the folder `kept`."""
    name = os.path.join(kept, f"{name_of(path)}.{options.budget}.jsonl")
    runs = {}
    if os.path.exists(name):
        with open(name) as file:
            for line in file:
                strategy, seed, run = json.loads(line)
                runs[strategy, seed] = run
    tasks = [(strategy, seed, options.budget, options.seconds) for seed in range(max(options.strategies.values()))
             for strategy, most in options.strategies.items() if seed < most and (strategy, seed) not in runs]
    with multiprocessing.Pool(options.jobs, start, (path,)) as pool, open(name, "a") as file:
        about = pool.apply(describe, (None,))
        for done, (strategy, seed, run) in enumerate(pool.imap_unordered(one, tasks), 1):
            runs[strategy, seed] = run
            print(json.dumps([strategy, seed, run]), file=file, flush=True)
            if sys.stderr.isatty():
                print(f"\r{about['name']}: {done} of {len(tasks)} runs ", end="", file=sys.stderr)
    return about, runs


# ---- how soon: the same as simulate/runs.c ----

def outside(count):
    term = sum_ = 0.5 ** count
    heads = 0
    while sum_ <= 0.025:
        heads += 1
        term *= (count - heads + 1) / heads
        sum_ += term
    return heads


def finite(value):
    return value if value is not None and math.isfinite(value) else None


def reach(runs, best, share):
    taken = sorted(next((e for e, ms in run["curve"] if ms <= best * (1 + share)), math.inf) for run in runs)
    out, count = outside(len(taken)), len(taken)
    interval = [taken[out - 1], taken[count - out]] if out else [None, None]
    return {"within": share, "median": finite((taken[(count - 1) // 2] + taken[count // 2]) / 2),
            "ci95": [finite(end) for end in interval], "share": sum(t < math.inf for t in taken) / count}


def summary(about, runs, options):
    lines = []
    for strategy, most in options.strategies.items():
        mine = [run for (name, seed), run in runs.items() if name == strategy and seed < most]
        ended = sorted({run["ended"] for run in mine} - {"itself"})
        lines.append({"strategy": strategy, "runs": len(mine),
                      "reach": [reach(mine, about["best_ns"] / 1e6, share) for share in SHARES],
                      "asked": statistics.median(run["asked"] for run in mine)}
                     | ({"ended": {end: sum(run["ended"] == end for run in mine) for end in ended}} if ended else {}))
    return about | {"repeats": options.runs, "evaluations": options.budget, "strategies": lines}


def peer(options):
    import importlib.metadata

    os.makedirs(options.work, exist_ok=True)
    spaces = [summary(*run_space(path, options, options.work), options) for path in options.spaces]
    versions = {name: importlib.metadata.version(name) for name in ("kernel_tuner", "numpy", "scipy", "scikit-learn")}
    return {"schema": "gpubench/simulation/1", "peer": versions, "date": time.strftime("%Y-%m-%d"), "spaces": spaces}


# ---- tables ----

def cell(line, which, evaluations):
    """The median, its interval, and the share of runs that reach it."""
    found = line["reach"][which]
    median, *ends = [f"> {evaluations}" if end is None else f"{end:g}" for end in (found["median"], *found["ci95"])]
    known = not line["strategy"].startswith("(") and line["runs"] >= 6
    interval = f" ({ends[0]} to {ends[1]})" if known and ends[0] != ends[1] else ""
    return f"{median}{interval}, {100 * found['share']:.0f} %"


def table(files, which):
    by_space = {}
    strategies = {}
    for path in files:
        with open(path) as file:
            found = json.load(file)
        own = "Kernel Tuner" if "peer" in found else "gpubench"
        for each in found["spaces"]:
            for line in each["strategies"]:
                line.setdefault("runs", each["repeats"])
                by_space.setdefault(each["name"], {})[own, line["strategy"]] = line, each["evaluations"]
                strategies.setdefault((own, line["strategy"]), []).append(line["reach"][which]["median"])
    count = len(by_space)
    middle = {name: statistics.median(math.inf if m is None else m for m in medians) if len(medians) == count else math.nan
              for name, medians in strategies.items()}
    print("| | strategy | runs | median | " + " | ".join(by_space) + " |")
    print("|---|---|---|---" + "|---" * count + "|")
    for own, name in sorted(strategies, key=lambda key: (math.isnan(middle[key]), middle[key])):
        cells = [cell(lines[own, name][0], which, lines[own, name][1]) if (own, name) in lines else ""
                 for lines in by_space.values()]
        all_of_it = middle[own, name]
        text = "" if math.isnan(all_of_it) else "> budget" if math.isinf(all_of_it) else f"{all_of_it:g}"
        runs = min(lines[own, name][0]["runs"] for lines in by_space.values() if (own, name) in lines)
        runs = "" if name.startswith("(") else runs
        print(f"| {own} | `{name}` | {runs} | {text} | " + " | ".join(cells) + " |")


def main():
    words = argparse.ArgumentParser(prog="ci/peer_search")
    words.add_argument("--runs", type=int, default=100)
    words.add_argument("--budget", type=int, default=400)
    words.add_argument("--jobs", "-j", type=int, default=1)
    words.add_argument("--seconds", type=int, default=300, help="of CPU that a run may take")
    words.add_argument("--strategies", default=",".join(STRATEGIES))
    words.add_argument("--work", default=".", help="where runs are kept, and looked for")
    words.add_argument("--out", default="-")
    words.add_argument("--table", action="store_true")
    words.add_argument("spaces", nargs="+", metavar="SPACE")
    options = words.parse_args()
    if options.table:
        for which, share in enumerate(SHARES):
            print(f"{'' if not which else chr(10)}Evaluations to within {100 * share:g} % of the best:\n")
            table(options.spaces, which)
        return
    options.strategies = {name: int(runs or options.runs) for name, _, runs in
                          (each.partition(":") for each in options.strategies.split(","))}
    result = peer(options)
    with (sys.stdout if options.out == "-" else open(options.out, "w")) as file:
        file.write(json.dumps(result).replace('{"strategy"', '\n{"strategy"').replace('{"name"', '\n{"name"') + "\n")


if __name__ == "__main__":
    main()
