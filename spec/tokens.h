/* The tokens of a kernel file, to read its signatures. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct token {
    enum token_kind { TOKEN_NAME, TOKEN_NUMBER, TOKEN_TEXT, TOKEN_MARK } kind;
    const char *at; /* in the text */
    size_t length;
};

/* Tokens of code, and of preprocessor lines, each of which begins with its #; the last has no length. */
struct tokens {
    struct token *code, *directive;
    size_t codes, directives, code_capacity, directive_capacity;
};

/* Tokenizes a text, which must outlive the tokens; comments are skipped. tokens_free frees. */
struct tokens tokens_read(const char *text);
void tokens_free(struct tokens *tokens);

/* Whether a token equals a word or mark; or one of several, ended by NULL. */
bool token_is(const struct token *token, const char *text);
bool token_in(const struct token *token, const char *const *texts);

/* Whether it is a name in capital letters. */
bool token_is_capital(const struct token *token);

/* The token after the bracket that closes the one at `token`, of ( [ { <; the last token, without length, if there is
 * none; or `token` itself, if it is no bracket. */
const struct token *token_behind(const struct token *token);
