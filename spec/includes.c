/* What a kernel file includes, in every way in which a compiler may be told so: with blanks, comments and spliced lines
 * within, as %: or ??=, by a macro. */
#include "spec/files.h"

#include "base/memory.h"

#include <string.h>

/* A backslash, or ??/, at the end of a line joins it with the next. */
static size_t splice(const char *at)
{
    size_t length = *at == '\\' ? 1 : !strncmp(at, "?\?/", 3) ? 3 : 0;
    if (!length)
        return 0;
    length += strspn(at + length, " \t\v\f\r");
    return at[length] == '\n' ? length + 1 : at[length - 1] == '\r' ? length : 0;
}

char *spec_splice(const char *text)
{
    char *spliced = allocate(strlen(text) + 1), *to = spliced;
    while (*text) {
        const size_t skipped = splice(text);
        if (skipped)
            text += skipped;
        else
            *to++ = *text++;
    }
    return spliced;
}

/* What compilers take for a blank: Unicode's, and a byte order mark, too. */
static bool is_blank(char character)
{
    return (character && strchr(" \t\v\f", character)) || (unsigned char)character >= 0x80;
}

/* Behind blanks and comments. A comment is read so far, lest a text of many that have no end takes hours; behind a
 * longer one nothing is known: NULL. */
static const char *skip(const char *at)
{
    enum { LONGEST = 1 << 12 };
    for (;;) {
        if (!strncmp(at, "/*", 2)) {
            const size_t length = strnlen(at, LONGEST);
            const char *end = memmem(at + 2, length - 2, "*/", 2);
            if (!end)
                return length < LONGEST ? at : NULL;
            at = end + 2;
        } else if (is_blank(*at))
            at++;
        else
            return at;
    }
}

/* Whether nothing stands before a place in its line but blanks, comments, and the end of one. */
static bool is_first(const char *text, const char *at)
{
    while (at > text && is_blank(at[-1]))
        at--;
    return at == text || at[-1] == '\n' || at[-1] == '\r' || (at - text >= 2 && at[-2] == '*' && at[-1] == '/');
}

/* Behind a # that begins a directive, and its word, if that is one that includes, or might be; else NULL. */
static const char *including(const char *text, const char *at)
{
    static const char *const signs[] = {"#", "%:", "?\?="}, *const words[] = {"include_next", "include", "import",
                                                                              "embed"};
    for (size_t s = 0; s < sizeof signs / sizeof *signs; s++) {
        if (strncmp(at, signs[s], strlen(signs[s])) != 0 || !is_first(text, at))
            continue;
        const char *word = skip(at + strlen(signs[s]));
        if (!word)
            return at + strlen(signs[s]);
        for (size_t w = 0; w < sizeof words / sizeof *words; w++)
            if (!strncmp(word, words[w], strlen(words[w])))
                return word + strlen(words[w]);
    }
    return NULL;
}

/* What is behind the word. */
static void take_name(const char *behind, struct include *include)
{
    const char *name = skip(behind), close = !name ? '\0' : *name == '"' ? '"' : *name == '<' ? '>' : '\0';
    const size_t length = close ? strcspn(name + 1, close == '"' ? "\"\r\n" : ">\r\n") : 0;
    *include = (struct include){.line = include->line};
    if (close && name[1 + length] == close && length < sizeof include->name) {
        memcpy(include->name, name + 1, length);
        include->end = close;
    }
}

bool spec_next_include(const char *text, const char **at, struct include *include)
{
    const char *counted = *at > text ? include->at : text;
    include->line = *at > text ? include->line : 1;
    for (; **at; ++*at) {
        const char *behind = including(text, *at);
        if (!behind)
            continue;
        for (; counted < *at; counted++)
            include->line += *counted == '\n';
        take_name(behind, include);
        include->at = *at;
        *at = behind;
        return true;
    }
    return false;
}
