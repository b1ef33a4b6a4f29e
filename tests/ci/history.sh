#!/usr/bin/env bash
# ci/history on the fake device: times of commits, kept on a branch of origin, where what others add meanwhile stays; a slower commit
# is told, and blocks nothing.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
git init -q --bare origin
git clone -q origin one 2>/dev/null
mkdir one/ci
cp "$SOURCE_DIR/ci/history" one/ci
git -C one add -A
git -C one commit -qm one
git -C one push -q origin HEAD
git clone -q origin two
# Of a commit, whatever this tree is.
cat >gpubench <<END
#!/usr/bin/env bash
"$PLANTED" "\$@" || exit
[ "\$1" = history ] || sed -i -E 's/"commit": "[^"]*"/"commit": "abc"/' "\${@: -1}"
END
chmod +x gpubench
# run STATUS TREE ARGUMENT...
run() {
    OUT=$root/$2/results GPUBENCH=$root/gpubench ends "$1" "$2/ci/history" "${@:3}"
}
lines() { git -C origin show gpubench-history:times.jsonl | wc -l; }
bench=(--suite accuracy --size 1024 --strategy exhaustive --backend fake --ceilings off)

run 0 one measure "${bench[@]}" --bench copies
[ "$(wc -l <one/results/times.jsonl)" = 1 ] || wrong 'expected one time'
run 0 one keep one/results/times.jsonl
[ "$(lines)" = 1 ] || wrong 'expected one time on the branch'
[ "$(git -C origin ls-tree --name-only gpubench-history)" = times.jsonl ] || wrong 'expected that file alone'
head=$(git -C origin rev-parse gpubench-history)
run 0 one keep one/results/times.jsonl
[ "$(git -C origin rev-parse gpubench-history)" = "$head" ] || wrong 'expected no commit where nothing is new'

# The next has those of before; two that were measured at once are both kept.
run 0 one measure "${bench[@]}" --bench plain
[ "$(wc -l <one/results/times.jsonl)" = 2 ] || wrong 'expected those of before'
run 0 two measure "${bench[@]}" --bench unknown
run 0 one keep one/results/times.jsonl
run 0 two keep two/results/times.jsonl
[ "$(lines)" = 3 ] || wrong 'expected three'
[ "$(git -C origin rev-list --count gpubench-history)" = 3 ] || wrong 'expected a commit each'

# Commits of 4 us behind commits of 1 us: reported in the job's summary, with status 0.
time=$(git -C origin show gpubench-history:times.jsonl | grep accuracy/copies)
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
    now="\"median_ns\": $((i > 6 ? 4000 : 1000)).0"
    sed -E "s/\"date\": \"[^\"]*\"/\"date\": \"2026-01-$((i + 10))T00:00:00+0000\"/; s/\"commit\": \"[^\"]*\"/\"commit\": \"c$i\"/; s/\"median_ns\": [0-9.]*/$now/" <<<"$time"
done >planted.jsonl
run 0 one keep planted.jsonl
GITHUB_STEP_SUMMARY=$root/job run 0 one measure "${bench[@]}" --bench plain
grep -q 'c7' job && grep -q 'c7' one/results/check.txt || wrong 'expected the change'

run 2 one
grep -q 'usage: ci/history measure' err || wrong 'expected the usage'
run 2 one keep nowhere
run 2 one measure --suite nothing
grep -q 'nothing' err || wrong 'expected what gpubench says'
chmod -x origin/hooks/* 2>/dev/null || true
printf '#!/bin/sh\necho "not for you" >&2\nexit 1\n' >origin/hooks/pre-receive
chmod +x origin/hooks/pre-receive
sed "s,c12,c13," planted.jsonl >another
run 2 one keep another
[ "$(grep -c '^ci/history: not pushed (try [123]): ' err)" = 3 ] || wrong 'expected three tries'
rm -rf origin
run 2 one measure "${bench[@]}"
grep -q '^ci/history: origin, which keeps the times of before, cannot be asked$' err || wrong 'expected a line'
