#!/usr/bin/env bash
# table and report of several devices: side by side, the cost of one device's best on another, and the run of each; in
# folders other files are reported. (tests/reports/devices.c tests the comparison.)
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"

# results FILE DEVICE DAY ROW...: a file of one bench; a row is "BLOCK LOAD NS", the first with a time is the best; NS may be a status.
results() {
    local path=$1 device=$2 day=$3 rows=() failures=() best='' row config at=0 block load ns
    shift 3
    for row; do
        read -r block load ns <<<"$row"
        config="\"problem\":0,\"suite\":\"demo\",\"bench\":\"sum\",\"size\":1024,\"row\":$at,\"name\":\"demo/sum/n:1024/$at\",\"compile_ms\":0,"
        config+="\"config\":{\"BLOCK\":$block,\"LOAD\":\"$load\"}"
        if [[ $ns = [0-9]* ]]; then
            config+=",\"median_ns\":$ns,\"ci95_ns\":[null,null],\"blocks_ns\":[$ns],\"cache\":\"${cache:-cold}\",\"iterations\":1,\"real_time\":$ns"
            config+=",\"cpu_time\":$ns,\"batch\":1,\"sampling\":\"single\",\"benchmark_mean_ns\":$ns,\"dropped\":false,\"finalist\":false"
            config+=",\"bytes\":4096,\"flops\":0,\"binary\":\"1\",\"verify\":{\"error\":0,\"tolerance\":1}"
            config+=",\"limit\":{\"resource\":\"dram_read\",\"fraction\":0.5}"
            rows+=("{$config}")
            best=${best:-"{$config,\"default_ns\":$ns,\"measured\":1,\"allowed\":4,\"tied_count\":0,\"tied\":[]}"}
        else
            failures+=("{$config,\"status\":\"$ns\",\"reason\":\"why\"}")
        fi
        at=$((at + 1))
    done
    local IFS=,
    cat >"$path" <<END
{"schema":"gpubench/results/1","context":{"date":"2026-01-${day}T00:00:00+0000","host_name":"node$day","executable":"x","num_cpus":1,
"mhz_per_cpu":1,"load_avg":[0,0,0],"gpubench":{"version":"0.1.0","commit":"c0ffee","seed":1,"timer_tick_ns":1,"command":"x","suites":"demo",
"wall_seconds":1,"compile_jobs":1,"benchmark_version":"1","measuring":2,"sample_start_ns":1,"interrupted":${interrupted:-false}},
"device":{"backend":"cuda","name":"$device","uuid":"GPU-$day","driver":"580","compiler":"c","architecture":"sm_90","units":4,
"max_groups":[1,1,1],"max_group_size":[1,1,1],"max_group":1,"local_bytes":1,"l2_bytes":1,"memory_clock_mhz":1,"clock_mhz":1,
"simt_width":1,"images":true,"int64_atomics":true,"fp64":true,"can_run":true,"is_cpu":false,"platform":"p","index":1,
"memory_bytes":1073741824}},
"problems":[{"name":"demo/sum/n:1024","suite":"demo","bench":"sum","size":1024,"seed":1,
"parameters":{"BLOCK":[32,64],"LOAD":["striped","blocked"]}}],
"benchmarks":[${rows[*]}],"failures":[${failures[*]}],"best":[$best]}
END
}
table() { # STATUS ARGUMENT...
    ends "$1" "$GPUBENCH" table "${@:2}"
}

# ---- a folder: all of it

mkdir two
results two/a.json A100 02 '64 striped 1000' '32 blocked 1250'
results two/b.json H200 03 '32 blocked 500' '64 striped crashed'
table 0 two
cat >expected <<'END'
A  A100 (cuda)
B  H200 (cuda)

demo
bench  size  best             on A             on B
sum    2^10  A     1.000 us 50.0 %          crashed
    BLOCK 64  LOAD striped
             B             +25.0 %  500.0 ns 50.0 %
    BLOCK 32  LOAD blocked

A's best on B: measured there: 0 of 1, and 1 without a time.
B's best on A: +25.0 % in the middle, +25.0 % at most; measured there: 1 of 1.

On a device: the time of its best, and the share of its limit; or how much more
than that the best of another takes there.

Who measured what when:
A  A100 (cuda, 4 units, 1.0 GiB)
  2026-01-02T00:00:00+0000  two/a.json
    by node02, driver 580, GPU-02, gpubench 0.1.0 of commit c0ffee, counts for 1 of 1 problem
B  H200 (cuda, 4 units, 1.0 GiB)
  2026-01-03T00:00:00+0000  two/b.json
    by node03, driver 580, GPU-03, gpubench 0.1.0 of commit c0ffee, counts for 1 of 1 problem
END
expect 'that table' cmp out expected
expect 'nothing on stderr' test ! -s err
cp out of_folder

# For programs the same, as JSON.
table 0 --json two
expect 'the same as JSON' python3 - out <<'END'
import json, sys
found = json.load(open(sys.argv[1]))['side_by_side']
assert [d['name'] for d in found['devices']] == ['A100', 'H200'] and found['devices'][1]['files'] == ['two/b.json']
(problem,) = found['problems']
assert [b['config']['BLOCK'] for b in problem['best']] == [64, 32] and problem['size'] == 1024
(best, crash), (cost, other) = ({c['device']: c for c in b['on']}.values() for b in problem['best'])
assert best['kind'] == 'best' and best['time_ns'] == 1000 and best['fraction'] == 0.5
assert crash['kind'] == 'failed' and crash['status'] == 'crashed'
assert cost['kind'] == 'cost' and abs(cost['cost'] - 0.25) < 1e-12 and cost['time_ns'] == 1250 and other['kind'] == 'best'
assert [(c['of'], c['measured'], c['failed'], c['median']) for c in found['costs']] == [(0, 0, 1, None), (1, 1, 0, 0.25)]
assert [f['counts'] for f in found['files']] == [1, 1] and 'node03' in found['files'][1]['hosts']
END
table 0 --json two/a.json
omits side_by_side out

# ---- single files: their own tables come first; one alone has no comparison

table 0 two/a.json two/b.json
tail -n "$(wc -l <of_folder)" out >end
expect 'the same at the end' cmp end of_folder
prints '^demo on A100 \(cuda, driver 580\), caches cold$'
table 0 two/a.json
omits 'Who measured' out

# ---- incomparable, older, and incomplete files

mkdir more
cp two/*.json more
cache=warm results more/warm.json H200 04 '32 striped 600'
results more/old.json A100 01 '32 striped 900'
interrupted=true results more/early.json H200 05 '64 blocked 300'
table 0 more
prints '^sum    2\^10  B   600.0 ns 50.0 %$'
prints '^    caches warm$'
prints '^    caches cold$'
prints '^    on A more/old.json has 900.0 ns, but is older$'
prints '^    on B more/early.json has 300.0 ns, but is not whole$'
prints '^    not whole: interrupted: what was done until then$'
prints 'of commit c0ffee, counts for 0 of 1 problem$'
prints '^Of several files of a device with a problem that one counts whose best was$'

# ---- narrow: no line is too wide, and no device is lost

mkdir many
for day in 01 02 03 04 05 06 07 08 09; do
    results many/$day.json "Device $day" $day '64 striped 1000' '32 blocked 1250'
done
results many/10.json 'Device 10' 10 '32 blocked 500'
table 0 many
expect 'lines of at most 100 columns' test "$(awk 'length > 100' out | wc -l)" = 0
prints '^demo, on further devices$'
for letter in A B C D E F G H I J; do
    prints " on $letter( |\$)"
done
if command -v script >/dev/null; then
    TERM=dumb NO_COLOR=1 COLUMNS=60 script -qec "'$GPUBENCH' table many" /dev/null </dev/null | tr -d '\r' >narrow
    expect 'lines of at most 60 columns' test "$(awk 'length > 60' narrow | wc -l)" = 0
    for letter in A B C D E F G H I J; do
        contains " on $letter( |\$)" narrow
    done
fi

# ---- other files in a folder

refused 'empty: no results file is in it' "$GPUBENCH" table "$(mkdir empty && echo empty)"
mkdir odd odd/within
cp two/*.json odd
echo '{"a": 1}' >odd/other.json
head -c 900 two/a.json >odd/short.json
echo '{"a": 1}' >odd/.hidden.json
echo text >odd/notes.txt
mkfifo odd/pipe.json
ln -s nowhere odd/link.json
[ "$(id -u)" = 0 ] || { cp two/a.json odd/closed.json && chmod 0 odd/closed.json; }
table 0 odd/
contains '^gpubench: left out: odd/other.json: not a gpubench results file' err
contains '^gpubench: left out: odd/short.json: not a whole results file' err
contains '^gpubench: left out: odd/pipe.json: ' err
contains '^gpubench: left out: odd/link.json: cannot read: No such file' err
[ "$(id -u)" = 0 ] || contains '^gpubench: left out: odd/closed.json: cannot read: Permission denied' err
contains '^gpubench: odd/: not looked into: 1 folder in it' err
omits 'hidden|notes' err
prints '^sum    2\^10  A     1.000 us 50.0 %          crashed$'
mkdir others
for number in {1..30}; do
    echo '[]' >others/$number.json
done
ends 2 "$GPUBENCH" table others
expect 'ten, how many more, and why it ends' test "$(wc -l <err)" = 12
contains '^gpubench: left out: 20 more of others$' err
contains '^gpubench: others: no results file is in it$' err
refused 'two: cannot read: Is a directory' "$GPUBENCH" header two -o x.h
refused 'nothing: cannot read: No such file' "$GPUBENCH" table two nothing

# ---- 200 files of a device and problem: one counts

mkdir much
for number in {1..200}; do
    cp two/a.json much/$number.json
done
cp two/b.json much
table 0 much
[ "$(grep -c 'counts for 0 of 1 problem$' out)" = 199 ] || wrong 'expected that one of 200 counts'
prints "^             B             \+25.0 %  500.0 ns 50.0 %\$"

# ---- untrusted texts

results strange.json $'x\\u001b[2J</td><script>' 06 '32 blocked 700'
table 0 two/a.json strange.json
expect 'no control character' test "$(tr -d '\n' <out | LC_ALL=C tr -d ' -~' | wc -c)" = 0

# ---- whether this machine has them

ends 0 env OCL_ICD_VENDORS="$root/none" "$GPUBENCH" table --here two
prints '^   not on this machine, which can measure nothing of it again; last measured on 2026-01-02T00:00:00\+0000 by node02$'
refused 'table: --here' "$GPUBENCH" table --here --json two

# ---- a page

ends 0 "$GPUBENCH" report more two/b.json strange.json -o page.html
! command -v python3 >/dev/null || python3 "$SOURCE_DIR/tests/reports/page.py" check page.html >&2 || wrong 'expected a valid page'
for text in '<h2>Devices side by side</h2>' 'href="#devices"' '<td class="cost-3">+25.0 %</td>' '<td>crashed' '<h3>Who measured what when</h3>' \
    'style="--share:0.500"><strong>1.000 us</strong>, 50.0 %</td>' 'On A more/old.json has 900.0 ns, but does not count.' '(caches warm)'; do
    grep -Fqe "$text" page.html || wrong "the page lacks $text"
done
ends 0 "$GPUBENCH" report two/a.json -o page.html
omits 'Devices side by side' page.html
refused '-o two/a.json is one of the files that are read' "$GPUBENCH" report two -o two/a.json
