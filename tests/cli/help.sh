#!/usr/bin/env bash
# Help: of the program, and of each verb; at most 80 columns. Its contents are the table's (tests/base/options.c).
set -u
. "${SOURCE_DIR:?}/tests/script.sh"

# has_output WORD...: it prints something.
has_output() {
    ends 0 "$GPUBENCH" "$@"
    [ ! -s err ] || wrong 'expected nothing on stderr'
    [ "$(wc -L <out)" -le 80 ] || wrong 'expected at most 80 columns'
}

for command in --help -h help '--suite x --size 3 -h'; do
    # shellcheck disable=SC2086
    has_output $command
    for option in suite bench size set input backend device strategy budget until confidence max-error require time-limit cache-mode sampling objective ceilings seed jobs header samples kernels; do
        prints "^  --$option "
    done
    prints '^  -o, --out FILE '
    prints '^Suites add options, such as --density: `gpubench list SUITE` shows them.$'
    prints '^  gpubench --suite reduction '
    prints '^Exit status: 0 '
done
cp out all
for verb in list devices header table report export import compare history simulate cache; do
    contains "^  $verb +[a-z]" all
    has_output help $verb
    prints "^  gpubench $verb"
    prints '^Examples:$'
    cp out help
    has_output $verb x --help
    cmp -s out help || wrong 'expected the same help'
done
has_output help run
cp out help
has_output run --help
cmp -s out help || cmp -s out all || wrong 'expected the help of a run'
prints '^  --size SIZE'
refused "gpubench: unknown verb 'tabel', did you mean table?" "$GPUBENCH" help tabel

# Strategies, with their options: not wider, and accepted as printed.
has_output list --strategies
cp out strategies
for strategy in $(sed -nE 's/^([a-z]+) .*/\1/p' strategies); do
    ends 0 "$GPUBENCH" list vector_add --backend fake --strategy "$strategy"
done
said=$(awk '/^[a-z]/ { name = $1 } /^  [a-z]/ { option = $1 } / default / { print name ":" option "=" $NF }' strategies)
[ "$(wc -w <<<"$said")" -ge 3 ] || wrong 'expected options'
for strategy in $said; do
    ends 0 "$GPUBENCH" list vector_add --backend fake --strategy "$strategy"
done
