#!/usr/bin/env bash
# Files are identified by device and inode: input and output are never the same file, under any names; irregular files
# are refused in a line, without waiting; /dev/stdout is printed to, and pipes are read.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
run() { ends "$1" timeout 900 "$PLANTED" "${@:2}"; } # STATUS ARGUMENT...
check_refused() { # LINE ARGUMENT...
    run 2 "${@:2}"
    [ ! -s out ] && [ "$(cat err)" = "gpubench: $1" ] || wrong "expected: $1"
}
suite=(--suite accuracy --bench copies --size 1024 --strategy exhaustive --backend fake --ceilings off)
run 0 "${suite[@]}" --out x.json
cp x.json before.json

# One file with two names.
ln x.json hard.json
ln -s x.json soft.json
mkdir folder
for name in ./x.json folder/../x.json "$root/x.json" hard.json soft.json; do
    check_refused "the results and --header both name x.json; name another file" "${suite[@]}" --out x.json --header "$name"
    check_refused "the results and --samples both name x.json; name another file" "${suite[@]}" --out x.json --samples "$name"
    check_refused "the results and --configs both name x.json; name another file" --configs "$name" --out x.json --backend fake
    check_refused "header: -o $name is one of the files that are read; name another" header x.json -o "$name"
    check_refused "compare: --json $name is one of the files that are read; name another" compare x.json x.json --json "$name"
    check_refused "history: add: $name is the history and a results file" history add x.json "$name"
done
check_refused "run: --header before.json has results, which would be lost; name another file, or remove it" "${suite[@]}" --out y.json --header before.json
lost='has results, which would be lost; name another file, or remove it'
check_refused "run: --samples before.json $lost" "${suite[@]}" --out y.json --samples before.json
check_refused "simulate: --out before.json $lost" simulate x.json -o before.json
check_refused "simulate: --doubts before.json $lost" simulate x.json --doubts before.json
check_refused "cache export: the archive before.json $lost" cache export before.json
check_refused "compare: --json before.json $lost" compare --static x y --suite accuracy --json before.json
cmp -s x.json before.json || wrong 'expected an unchanged file'

# Nor does a header replace what is none, or a run what is no results file; an empty file is nothing.
echo 'int by_hand;' >by_hand.h
echo '{"name": 1}' >by_hand.json
cat by_hand.h by_hand.json >hands
check_refused "run: --header by_hand.h has what gpubench did not write, which would be lost; name another file, or remove it" \
    "${suite[@]}" --out y.json --header by_hand.h
check_refused "header: -o by_hand.h has what gpubench did not write, which would be lost; name another file, or remove it" \
    header x.json -o by_hand.h
check_refused "report: -o by_hand.h has what gpubench did not write, which would be lost; name another file, or remove it" \
    report x.json -o by_hand.h
check_refused 'by_hand.json: not a gpubench results file (no schema "gpubench/results/1"), and would be lost; --overwrite replaces the file, --out names another one' \
    "${suite[@]}" --out by_hand.json
cat by_hand.h by_hand.json | cmp -s - hands || wrong 'expected unchanged files'
: >empty.json
: >empty.h
run 0 "${suite[@]}" --out empty.json --header empty.h
run 0 "${suite[@]}" --out by_hand.json --overwrite --header empty.h
run 0 report x.json -o page.html
run 0 report x.json -o page.html # its own
for place in "$GPUBENCH_CACHE/x.json" "$GPUBENCH_CACHE/entries/../x.json"; do
    for option in --out --header --samples; do
        check_refused "$option $place: that is in the cache, $GPUBENCH_CACHE, whose files come and go; name another folder" \
            "${suite[@]}" --out y.json $option "$place"
    done
done

# Irregular files: neither read, written, nor waited for.
mkfifo fifo
for what in 'fifo:not a regular file' '/dev/zero:not a regular file' 'folder:Is a directory' 'gone:No such file or directory'; do
    name=${what%%:*} why=${what#*:}
    [ "$name" = folder ] || check_refused "$name: cannot read: $why" table "$name" # side_by_side.sh has folders
    check_refused "$name: cannot read: $why" header "$name" -o y.h
    check_refused "$name: cannot read: $why" header --check "$name"
    check_refused "$name: cannot read: $why" compare x.json "$name"
    check_refused "$name: cannot read: $why" --configs "$name" --backend fake
    check_refused "$name: cannot read: $why" history add new.jsonl "$name"
    check_refused "$name: cannot read: $why" history show "$name"
    [ "$name" = gone ] || check_refused "$name: cannot read: $why" history add "$name" x.json
done
for what in 'fifo:not a regular file' '/dev/null:not a regular file' 'folder:Is a directory'; do
    name=${what%%:*} why=${what#*:}
    check_refused "$name: cannot write: $why; name another file with --out" "${suite[@]}" --out "$name"
    check_refused "$name: cannot write: $why; name another file with --header" "${suite[@]}" --out y.json --header "$name"
    check_refused "$name: cannot write: $why; name another file with --samples" "${suite[@]}" --out y.json --samples "$name"
    check_refused "$name: cannot write: $why" header x.json -o "$name"
    check_refused "$name: cannot write: $why" compare x.json x.json --json "$name"
done

# Standard output, a file or a pipe, if nothing else is printed to it.
for option in --out --header --samples; do
    check_refused "/dev/stdout: standard output has the table; name another file with $option" "${suite[@]}" --out y.json $option /dev/stdout
done
run 0 header x.json -o x.h
run 0 header x.json -o /dev/stdout
cmp -s x.h out || wrong 'expected only the header'
"$PLANTED" header x.json -o /dev/stdout | cmp -s x.h - || wrong 'expected only the header'
run 0 compare x.json x.json --json x.compared.json
run 0 compare x.json x.json --json /dev/stdout
cmp -s x.compared.json out || wrong 'expected only the comparison'
run 0 compare x.json x.json --markdown /dev/stdout
grep -q '^## gpubench' out && ! grep -q '^SAME' out || wrong 'expected only the summary'
run 0 table x.json
cp out table
"$PLANTED" table /dev/stdin <x.json | cmp -s table - || wrong 'expected the table'
cat x.json | "$PLANTED" table /dev/stdin | cmp -s table - || wrong 'expected the table'
"$PLANTED" table <(cat x.json) | cmp -s table - || wrong 'expected the table'
