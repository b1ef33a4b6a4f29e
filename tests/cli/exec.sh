#!/usr/bin/env bash
# --strategy exec:COMMAND: a program that draws at random, in a simulation and in a run, reproducible by the seed;
# messages to it; misbehaving programs; none remains; and files never start one.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
export LC_ALL=C SOURCE_DIR
cp "$SOURCE_DIR/tests/simulate/spaces/t4.json" .
draws="exec:python3 $SOURCE_DIR/simulate/examples/random_strategy.py"
simulate() { "$GPUBENCH" simulate t4.json --repeat "${repeat:-6}" --budget 20 "$@"; }
run() { "$PLANTED" --ceilings off --suite accuracy --bench copies --size 1024 --backend fake:cpu "$@"; }

# The same seed gives the same table; another one, another.
ends 0 simulate --strategy "random,$draws"
prints '^exec:python3 ' && prints '^random '
[ "$(wc -L <out)" -le 100 ] || wrong 'expected at most 100 columns'
cp out expected
ends 0 simulate --strategy "random,$draws"
cmp -s out expected || wrong 'expected the same output'
ends 0 simulate --strategy "random,$draws" --seed 2
! cmp -s out expected || wrong 'expected another table for another seed'

# Messages to a program: it records them, proposes the lines of `proposals`, and exits.
cat >scripted.py <<'END'
import sys
proposals = iter(open("proposals"))
with open("told", "w") as told:
    for line in sys.stdin:
        told.write(line)
        told.flush()
        if "ask" in line:
            print(next(proposals, '{"done": true}').strip(), flush=True)
END
# run_proposals LINE...: one run of that.
run_proposals() {
    printf '%s\n' "$@" >proposals
    repeat=1 simulate --strategy 'exec:python3 scripted.py'
}
configuration() { echo '{"configuration": {"BLOCK": '"$1"', "TILE": '"$2"', "SHARE": '"$3"', "LAYOUT": "'"$4"'"}}'; }
ends 0 run_proposals '{"done": true}'
python3 - <<'END' || wrong 'expected these messages'
import json
first, told, ask = map(json.loads, open("told"))
assert first["schema"] == "gpubench/strategy/1" and first["count"] == 42 and 0 <= first["seed"] < 2 ** 32, first
assert first["budget"] == {"configurations": 20, "seconds": None} and first["space"]["constraints"] == [], first
values = {each["name"]: each["values"] for each in first["space"]["parameters"]}
assert values == {"BLOCK": [32, 64, 128, 256], "TILE": [1, 2, 4], "SHARE": [0.5, 1], "LAYOUT": ["column", "row"]}, values
assert all(first["first"][name] in values[name] for name in values) and len(first["first"]) == 4, first
assert told["told"]["configuration"] == first["first"] and ask == {"ask": True}, told
space = {tuple(row["configuration"].values()): row for row in json.load(open("t4.json"))["results"]}
row = space[tuple(first["first"].values())]
json.dump([[list(key), bool(value["measurements"])] for key, value in space.items()], open("space.json", "w"))
END
# A configuration outside the space, which costs nothing; a repeated one, likewise; and one with a time.
python3 - >proposals <<'END'
import itertools, json
names = "BLOCK", "TILE", "SHARE", "LAYOUT"
first = tuple(json.loads(open("told").readline())["first"].values())
there = {tuple(key): timed for key, timed in json.load(open("space.json"))}
absent = next(key for key in itertools.product((32, 64, 128, 256), (1, 2, 4), (0.5, 1), ("row", "column")) if key not in there)
timed = next(key for key in there if there[key] and key != first)
for key in absent, timed, first, timed:
    print(json.dumps({"configuration": dict(zip(names, key))}))
END
cp proposals those
ends 0 run_proposals "$(sed -n 1p those)" "$(sed -n 2p those)" "$(sed -n 3p those)" "$(sed -n 4p those)"
python3 - <<'END' || wrong 'expected these replies'
import json
said = [json.loads(line) for line in open("told")][1:]
proposed = [json.loads(line)["configuration"] for line in open("proposals")]
told = [line["told"] for line in said if "told" in line]
assert [each["configuration"] for each in told[1:]] == proposed, told
assert told[1] == {"configuration": proposed[0], "status": "invalid", "ns": None, "interval_ns": [None, None]}, told
assert told[2]["status"] == "ok" and told[2]["ns"] > 1e6 and told[4] == told[2] and told[3] == told[0], told
assert sum("ask" in line for line in said) == 5, said
END

# check_fault TEXT LINE...: proposals that end the search.
check_fault() { refused "gpubench: --strategy exec: its program $1" run_proposals "${@:2}"; }
check_fault 'sent what is no object of JSON: BLOCK=32' 'BLOCK=32'
check_fault 'sent what is no object of JSON: [1]' '[1]'
check_fault 'sent a key twice' '{"configuration": {"BLOCK": 32, "BLOCK": 64}}'
check_fault 'sent neither a configuration, nor to wait, nor that it is done: {}' '{}'
check_fault 'sent neither a configuration' '{"done": true, "wait": true}'
check_fault 'sent a configuration that is no object' '{"configuration": 3}'
check_fault 'sent a value of BLOCK that is neither a number nor a text' '{"configuration": {"BLOCK": [32]}}'
check_fault 'sent a value of BLOCKS, which is no parameter' '{"configuration": {"BLOCKS": 32}}'
check_fault 'sent BLOCK 33, which is none of its values' "$(configuration 33 1 0.5 row)"
check_fault 'sent LAYOUT "rows", which is none of its values' "$(configuration 32 1 0.5 rows)"
check_fault 'sent a configuration without TILE' '{"configuration": {"BLOCK": 32, "SHARE": 1, "LAYOUT": "row"}}'
check_fault 'waits for what is open, and nothing is' '{"wait": true}'
check_fault 'sent what is no object of JSON: \x1b[31m' "$(printf '\033[31m')"
mapfile -t same < <(yes "$(sed -n 1p those)" | head -n 1001)
check_fault 'sent 1000 configurations in a row that are not allowed, or that it sent before' "${same[@]}"

# check_refused TEXT COMMAND [LIMIT]: a program that exits, or hangs, for which the limit is short.
check_refused() { repeat=1 refused "gpubench: --strategy exec: its program $1" simulate --time-limit "${3:-60s}" --strategy "exec:$2"; }
check_refused 'ended: exit status 3' 'exit 3'
check_refused 'ended: killed from outside: Killed (signal 9)' 'kill -KILL $$'
check_refused 'closed a pipe, and went on' 'exec >&-; sleep 1000'
check_refused 'sent nothing for 0.3 s; --time-limit allows more' 'cat >/dev/null' 0.3s
check_refused 'reads nothing for 1 s; --time-limit allows more' 'yes "$(sed -n 2p those)"; sleep 1000' 1s
check_refused 'sent a line of more than 1048576 bytes' 'head -c 2000000 /dev/zero; cat >/dev/null'
for command in exec 'exec: '; do
    refused 'gpubench: --strategy exec needs a command, as --strategy exec:./search.py' simulate --strategy "$command"
    refused 'gpubench: --strategy exec needs a command, as --strategy exec:./search.py' run --strategy "$command"
done
ends 0 "$GPUBENCH" list --strategies
prints '^exec:COMMAND another program'

# wait_for_exit FILE: each process whose number is in the file has exited, or does soon; there may be no parent to reap it.
wait_for_exit() {
    local process tries
    while read -r process; do
        for ((tries = 0; tries < 200; tries++)); do
            grep -q '^State:[[:space:]]*[^ZX[:space:]]' "/proc/$process/status" 2>/dev/null || break
            sleep 0.01
        done
        [ $tries -lt 200 ] || wrong "expected that process $process has ended"
    done <"$1"
}
check_refused 'sent nothing for 1 s' 'sleep 1000 & echo $! >left; trap "" TERM; sleep 1000 & echo $! >>left; wait' 1s
wait_for_exit left

# A run: the whole space; its result is the best.
export GPUBENCH_CACHE=$root/cache
ends 0 run --strategy "$draws" --out run.json
prints ' all 10$'
prints '^ +STEP (9|10)$'
# Its messages: each proposal, and the first with times; several were open.
python3 - >proposals <<'END'
for step in 1, 7, 2, 3, 9, 4:
    print('{"configuration": {"STEP": %d}}' % step)
END
ends 0 run --strategy 'exec:python3 scripted.py' --out told.json
python3 - <<'END' || wrong 'expected these messages'
import json
said = [json.loads(line) for line in open("told")]
assert said[0]["first"] == {"STEP": 7} and said[0]["count"] == 10 and said[0]["seed"] == 1, said[0]
assert said[0]["budget"] == {"configurations": None, "seconds": None}, said[0]
told = [line["told"] for line in said if "told" in line]
assert {line["configuration"]["STEP"] for line in told if line["status"] == "ok"} <= {1, 2, 3, 4, 7, 9}, told
assert any("ask" in one and "ask" in next for one, next in zip(said, said[1:])) and all((line["ns"] or 0) >= 1000 for line in told if line["status"] == "ok"), told
END
# A waiting program gets no request before it gets a result; and a resumed one first gets earlier results.
printf '%s\n' '{"wait": true}' '{"configuration": {"STEP": 1}}' '{"wait": true}' '{"configuration": {"STEP": 2}}' >waits
cp proposals others
cp waits proposals
ends 0 run --strategy 'exec:python3 scripted.py' --out waits.json --budget 3
prints ' 3 of 10  [?]$'
python3 - <<'END' || wrong 'expected that it waits'
import json
said = [json.loads(line) for line in open("told")]
asks = [i for i, line in enumerate(said) if "ask" in line]
assert "told" in said[asks[0] + 1] and "told" in said[asks[2] + 1], said
END
echo '{"configuration": {"STEP": 3}}' >proposals
ends 0 run --strategy 'exec:python3 scripted.py' --out waits.json --budget 1 --resume
prints ' 4 of 10  [?]$'
python3 - <<'END' || wrong 'expected that it gets the earlier results'
import json
said = [json.loads(line) for line in open("told")]
assert [line["told"]["configuration"]["STEP"] for line in said[1:4]] == [7, 1, 2] and "ask" in said[4], said
END
mv others proposals
# It exits, or sends an invalid message: measurements are kept.
sed -n 1,3p proposals >few && echo '{"configuration": {"STEP": 11}}' >>few && mv few proposals
ends 2 run --size 1024,2048 --strategy 'exec:python3 scripted.py' --out stays.json
contains '^gpubench: --strategy exec: its program sent STEP 11, which is none of its values$' err
prints '^not begun: copies 2\^11$'
for step in 1 2 7; do contains "STEP:${step}[/\"]" stays.json; done
ends 0 "$PLANTED" table stays.json

# Ctrl-C during its computation: status 130, and it exits.
for verb in simulate run; do
    rm -f thinks
    if [ $verb = run ]; then set -- run --out stopped.json; else set -- simulate; fi
    (set +e; trap - INT; "$@" --strategy 'exec:sleep 1000 & echo $! >thinks; wait' >out 2>err; echo $? >ended) &
    until [ -s thinks ]; do sleep 0.01; done
    pkill -INT -P $! || wrong 'expected that it runs'
    wait $! || true
    [ "$(cat ended)" = 130 ] || wrong 'expected status 130'
    wait_for_exit thinks
done

# Commands recorded in a file are never started: neither to measure its best again, nor to resume, nor to show it.
ends 0 run --strategy 'exec:echo >started; python3 scripted.py' --overwrite --out file.json --budget 2
grep -q 'exec:echo' file.json && [ -e started ] || wrong 'expected that a program was started, and that the file records it'
rm started
ends 0 "$PLANTED" --ceilings off --backend fake:cpu --configs file.json --out again.json
status=0
run --out file.json --resume >out 2>err || status=$?
for verb in table report header export; do "$PLANTED" $verb file.json -o shown.$verb >out 2>err || true; done
"$PLANTED" simulate file.json >out 2>err || true
"$PLANTED" header file.json -o tuned.h >out 2>err && "$PLANTED" header --check tuned.h --backend fake:cpu >out 2>err || true
[ ! -e started ] || wrong 'expected that no program was started'
