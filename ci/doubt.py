#!/usr/bin/env python3
"""ci/doubt.py [--repeat N] [--strategies NAME,NAME] [--check SPACE] SPACE...: fits the constants of
tuner/search/doubt.c to recorded spaces, and reports how often the estimates are right: for each kernel, fitted without it, and for
all of them. A kernel is the part of a file's name before its first "_". Runs of all strategies but `exhaustive` are simulated, at
budgets of 20 to 400 evaluations. --check: a space that is not used in the fit. Uses build/release/gpubench (ci/build release makes
it) or $GPUBENCH; needs only Python, and some minutes."""
import argparse
import csv
import math
import os
import subprocess
import sys
import tempfile

BUDGETS = 20, 30, 50, 80, 120, 200, 300, 400
LEFT = 0.01, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5
SURE = [0.92] + [0.96] * (len(LEFT) - 1)  # above 0.9, since new kernels differ from these
RIDGE = 1e-3  # so that a fit to few runs exists, too
OFTEN, HEAVY = ("greedy", "tabu", "auto"), 4  # runs of good strategies are typical: each counts as so many
SIGNS = "tried", "around", "gap"
ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))


def simulate(gpubench, path, strategies, repeat):
    """The ends of runs: kernel, strategy and budget, the signs, and the remaining gain."""
    kernel = os.path.basename(path).split(".")[0].split("_")[0]
    ends = []
    for budget in BUDGETS:
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "doubts.csv")
            subprocess.run([gpubench, "simulate", path, "--strategy", strategies, "--budget", str(budget), "--repeat",
                            str(repeat), "--doubts", out], check=True, stdout=subprocess.DEVNULL)
            with open(out, encoding="utf-8") as file:
                for row in csv.DictReader(file):
                    if int(row["evaluations"]) == budget:  # else the space was exhausted before
                        ends.append((kernel, row["strategy"], budget, [float(row[sign]) for sign in SIGNS],
                                     float(row["left"])))
    return ends


def solve(matrix, vector):
    """Gaussian elimination, for a symmetric positive definite matrix."""
    size = len(vector)
    rows = [matrix[i][:] + [vector[i]] for i in range(size)]
    for i in range(size):
        for j in range(i + 1, size):
            share = rows[j][i] / rows[i][i]
            for k in range(i, size + 1):
                rows[j][k] -= share * rows[i][k]
    found = [0.0] * size
    for i in reversed(range(size)):
        found[i] = (rows[i][size] - sum(rows[i][k] * found[k] for k in range(i + 1, size))) / rows[i][i]
    return found


def fit(ends):
    """Proportional odds: the probability that at most LEFT[i] is left is 1 / (1 + exp(-(base[i] + weight . signs))), by Newton's
    method, with equal weights of all kernels. Returns base and weight."""
    levels, signs = len(LEFT), len(SIGNS)
    heavy = {}
    for kernel, *_ in ends:
        heavy[kernel] = heavy.get(kernel, 0) + 1
    values = [i / 2 - 2 for i in range(levels)] + [0.0] * signs
    for _ in range(100):
        gradient = [-RIDGE * value for value in values]
        hessian = [[RIDGE * (i == j) for j in range(levels + signs)] for i in range(levels + signs)]
        for kernel, strategy, _, sign, left in ends:
            weight = (HEAVY if strategy in OFTEN else 1) / heavy[kernel]
            score = sum(values[levels + k] * sign[k] for k in range(signs))
            total = total_curved = 0.0
            for i in range(levels):
                likely = 1 / (1 + math.exp(-max(-50.0, min(50.0, values[i] + score))))
                slope, curved = weight * ((left <= LEFT[i]) - likely), weight * likely * (1 - likely)
                gradient[i] += slope
                hessian[i][i] += curved
                total += slope
                total_curved += curved
                for k in range(signs):
                    hessian[i][levels + k] += curved * sign[k]
            for k in range(signs):
                gradient[levels + k] += total * sign[k]
                for other in range(signs):
                    hessian[levels + k][levels + other] += total_curved * sign[k] * sign[other]
        for i in range(levels):
            for k in range(signs):
                hessian[levels + k][i] = hessian[i][levels + k]
        step = solve(hessian, gradient)
        largest = max(map(abs, step))
        values = [value + change * min(1, 2 / largest) for value, change in zip(values, step)]
        if largest < 1e-6:
            break
    return values[:levels], values[levels:]


def say(model, signs):
    base, weight = model
    if signs[0] >= 2.944:  # 19 of 20 were tried
        return LEFT[0]
    score = sum(w * s for w, s in zip(weight, signs))
    for left, sure, b in zip(LEFT, SURE, base):
        if score >= math.log(sure / (1 - sure)) - b:
            return left
    return 1.0


def check(title, model, ends):
    if not ends:
        return
    said = [(say(model, signs), left) for _, _, _, signs, left in ends]
    little = [left <= LEFT[0] for most, left in said if most == LEFT[0]]
    true = sum(left <= LEFT[0] for _, left in said)
    print(f"{title:32s} {len(said):6d} runs: covered {sum(l <= m for m, l in said) / len(said):6.1%}, at most 1 % left in "
          f"{true / len(said):6.1%}, said of {len(little) / len(said):6.1%}"
          + (f", right {sum(little) / len(little):6.1%}" if little else "") + f"; nothing said of {sum(m == 1 for m, _ in said) / len(said):.1%}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=60)
    parser.add_argument("--check", action="append", default=[], metavar="SPACE")
    parser.add_argument("--strategies")
    parser.add_argument("space", nargs="+")
    options = parser.parse_args()
    gpubench = os.environ.get("GPUBENCH", os.path.join(ROOT, "build/release/gpubench"))
    strategies = options.strategies
    if not strategies:
        listed = subprocess.run([gpubench, "list", "--strategies"], check=True, capture_output=True, text=True).stdout
        strategies = ",".join(line.split()[0] for line in listed.splitlines()
                              if line[:1].isalpha() and line.split()[0] not in ("exhaustive", "exec:COMMAND"))
    ends = [end for path in options.space for end in simulate(gpubench, path, strategies, options.repeat)]
    kernels = sorted({end[0] for end in ends})
    print("each kernel by the others:")
    for kernel in kernels if len(kernels) > 1 else []:
        model, rest = fit([end for end in ends if end[0] != kernel]), [end for end in ends if end[0] == kernel]
        check(kernel, model, rest)
        for strategy in OFTEN:
            some = [end for end in rest if end[1] == strategy and end[2] >= 200]
            check(f"  {strategy}, 200 and more", model, some)
    model = fit(ends)
    print("by all:")
    for place, names in ((0, kernels), (1, sorted({end[1] for end in ends})), (2, BUDGETS)):
        for name in names:
            check(str(name), model, [end for end in ends if end[place] == name])
    for path in options.check:
        check("not fitted: " + os.path.basename(path)[:20], model,
              simulate(gpubench, path, strategies, options.repeat))
    base, weight = model
    print("weights:", ", ".join(f"{name} {value:.3f}" for name, value in zip(SIGNS, weight)))
    print("levels:", ", ".join(f"{{{left:g}, {math.log(sure / (1 - sure)) - b:.2f}}}"
                               for left, sure, b in zip(LEFT, SURE, base)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
