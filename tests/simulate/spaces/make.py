#!/usr/bin/env python3
# make.py FOLDER: writes kernel_tuner.json and t4.json there, one artificial space in both formats: 42 configurations, 5 of which
# failed. The times are whole microseconds.
import json
import os
import sys

here = sys.argv[1]
values = {"BLOCK": [32, 64, 128, 256], "TILE": [1, 2, 4], "SHARE": [0.5, 1.0], "LAYOUT": ["column", "row"]}
entries, results = [], []
for block in values["BLOCK"]:
    for tile in values["TILE"]:
        for share in values["SHARE"]:
            for layout in values["LAYOUT"]:
                number = len(entries)
                if block * tile == 1024 or (block == 32 and tile == 4 and layout == "row"):
                    continue  # not allowed
                config = {"BLOCK": block, "TILE": tile, "SHARE": share, "LAYOUT": layout}
                us = 1000 + 3 * abs(block - 128) + 90 * abs(tile - 2) + (200 if layout == "column" else 0) + 13 * number % 47
                error = None
                if number % 8 == 7:
                    error = ("CompilationFailedConfig", "compile") if number % 16 == 7 else ("RuntimeFailedConfig", "runtime")
                entries.append('%s: %s' % (json.dumps(",".join(str(v) for v in config.values())),
                                           json.dumps(dict(config, time=error[0] if error else us / 1000, compile_time=12.5))))
                results.append(json.dumps({
                    "configuration": config, "times": {"compilation_time": 12.5, "runtimes": []},
                    "invalidity": error[1] if error else "correct", "correctness": 0 if error else 1,
                    "measurements": [] if error else [{"name": "time", "value": us, "unit": "us"}], "objectives": ["time"]}))
with open(os.path.join(here, "kernel_tuner.json"), "w") as file:
    head = {"device_name": "Made-up device", "kernel_name": "made_up", "problem_size": 1000,
            "tune_params_keys": list(values), "tune_params": values, "objective": "time"}
    file.write(json.dumps(head)[:-1] + ',\n"cache": {\n' + ",\n".join(entries) + "\n}\n}\n")
with open(os.path.join(here, "t4.json"), "w") as file:
    file.write('{"results": [\n' + ",\n".join(results) + '\n], "schema_version": "1.0.0", "metadata": {"timeunit": "milliseconds"}}\n')
