#!/usr/bin/env python3
"""Optuna's TPE sampler, as a strategy program for gpubench (tuner/search/EXEC.md); `pip install optuna` first.

    gpubench simulate space.json --strategy exec:simulate/examples/optuna_strategy.py
"""
import json
import sys

import optuna
from optuna.distributions import CategoricalDistribution

optuna.logging.set_verbosity(optuna.logging.ERROR)
start = json.loads(sys.stdin.readline())
space = {each["name"]: CategoricalDistribution(each["values"]) for each in start["space"]["parameters"]}
tpe = optuna.samplers.TPESampler(seed=start["seed"], multivariate=True)
at_random = optuna.samplers.RandomSampler(seed=start["seed"])
study = optuna.create_study()
open_trials, known = {}, set()  # by configuration
refused = 0  # in a row: configurations that are not allowed or were proposed before, as often after convergence


def key(configuration):
    return json.dumps(configuration, sort_keys=True)


for line in sys.stdin:
    said = json.loads(line)
    if "ask" in said:
        study.sampler = tpe if refused < 50 else at_random
        refused += 1
        trial = study.ask(space)
        open_trials.setdefault(key(trial.params), []).append(trial)
        print(json.dumps({"configuration": trial.params}), flush=True)
        continue
    told = said["told"]
    if told["status"] == "open":  # its result follows later
        continue
    trials = open_trials.pop(key(told["configuration"]), [])
    if key(told["configuration"]) not in known and told["status"] != "invalid":
        known.add(key(told["configuration"]))
        refused = 0
    if not trials:  # `first`, which gpubench measures without a proposal
        study.enqueue_trial(told["configuration"])
        trials = [study.ask(space)]
    for trial in trials:
        if told["ns"] is None:
            study.tell(trial, state=optuna.trial.TrialState.FAIL)
        else:
            study.tell(trial, told["ns"])
