#!/usr/bin/env bash
# reports/schema.json has the keys that are written, and no others: recorded files and the verbs' output are valid by it with no
# further key, by Python's jsonschema; and a key that no source has is detected.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
python3 -c 'from jsonschema import Draft202012Validator' 2>/dev/null || { echo 'python3 has no jsonschema 4'; exit 77; }
golden=$SOURCE_DIR/tests/reports/golden/results.json
ends 0 "$GPUBENCH" table --json "$golden" && mv out table.json
mkdir cards && cp "$SOURCE_DIR"/reports/h200/reduction.json cards/a.json
sed 's/NVIDIA H200/NVIDIA H201/' cards/a.json >cards/b.json
ends 0 "$GPUBENCH" table --json cards && mv out side_by_side.json
ends 0 "$GPUBENCH" list --json && mv out list.json
ends 0 "$GPUBENCH" devices --json && mv out devices.json
ends 0 "$GPUBENCH" devices --export --backend fake && mv out device.json
ends 0 "$GPUBENCH" compare "$golden" "$golden" --json comparison.json
ends 0 "$GPUBENCH" simulate --json "$SOURCE_DIR/tests/simulate/spaces/t4.json" --repeat 2 && mv out simulation.json
ends 0 "$GPUBENCH" report "$golden" -o page.html
sed -n 's/.*id="data">\({.*}\)<\/script>.*/\1/p' page.html >report.json
ends 0 "$GPUBENCH" header "$golden" -o tuned.h
sed -n '/^{"schema"/,/^\]}/p' tuned.h >rows.json
ends 0 "$GPUBENCH" history add lines "$SOURCE_DIR/reports/h200/reduction.json"
sed -n 1p lines >history.json
ends 0 "$GPUBENCH" history check lines --json && mv out changes.json

cat >check.py <<'END_OF_CHECK'
import glob, gzip, json, re, sys
import jsonschema

root = sys.argv[1]
with open(root + '/reports/schema.json') as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
names = set()

def strict(node, name=''):
    """Further keys are mistakes; but definitions *_keys are parts of others."""
    if isinstance(node, list):
        for item in node:
            strict(item)
    elif isinstance(node, dict):
        for key, value in node.items():
            if key == 'properties':
                names.update(value)
                for inner in value:
                    strict(value[inner], inner)
            else:
                strict(value)
        if 'properties' in node and not name.endswith('_keys'):
            node['unevaluatedProperties'] = False

for name in schema['$defs']:
    strict(schema['$defs'][name], name)
validator = jsonschema.Draft202012Validator(schema)

def load(path):
    """A file with a few of its many rows."""
    with (gzip.open if path.endswith('.gz') else open)(path, 'rt') as file:
        data = json.load(file)
    for key in ('benchmarks', 'failures', 'best'):
        if key in data:
            data[key] = data[key][:4] + data[key][4:][-2:]
    return data

paths = glob.glob('*.json') + glob.glob(f'{root}/reports/h100/*.json*') + glob.glob(f'{root}/reports/h200/*.json')
paths += [root + '/tests/reports/golden/results.json', root + '/ci/accepted.json']
seen = set()
for path in paths:
    data = load(path)
    seen.add(data['schema'])
    for error in validator.iter_errors(data):
        print(f'{path}: {list(error.path)}: {error.message[:200]}')
missing = {branch['if']['properties']['schema']['const'] for branch in schema['allOf']} - seen
assert missing == {'gpubench/journal/1', 'gpubench/static/1'}, missing

text = ''.join(open(path).read() for folder in ('reports', 'cli', 'simulate') for path in glob.glob(f'{root}/{folder}/**/*.c', recursive=True))
for name in sorted(names - set(re.findall(r'"(\w+)"', text))):
    print(f'no source has the key "{name}"')

planted = load(root + '/tests/reports/golden/results.json')
planted['context']['gpubench']['planted'] = 1
assert not validator.is_valid(planted)
END_OF_CHECK
python3 -W ignore check.py "$SOURCE_DIR" >found
[ ! -s found ] || wrong "$(<found)"
