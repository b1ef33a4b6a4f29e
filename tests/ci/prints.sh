#!/usr/bin/env bash
# What the command line prints on stderr goes through text_print, which no text of a stranger gets through: no file of cli has an
# fprintf to it.
set -eu
: "${SOURCE_DIR:?}"
cd "$SOURCE_DIR"
prints='\b(v?fprintf|perror|psignal|error)\((stderr|")|\bfputs\([^")]*, stderr\)|\bv?dprintf\('
printf 'fprintf(stderr, "%%s", argv[1]);\n' | grep -Eq "$prints" || { echo 'it would find none'; exit 1; }
if grep -nE "$prints" cli/*.c cli/verbs/*.c | grep -v 'fputs(known ? '; then
    echo 'the above print to stderr what may be of strangers: text_print (base/text.h) does it'
    exit 1
fi
