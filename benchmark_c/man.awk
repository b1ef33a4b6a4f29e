# awk -v date="Month day, year" -f man.awk MANUAL.md >benchmark_c.3: the manual as a page, in mdoc. It reads the Markdown that
# MANUAL.md uses: headings, paragraphs, code (fenced, or indented by 4), tables, and `code` and **words** in a line.

function words(text) { # escaped for roff; code is bold, words are italic
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    while (match(text, /`[^`]*`/))
        text = substr(text, 1, RSTART - 1) "\\fB" substr(text, RSTART + 1, RLENGTH - 2) "\\fR" substr(text, RSTART + RLENGTH)
    while (match(text, /\*\*[^*]*\*\*/))
        text = substr(text, 1, RSTART - 1) "\\fI" substr(text, RSTART + 2, RLENGTH - 4) "\\fR" substr(text, RSTART + RLENGTH)
    return text
}

function emit(line) { # a line that is no request
    print (line ~ /^[.']/ ? "\\&" : "") line
}

function put(text,   word, n, i, line) { # a sentence begins a line, which has less than 80 bytes
    n = split(words(text), word, " ")
    for (i = 1; i <= n; i++) {
        line = line (line == "" ? "" : " ") word[i]
        if (i == n || length(line) + length(word[i + 1]) > 76 || word[i] ~ /[^ ][.:?!]\)?$/) {
            emit(line)
            line = ""
        }
    }
}

function begin(kind) { # of what follows: text, code, list; the one before ends
    if (kind == open)
        return
    if (open == "text")
        put(paragraph)
    paragraph = ""
    if (open == "code")
        print ".Ed"
    if (open == "list")
        print ".El"
    if (kind == "text" && !fresh)
        print ".Pp"
    if (kind == "code")
        print ".Bd -literal -offset indent"
    if (kind == "list")
        print ".Bl -tag -width 4n"
    if (kind != "")
        fresh = 0
    open = kind
}

function code(line) {
    gsub(/\\/, "\\e", line)
    gsub(/-/, "\\-", line)
    emit(line)
}

BEGIN {
    print ".Dd " date "\n.Dt BENCHMARK_C 3\n.Os"
    fresh = 1
}

/^```/ {
    fenced = !fenced
    begin(fenced ? "code" : "")
    next
}
fenced {
    code($0)
    next
}
/^# / {
    print ".Sh NAME\n.Nm benchmark_c\n.Nd Google Benchmark for C\n.Sh SYNOPSIS\n.In benchmark_c.h\n.Sh DESCRIPTION"
    next
}
/^## / {
    begin("")
    print ".Sh " toupper(substr($0, 4))
    fresh = 1
    next
}
/^    / {
    begin("code")
    code(substr($0, 5))
    next
}
/^$/ {
    begin("")
    next
}
/^\|/ {
    if (open != "list") { # the line of heads, and the one below it
        begin("list")
        split($0, head, / *\| */)
        getline
        next
    }
    split($0, cell, / *\| */)
    print ".It " words(cell[2])
    put(cell[3] (cell[3] ~ /\.$/ ? "" : "."))
    if (cell[4] != "") {
        print ".br"
        put(toupper(substr(head[4], 1, 1)) substr(head[4], 2) ": " cell[4] ".")
    }
    next
}
{
    begin("text")
    paragraph = paragraph " " $0
}
END { begin("") }
