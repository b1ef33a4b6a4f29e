#!/usr/bin/env bash
# Untrusted input: each is refused with its status and one line, nothing on stdout, and no control effects on a
# terminal. tests/cli/hostile_arguments.c gives thousands to the parsers; here the program is run.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
golden=$SOURCE_DIR/tests/reports/golden/results.json
tried=0
: >all

# check_refused STATUS REGEX ARGUMENT...
check_refused() {
    local expected=$1 regex=$2 status=0 said
    shift 2
    tried=$((tried + 1))
    timeout 900 "$GPUBENCH" "$@" </dev/null >out 2>err || status=$?
    cat out err >>all
    said=$(<err)
    if [ "$status" != "$expected" ] || [ -s out ] || [ "${said/$'\n'/}" != "$said" ] || [ ${#said} -gt 700 ] ||
        ! [[ $said =~ ^gpubench:\ .*($regex) ]]; then
        wrong "$(printf 'status %s, expected %s and one line: %s: ' "$status" "$expected" "$regex"; printf ' %q' "$@" "$said")"
    fi
}

run=(--suite reduction --backend fake)
coulomb=(--suite coulomb --backend fake)

# ---- texts, wherever any may be given

escape=$'\e[2J\e]0;x\a' line=$'a\nb' turned=$'x\u202ey' bytes=$'\xff\xfe' long=$(printf 'x%.0s' {1..5000})
for text in "$escape" "$line" "$turned" "$bytes" $'\xc2\x9b31m' '%s%n' "$long" ' '; do
    check_refused 2 "unknown suite '.*'; known: " --suite "$text"
    check_refused 2 "unknown bench '" "${run[@]}" --bench "$text"
    check_refused 2 "unknown value of BLOCK_SIZE '" "${run[@]}" --set "BLOCK_SIZE=64,$text"
    check_refused 2 "unknown verb '" "$text"
done
for text in "$escape" "$line" "$turned" "$bytes"; do
    check_refused 2 "unknown parameter '" "${run[@]}" --set "$text=1"
    check_refused 2 "unknown option '--" "${run[@]}" "--$text" 1
    check_refused 2 "--set takes PARAMETER" "${run[@]}" --set "$text"
    check_refused 2 "--size takes " "${run[@]}" --size "$text"
    check_refused 2 "' belongs to no option" "${run[@]}" "$text"
    check_refused 2 "unknown backend '" --suite reduction --backend "$text"
    check_refused 2 "unknown strategy '" "${run[@]}" --strategy "$text"
    check_refused 2 "--atoms takes a whole number" "${coulomb[@]}" --atoms "$text"
    check_refused 2 "cannot read common_compute.h there: No such file" "${run[@]}" --kernels "$text"
    check_refused 2 ": cannot read: No such file" "${coulomb[@]}" --input "$text"
    check_refused 2 ": cannot read: No such file" --configs "$text"
    check_refused 2 ": cannot read: No such file" table "$text"
    check_refused 2 ": cannot read: No such file" report "$text" -o x.html
    check_refused 2 ": cannot write: " report "$golden" -o "/proc/$text"
    check_refused 2 ": cannot read: No such file" header "$text" -o x.h
    check_refused 2 ": cannot read: No such file" history show "$text"
    check_refused 2 ": cannot write: .*--header" "${run[@]}" --header "/proc/$text"
    check_refused 2 "unknown figure '" table --front "$text" "$golden"
    check_refused 2 "devices: '.*' belongs to no option" devices "$text"
    check_refused 2 "unknown verb of history '" history "$text"
    check_refused 2 ": cannot start it: No such file" compare --run "$text" "$text" --backend fake:cpu --configs "$golden"
    check_refused 2 "no \{out\} in" compare --run-cmd "false $text" 'false {out}' --reader gbench
    check_refused 2 "what it wrote to \{out\}: no JSON" compare --run-cmd "printf %s '$text' >{out}" "printf %s '$text' >{out}" \
        --reader gbench
done

# ---- structures

write_file() { printf "$2" >"$1"; } # FILE FORMAT
write_file shifted.pqr 'ATOM 1 N MET 1 27.340 24.430 2.614 0.1592 1.8240 9.9\n'
write_file behind.pqr 'ATOM 1 N MET A 1 27.340 24.430 2.614 0.1592 1.8240 9.9\n'
write_file mac.pqr 'ATOM 1 C C 1 1 2 3 4 5\rATOM 2 C C 1 6 x 8 9 5\r'
write_file model.pdb 'ATOM      1  N   MET A   1      27.340  24.430   2.614  1.00 20.00           N\n'
write_file short.ent 'ATOM      1  N   MET A   1      27.340  24.430   2.614  1.00 20.00\n'
write_file model.cif 'data_1\nATOM 1 N N . MET A 1 1 ? 27.3 24.4 2.6 1.00 20.0 ? 1 MET A N 1\n'
write_file wide.pqr 'A\0T\0O\0M\0\n\0'
write_file number.pqr 'ATOM 1 C C 1 \033[2J 2 3 4 5\n'
write_file turned.pqr 'ATOM 1 C C 1 \xe2\x80\xae1 2 3 4 5\n'
write_file comma.pqr 'ATOM 1 C C 1 1,5 2 3 4 5\n'
write_file empty.pqr ''
write_file element.xyz '1\n\nAr\033[31m 0 0 0\n'
write_file good.pqr 'ATOM 1 C C 1 1 2 3 4 5\n'
write_file elements 'Ar\033 1 2\n'
check_refused 2 "shifted.pqr:1: a field is missing, or one too many: '27.340' is not the number" "${coulomb[@]}" --input shifted.pqr
check_refused 2 "behind.pqr:1: a field too many: '27.340' is not the code" "${coulomb[@]}" --input behind.pqr
check_refused 2 "mac.pqr:2: y is not a number: 'x'" "${coulomb[@]}" --input mac.pqr
check_refused 2 'model.pdb:1: PDB has no charges and no radii: take what PDB2PQR' "${coulomb[@]}" --input model.pdb
check_refused 2 'short.ent:1: PDB has no charges and no radii: take what PDB2PQR' "${coulomb[@]}" --input short.ent
check_refused 2 'model.cif:2: an atom has at most 12 fields, not 21' "${coulomb[@]}" --input model.cif
for made in 'coulomb --atoms 5' 'cutoff --density 0.2' 'cutoff --workload water' 'lennard_jones --types 2'; do
    # shellcheck disable=SC2086 # words
    check_refused 2 ' is of atoms that [a-z_]* makes, and --input has others' --backend fake --input shifted.pqr --suite $made
done
check_refused 2 'wide.pqr:1: a zero byte: this is no text' "${coulomb[@]}" --input wide.pqr
check_refused 2 "number.pqr:1: x is not a number: '" "${coulomb[@]}" --input number.pqr
check_refused 2 "turned.pqr:1: x is not a number: '" "${coulomb[@]}" --input turned.pqr
check_refused 2 "comma.pqr:1: x is not a number: '1,5'" "${coulomb[@]}" --input comma.pqr
check_refused 2 'empty.pqr: no atom: no line begins with ATOM or HETATM' "${coulomb[@]}" --input empty.pqr
check_refused 2 "element.xyz:3: no parameters of element '" --suite lennard_jones --backend fake --input element.xyz
check_refused 2 'elements:1: expected a symbol, sigma, epsilon and mass' --suite lennard_jones --backend fake --input good.pqr \
    --elements elements

# ---- results, journals, histories, other tools' files

write_file $'line\n.json' '{}'
write_file $'\e[31mred.json' '{}'
sed 's,gpubench/results/1,gp\\u001b[31m\\nx,' "$golden" >schema.json
sed 's/"num_cpus": 16/"num_cpus": "\\u001b\\n"/' "$golden" >field.json
sed 's/"BLOCK_SIZE"/"SIZE"/g; s/"LOAD"/"SIZE_"/g' "$golden" >collide.json
write_file control.json '{"a": "\033[31m'
write_file turned.json '{"\xe2\x80\xae": \xe2\x80\xae}'
write_file zero.json '\0\0\0\0'
write_file large.json '{"schema": "gpubench/results/1", "context": 1e999}'
printf '[%.0s' {1..9000} >deep.json
write_file journal.json '{"schema": "gpubench/journal/1", "context": {}}\n'
write_file schema.jsonl '{"schema": "a\\nb"}\n'
write_file other.json '{"context": {"host_name": "\\u001b[31m"}, "benchmarks": [{"name": 5}]}'
mkdir folder
for verb in 'table' 'header -o x.h' 'report -o x.html' 'history add h.jsonl' '--backend fake --configs'; do
    for file in $'line\n.json' $'\e[31mred.json' schema.json field.json control.json turned.json zero.json large.json deep.json \
        journal.json folder good.pqr nothing; do
        # shellcheck disable=SC2086
        check_refused 2 '' $verb "$file"
    done
done
check_refused 2 'parameter SIZE of .* and the parameter SIZE_ of .* would have one name in a header' header collide.json -o x.h
check_refused 2 'schema.jsonl:1: its schema is "a.nb", and this' history show schema.jsonl
check_refused 2 'zero.json:1: no JSON' history check zero.json
check_refused 2 'what it wrote to \{out\}: benchmarks.0..name: expected text' compare --run-cmd 'cp other.json {out}' \
    'cp other.json {out}' --reader gbench
check_refused 2 'what it wrote to \{out\}: not NVBench' compare --run-cmd 'cp other.json {out}' 'cp other.json {out}' --reader nvbench

# ---- too long, too many

check_refused 2 "unknown value of BLOCK_SIZE '63'; known: 32 64" "${run[@]}" --set "BLOCK_SIZE=$(printf '64,%.0s' {1..400})63"
check_refused 2 '--size takes at most 64 sizes' "${run[@]}" --size "$(printf '1,%.0s' {1..300})x"
check_refused 2 "--size takes .*, not '7x'" "${run[@]}" --size "$(printf '0000000000012345,%.0s' {1..60})7x"
check_refused 2 "unknown suite 'xyz'" --suite "$(printf 'reduction,%.0s' {1..200})xyz"
check_refused 2 'File name too long' "${run[@]}" --out "${long:0:300}.json"
check_refused 2 'is no target of NVRTC|NVRTC' --suite reduction --backend "nvrtc:sm_90${long:0:60}"
check_refused 2 'use fake, fake:cpu or fake:none' --suite reduction --backend "fake:${long:0:100}"

# All output: UTF-8, without control characters, and without changes of direction.
acts='[\x00-\x09\x0b-\x1f\x7f-\x{9f}\x{61c}\x{200b}-\x{200f}\x{2028}-\x{202e}\x{2066}-\x{2069}]'
if ! iconv -f UTF-8 -t UTF-8 all >/dev/null || LC_ALL=C.UTF-8 grep -aqP "$acts" all; then
    LC_ALL=C.UTF-8 grep -anP "$acts" all | cat -v
    failures=$((failures + 1))
    echo 'the above acts on a terminal'
fi
echo "$tried tried"
