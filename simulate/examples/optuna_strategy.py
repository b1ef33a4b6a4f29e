#!/usr/bin/env python3
"""Optuna's TPE sampler, as a program that gpubench asks and tells (tuner/search/EXEC.md); `pip install optuna` first.

    gpubench simulate space.json --strategy exec:simulate/examples/optuna_strategy.py
"""
import json
import sys

import optuna
from optuna.distributions import CategoricalDistribution

optuna.logging.set_verbosity(optuna.logging.ERROR)
start = json.loads(sys.stdin.readline())
space = {each["name"]: CategoricalDistribution(each["values"]) for each in start["space"]["parameters"]}
study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=start["seed"], multivariate=True))
open_trials = {}  # by configuration


def key(configuration):
    return json.dumps(configuration, sort_keys=True)


for line in sys.stdin:
    said = json.loads(line)
    if "ask" in said:
        trial = study.ask(space)
        open_trials.setdefault(key(trial.params), []).append(trial)
        print(json.dumps({"configuration": trial.params}), flush=True)
        continue
    told = said["told"]
    if told["status"] == "open":  # what came of it is told when it is known
        continue
    trials = open_trials.pop(key(told["configuration"]), [])
    if not trials:  # `first`, which gpubench measures by itself
        study.enqueue_trial(told["configuration"])
        trials = [study.ask(space)]
    for trial in trials:
        if told["ns"] is None:
            study.tell(trial, state=optuna.trial.TrialState.FAIL)
        else:
            study.tell(trial, told["ns"])
