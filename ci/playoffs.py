#!/usr/bin/env python3
"""ci/playoffs.py [--repeat N] [--confidence C] RESULTS...: what the end of a play-off costs. Each recorded play-off (a problem
with two finalists and more, with their blocks) is played again and again with its rounds drawn anew, singly and three in a row, by the
rule of tuner/run/decide.c and in all twelve rounds, as before it. The share of cases in which the one chosen is slower by more than 1 %
than the best by all recorded blocks, the rounds, and the blocks that are played, of all that would be. A finalist that had left
repeats its blocks. RESULTS: results files of GPUs, plain or gzip. Needs only Python, and some minutes."""
import argparse
import collections
import gzip
import json
import math
import random
import statistics

ROUNDS, EARLY, INTERVAL, OUTLIERS = 12, 6, 6, 0.25
SLOWER, AHEAD, TWICE, KNOWN = 1.15, 1.01, 2.0, 0.01


def read(path):
    """The play-offs of a file: the blocks of each finalist, and which is the default."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as file:
        results = json.load(file)
    finalists = collections.defaultdict(list)
    for row in results["benchmarks"]:
        if row.get("finalist") and not row.get("reference") and min(row["blocks_ns"]) > 0:
            finalists[row["problem"]].append(row)
    default = {best["problem"]: best.get("default_ns") for best in results["best"]}
    for problem, rows in finalists.items():
        if len(rows) > 1 and max(len(row["blocks_ns"]) for row in rows) == ROUNDS:
            blocks = [(row["blocks_ns"] * ROUNDS)[:ROUNDS] for row in rows]
            yield blocks, next((i for i, row in enumerate(rows) if row["median_ns"] == default.get(problem)), None)


def interval(values, risk):
    """statistics_interval: NAN for too few."""
    count, chance, below, k = len(values), 0.5 ** len(values), 0, 0
    while k < count and below + chance <= risk:
        below += chance
        chance *= (count - k) / (k + 1)
        k += 1
    ordered = sorted(values)
    return (ordered[k - 1], ordered[count - k]) if k else (math.nan, math.nan)


def is_settled(best, other, risk):
    """stopping_settled."""
    low, _ = interval([b / a for a, b in zip(best, other)], risk)
    first, last = interval(other, risk)
    return low > 1 or (low * (1 + KNOWN) > 1 and last - first <= 2 * KNOWN * first)


def play(blocks, default, risk, ends):
    """The one chosen, its rounds, and the blocks of all; without `ends` by the rule before."""
    leaves, last, played, least = {}, ROUNDS, 0, math.ceil(math.log(risk) / math.log(OUTLIERS))
    for done in range(1, last + 1):
        played += sum(done <= leaves.get(i, last) for i in range(len(blocks)))
        staying = [i for i in range(len(blocks)) if i not in leaves]
        so_far = [b[:done] for b in blocks]
        best = min(staying, key=lambda i: statistics.median(so_far[i]))
        if done == last:
            return best, done, played
        for at, times in ((least - 1, SLOWER), (least, AHEAD), (EARLY, 1)):
            if done != at or (times == AHEAD and not ends):
                continue
            for i in staying:
                most = times if i != default or times == 1 else TWICE if ends else math.inf
                if i not in leaves and all(b > most * a for a, b in zip(so_far[best], so_far[i])):
                    leaves[i] = done + 1
        if ends and done + 1 >= INTERVAL and all(
                is_settled(so_far[best], so_far[i], risk) for i in range(len(blocks)) if i not in leaves):
            last = done + 1


def drawn(blocks, row):
    rounds = []
    while len(rounds) < ROUNDS:
        first = random.randrange(ROUNDS)
        rounds += [(first + i) % ROUNDS for i in range(row)]
    return [[b[i] for i in rounds[:ROUNDS]] for b in blocks]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=60)
    parser.add_argument("--confidence", type=float, default=0.95)
    parser.add_argument("results", nargs="+")
    options = parser.parse_args()
    playoffs = [playoff for path in options.results for playoff in read(path)]
    print(f"{len(playoffs)} play-offs, {options.repeat} times each, at {options.confidence}")
    for row in 1, 3:
        for ends in False, True:
            random.seed(1)
            cases = slower = rounds = played = every = 0
            for blocks, default in playoffs:
                times = [statistics.median(b) for b in blocks]
                for _ in range(options.repeat):
                    best, its_rounds, its_blocks = play(drawn(blocks, row), default, 1 - options.confidence, ends)
                    cases += 1
                    slower += times[best] > 1.01 * min(times)
                    rounds += its_rounds
                    played += its_blocks
                    every += ROUNDS * len(blocks)
            print(f"rounds drawn {'singly' if row == 1 else 'by three'}, {'ended' if ends else 'all twelve'}: slower by more than 1 % "
                  f"{100 * slower / cases:.2f} %, {rounds / cases:.1f} rounds, {100 * played / every:.1f} % of blocks")


if __name__ == "__main__":
    main()
