#!/usr/bin/env bash
# What documents name is there: the targets of links in every .md file, and the paths of files of ours between
# backquotes in them, or in a comment of a source, a script or a kernel.
set -u
: "${SOURCE_DIR:?}"
cd "$SOURCE_DIR" || exit 1
failed=0
report_missing() {
    echo "$1: $2 is not there"
    failed=1
}

# [text](target#part), relative to the document.
while IFS=: read -r document target; do
    [ -e "$(dirname "$document")/$target" ] || report_missing "$document" "$target"
done < <({ git ls-files '*.md' 2>/dev/null || find . -name '*.md' -not -path './build/*'; } |
    xargs grep -oE '\]\([^)#: ]+' | sed -E 's/^([^:]*):\]\(/\1:/')

# MODULE/...: from the root, or a kernel file as suites name it. Stars are patterns; a name in capitals (NAME.c) stands for any,
# and ADDING.md's suite scale is to be written.
modules='base|benchmark_c|ci|cli|cmake|compute|kernels|references|regress|reports|simulate|spec|suites|tests|tuner'
files=$(git ls-files 2>/dev/null || find . -type f -not -path './build/*' -not -path './.git/*' | sed 's,^\./,,')
documents=$(grep -E '\.(md|c|h|cc|cl|cu|opencl|sh)$|^ci/' <<<"$files" | grep -vE '^(reports/h200|tests/reports/golden|tests/ci|benchmark_c)/')
while IFS=: read -r document path; do
    [[ $path =~ (^|/)([A-Z]+|scale)(\.|/|$) ]] && [ ! -e "$path" ] && continue
    compgen -G "$path" >/dev/null || compgen -G "$path.*" >/dev/null || compgen -G "kernels/$path" >/dev/null ||
        report_missing "$document" "$path"
done < <(grep -oE "(^|[^A-Za-z0-9_/.\"<>\$-])($modules)/[A-Za-z0-9_*/.-]*[A-Za-z0-9_*]" $documents |
    sed -E 's/^([^:]*):[^A-Za-z0-9]?(.*)$/\1:\2/' | sort -u)
exit $failed
