#!/usr/bin/env bash
# With several devices of one host, a bench whose samples would wait for the benches before it begins early, since it can be set
# up meanwhile; but not with a budget of seconds, which would elapse.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
export FAKE_DEVICES='Fake device,Fake device'
run() {
    rm -f set-up early
    ends 0 "$PLANTED" --suite turns --backend fake --device all --size 256 --ceilings off --overwrite "$@"
    expect 'both benches' [ "$(grep -Ec '^(lasting|hosted) ' out)" = 2 ]
}

touch await
run
expect 'that it begins early' [ -e early ]
rm await
run --budget 60s
expect 'that it does not' [ ! -e early ]
