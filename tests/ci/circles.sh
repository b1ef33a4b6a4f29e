#!/usr/bin/env bash
# No two files of the program need each other, directly or by others: among what was built, calls go down. (ci/layers looks at
# includes.) Prints the files of each circle.
set -eu
: "${SOURCE_DIR:?} ${BUILD_DIR:?}"
command -v nm >/dev/null && command -v tsort >/dev/null || { echo 'nm and tsort are not here'; exit 77; }

# Every symbol that a file defines (D) or needs (U), for objects whose sources are still there: "D SYMBOL FILE".
symbols() {
    local object file
    find "$BUILD_DIR"/CMakeFiles/gpubench*.dir -name '*.c.o' | while read -r object; do
        file=${object#*.dir/}
        file=${file%.o}
        [ -f "$SOURCE_DIR/$file" ] || continue
        nm "$object" | awk -v file="$file" 'NF == 2 && $1 == "U" { print "U", $2, file }
            NF == 3 && $2 ~ /^[TDBRC]$/ { print "D", $3, file }'
    done | sort
}

# Who needs whom. Definitions come before needs.
edges() {
    awk '$1 == "D" { home[$2] = $3 } $1 == "U" && $2 in home && home[$2] != $3 { print $3, home[$2] }'
}

# circles: the files in circles, one a line, of edges on stdin.
circles() {
    tsort 2>&1 >/dev/null | sed -n '/contains a loop/!s/^tsort: //p' | sort -u
}

# What finds circles finds one.
planted=$(printf '%s\n' 'D f a.c' 'D g b.c' 'U f b.c' 'U g a.c' | edges | circles)
[ "$planted" = $'a.c\nb.c' ] || { echo "a planted circle was not found: $planted"; exit 1; }

symbols >symbols
files=$(awk '{ print $3 }' symbols | sort -u | wc -l)
found=$(edges <symbols | circles)
echo "$files files"
[ "$files" -gt 100 ] || { echo 'the objects of the program were not found'; exit 1; }
[ -z "$found" ] || { printf 'in circles:\n%s\n' "$found"; exit 1; }
