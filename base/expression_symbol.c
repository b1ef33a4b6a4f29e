/* The tokenizer of expressions. */
#include "base/expression_compiler.h"

#include <ctype.h>
#include <string.h>

bool compiler_refuse(struct compiler *c, size_t at, const char *what)
{
    fail(c->fault, INVALID, "column %zu: %s", at + 1, what);
    return false;
}

bool compiler_read_deeper(struct compiler *c, bool (*read)(struct compiler *c))
{
    const bool good =
        (++c->depth <= EXPRESSION_DEPTH || compiler_refuse(c, c->begin, "this is nested too deep")) && read(c);
    c->depth--;
    return good;
}

static bool is_of_name(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_';
}

static void read_name(struct compiler *c)
{
    static const char *const words[] = {"and", "or", "not", "in", "if", "else", "for", "True", "False"};
    const char *text = c->text;
    while (is_of_name(text[c->end]) || (text[c->end] == '.' && is_of_name(text[c->end + 1])))
        c->end++;
    c->symbol = NAME;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == c->end - c->begin && !memcmp(text + c->begin, words[i], c->end - c->begin))
            c->symbol = IS_AND + (int)i;
}

static void read_number(struct compiler *c)
{
    const char *text = c->text;
    while (isdigit((unsigned char)text[c->end]) || text[c->end] == '.')
        c->end++;
    if (text[c->end] == 'e' || text[c->end] == 'E')
        c->end += text[c->end + 1] == '-' || text[c->end + 1] == '+' ? 2 : 1;
    while (is_of_name(text[c->end]))
        c->end++;
    c->symbol = NUMBER;
}

static void read_word(struct compiler *c)
{
    const char *text = c->text, quote = text[c->end++];
    while (text[c->end] != quote && text[c->end] != '\\' && (unsigned char)text[c->end] >= ' ')
        c->end++;
    c->symbol = text[c->end] == quote ? WORD : BAD;
    if (c->symbol == BAD)
        compiler_refuse(c, c->end,
                        text[c->end] ? "a word has neither escapes nor control characters" : "a word has no end");
}

/* Hints for operators of C that Python lacks. */
static const char *mistake_of(const char *text)
{
    static const struct {
        const char *sign, *mistake;
    } of_c[] = {{"=", "equality is =="},
                {"&&", "&& is `and` here"},
                {"||", "|| is `or` here"},
                {"!", "! is `not` here"},
                {"?", "a choice is `A if CONDITION else B`"},
                {"^", "a power is **"}};
    for (size_t i = 0; i < sizeof of_c / sizeof *of_c; i++)
        if (!strncmp(text, of_c[i].sign, strlen(of_c[i].sign)))
            return of_c[i].mistake;
    return "no expression has this character";
}

static void read_sign(struct compiler *c)
{
    static const char *const twos[] = {"**", "//", "<=", ">=", "==", "!="};
    const char *text = c->text + c->begin;
    c->symbol = !*text ? END : strchr("<>+-*/%()[],", *text) ? *text : BAD;
    c->end += *text != 0;
    for (size_t i = 0; i < sizeof twos / sizeof *twos; i++)
        if (!strncmp(text, twos[i], 2)) {
            c->symbol = TWO(text[0], text[1]);
            c->end = c->begin + 2;
        }
    if (c->symbol == BAD)
        compiler_refuse(c, c->begin, mistake_of(text));
}

void compiler_next(struct compiler *c)
{
    const char *text = c->text + c->end + (c->symbol == WORD);
    text += strspn(text, " \t\r\n");
    c->begin = c->end = (size_t)(text - c->text);
    if (isdigit((unsigned char)*text) || (*text == '.' && isdigit((unsigned char)text[1])))
        read_number(c);
    else if (is_of_name(*text))
        read_name(c);
    else if (*text == '\'' || *text == '"')
        read_word(c);
    else
        read_sign(c);
}

bool compiler_takes(struct compiler *c, int symbol)
{
    if (c->symbol != symbol)
        return false;
    compiler_next(c);
    return true;
}

bool compiler_needs(struct compiler *c, int symbol, const char *what)
{
    return compiler_takes(c, symbol) || compiler_refuse(c, c->begin, what);
}

void compiler_go(struct compiler *c, size_t at)
{
    c->symbol = END;
    c->end = at;
    compiler_next(c);
}

bool compiler_seek(struct compiler *c, int symbol, int other)
{
    int open = 0;
    for (; c->symbol != END && c->symbol != BAD && open >= 0; compiler_next(c)) {
        if (!open && (c->symbol == symbol || c->symbol == other))
            return true;
        open += (c->symbol == '(' || c->symbol == '[') - (c->symbol == ')' || c->symbol == ']');
    }
    return false;
}

bool compiler_read_for(struct compiler *c, struct own_name *own)
{
    const size_t begin = c->begin;
    own->name = c->text + begin;
    own->length = c->end - begin;
    own->outer = c->own;
    if (c->symbol != NAME || memchr(own->name, '.', own->length))
        return compiler_refuse(c, begin, "a name is missing here: for NAME in");
    compiler_next(c);
    return compiler_needs(c, IS_IN, "an `in` is missing");
}

bool compiler_is_call(const struct compiler *c, const char *name)
{
    const char *behind = c->text + c->end;
    return c->symbol == NAME && strlen(name) == c->end - c->begin && !memcmp(name, c->text + c->begin, strlen(name)) &&
           behind[strspn(behind, " \t\r\n")] == '(';
}
