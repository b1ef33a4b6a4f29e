#!/usr/bin/env bash
# ci/gate_picture: of what ci/gate_commands wrote it makes a picture that grows with it; without that, or without a tool, none.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
picture() { ends "$1" env PICTURE="$root/$2.webp" "$SOURCE_DIR/ci/gate_picture" "${@:3}"; }
for tool in cmark-gfm chromium chromedriver; do
    command -v $tool >/dev/null || { echo "$tool is not here"; exit 77; }
done
/usr/bin/python3 -c 'import selenium' 2>/dev/null || { echo 'python3-selenium is not here'; exit 77; }
cat >bench <<'E2'
#!/bin/sh
printf '{"context": {}, "benchmarks": [{"name": "sum", "run_name": "sum", "run_type": "iteration", "iterations": 10, "real_time": %s, "cpu_time": %s, "time_unit": "us"}]}' "$1" "$1" >"$2"
E2
chmod +x bench
OUT=$root/gate ends 1 "$SOURCE_DIR/ci/gate_commands" './bench 100 {out}' './bench 130 {out}' gbench --budget 3s
picture 0 slower gate
[ "$(head -c 4 slower.webp)" = RIFF ] || wrong 'no picture'
rm gate/annotations.txt
picture 0 less gate
[ "$(stat -c %s less.webp)" -lt "$(stat -c %s slower.webp)" ] || wrong 'annotations are not in it'

mkdir empty nothing
picture 2 none empty
contains '^ci/gate_picture: empty has no summary.md: ci/gate_commands writes it$' err
for tool in bash dirname readlink mktemp rm; do ln -s "$(command -v $tool)" nothing; done
ends 2 env PATH="$root/nothing" PICTURE="$root/none.webp" "$SOURCE_DIR/ci/gate_picture" gate
contains '^ci/gate_picture: cmark-gfm is missing: Debian has it as a package$' err
[ ! -e none.webp ] || wrong 'a picture was made'
exit 0
