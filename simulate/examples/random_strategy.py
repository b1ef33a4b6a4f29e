#!/usr/bin/env python3
"""Random search, as a strategy program for gpubench (tuner/search/EXEC.md): needs only Python.

    gpubench simulate space.json --strategy exec:simulate/examples/random_strategy.py
"""
import json
import random
import sys

start = json.loads(sys.stdin.readline())
random.seed(start["seed"])
for line in sys.stdin:
    said = json.loads(line)
    if "ask" in said:  # one that is not allowed, or was proposed before, is reported, and followed by another request
        drawn = {each["name"]: random.choice(each["values"]) for each in start["space"]["parameters"]}
        print(json.dumps({"configuration": drawn}), flush=True)
