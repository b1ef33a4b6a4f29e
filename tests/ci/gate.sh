#!/usr/bin/env bash
# ci/gate: two commits of a tree, the second of which is slower; what a workflow gets of it; and what it refuses. (The build is a
# stand-in that makes the planted program with the tree's own kernels.)
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
mkdir -p tree/ci kernels
cp -r "$SOURCE_DIR"/kernels/. "$SOURCE_DIR"/tests/planted/kernels/. kernels
cp "$SOURCE_DIR/ci/gate" "$SOURCE_DIR/ci/verdict.sh" tree/ci
printf '1000\n' >tree/time
cat >tree/ci/build <<'END'
#!/bin/sh
here=$PWD
[ ! -e broken ] || { echo "no such header"; exit 1; }
mkdir -p build/release
cp -r "$KERNELS" build/kernels
awk -v now="$(cat time)" "/ time [0-9]/ { \$NF = \$NF * now / 1000 } { print }" "$KERNELS/limits.cl" >build/kernels/limits.cl
printf '#!/bin/sh\ncase $1 in compare) exec "%s" "$@" ;; esac\nexec "%s" "$@" --kernels "%s/build/kernels"\n' \
    "$PLANTED" "$PLANTED" "$here" >build/release/gpubench
chmod +x build/release/gpubench
END
chmod +x tree/ci/build
commit() { git -C tree add -A && git -C tree -c user.name=a -c user.email=a@b commit -qm "$1"; }
git -C tree init -q
printf '/build/\n' >tree/.gitignore
commit one
printf '1100\n' >tree/time
commit two
"$PLANTED" --suite accuracy --bench copies --size 1024 --set STEP=10 --backend fake:cpu --out found.json >/dev/null 2>&1
export KERNELS=$root/kernels OUT=$root/gate GITHUB_STEP_SUMMARY=$root/job.md
gate() { ends "$1" tree/ci/gate "${@:2}"; }
echo '# before' >job.md
GITHUB_ACTIONS=true gate 1 HEAD~1 --configs found.json --backend fake:cpu
grep -q '^1 SLOWER\.$' out && grep -q '^SLOWER .* +10.0 % ' gate/compare.txt
grep -q '^::error title=gpubench SLOWER::accuracy/copies/n:1024.*: +10.0 %25' out
grep -q '^# before$' job.md && grep -q '^1 SLOWER on Fake CPU' job.md && grep -q '"verdict": "SLOWER"' gate/compare.json
gate 0 HEAD --configs found.json --backend fake:cpu # the same: another base is checked out
grep -q '^1 SAME\.$' out
if grep -q '::error' out; then exit 1; fi

refused 'usage: ci/gate BASE' tree/ci/gate
refused 'nowhere is no commit here; a shallow clone has few' tree/ci/gate nowhere --configs found.json
gate 2 HEAD --configs nowhere.json --backend fake:cpu
contains 'nowhere.json: cannot read' err
[ ! -e gate/summary.md ] && [ ! -e gate/compare.json ] || wrong 'the verdict of the run before'
touch tree/broken
gate 2 HEAD --configs found.json --backend fake:cpu
grep -q 'no such header' err && grep -q "tree does not build" err
