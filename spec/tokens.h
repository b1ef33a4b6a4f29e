/* The tokens of a kernel file, as far as its signatures are read by them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct token {
    enum token_kind { TOKEN_NAME, TOKEN_NUMBER, TOKEN_TEXT, TOKEN_MARK } kind;
    const char *at; /* in the text */
    size_t length;
};

/* Those of code, and those of preprocessor lines, each of which begins with its #; the last has no length. */
struct tokens {
    struct token *code, *directive;
    size_t codes, directives, code_capacity, directive_capacity;
};

/* Of a text, which outlives them; comments are left out. tokens_free frees. */
struct tokens tokens_read(const char *text);
void tokens_free(struct tokens *tokens);

/* Whether a token is this word or mark; one of these, ended by NULL. */
bool token_is(const struct token *token, const char *text);
bool token_in(const struct token *token, const char *const *texts);

/* Whether it is a name in capital letters. */
bool token_is_capital(const struct token *token);

/* Behind the bracket that closes the one at `token`, of ( [ { <; or the last token, which has no length;
 * or that token, if it is none. */
const struct token *token_behind(const struct token *token);
