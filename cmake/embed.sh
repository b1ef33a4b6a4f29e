#!/bin/sh
# embed.sh OUTPUT TYPE TABLE FOLDER FILE...: writes OUTPUT, a header with the text of each file, and TABLE, an array of
# struct TYPE, which begins with a name and a text; its last element is zero. A file's name is the part of its path
# after the last FOLDER; two files with the same name are an error.
set -eu
output=$1 type=$2 table=$3 folder=$4
shift 4
mkdir -p "$(dirname "$output")"
trap 'rm -f "$output.new"' EXIT

number=0 rows='' names='|'
{
    for file; do
        path=/$file name=${path##*"$folder"}
        case $names in
        *"|$name|"*)
            echo "$0: $file: two files have the name $name" >&2
            exit 1
            ;;
        esac
        printf 'static const char text_%d[] = ""\n' "$number"
        od -An -v -to1 "$file" | sed 's/  */\\/g; s/.*/    "&"/'
        echo '    ;'
        names="$names$name|"
        rows="$rows    {\"$name\", text_$number},
"
        number=$((number + 1))
    done
    printf '\nstatic const struct %s %s[] = {\n%s    {0, 0},\n};\n' "$type" "$table" "$rows"
} >"$output.new"
mv "$output.new" "$output"
