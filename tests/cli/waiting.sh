#!/usr/bin/env bash
# With several devices of one host, a bench whose samples would wait for the benches before it begins early, since it can be set
# up meanwhile; but not with a budget of seconds, which would elapse, and not where benches share a device's time.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
export FAKE_DEVICES='Fake device,Fake device'
run() {
    rm -f set-up early
    ends 0 "$PLANTED" --suite turns --backend fake --device all --size 256 --ceilings off --overwrite "$@"
    expect 'both benches' [ "$(grep -Ec '^(lasting|hosted) ' out)" = 2 ]
}

touch await
run --jobs 2
expect 'that it begins early' [ -e early ]
rm await
run --jobs 4
expect 'that it comes last of a pair' [ ! -e early ]
run --budget 60s
expect 'that it does not' [ ! -e early ]
