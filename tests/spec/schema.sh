#!/usr/bin/env bash
# The specs of the tests and of the examples are valid by spec/schema.json, and those with mistakes are not: by Python's
# jsonschema. Skipped without.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
python3 -c 'from jsonschema import Draft202012Validator' 2>/dev/null || { echo 'python3 has no jsonschema 4'; exit 77; }
cat >check.py <<'END_OF_CHECK'
import copy, glob, json, os, sys
import jsonschema

root = sys.argv[1]
with open(root + '/spec/schema.json') as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
tried = 0
for folder in ('examples', 'tests/spec'):
    for path in glob.glob(f'{root}/{folder}/**/*.json', recursive=True):
        with open(path) as file:
            spec = json.load(file)
        if 'KernelSpecification' not in spec:
            continue
        tried += 1
        for error in validator.iter_errors(spec):
            print(f'{path}: {list(error.path)}: {error.message}')
assert tried >= 5, tried

def change(path, value):
    changed = copy.deepcopy(spec)
    place = changed
    for key in path[:-1]:
        place = place.setdefault(key, {}) if isinstance(place, dict) else place[key]
    place[path[-1]] = value
    if validator.is_valid(changed):
        print('valid:', path, value)

with open(root + '/tests/spec/t1/hotspot.json') as file:
    spec = json.load(file)
change(['gpubench', 'chekcs'], [])
change(['gpubench', 'tolerance'], 'little')
change(['KernelSpecification', 'Arguments', 0, 'gpubench'], {'sed': 1})
change(['KernelSpecification', 'Arguments', 0, 'AccessType'], 'Read')
change(['KernelSpecification', 'Language'], 'Metal')
change(['KernelSpecification', 'LocalSize'], {'Y': 1})
change(['ConfigurationSpace', 'TuningParameters'], [])
change(['ConfigurationSpace', 'Conditions', 0], {'Expresion': 'True'})
END_OF_CHECK
python3 -W ignore check.py "$SOURCE_DIR" >found
[ ! -s found ] || wrong "$(<found)"
