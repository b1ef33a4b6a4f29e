#!/usr/bin/env bash
# A report in a real browser, headless: Debian's Chromium with its driver. Skipped if these are missing.
set -eu
: "${GPUBENCH:?} ${SOURCE_DIR:?}"
skip() { echo "$1"; exit 77; }
for tool in chromium chromedriver; do
    path=$(command -v $tool) || skip "$tool is not here: Debian has it as a package, Ubuntu as a snap, which no test can drive"
    [[ "$(readlink -f "$path")" != *snap* ]] || skip "$tool is a snap, which sees no files of a test"
done
/usr/bin/python3 -c 'import selenium' 2>/dev/null || skip 'python3-selenium is not here'
export PYTHONDONTWRITEBYTECODE=1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
/usr/bin/python3 "$SOURCE_DIR/tests/reports/browser.py" "$GPUBENCH" "$SOURCE_DIR" "$root"
