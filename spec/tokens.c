#include "spec/tokens.h"

#include "base/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- tokens of a text ---- */

/* Operators of several characters, longer ones first. >> is two tokens, as it may end templates. */
static const char *const marks[] = {"<<=", ">>=", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "%=",
                                    "&=",  "|=",  "^=", "++", "--", "&&", "||", "->", "::", "<<", NULL};

static size_t name_length(const char *at)
{
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_')
        length++;
    return length;
}

/* "1.5e-3f", "0x1p+4". */
static size_t number_length(const char *at)
{
    size_t length = 1;
    while (isalnum((unsigned char)at[length]) || strchr("._", at[length]) ||
           (strchr("+-", at[length]) && strchr("eEpP", at[length - 1])))
        if (!at[length++])
            return length - 1;
    return length;
}

/* A quoted text ends at the latest with its line. */
static size_t text_length(const char *at)
{
    size_t length = 1;
    while (at[length] && at[length] != '\n' && at[length] != *at)
        length += at[length] == '\\' && at[length + 1] ? 2 : 1;
    return length + (at[length] == *at);
}

static struct token next_token(const char *at)
{
    const unsigned char first = (unsigned char)*at;
    if (isalpha(first) || first == '_')
        return (struct token){TOKEN_NAME, at, name_length(at)};
    if (isdigit(first) || (first == '.' && isdigit((unsigned char)at[1])))
        return (struct token){TOKEN_NUMBER, at, number_length(at)};
    if (first == '"' || first == '\'')
        return (struct token){TOKEN_TEXT, at, text_length(at)};
    for (size_t m = 0; marks[m]; m++)
        if (!strncmp(at, marks[m], strlen(marks[m])))
            return (struct token){TOKEN_MARK, at, strlen(marks[m])};
    return (struct token){TOKEN_MARK, at, 1};
}

/* The length of a blank, a comment or a line continuation; 0 for anything else. */
static size_t blank_length(const char *at)
{
    const char *end = at;
    if (at[0] == '/' && at[1] == '/')
        return strcspn(at, "\n");
    if (at[0] == '/' && at[1] == '*') {
        end = strstr(at + 2, "*/");
        return end ? (size_t)(end + 2 - at) : strlen(at);
    }
    if (at[0] == '\\' && at[1 + (at[1] == '\r')] == '\n')
        return at[1] == '\r' ? 3 : 2;
    return isspace((unsigned char)*at) ? 1 : 0;
}

static void add(struct token **list, size_t *count, size_t *capacity, struct token token)
{
    *list = grow(*list, *count, capacity, sizeof **list);
    (*list)[(*count)++] = token;
}

struct tokens tokens_read(const char *text)
{
    struct tokens tokens = {0};
    const char *at = text;
    bool begins = true, in_directive = false;
    for (size_t length; *at; at += length) {
        if (*at == '\n')
            begins = true, in_directive = false;
        length = blank_length(at);
        if (length)
            continue;
        const struct token token = next_token(at);
        in_directive = in_directive || (begins && *at == '#');
        begins = false;
        length = token.length;
        if (in_directive)
            add(&tokens.directive, &tokens.directives, &tokens.directive_capacity, token);
        else
            add(&tokens.code, &tokens.codes, &tokens.code_capacity, token);
    }
    const struct token last = {TOKEN_MARK, at, 0};
    add(&tokens.code, &tokens.codes, &tokens.code_capacity, last);
    add(&tokens.directive, &tokens.directives, &tokens.directive_capacity, last);
    return tokens;
}

void tokens_free(struct tokens *tokens)
{
    free(tokens->code);
    free(tokens->directive);
}

/* ---- tests of tokens ---- */

bool token_is(const struct token *token, const char *text)
{
    return strlen(text) == token->length && token->length && !memcmp(token->at, text, token->length);
}

bool token_in(const struct token *token, const char *const *texts)
{
    while (*texts && !token_is(token, *texts))
        texts++;
    return *texts;
}

const struct token *token_behind(const struct token *token)
{
    static const char open[] = "([{<", close[] = ")]}>";
    const char *bracket = token->length ? strchr(open, *token->at) : NULL;
    if (!bracket)
        return token;
    const char opens = *bracket, closes = close[bracket - open];
    int depth = 0;
    for (; token->length; token++) {
        depth += token->length == 1 && *token->at == opens;
        depth -= token->length == 1 && *token->at == closes;
        if (!depth)
            return token + 1;
    }
    return token;
}

bool token_is_capital(const struct token *token)
{
    for (size_t i = 0; i < token->length; i++)
        if (!isupper((unsigned char)token->at[i]) && !isdigit((unsigned char)token->at[i]) && token->at[i] != '_')
            return false;
    return token->kind == TOKEN_NAME && isupper((unsigned char)*token->at);
}
