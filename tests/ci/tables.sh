#!/usr/bin/env bash
# ci/tables makes a document's tables again, finds one that somebody changed, and refuses what it cannot make; ci/pivot.py takes the
# best correct row for a cell. Last, the tables of all documents are what their commands make of the recorded files.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
tables=$SOURCE_DIR/ci/tables
cat >results.json <<'END'
{"problems": [{"name": "s/b/n:1024/order:4", "parameters": {"WIDTH": [4, 2, 1]}}, {"name": "s/b/n:10000/order:4", "parameters": {"WIDTH": [4, 2, 1]}}],
 "best": [{"problem": 0, "config": {"WIDTH": 2}, "default_ns": 4000}],
 "benchmarks": [
  {"problem": 0, "suite": "s", "bench": "b", "size": 1024, "config": {"WIDTH": 1}, "median_ns": 1500, "dropped": false},
  {"problem": 0, "suite": "s", "bench": "b", "size": 1024, "config": {"WIDTH": 2}, "median_ns": 1600, "dropped": false,
   "limit": {"resource": "launch", "fraction": 0.5}, "figures": {"error": 0.0000123}},
  {"problem": 0, "suite": "s", "bench": "b", "size": 1024, "config": {"WIDTH": 4}, "median_ns": 100, "error_occurred": true},
  {"problem": 0, "suite": "s", "bench": "b", "size": 1024, "config": {"REFERENCE": "a::call"}, "reference": true, "median_ns": 800},
  {"problem": 1, "suite": "s", "bench": "b", "size": 10000, "config": {"WIDTH": 4}, "median_ns": 12345678, "dropped": true}]}
END
cat >document.md <<'END'
before
<!-- table: ci/pivot.py PLACE/results.json --lines size --columns WIDTH --column 'a::call: reference=a::call' --column 'best: value=time+limit+error+default+call' -->
| old |
<!-- end -->
<!-- table: printf '%s\n' two lines -->
<!-- end -->
behind
END
sed -i "s,PLACE,$PWD," document.md
cp document.md old.md
cat >expected <<'END'
|  | 2 | 1 | 4 | a::call | best |
|---|---:|---:|---:|---:|---:|
| 2^10 | 1.600 us | 1.500 us |  | 0.8000 us | 1.600 us, 50.0 %, 1.2e-5, 2.50x, 0.50x |
| 10^4 |  |  | ~12.35 ms |  | ~12.35 ms |
END
sed -i 's/^|  | 2 | 1 | 4 |/|  | 1 | 2 | 4 |/; s/| 1.600 us | 1.500 us |  |/| 1.500 us | 1.600 us |  |/' expected
ends 1 "$tables" --check document.md
cmp document.md old.md || wrong '--check changed a document'
ends 0 "$tables" document.md
expect 'the name of what changed' grep -qx document.md out
{ sed -n 1,2p old.md; cat expected; echo '<!-- end -->'; sed -n 5p old.md; printf '%s\n' two lines '<!-- end -->' behind; } >right.md
diff right.md document.md || wrong 'expected that document'
ends 0 "$tables" --check document.md
ends 0 "$tables" document.md
[ ! -s out ] || wrong 'nothing had changed'

printf '<!-- table: false -->\n<!-- end -->\n' >fails.md
refused 'fails.md:1: this command failed' "$tables" fails.md
printf '<!-- table: true -->\n' >endless.md
refused 'a table has no end' "$tables" endless.md
refused 'unknown option --chek' "$tables" --chek
GPUBENCH=$PWD/none refused 'is missing; ci/build release makes it' "$tables"
refused 'no row fits' "$SOURCE_DIR/ci/pivot.py" results.json --of bench=none --lines size --columns WIDTH
refused "'x' is no KEY=VALUE" "$SOURCE_DIR/ci/pivot.py" results.json --line 'a: x' --columns WIDTH
refused 'no results file' "$SOURCE_DIR/ci/pivot.py" document.md --lines size --columns WIDTH

# ci/files takes the first sentence of a file's first comment, also over several lines; files without one are left out.
mkdir -p folder
printf '%s\n' '/* Sums of a|b, base/x.h too,' ' * of numbers. More. */' '#pragma once' >folder/sum.h
printf '%s\n' '#pragma once' '' '/* HMAC. */' >folder/a.h
printf '%s\n' '#include "sum.h"' '/* No. */' >folder/none.h
printf '%s\n' '/* Adds. */' >folder/add.c
printf '%s\n' '| file | what |' '|---|---|' '| `a.h` | HMAC |' '| `sum.h` | sums of a\|b, base/x.h too, of numbers |' >expected
ends 0 "$SOURCE_DIR/ci/files" folder
diff expected out || wrong 'expected these headers'
ends 0 "$SOURCE_DIR/ci/files" folder '*.c'
expect 'a file of that name' grep -qxF '| `add.c` | adds |' out

cd "$SOURCE_DIR" || exit 1
"$tables" --check || wrong 'a document has other numbers than its recorded files: ci/tables makes them again'
