#!/usr/bin/env bash
# gpubench list --check: the suites of this program are clean; planted mistakes are a line each, with status 2;
# incorrect suites are not run. tests/tuner/check has a mistake of each kind.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"

# expect STATUS LINES_OF_STDOUT LINES_OF_STDERR COMMAND...
expect() {
    ends "$1" "${@:4}"
    diff out <(printf %s "$2") && diff err <(printf %s "$3") || wrong 'expected other lines'
}

suites=$(grep -c '^SUITE(' "$SOURCE_DIR/suites/suites.def")
benches=$("$GPUBENCH" list | grep -c '^  [a-z]')
expect 0 "checked $suites suites, $benches benches
" '' "$GPUBENCH" list --check
expect 0 'checked 1 suite, 1 bench
' '' "$PLANTED" list --check other
expect 0 'checked 3 suites, 3 benches
' '' "$PLANTED" list --check slow told tired

twice='gpubench: spaces/twice: .space.parameters: SCALE has the value 0.5 twice
'
spaces="gpubench: spaces/beyond: .space.parameters: they span more configurations than 64 bits can number
${twice}gpubench: spaces/none: .space.parameters: SCALE has no values
gpubench: spaces/again: .space.parameters: WIDTH is there twice
"
expect 2 '' "$spaces" "$PLANTED" list --check told spaces
expect 2 '' "$spaces" "$PLANTED" --suite spaces --backend fake
expect 2 '' "$twice" "$PLANTED" --suite told,spaces --bench t* --backend fake
expect 2 '' "$spaces" "$PLANTED" list spaces
expect 2 '' "gpubench: unknown suite 'tould', did you mean told? Known: planted slow lost tired accuracy proposing kernels ceilings limits told other named spaces runs typed counted faulty turns; a kernel of your own: gpubench tune
" "$PLANTED" list --check tould

sixes='--size 6 --size 6 --size 6 --size 6 --size 6 --size 6 --size 6 --size 6 '
no_run='is no run, as the line before says'
expect 2 '' "gpubench: runs/untested: .tests: none, so no test runs it; write .tests = NAMES(\"--size 1,1000003\")
gpubench: unknown option '--sise', did you mean --size?
gpubench: runs/misspelt: .tests: \"--size 6 --sise 3\" $no_run
gpubench: --scale takes a number from -0.5 to 4 e/A, not 'x'
gpubench: runs/misspelt: .tests: \"--size 6 --scale x\" $no_run
gpubench: --size 7 is more than misspelt takes (6); choose others with --bench, or a size by its word
gpubench: runs/misspelt: .tests: \"--size 5,7\" $no_run
gpubench: --size needs a value: SIZE[,SIZE]
gpubench: runs/misspelt: .tests: \"--size\" $no_run
gpubench: a run of tests has at most 1023 characters and 64 words
gpubench: runs/misspelt: .tests: \"$sixes$sixes$sixes$sixes\" $no_run
" "$PLANTED" list --check runs
