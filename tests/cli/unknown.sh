#!/usr/bin/env bash
# Each error about an unknown name has the one thing to do next: the nearest name, all names, or the command that lists
# them. So has a program without arguments. The table has commands and their expected messages.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
results=$SOURCE_DIR/reports/h200/reduction.json
golden=$SOURCE_DIR/tests/reports/golden/results.json
"$GPUBENCH" history add times.jsonl "$golden" >out 2>err || wrong 'expected a history'

while IFS='|' read -r command next; do
    # shellcheck disable=SC2086 # words
    ends 2 "$GPUBENCH" $command
    [ "$(wc -l <err)" = 1 ] && [ "$(wc -c <err)" -lt 600 ] || wrong 'expected one line'
    grep -Eq "^gpubench: (unknown |no bench of ).*$next" err || wrong "expected what to do next: $next"
done <<END
lst|, did you mean list\?
xyzzy|; known: tune list .*; .gpubench help. describes
help tabel|, did you mean table\?
cache prun|, did you mean prune\?
history xyzzy|; known: add check show$
--suite reduction --sise 3|, did you mean --size\?
--xyzzy|; .gpubench help run., .* .gpubench list SUITE --long., lists them$
-x|; .gpubench help run., .*lists them$
tune --xyzzy|; .gpubench help tune. lists them$
--effects|; it is of: gpubench table 
--suite reduction --language CUDA|; it is of: gpubench tune KERNEL
list --suite reduction|; it is of: gpubench --suite
cache prune --xyzzy|; known: --older --to --key
--suite reductoin|, did you mean reduction\?
--suite xyzzy|; known: ceilings .*; a kernel of your own: gpubench tune$
list xyzzy|; known: ceilings
list --check xyzzy|; known: ceilings
--suite reduction --bench sum_1d_f33|, did you mean sum_1d_f32\?
--suite reduction --bench xyzzy|; known: sum_1d_f32
--suite all --bench xyzzy|; .gpubench list. lists them$
--suite reduction --bench m2l|: take --suite.fmm$
--suite reduction --set BLOCKSIZE=64|, did you mean BLOCK_SIZE\?
--suite reduction --set XYZZY=64|; known: BLOCK_SIZE
--suite reduction --set BLOCK_SIZE=63|; known: 32 64 128
--suite reduction --backend opncl|, did you mean opencl\?
--suite reduction --backend xyzzy|; known: .*; .gpubench devices. shows
--suite reduction --strategy pairwse|, did you mean pairwise\?
--suite reduction --strategy xyzzy|; known: .*; .gpubench list --strategies. describes
--suite reduction --strategy greedy:xyzzy=3|; known: batch kick
simulate $results --strategy xyzzy|; known: .*; .gpubench list --strategies. describes
--suite fmm --charges xyzzy|; known: neutral same random$
report --plot xyzzy $results|; known: sizes rates
report --plot sizes --problem xyzzy $results|; known: reduction/
export --to xyzzy $results|; known: csv markdown
export $results -o x.xyzzy|; known: \.csv \.md
table --front l2_eror $golden|, did you mean l2_error\?
history show times.jsonl --bench xyzzy|; known: .*sum_1d_f32
END

ends 2 "$GPUBENCH"
[ "$(wc -L <err)" -le 80 ] && [ ! -s out ] || wrong 'expected at most 80 columns'
[ "$(tail -n 1 err)" = 'next: gpubench --suite reduction' ] || wrong 'expected what to do next'
