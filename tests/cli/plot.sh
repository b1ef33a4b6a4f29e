#!/usr/bin/env bash
# report --plot: the pictures in the suites' modules are reproduced by the lines beside them; hostile results become
# well-formed SVG; and a refusal is one line, and leaves no file.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
export LC_ALL=C
golden=$SOURCE_DIR/tests/reports/golden/results.json
kinds='sizes rates front roofline values convergence resources seconds curves versions cycle m2l-orders m2l-indices'
# check_refused STATUS REGEX ARGUMENT...: one line on stderr, nothing else, and no file.
check_refused() {
    rm -f x.svg
    ends "$1" "$GPUBENCH" report "${@:3}"
    [ ! -s out ] && [ "$(wc -l <err)" = 1 ] || wrong 'expected one line'
    contains "^gpubench: .*($2)" err
    [ ! -e x.svg ] || wrong 'a file was left'
}

# ---- the pictures in the suites' modules

lines=$(grep -hE '^    gpubench report --plot .*\.svg$' "$SOURCE_DIR"/suites/*/*.md)
[ "$(wc -l <<<"$lines")" = "$(find "$SOURCE_DIR/suites" -name '*.svg' ! -name passes.svg | wc -l)" ] || wrong 'expected a line for each picture' # ci/passes makes that
(cd "$SOURCE_DIR" && while read -r _ line; do
    picture=${line##* }
    mkdir -p "$root/$(dirname "$picture")"
    eval "\"\$GPUBENCH\" ${line% *} \"\$root/\$picture\"" >/dev/null # the line is our own document's, braces and all
    cmp "$root/$picture" "$picture" || { echo "it is no more what its line makes: gpubench $line"; exit 1; }
    [ "$(stat -c %s "$picture")" -lt 60000 ] || { echo "$picture is too large"; exit 1; }
done <<<"$lines")

# ---- hostile results

well_formed() {
    python3 - "$@" <<'END'
import sys, xml.etree.ElementTree as tree
for path in sys.argv[1:]:
    root = tree.parse(path).getroot()
    names = {element.tag.split("}")[1] for element in root.iter()}
    if names - {"svg", "title", "desc", "path", "text", "tspan"}:
        sys.exit(f"{path}: elements {names}")
    if "nan" in open(path).read().replace("NaN", "nan").lower().split("<desc>")[0] or "inf" in open(path).read().split("</desc>")[1]:
        sys.exit(f"{path}: a number is none")
END
}

# Names that would end an element, numbers at the limits of a double, and thousands of rows.
python3 - "$SOURCE_DIR/reports/h200/lennard_jones-accuracy.json" <<'END'
import json, sys
results = json.load(open(sys.argv[1]))
bad = "</title><script>x</script>&'\"]]>\u202e\ufffe\n%s"
text = json.dumps(results)
for name in ("FILTER", "METHOD", "hardware", "l2_error", "NVIDIA H200", "texture"):
    text = text.replace(f'"{name}"', json.dumps(name + bad)).replace(f'"{name}:', f'"{name}:')
open("names.json", "w").write(text)
rows = results["benchmarks"]
for i, row in enumerate(rows):
    if "figures" in row:
        row["figures"]["l2_error"] = [1e-300, 1e300, 5e-324, 1.0][i % 4]
    row["median_ns"] = [1e-300, 1e300, 1.0, 2.0][i // 4 % 4]
open("numbers.json", "w").write(json.dumps(results))
END
made=0
for results in names numbers; do
    for kind in $kinds; do
        status=0
        "$GPUBENCH" report --plot "$kind" $results.json -o "$results-$kind.svg" >out 2>err || status=$?
        case $status in
        0) made=$((made + 1)) ;;
        2) [ "$(wc -l <err)" = 1 ] || wrong "$kind: expected one line" ;;
        *) wrong "$kind: status $status" ;;
        esac
    done
done
[ "$made" -ge 10 ] || wrong "only $made pictures of hostile results"
well_formed ./*.svg "$root"/suites/*/*.svg || wrong 'not well-formed'
grep -q '&lt;script' names-front.svg || wrong 'expected the hostile name as text'
[ "$(find . -maxdepth 1 -name '*.svg.*' | wc -l)" = 0 ] || wrong 'a temporary file was left'

# ---- output, and refusals

"$GPUBENCH" report --plot convergence --problem '*sum_1d_f32/n:268435456*' "$golden" -o /dev/stdout >out 2>err
[ ! -s err ] && head -c 5 out | grep -q '<svg ' && tail -n 1 out | grep -q '</svg>' || wrong 'expected only the picture'
"$GPUBENCH" report --plot seconds "$golden" >out
grep -qx 'Plot: seconds.svg' out && [ -s seconds.svg ] || wrong 'expected a file named for the plot'

check_refused 2 "unknown plot 'size', did you mean sizes\? Known: .*roofline" --plot size "$golden" -o x.svg
check_refused 2 "--plot takes a value, not ''" --plot '' "$golden" -o x.svg
check_refused 2 'plot m2l-orders: it needs fmm.s bench m2l at several orders; these results have none' --plot m2l-orders "$golden" -o x.svg
check_refused 2 "unknown problem 'sum'; .*reduction/sum_1d_f32" --plot convergence --problem sum "$golden" -o x.svg
check_refused 2 '--plot needs a value: NAME' "$golden" --plot
check_refused 2 '--problem is of: gpubench report --plot NAME' --problem x "$golden" -o x.svg
check_refused 2 '--history is of: gpubench report RESULTS' --plot sizes --history h "$golden" -o x.svg
check_refused 2 'no results file given' --plot sizes -o x.svg
check_refused 2 'none.json: cannot read' --plot sizes none.json -o x.svg
check_refused 2 'one of the files that are read' --plot sizes "$golden" -o "$golden"
echo '{"schema": "gpubench/results/1"}' >empty.json
check_refused 2 'empty.json' --plot sizes empty.json -o x.svg
python3 -c 'import json, sys
results = json.load(open(sys.argv[1]))
for name in ("benchmarks", "failures", "best"): results[name] = []
json.dump(results, open("nothing.json", "w"))' "$golden"
for kind in ${kinds/seconds/}; do
    check_refused 2 "plot $kind: it needs " --plot "$kind" nothing.json -o x.svg
done
echo "$made pictures of hostile results"
