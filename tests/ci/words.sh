#!/usr/bin/env bash
# No identifier, file name or phrase that words.list refuses is in the tree; and the test finds one of each kind.
set -eu
: "${SOURCE_DIR:?}"
list=$SOURCE_DIR/tests/ci/words.list

# refused: what the list refuses in the files of standard input, a line each; exit status 1 if there is any.
refused() {
    perl -e '
        use strict; use warnings;
        my (%words, %any, %seen);
        my $found = 0;
        open my $list, "<", shift or die;
        while (<$list>) {
            next if /^#/;
            chomp;
            my ($kind, $pattern, $instead) = split /\t/;
            $pattern =~ s/ /(?:[ \\t]|\\n[ \\t]*(?:\\*|\/\/|#)?)+/g if $kind eq "phrase";
            push @{$words{$kind}}, [$pattern, $instead];
        }
        %any = map { my $kind = $_; $kind => join "|", map { $_->[0] } @{$words{$kind}} } keys %words;
        my ($file_word, $phrase, $name) = (qr/^(?:$any{file})$/, qr/(?<![\w-])(?:$any{phrase})(?![\w-])/, qr/^(?:$any{identifier})$/);
        my $helper = qr/^(?:$any{helper})$/;
        sub report { my ($kind, $place, $word) = @_;
            my ($row) = grep { $word =~ /^(?:$_->[0])$/ } @{$words{$kind}};
            print "$place: $kind \"$word\"; write: $row->[1]\n"; $found = 1 }
        while (my $path = <STDIN>) {
            chomp $path;
            (my $base = $path) =~ s{.*/}{};
            report("file", $path, $base) if $base =~ $file_word;
            next unless $path =~ /\.(c|h|cc|md|sh|txt|cmake|py)$|(^|\/)ci\/[a-z0-9]+$/ && open my $in, "<", $path;
            my $text = do { local $/; <$in> } // "";
            my $line = sub { 1 + (substr($text, 0, $_[0]) =~ tr/\n//) };
            report("phrase", "$path:" . $line->($-[0]), $& =~ s/\s+(\*|\/\/|#)?\s*/ /gr) while $text =~ /$phrase/g;
            my $defined = $path =~ /\.sh$/ ? qr/^([a-z]\w*)\(\)/m : qr/^[a-z][\w ]*[ *]([a-z]\w*)\(/m;
            while ($path =~ m{^tests/.*\.(?:c|h|cc|sh)$} && $text =~ /$defined/g) {
                my ($word, $at) = ($1, $-[1]);
                report("helper", "$path:" . $line->($at), $word) if $word =~ $helper;
            }
            next unless $path =~ /\.(c|h|cc)$/ && $path !~ m{^kernels/};
            while ($text =~ m{/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\x27(?:\\.|[^\x27\\\n])*\x27|\b([A-Za-z_]\w*)}gs) {
                next unless defined $1;
                my ($word, $at) = ($1, $-[1]);
                $seen{$word} //= $word =~ $name ? 1 : 0;
                report("identifier", "$path:" . $line->($at), $word) if $seen{$word};
            }
        }
        exit $found ? 1 : 0' "$list"
}

mkdir -p planted/tests
printf 'int shelf_size; /* arm: pins */ const char *pins = "kin";\n' >planted/tests/one.c
printf 'static void bad(const char *text)\n{\n    kept(text);\n}\n' >planted/tests/helper.c
printf 'kept() { bad "$1"; }\n' >planted/tests/helper.sh
printf 'As many pairs a\nsecond as before; a kept gate, and 2 GB a file.\n' >planted/two.md
: >planted/kin.c
! (cd planted && printf '%s\n' tests/one.c tests/helper.c tests/helper.sh two.md kin.c | refused) >found || { echo 'it would find none'; exit 1; }
diff - found <<'END'
tests/one.c:1: identifier "shelf_size"; write: program_cache
tests/one.c:1: identifier "pins"; write: fixed configurations
tests/helper.c:1: helper "bad"; write: check_refused
tests/helper.sh:1: helper "kept"; write: check_preserved, or what it does
two.md:1: phrase "pairs a second"; write: per
kin.c: file "kin.c"; write: the noun that its functions begin with
END

cd "$SOURCE_DIR"
{ git ls-files 2>/dev/null || find . -type f -not -path './build/*' -not -path './.git/*' | sed 's,^\./,,'; } |
    grep -vE '^(reports/(h200|h100|peers)|tests/fuzz/corpus|tests/ci/words\.)|^(CHANGELOG|GLOSSARY)' | refused
