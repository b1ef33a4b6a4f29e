#!/usr/bin/env bash
# A report in a real browser, without a window: Debian's Chromium with its driver. Elsewhere it is left out.
set -eu
: "${GPUBENCH:?} ${SOURCE_DIR:?}"
for tool in chromium chromedriver; do
    command -v $tool >/dev/null || { echo "$tool is not here: on Debian it is a package, on Ubuntu a snap, which no test can drive"; exit 77; }
done
/usr/bin/python3 -c 'import selenium' 2>/dev/null || { echo 'python3-selenium is not here'; exit 77; }
export PYTHONDONTWRITEBYTECODE=1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
/usr/bin/python3 "$SOURCE_DIR/tests/report/browser.py" "$GPUBENCH" "$SOURCE_DIR" "$root"
