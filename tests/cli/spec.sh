#!/usr/bin/env bash
# Specs: Kernel Tuner's is tuned on PoCL, with defaults that are not allowed; untrusted mistakes are one line with file
# and place, and status 2.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
export LC_ALL=C

cat >copy.cl <<'END_OF_KERNEL'
kernel void copy(global const float *x, global float *y)
{
    for (int row = 0; row < 3; row++)
        for (int k = 0; k < ITEMS; k++) {
            size_t i = (get_group_id(0) * ITEMS + k) * BLOCK + get_local_id(0);
            if (i < 1003)
                y[row * 1003 + i] = x[row * 1003 + i];
        }
}
END_OF_KERNEL
cat >good.json <<'END_OF_SPEC'
{"ConfigurationSpace": {"TuningParameters": [{"Name": "BLOCK", "Type": "int", "Values": "[8, 16, 32]", "Default": [8]},
                                             {"Name": "ITEMS", "Type": "int", "Values": "range(1, 3)", "Default": 7}],
                        "Conditions": ["BLOCK > min(BLOCK)", "BLOCK <= device.group_max", {"Expression": "ProblemSize[1] * ITEMS > 0"}]},
 "KernelSpecification": {"Language": "OpenCL", "KernelName": "copy", "KernelFile": "copy.cl", "Stream": null, "Steram": 1,
   "ProblemSize": [1003, 3], "GridDivX": ["BLOCK", "ITEMS"], "GridDivY": ["3"], "LocalSize": {"X": "BLOCK"},
   "Arguments": [{"Type": "float", "MemoryType": "Vector", "AccessType": "ReadOnly", "FillType": "Generator",
                  "DataSource": "i % 7 - 0.5 * n", "Size": "ProblemSize[0] * ProblemSize[1]"},
                 {"Name": "y", "Type": "float", "MemoryType": "Vector", "AccessType": "WriteOnly", "Size": "3 * n"}]},
 "gpubench": {"summary": "three rows", "constants": {"HALF": 0.5, "group_max": 2}, "figures": {"per_group": "BLOCK * ITEMS / HALF"},
              "checks": ["y[i] == argument0[i] + (HALF - 0.5)"]}}
END_OF_SPEC
run=(--backend opencl --ceilings off --verify-only --overwrite)
ends 0 "$GPUBENCH" tune --spec good.json "${run[@]}"
[ "$(grep -c '"status": "verified"' results/copy.json)" = 4 ] || wrong 'expected four configurations that are right'
[ "$(grep -c 'not read: KernelSpecification.Steram (Stream?), ConfigurationSpace.TuningParameters\[1\].Default (7 is none' err)" = 1 ] ||
    wrong 'expected one line on the ignored parts'

contains '"figures": \["per_group"\]' results/copy.json

# bounded ARGUMENT...: within a minute and 4 GiB, where limits work: not with a sanitizer.
kib=$((4 << 20))
(ulimit -v $kib && "$GPUBENCH" list) >out 2>&1 || kib=unlimited
bounded() (
    ulimit -v $kib
    timeout 60 "$GPUBENCH" "$@"
)
# check_refused SED TEXT: the changed spec is refused with one line, which names it, and the place.
check_refused() {
    sed "$1" good.json >bad.json
    ! cmp -s good.json bad.json || wrong "the expression changes nothing: $1"
    refused "bad.json$2" bounded tune --spec bad.json "${run[@]}"
}
values=': ConfigurationSpace.TuningParameters[0].Values: '
condition=': ConfigurationSpace.Conditions[0]: '
check_refused 's/\[8, 16, 32\]/range(10**12)/' "${values}column 1: these are more than 16384 values"
check_refused 's/\[8, 16, 32\]/[i for i in range(10**12)]/' "${values}column 13: these are more than"
check_refused 's/\[8, 16, 32\]/[9**9**9]/' "${values}column 3: a whole number does not fit"
check_refused 's/\[8, 16, 32\]/[1e308 * 10]/' "${values}has a value that is no number"
check_refused 's/\[8, 16, 32\]/[8, 16, 8]/' "${values}has a value twice: numbers 1 and 3"
check_refused "s/\[8, 16, 32\]/[8, 'x']/" "${values}has numbers and words"
check_refused "s/\[8, 16, 32\]/__import__('os').listdir('.')/" "${values}column 1: there is no such function"
check_refused 's/"int"/"complex"/' ": ConfigurationSpace.TuningParameters[0].Type: 'complex' is none of"
check_refused 's/ITEMS/BLOCK/' ': ConfigurationSpace.TuningParameters[1]: BLOCK is ConfigurationSpace.TuningParameters[0], too'
check_refused 's/ITEMS/n/' ': ConfigurationSpace.TuningParameters[1]: n is the size of the problem'
check_refused 's/"y", "Type"/"BLOCK", "Type"/' ': KernelSpecification.Arguments[1]: BLOCK is ConfigurationSpace.TuningParameters[0], too'
check_refused 's/{"Type"/{"Name": "y", "Type"/' ': KernelSpecification.Arguments[1]: y is KernelSpecification.Arguments[0], too'
check_refused "s/BLOCK > min/__import__('os') > min/" "${condition}\"__import__('os') > 8         \": column 1: there is no such function"
check_refused 's/BLOCK > min/BLOK > min/' "${condition}\"BLOK > 8         \": column 1: there is no BLOK"
check_refused 's/BLOCK > min/device.words * BLOCK > min/' "${condition}\"device.words * BLOCK > 8         \": column 1: there is no device.words"
check_refused "s/BLOCK > min(BLOCK)/BLOCK == 'x'/" "${condition}\"BLOCK == 'x'\": nothing that it reads is ever 'x'"
check_refused 's/BLOCK > min(BLOCK)/1 > 0/' "${condition}\"1 > 0\": it reads no parameter"
check_refused 's/BLOCK > min(BLOCK)/n \/\/ (BLOCK - 16) > 0/' ': ConfigurationSpace.Conditions: copy/copy: its constraint "n // (BLOCK - 16) > 0" has no value: column 3: division by zero at BLOCK 16'
check_refused 's/BLOCK > min/BLOCK < min/' ': ConfigurationSpace.Conditions: allow nothing, because of "BLOCK < 8'
check_refused 's/ProblemSize\[1\] \* ITEMS/ProblemSize[2] * ITEMS/' ': ConfigurationSpace.Conditions[2].Expression: there is no ProblemSize[2]'
check_refused 's/\[1003, 3\]/[0, 3]/' ': KernelSpecification.ProblemSize[0]: is 0'
check_refused 's/\[1003, 3\]/"m"/' ': KernelSpecification.ProblemSize[0]: column 1: there is no m'
check_refused 's/\["3"\]/["THREE"]/' ': KernelSpecification.GridDivY[0]: column 1: there is no THREE'
check_refused 's/"3 \* n"/"n \/\/ 0"/' ': KernelSpecification.Arguments[1].Size: column 3: division by zero'
check_refused 's/"3 \* n"/0/' ': KernelSpecification.Arguments[1].Size: is 0'
check_refused 's/"3 \* n"/"2**62"/' ': KernelSpecification.Arguments[1].Size: '
check_refused 's/"3 \* n"/1e999/' ':8: real number overflow'
check_refused 's/"3 \* n"/99999999999999999999/' ':8: too big integer'
check_refused 's/i % 7/1 \/ (i - 5)/' ': KernelSpecification.Arguments[0].DataSource: element 5: column 3: division by zero'
check_refused 's/"copy.cl"/"..\/..\/secret"/' ": KernelSpecification.KernelFile: '../../secret' is not beside the spec"
check_refused 's/"copy.cl"/"\/etc\/passwd"/' ": KernelSpecification.KernelFile: '/etc/passwd' is not beside the spec"
check_refused 's/"copy.cl"/"link.cl"/' ': KernelSpecification.KernelFile: ./link.cl: there is no such file'
ln -s /etc/passwd link.cl
check_refused 's/"copy.cl"/"link.cl"/' ": KernelSpecification.KernelFile: ./link.cl leads out of the spec's folder"
mkfifo pipe.cl
check_refused 's/"copy.cl"/"pipe.cl"/' ': KernelSpecification.KernelFile: '
truncate -s 10G large.cl
check_refused 's/"copy.cl"/"large.cl"/' ': KernelSpecification.KernelFile: '
for name in '"../x"' '</etc/passwd>' '"a/../../x"'; do
    printf '\n #  include %s\n' "$name" >includes.cl
    check_refused 's/"copy.cl"/"includes.cl"/' ": KernelSpecification.KernelFile: includes.cl:2: '${name:1:-1}' is not beside the spec"
done
# All notations of an include: the file is not beside the spec, has no literal name, or is in the user's folder.
for text in '#/**/include "/x"' '/*\n*/ # /*\n*/ include/**/</x>' '#inc\\\nlude "/x"' '#inc??/\nlude "/x"' '%%:include "/x"' \
    '?\77=include "/x"' '#include_next </x>' '#import "/x"' '#embed "/x"' '\357\273\277#include "/x"' '\302\240#\302\240include "/x"' '\f#\vinclude "/x"' \
    '#define F </x>\n#include F' 'int a;\r#include "/x"' '#include <x>' '#include "x'; do
    printf "$text\n" >includes.cl
    check_refused 's/"copy.cl"/"includes.cl"/' ': KernelSpecification.KernelFile: includes.cl:'
done
# repeated TEXT BYTES: TEXT repeated up to that size.
repeated() { yes "$1" | head -c "$2"; }
repeated '#include "x"' 15000000 >includes.cl
check_refused 's/"copy.cl"/"includes.cl"/' ': KernelSpecification.KernelFile: includes.cl includes more than 1024 times'
repeated '#/*' 15000000 >includes.cl
check_refused 's/"copy.cl"/"includes.cl"/' ': KernelSpecification.KernelFile: includes.cl:1: #include needs a name'
repeated '' 9000000 | tee long.h >includes.cl
echo '#include "long.h"' >>includes.cl
check_refused 's/"copy.cl"/"includes.cl"/' ': KernelSpecification.KernelFile: it includes more than 16777216 bytes'
for text in 'kernel x' 'enum {' '#define F('; do # texts searched for signatures, up to a maximum length
    for bytes in 250000 15000000; do
        repeated "$text" $bytes | cat copy.cl - >includes.cl
        sed 's/"copy.cl"/"includes.cl"/' good.json >bad.json
        ends 0 bounded list copy --spec bad.json
    done
done
# A file with the name of one that checks the kernel.
mkdir tuner
for name in tuner/checksum.cl precision.h; do
    touch "$name"
    echo "#include \"$name\"" >includes.cl
    check_refused 's/"copy.cl"/"includes.cl"/' ": '$name' is what a file of gpubench's own is called"
done
check_refused 's/"checks"/"chekcs"/' ': gpubench.chekcs: is no known key; did you mean checks?'
check_refused 's/"FillType"/"gpubench": {"sed": 1}, "FillType"/' ': KernelSpecification.Arguments[0].gpubench.sed: is no known key; did you mean seed?'
random() { check_refused "s/\"FillType\": \"Generator\"/\"FillType\": \"Random\", \"gpubench\": {\"range\": $1}/" ": KernelSpecification.Arguments[0].gpubench.range: $2"; }
for range in 5 '["a", 2]' '[1]' '[1, 2, 3]'; do random "$range" 'is no list of two numbers'; done
random '[2, 1]' 'nothing is from 2 to 1'
random '[-1e308, 1e308]' 'nothing is from -1e+308 to 1e+308'
check_refused 's/"y\[i\] == argument0/"y[0] == argument0/' ': gpubench.checks[0]: is not OUTPUT[i] == EXPRESSION, such as y[i] == 2 * x[i]'
check_refused 's/"HALF": 0.5/"HALF": "0.5"/' ': gpubench.constants.HALF: is no number'
check_refused 's/"group_max": 2/"ITEMS": 2/' ': ConfigurationSpace.TuningParameters[1].Name: ITEMS is gpubench.constants.ITEMS, too'
check_refused 's/"group_max": 2/"i": 2/' ': KernelSpecification.Arguments[0].DataSource: i is gpubench.constants.i, too'
check_refused 's/BLOCK \* ITEMS/BLOCK * ITEM/' ': gpubench.figures.per_group: column 9: there is no ITEM'
check_refused 's/"Stream": null/"KernelName": "x"/' ":4: duplicate object key near '\"KernelName\"'"
check_refused 's/"summary"/"sizes": "1003,,8", "summary"/' ": gpubench.sizes: '': no whole number"
check_refused 's/three/th\xffree/' ':9: unable to decode byte 0xff'
check_refused 's/"three rows"/"\\u0000"/' ':9: \u0000 is not allowed'

# written TEXT < SPEC: the same for a whole file.
written() {
    cat >bad.json
    refused "bad.json$1" bounded tune --spec bad.json "${run[@]}"
}
written ': General.BenchmarkName: is missing' <<<'[]'
written ':1: ' </dev/null
printf '%100000s' '' | tr ' ' '[' | written ':1: maximum parsing depth'

# with PATTERN TEXT ITEM COUNT: the spec with TEXT, followed by COUNT items, in place of a pattern.
with() {
    printf 's/%s/%s%s/' "$1" "$2" "$(seq "$4" | sed "s/.*/$3/" | paste -sd,)" | sed -f - good.json
}
with '"Default": 7}' '"Default": 7}, ' '{"Name": "P&", "Values": "[1]"}' 100000 |
    written ': ConfigurationSpace.TuningParameters: has 100002 parameters; there may be 128'
with '"Default": 7}' '"Default": 7}, ' '{"Name": "P&", "Values": "[1, 2]"}' 100 |
    written ': ConfigurationSpace.TuningParameters: span more configurations than 64 bits can number'
with '"BLOCK > min(BLOCK)"' '' '"BLOCK > 0"' 100000 | written ': ConfigurationSpace.Conditions: has 100002 conditions; there may be 1024'
blanks=$(printf '%200s' '')
with '"BLOCK > min(BLOCK)"' '' "\"BLOCK > 0$blanks\"" 1000 | written ': ConfigurationSpace.Conditions: have more than 131072 bytes'
with '"HALF": 0.5' '"HALF": 0.5, ' '"C&": 1' 300 | written ': gpubench.constants: has 302; there may be 256'
with '"y\[i\] == argument0\[i\] + (HALF - 0.5)"' '' '"y[i] == 0"' 65 | written ': gpubench.checks: has 65; there may be 64'
many=$(seq -f '"D%g": 1' 257 | paste -sd,)
check_refused "s/\"summary\"/\"options\": {\"defines\": {$many}}, \"summary\"/" ': gpubench.options.defines: has 257; there may be 256'
kernels() { check_refused "s/\"summary\"/\"kernels\": [{\"entry\": \"$1\", \"arguments\": [$2], \"groups\": {\"X\": 1}, \"group\": {\"X\": 8}}], \"summary\"/" ": gpubench.kernels[0].$3"; }
kernels cpoy '"argument0", "y"' "entry: copy.cl has no kernel 'cpoy', did you mean copy?"
kernels copy '"argument0"' 'arguments: copy takes 2 arguments, and 1 is given: '
many=$(yes '"y"' | head -n 65 | paste -sd,)
check_refused "s/\"summary\"/\"kernels\": [{\"entry\": \"copy\", \"arguments\": [$many]}], \"summary\"/" ': gpubench.kernels[0].arguments: has 65; there may be 64'
check_refused "s/\[1003, 3\]/[1003, \"3$(printf '%5000s' '')\"]/" ': KernelSpecification.ProblemSize[1]: is longer than 4096 bytes'
check_refused 's/i % 7/sum(1 for k in range(2**29))/' ': KernelSpecification.Arguments[0].DataSource: sums are for checks'
deep=$(printf '%80s' '' | tr ' ' '(')BLOCK
sed "s/BLOCK > min(BLOCK)/$deep/" good.json | written "${condition}\"$deep\": column 65: this is nested too deep"
sed "s/BLOCK > min(BLOCK)/$(printf '%5000s' '' | tr ' ' '(')BLOCK/" good.json | written "${condition}is longer than 4096 bytes"
printf '{}\0{}' | written ': is no text'
truncate -s 10G large.json
refused 'large.json: is larger than 16777216 bytes' bounded tune --spec large.json
mv large.json large.bin
check_refused 's/"FillType": "Generator"/"gpubench": {"file": "large.bin"}/' ": KernelSpecification.Arguments[0].gpubench.file: $root/large.bin: is larger than 1073741824 bytes"
mkfifo pipe.json
mkdir folder.json
for file in pipe.json folder.json none.json /dev/zero; do
    refused "$file: cannot read: " timeout 60 "$GPUBENCH" tune --spec "$file"
done

# KTT's, reported with their own places.
cp "$SOURCE_DIR/tests/spec/t1/k.cu" .
ktt() { sed "$1" "$SOURCE_DIR/tests/spec/t1/ktt.json" | written "$2"; }
right=': KernelSpecification.ReferenceArguments'
ktt 's/"TargetName": "z"/"TargetName": "q"/' "${right}[1]: q is no output"
ktt 's/2 \* i + a/2 * i + c/' "${right}[0]: behind ==: column 9: there is no c"
ktt 's/"0.0001"/"2.0"/' "${right}[1].ValidationThreshold: is no number from 0 to 1"
ktt 's/"TargetName": "z"/"TargetName": "y"/' "$right: no check is of z"
ktt 's/"FillType": "Constant", "FillValue": "1.5"/"FillType": "BinaryRaw", "DataSource": "z.bin"/' "$right: has files and expressions"
sed 's/"z", "Type": "float"/"z", "Type": "int"/; s/"0.0001"/"0.01"/' "$SOURCE_DIR/tests/spec/t1/ktt.json" >whole.json
ends 0 "$GPUBENCH" list k --spec whole.json

# The manual's spec is read to its end, where its check is.
# shellcheck disable=SC2016 # the backquotes are Markdown's
sed -n '/^```json/,/^```$/{p; /^```$/q}' "$SOURCE_DIR/spec/TUNING.md" | sed '/^```/d; s/"y\[i\] ==/"z[i] ==/' >manual.json
touch saxpy.cl
refused 'manual.json: gpubench.checks[0]: z is no output' "$GPUBENCH" tune --spec manual.json
