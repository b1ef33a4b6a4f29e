/* Finds the includes of a kernel file in all notations that a compiler may accept: with blanks, comments and spliced
 * lines within, as %: or ??=, by a macro. */
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

/* Blanks of compilers: also Unicode's, and a byte order mark. */
static bool is_blank(char character)
{
    return (character && strchr(" \t\v\f", character)) || (unsigned char)character >= 0x80;
}

/* Skips blanks and comments. The length of a comment is limited, so that a text of many unterminated ones does not take
 * hours; NULL after a longer one. */
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

/* Whether a place is preceded in its line only by blanks, comments, and the end of one. */
static bool is_first(const char *text, const char *at)
{
    while (at > text && is_blank(at[-1]))
        at--;
    return at == text || at[-1] == '\n' || at[-1] == '\r' || (at - text >= 2 && at[-2] == '*' && at[-1] == '/');
}

/* After the # of a directive and its word, if that includes, or might; else NULL. */
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

/* Parses the name after the word. */
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
