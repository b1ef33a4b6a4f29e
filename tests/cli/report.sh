#!/usr/bin/env bash
# report: a page is well-formed, complete without other files, and contains the results, with any texts; additions for
# two files and a history; refusals. PLANTED is built without D3. Without python3, nothing is parsed.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
export LC_ALL=C.UTF-8
golden=$SOURCE_DIR/tests/reports/golden/results.json
h200=$SOURCE_DIR/reports/h200
# report STATUS TEXT ARGUMENT...: its status, and a text in its output; a refusal prints only one line.
report() {
    ends "$1" "$GPUBENCH" report "${@:3}"
    contains "$2" out err
    if [ "$1" != 0 ] && { [ -s out ] || [ "$(wc -l <err)" != 1 ]; }; then
        wrong 'expected one line'
    fi
}
page() { # WHAT FILE...: of a page, by a parser
    ! command -v python3 >/dev/null || python3 "$SOURCE_DIR/tests/reports/page.py" "$@" >&2 || wrong "$*"
}
check_contains() { grep -Fqe "$2" "$1" || wrong "$1 lacks: $2"; }
before() { # FILE FIRST SECOND
    [ "$(grep -bFoe "$2" "$1" | head -n 1 | cut -d: -f1)" -lt "$(grep -bFoe "$3" "$1" | head -n 1 | cut -d: -f1)" ] ||
        wrong "$2 is not before $3"
}

# ---- one file

report 0 '^Report: report.html$' "$golden"
page check report.html
page same report.html "$golden"
check_contains report.html '5 benches, 6 problems, 10 configurations tried, 6 timed, 4 failed'
check_contains report.html '<span>2026-01-02 03:04</span> <span>commit 0123456789ab</span> <span>NVIDIA H200 (cuda, driver '
before report.html '<span>commit 0123456789ab</span>' 'How far from its limit each bench is'
before report.html 'How far from its limit each bench is' 'All problems, as a table'
before report.html 'All problems, as a table' '<h2>reduction/sum_1d_f32</h2>'
check_contains report.html '--share:0.977;--default:0.746;--reference:0.931'
check_contains report.html '4.9 % faster than cub::DeviceReduce'
check_contains report.html '<span class="gain slower">▼ 6.2 % slower than thrust::reduce'
check_contains report.html '<span class="few">Best of few: 5 of 480 tried'
check_contains report.html ' 5 of 480 tried. '
check_contains report.html '1 of 480 tried: too few to say how much is left to gain. '
check_contains report.html 'Most gained: 31 % faster than the default in <a href="#p-1">sum_1d_f32, size 2<sup>28</sup></a>; least: as fast as the default'
check_contains report.html 'Slower than the fastest reference in 1: <a href="#p-2">'
check_contains report.html '2 of 5 configurations failed: 1 compile-failed, 1 wrong-result.'
check_contains report.html '2 of 2 configurations failed: 2 timed-out.'
check_contains report.html 'CUB&#39;s headers are not beside libnvrtc'
check_contains report.html 'Its limit is dram_read, of which this device does'
check_contains report.html "--input &#39;structures/1a b.pqr&#39; --backend cuda --device 1"
check_contains report.html 'The run took 61.2 s, most of them measuring: 52.2 %.'
if grep -q '^GPUBENCH_D3:.*NOTFOUND\|^GPUBENCH_D3:[A-Z]*=$' "$BUILD_DIR/CMakeCache.txt"; then
    echo 'built without D3'
else
    check_contains report.html '// https://d3js.org'
    check_contains report.html 'The licence of D3'
    ! grep -q '<svg' report.html || wrong 'expected no static picture beside the script'
fi
"$GPUBENCH" report "$golden" -o /dev/stdout >printed.html 2>err
cmp report.html printed.html

# ---- without D3: static pictures

"$PLANTED" report "$h200/coulomb.json" -o planted.html >out 2>err || wrong 'no page without D3'
page check planted.html
page same planted.html "$h200/coulomb.json"
check_contains planted.html '<svg'
! grep -q 'd3js.org' planted.html || wrong 'D3 is there'

# ---- many files

for file in "$h200"/{cutoff,fmm-energy,lennard_jones-accuracy,reduction-ladder}.json; do
    report 0 '^Report: ' "$file" -o one.html
    page check one.html
    page same one.html "$file"
done
report 0 '^Report: ' "$h200"/{fmm-order-2,transfer,vector_add}.json -o many.html
page check many.html
check_contains many.html 'fmm-order-2.json</strong>: '
check_contains one.html 'explains '

# ---- references are named in words, and a roofline is drawn if configurations differ in operations per byte

report 0 '^Report: ' "$h200/reduction.json" -o reduction.html
page check reduction.html
check_contains reduction.html '14 % faster than 9 calls of cub::DeviceReduce'
check_contains reduction.html '▼ 20 % slower than cub::DeviceReduce'
check_contains reduction.html '8.59 times as fast as 10 calls of cub::DeviceReduce'
! grep -Eq '[0-9]x [a-z:]*cub::|data-chart="roofline"' <(sed '/<script type="application/,$d' reduction.html) || wrong 'a name, or a roofline'
check_contains reduction.html 'data-chart="times"'
"$GPUBENCH" report "$h200/cutoff.json" -o cutoff.html >out 2>err
check_contains cutoff.html 'data-chart="roofline"'

# ---- two files: changes come first

sed 's/"commit": "[^"]*"/"commit": "fedcba987654"/; s/"date": "2026-01-02/"date": "2026-01-03/' "$golden" >new.json
report 0 '^Report: ' "$golden" new.json -o two.html
page check two.html
before two.html '<h2>What changed</h2>' '<h2>What was found</h2>'
check_contains two.html 'commit 0123456789ab'
check_contains two.html 'commit fedcba987654'
"$GPUBENCH" compare "$golden" new.json >compared 2>/dev/null || true
counts=$(tail -n 1 compared)
check_contains two.html "<strong>${counts%.}</strong>"
sed 's/"name": "NVIDIA H200"/"name": "NVIDIA H100"/' new.json >other.json
report 0 'report: the two files are not compared: .*device NVIDIA H200 and NVIDIA H100' "$golden" other.json -o two.html
! grep -q '<h2>What changed' two.html || wrong 'two devices are compared'
check_contains two.html 'The two files are not compared: '
sed 's/"bench": "/"bench": "x_/' new.json >other.json
report 0 'are not compared: no configuration was measured in both' "$golden" other.json -o two.html

# ---- a history

for day in 1 2 3 4 5 6; do
    sed "s/\"commit\": \"[^\"]*\"/\"commit\": \"c00000$day\"/; s/\"date\": \"2026-01-02/\"date\": \"2026-02-0$day/" "$golden" >"day-$day.json"
done
"$GPUBENCH" history add h.jsonl day-?.json >out 2>err
report 0 '^Report: ' "$golden" --history h.jsonl -o history.html
page check history.html
check_contains history.html 'data-chart="history"'
check_contains history.html '4 series of times over commits are of these problems on this device. None of them changed.'
for day in 11 12 13 14 15 16; do
    sed "s/\"commit\": \"[^\"]*\"/\"commit\": \"c0000$day\"/; s/\"date\": \"2026-01-02/\"date\": \"2026-02-$day/; s/\"median_ns\": 231424.0/\"median_ns\": 289280.0/" \
        "$golden" >"day-$day.json"
done
"$GPUBENCH" history add h.jsonl day-1?.json >out 2>err
report 0 '^Report: ' "$golden" --history h.jsonl -o history.html
check_contains history.html 'reduction/sum_1d_f32/n:268435456 takes 1.25x the time since commit c000011, 2026-02-11'
report 0 '^Report: ' "$h200/transfer.json" --history h.jsonl -o none.html
check_contains none.html 'The history has none of these problems on this device.'

# ---- untrusted texts stay text, and lines to paste run nothing else

if command -v python3 >/dev/null; then
    page hostile "$golden" hostile.json
    for program in "$GPUBENCH" "$PLANTED"; do
        "$program" report hostile.json -o hostile.html >out 2>err || wrong 'a hostile file is refused'
        page check hostile.html
        ! LC_ALL=C grep -aP '[\x00-\x08\x0b-\x1f\x7f]|\xe2\x80[\xa8\xae]' hostile.html || wrong 'expected no control character in the page'
    done
    page same hostile.html hostile.json
    python3 "$SOURCE_DIR/tests/reports/page.py" text hostile.html >texts
    check_contains texts "NVIDIA H200</script><b id=x>\"'&"
    check_contains texts '\x1b[2J\u202e\u2028]]><!--'
    python3 "$SOURCE_DIR/tests/reports/page.py" runs hostile.html >lines
    gpubench() { printf '%s\n' "$@" >>words; }
    # shellcheck disable=SC1091
    . ./lines
    [ ! -e pwned ] || wrong 'a line runs what a file says'
    [ "$(grep -c '^--suite$' words)" = "$(wc -l <lines)" ] || wrong 'a line is not one command'
    check_contains words "LOAD</script><b id=x>\"'&=striped\$(touch pwned)\`touch pwned\`;touch pwned #'\"<b>\\"
fi

# ---- refusals

report 2 'no results file given; usage: gpubench report RESULTS' -o x.html
report 2 'report: --out needs a value: FILE' "$golden" -o
report 2 'report: --history needs a value: FILE' "$golden" --history
report 2 "unknown option of report '--output', did you mean --out\?" "$golden" --output x.html
report 2 'nothing.json: cannot read: No such file' nothing.json -o x.html
report 2 'nothing.jsonl: cannot read: No such file' "$golden" --history nothing.jsonl -o x.html
cp "$golden" own.json
report 2 '-o ./own.json is one of the files that are read' own.json -o ./own.json
report 2 '-o h.jsonl is one of the files that are read' "$golden" --history h.jsonl -o h.jsonl
mkdir folder
report 2 'folder: cannot write: Is a directory' "$golden" -o folder
report 2 'new.json/x.html: cannot write: Not a directory' "$golden" -o new.json/x.html
report 2 '/proc/x.html: cannot write' "$golden" -o /proc/x.html
[ ! -e x.html ] || wrong 'a page was written'
cmp -s "$golden" own.json || wrong 'a results file was overwritten'
