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

/* Behind blanks and comments. */
static const char *skip(const char *at)
{
    for (;;) {
        const char *end = !strncmp(at, "/*", 2) ? strstr(at + 2, "*/") : NULL;
        if (end)
            at = end + 2;
        else if (is_blank(*at))
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

/* Behind a # that begins a directive, and its word, if that is one that includes; else NULL. */
static const char *including(const char *text, const char *at)
{
    static const char *const signs[] = {"#", "%:", "?\?="}, *const words[] = {"include_next", "include", "import",
                                                                              "embed"};
    for (size_t s = 0; s < sizeof signs / sizeof *signs; s++) {
        if (strncmp(at, signs[s], strlen(signs[s])) != 0 || !is_first(text, at))
            continue;
        const char *word = skip(at + strlen(signs[s]));
        for (size_t w = 0; w < sizeof words / sizeof *words; w++)
            if (!strncmp(word, words[w], strlen(words[w])))
                return word + strlen(words[w]);
    }
    return NULL;
}

bool spec_next_include(const char *text, const char **at, struct include *include)
{
    for (; **at; ++*at) {
        const char *behind = including(text, *at);
        if (!behind)
            continue;
        const char *name = skip(behind), close = *name == '"' ? '"' : *name == '<' ? '>' : '\0';
        const size_t length = close ? strcspn(name + 1, close == '"' ? "\"\r\n" : ">\r\n") : 0;
        *include = (struct include){.line = 1};
        for (const char *before = text; before < *at; before++)
            include->line += *before == '\n';
        if (close && name[1 + length] == close && length < sizeof include->name) {
            memcpy(include->name, name + 1, length);
            include->end = close;
        }
        *at = behind;
        return true;
    }
    return false;
}
