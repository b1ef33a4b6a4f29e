#!/usr/bin/env python3
"""Called by ci/readers in an empty folder, with the root of the tree: exports recorded results, and checks what each reader
has read. Prints a line each; exit status 1 if a reader's data differ."""
import gzip, json, os, random, subprocess, sys, warnings

warnings.filterwarnings("ignore")
root, gpubench = sys.argv[1], os.environ["GPUBENCH"]
golden = f"{root}/tests/reports/golden/results.json"
space = f"{root}/reports/h100/space-slice.json.gz"
ours = json.load(gzip.open(space))
times = {row["name"]: row["median_ns"] for row in ours["benchmarks"]}
failed = 0


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def export(to, out, *words):
    run(gpubench, "export", "--to", to, "-o", out, *words)
    return out


def near(a, b):
    assert abs(a - b) <= 1e-9 * abs(b), (a, b)


def pandas():
    import pandas
    frame = pandas.read_csv(export("csv", "rows.csv", space, golden))
    mine = frame[frame.file == space]
    assert len(mine) == len(ours["benchmarks"]) + len(ours["failures"]), len(mine)
    near(mine.median_ns.min(), min(times.values()))
    assert frame.best.sum() == len(ours["best"]) + len(json.load(open(golden))["best"])
    return f"{len(frame)} rows of two files"


def frames():
    """Our own module, in the wheel."""
    sys.path.insert(0, f"{root}/packages/python")
    import gpubench_tuner
    frame = gpubench_tuner.read(space, golden)
    rows = [row for file in (ours, json.load(open(golden))) for row in file["benchmarks"] + file["failures"]]
    assert len(frame) == len(rows)
    mine = frame[frame.file == space]
    assert dict(zip(mine["row"], mine.median_ns)) == {row["row"]: row["median_ns"] for row in ours["benchmarks"]}
    for name, column in mine.filter(like="config.").items():
        wanted = {row["row"]: row["config"].get(name[len("config."):]) for row in ours["benchmarks"]}
        got = {place: None if value != value else value for place, value in zip(mine["row"], column.astype(object).where(column.notna(), None))}
        assert got == wanted, name
    return f"{len(frame)} rows of two files, each time and parameter"


def compare_py():
    tool = os.environ.get("BENCHMARK_COMPARE", "/usr/share/benchmark/compare.py")
    if not os.path.exists(tool):
        return "not asked: libbenchmark-tools is not here"
    export("googlebench", "before.json", golden)
    slower = json.load(open("before.json"))
    name = "reduction/sum_1d_f32/n:268435456/BLOCK_SIZE:256/LOAD:striped"
    for entry in slower["benchmarks"]:
        if entry["run_name"] == name:
            entry["real_time"] *= 1.25
    json.dump(slower, open("after.json", "w"))
    lines = run(sys.executable, tool, "--no-color", "benchmarks", "before.json", "after.json").splitlines()
    changed = {line.split()[0]: line.split()[1] for line in lines if line.startswith("reduction/")}
    assert changed[name + "_median"] == "+0.2500", changed
    assert all(change in ("+0.0000", "1.0000") or key.startswith(name) for key, change in changed.items()), changed
    return f"{len(changed)} names, the one that is slower by +0.2500"


def kernel_tuner():
    import kernel_tuner
    from kernel_tuner.util import read_cache
    cache = export("kernel-tuner", "cache.json", space)
    results, _ = kernel_tuner.tune_cache(cache, quiet=True)
    assert len(results) == len(times)
    near(min(result["time"] for result in results) * 1e6, min(times.values()))
    some, _ = kernel_tuner.tune_cache(cache, quiet=True, strategy="genetic_algorithm", strategy_options={"max_fevals": 50})
    assert 0 < len(some) < len(times) // 2, len(some)
    small = export("kernel-tuner", "small.json", golden, "--problem", "reduction/sum_1d_f32/n:268435456")
    errors = [entry["__error__"] for entry in read_cache(small, open_cache=False)["cache"].values() if "__error__" in entry]
    assert sorted(map(str, errors)) == ["CompilationFailedConfig", "RuntimeFailedConfig"], errors
    return f"all {len(results)} configurations, and a search of {len(some)}; 2 failures in its words"


def kernel_tuner_back():
    """Kernel Tuner's files: a cache that is still open, as a killed search leaves it; and its T4."""
    import kernel_tuner
    from kernel_tuner.file_utils import store_output_file
    from kernel_tuner.util import read_cache
    cache = export("kernel-tuner", "cache.json", space)
    results, _ = kernel_tuner.tune_cache(cache, quiet=True)
    params = json.load(open(cache))["tune_params"]
    store_output_file("its_t4.json", results, params)
    read_cache(cache, open_cache=True)
    assert not open(cache).read().rstrip().endswith("}}}"), "it was to be open"
    for file in "its_t4.json", cache:
        run(gpubench, "import", file, "-o", "back.json")
        back = json.load(open("back.json"))
        assert len(back["benchmarks"]) == len(times), file
        near(back["best"][0]["median_ns"], min(times.values()))
        os.remove("back.json")
    return f"its T4 and its open cache, {len(times)} configurations each"


def methodology():
    import pathlib
    from autotuning_methodology.searchspace_statistics import SearchspaceStatistics
    keys = ["compilation", "runtimes", "framework", "search_algorithm", "validation"]
    path = pathlib.Path(export("t4", "t4.json", space)).resolve()
    all_of_it = SearchspaceStatistics("slice", "H100", True, keys, ["time"], path)
    assert all_of_it.size == len(times) and all_of_it.objective_performances_number_of_nan == 0
    near(all_of_it.total_performance_minimum() * 1e6, min(times.values()))
    path = pathlib.Path(export("t4", "small.json", golden, "--problem", "reduction/sum_1d_f32/n:268435456")).resolve()
    small = SearchspaceStatistics("sum", "H200", True, keys, ["time"], path)
    assert (small.size, small.objective_performances_number_of_nan) == (5, 2)
    return f"{all_of_it.size} configurations, the best {all_of_it.total_performance_minimum():.3f} ms; 2 of 5 that failed"


def otava():
    """24 commits, a fifth slower from the 13th on."""
    chance, files = random.Random(1), []
    for day in range(1, 25):
        results = json.load(open(golden))
        results["context"]["date"] = f"2026-01-{day:02}T03:04:05+00:00"
        results["context"]["gpubench"]["commit"] = f"commit{day}"
        for row in results["best"]:
            row["median_ns"] *= (1.2 if day > 12 else 1) * chance.uniform(0.995, 1.005)
        files.append(f"{day}.json")
        json.dump(results, open(files[-1], "w"))
    chance.shuffle(files)
    export("otava", "gpubench.csv", *files)
    export("otava-config", "otava.yaml", *files)
    bin = os.path.dirname(sys.executable)
    os.environ["OTAVA_CONFIG"] = "otava.yaml"
    lines = run(f"{bin}/otava", "analyze", "gpubench", "--since", "2025-12-01").splitlines()
    change = next(i for i, line in enumerate(lines) if "%" in line)
    before, behind = lines[change - 2], next(line for line in lines[change:] if "commit" in line)
    assert "commit12 " in before and "commit13 " in behind, lines
    assert lines[change].count("+") >= 2, lines[change]
    return f"a change behind commit12: {' '.join(lines[change].split())}"


def junit():
    from junitparser import JUnitXml
    suites = list(JUnitXml.fromfile(export("junit", "junit.xml", golden)))
    rows = json.load(open(golden))
    assert sum(suite.tests for suite in suites) == len(rows["benchmarks"]) + len(rows["failures"])
    outcomes = [case.result[0].type for suite in suites for case in suite if case.result and case.is_failure]
    assert len(outcomes) == sum(suite.failures for suite in suites) > 0
    return f"{len(suites)} suites, {sum(suite.tests for suite in suites)} cases, {len(outcomes)} failures"


for reader in pandas, frames, compare_py, kernel_tuner, kernel_tuner_back, methodology, otava, junit:
    try:
        print(f"{reader.__name__:18} {reader()}", flush=True)
    except (Exception, SystemExit) as error:
        failed = 1
        print(f"{reader.__name__:18} FAILED: {type(error).__name__}: {error}"[:2000], flush=True)
        if isinstance(error, subprocess.CalledProcessError):
            print(error.stderr[-2000:])
sys.exit(failed)
