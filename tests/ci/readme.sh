#!/usr/bin/env bash
# README.md is short, and shows a picture; every document is linked from manual/README.md or from a README that is, and a page names
# in its first lines for whom it is. What manual/RESULTS.md names of a header is in one. Sources have names.
set -u
: "${SOURCE_DIR:?}"
cd "$SOURCE_DIR" || exit 1
failed=0
wrong() {
    echo "$1"
    failed=1
}

# at_most NUMBER UNIT COUNT
at_most() { [ "$3" -le "$1" ] || wrong "README.md: $3 $2, at most $1"; }
at_most 90 lines "$(wc -l <README.md)"
at_most 700 words "$(wc -w <README.md)"
[ "$(grep -c '^!\[' README.md)" = 1 ] || wrong 'README.md: expected one picture'
rows=$(sed -n '/^<!-- table: /,/^<!-- end -->/p' README.md | grep -c '^|')
[ "$rows" = 10 ] || wrong "README.md: a table of $rows lines, expected eight and their heading"

# targets DOCUMENT: the documents that it links, from the root.
targets() {
    grep -oE '\]\([^)#: ]+\.md' "$1" | sed "s,^\](,$(dirname "$1")/," | xargs -r realpath -m --relative-to=.
}

index=manual/README.md
[ -f "$index" ] || { echo "$index is missing"; exit 1; }
linked=$({
    echo README.md
    echo "$index"
    targets "$index"
    targets "$index" | grep README.md | while read -r document; do targets "$document"; done
} | sort -u)
documents=$(git ls-files '*.md' 2>/dev/null) || documents=$(find . -name '*.md' -not -path './build/*' | sed 's,^\./,,')
pages=0
while read -r document; do
    [[ $document != tests/reports/golden/* && $document != reports/h200/* ]] || continue # these are files that were recorded
    grep -qxF "$document" <<<"$linked" || wrong "$document: neither $index nor a README that it links has a link to it"
    [[ $document != *README.md ]] || continue
    pages=$((pages + 1))
    head -n 6 "$document" | grep -qE '^For |is for ' || wrong "$document: no line at its beginning says for whom it is: For ..."
done <<<"$documents"
[ "$pages" -gt 20 ] || wrong "only $pages pages"

# Identifiers of a tuned header.
while read -r identifier; do
    grep -qw "$identifier" tests/reports/golden/tuned.h || wrong "manual/RESULTS.md: no header has $identifier"
done < <(grep -oiE '\bgpubench_[a-z0-9_]+' manual/RESULTS.md | sort -u)

# Sources are cited by author, title and year, not by numbers of a list that is not here.
numbered=$(grep -rnIE '\bseeds? 00[0-9]' --exclude-dir=.git --exclude-dir=build --exclude-dir=corpus . | grep -v '^./tests/ci/readme.sh:') || true
[ -z "$numbered" ] || wrong "a source without a name: $numbered"
exit $failed
