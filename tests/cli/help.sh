#!/usr/bin/env bash
# Help: of the program, and of each verb; of at most 80 columns. What it has is the table's (tests/base/options.c).
set -u
: "${GPUBENCH:?}"
failures=0

wrong() {
    failures=$((failures + 1))
    echo "$1: $words"
    cat out err
}

# told WORD...: it tells something.
told() {
    words=$*
    "$GPUBENCH" "$@" >out 2>err && [ ! -s err ] || wrong 'expected status 0 and nothing on stderr'
    [ "$(wc -L <out)" -le 80 ] || wrong 'expected at most 80 columns'
}

shows() { grep -Eq -e "$1" out || wrong "expected: $1"; }

for command in --help -h help '--suite x --size 3 -h'; do
    # shellcheck disable=SC2086
    told $command
    for option in suite bench size set input backend device strategy budget until confidence max-error time-limit cache-mode sampling objective ceilings seed jobs header samples kernels; do
        shows "^  --$option "
    done
    shows '^  -o, --out FILE '
    shows '^Suites add options of their own, as --density: `gpubench list SUITE` shows them.$'
    shows '^  gpubench --suite reduction '
    shows '^Exit status: 0 '
done
for verb in list devices header table report export compare history cache; do
    shows "^  $verb +[a-z]"
done
for verb in list devices header table report export compare history cache; do
    told help $verb
    shows "^  gpubench $verb"
    shows '^Examples:$'
    cp out help
    told $verb x --help
    cmp -s out help || wrong 'expected the same help'
done
told help run
shows '^  --size SIZE'
"$GPUBENCH" help tabel >out 2>err
[ $? = 2 ] && grep -q "^gpubench: unknown verb 'tabel', did you mean table?" err || wrong 'expected the nearest verb'
exit $failures
