/* Finds the kernels of a text: their arguments, and how these are used. */
#include "base/memory.h"
#include "spec/source.h"
#include "spec/tokens.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kernel_words[] = {"__kernel", "kernel", "__global__", "KERNEL", NULL};
static const char *const attributes[] = {"__attribute__", "__launch_bounds__", "GROUP_OF",   "GROUP_OF_2D",
                                         "GROUP_OF_3D",   "GROUPS_OF",         "__declspec", NULL};
static const char *const locals[] = {"local", "__local", "LOCAL_ARG", NULL};
static const char *const qualifiers[] = {
    "const",      "restrict",     "__restrict", "__restrict__", "volatile",
    "global",     "__global",     "constant",   "__constant",   "local",
    "__local",    "private",      "__private",  "read_only",    "__read_only",
    "write_only", "__write_only", "read_write", "__read_write", "GLOBAL",
    "LOCAL_ARG",  "CONSTANT_ARG", "RESTRICT",   "struct",       "__grid_constant__",
    NULL};

const char *source_text(struct spec *spec, const struct token *begin, const struct token *end)
{
    char *text;
    size_t size;
    FILE *file = memory_stream(&text, &size);
    for (const struct token *token = begin; token < end; token++) {
        const bool apart = token > begin && token[-1].at + token[-1].length < token->at;
        fprintf(file, "%s%.*s", apart ? " " : "", (int)token->length, token->at);
    }
    fclose(file);
    return spec_own(spec, text);
}

/* The next comma outside brackets, or `end`. */
static const struct token *part_end(const struct token *token, const struct token *end)
{
    while (token < end && !token_is(token, ","))
        token = token->length == 1 && strchr("([{<", *token->at) ? token_behind(token) : token + 1;
    return token < end ? token : end;
}

/* ---- use of arguments ---- */

static const char *const assignments[] = {
    "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--", NULL};

/* Whether an operator before a name is unary. */
static bool is_unary(const struct token *operator)
{
    const struct token *left = operator- 1;
    return left->kind == TOKEN_MARK && !token_is(left, ")") && !token_is(left, "]");
}

static void look_at_use(struct signature_argument *argument, const struct token *name)
{
    static const char *const both[] = {"&", "++", "--", NULL};
    const struct token *next = name + 1, *before = name - 1;
    const bool follows = token_is(before, "*") && is_unary(before), element = token_is(next, "[");
    if (token_is(before, ".") || token_is(before, "->"))
        return;
    while (token_is(next, "["))
        next = token_behind(next);
    while (element && token_is(next, ".") && next[1].length)
        next += 2;
    const bool unseen = (!element && !follows) || (token_in(before, both) && is_unary(before));
    const bool changed = unseen || token_in(next, assignments);
    const bool set = token_is(next, "=");
    argument->is_written = argument->is_written || changed || set;
    argument->is_read = argument->is_read || changed || !set;
}

static void look_at_uses(struct signature_argument *argument, const struct token *body, const struct token *end)
{
    bool is_hidden = argument->passing == PASSED_ARRAY; /* only macros may access it */
    for (const struct token *token = body; token < end; token++)
        if (argument->passing != PASSED_VALUE && token_is(token, argument->name)) {
            look_at_use(argument, token);
            is_hidden = false;
        }
    if (is_hidden && !argument->is_const)
        argument->is_read = argument->is_written = true;
    argument->is_written = argument->is_written && !argument->is_const;
}

/* ---- a signature ---- */

/* The type before the name, without qualifiers: "unsigned int"; NULL: unknown. */
static const char *type_of(struct spec *spec, const struct token *begin, const struct token *name)
{
    char type[64] = "";
    size_t length = 0;
    for (const struct token *token = begin; token < name; token++) {
        if (token_in(token, qualifiers) || token->kind == TOKEN_MARK)
            continue;
        length += (size_t)snprintf(type + length, sizeof type - length, "%s%.*s", *type ? " " : "", (int)token->length,
                                   token->at);
        if (length >= sizeof type)
            return NULL;
    }
    return type_find(type).scalar ? spec_own(spec, allocate_text(type)) : NULL;
}

/* False if it cannot be parsed; *counted: whether it surely is a single argument, as REAL x is, while float x MORE may
 * not be. */
static bool read_argument(struct spec *spec, struct signature_argument *argument, const struct token *begin,
                          const struct token *end, bool *counted)
{
    const struct token *name = NULL, *stop = begin;
    size_t names = 0, pointers = 0, others = 0, local = 0, capitals = 0;
    bool bracket = false;
    while (stop < end && !token_is(stop, "="))
        stop++;
    for (const struct token *token = begin; token < stop; token++) {
        if (token_is(token, "(") || token_is(token, "&"))
            return false;
        bracket = bracket || token_is(token, "[");
        pointers += token_is(token, "*") || token_is(token, "[");
        others += token_is(token, "<") || token_is(token, "::");
        local += token_in(token, locals);
        argument->is_const = argument->is_const || token_is(token, "const") || token_is(token, "constant") ||
                             token_is(token, "__constant");
        if (bracket || token->kind != TOKEN_NAME || token_in(token, qualifiers))
            continue;
        name = token;
        names++;
        capitals += token_is_capital(token) && token->length > 1;
    }
    if (names < 2)
        return false;
    argument->text = source_text(spec, begin, stop);
    argument->name = source_text(spec, name, name + 1);
    argument->type = others ? NULL : type_of(spec, begin, name);
    argument->passing = others || pointers > 1 || (!pointers && !argument->type) ? PASSED_OTHERWISE
                        : !pointers                                              ? PASSED_VALUE
                        : local                                                  ? PASSED_LOCAL
                                                                                 : PASSED_ARRAY;
    const bool last = token_is_capital(name) && name->length > 1;
    *counted = argument->type || !capitals || (names == 2 && !last);
    return true;
}

/* Whether there is a preprocessor line between two tokens. */
static bool has_directive(const struct token *begin, const struct token *end)
{
    for (const char *at = begin->at; at < end->at; at++)
        if (*at == '\n' && at[1 + strspn(at + 1, " \t")] == '#')
            return true;
    return false;
}

static void read_arguments(struct spec *spec, struct signature *signature, const struct token *open)
{
    const struct token *end = token_behind(open) - 1;
    signature->counted = true;
    signature->readable = !has_directive(open, end);
    if (open + 1 == end || (open + 2 == end && token_is(open + 1, "void")))
        return;
    for (const struct token *begin = open + 1, *stop; begin < end && signature->readable; begin = stop + 1) {
        stop = part_end(begin, end);
        struct signature_argument argument = {.is_const = false};
        bool counted = true;
        signature->readable =
            signature->arguments < MAX_SPEC_ARGUMENTS && read_argument(spec, &argument, begin, stop, &counted);
        signature->counted = signature->counted && counted;
        if (signature->readable)
            signature->argument[signature->arguments++] = argument;
    }
    if (!signature->readable)
        signature->arguments = 0;
}

/* "T_TYPE, TILE_VALUE" for a template's parameters before the kernel's word: as macros, since their own names would be
 * replaced in the template itself. */
static const char *template_form(struct spec *spec, const struct token *first, const struct token *word)
{
    static const char *const between[] = {"extern", "static", "inline", "\"C\"", NULL};
    static const char *const types[] = {"typename", "class", NULL};
    while (word > first && token_in(word - 1, between))
        word--;
    if (word == first || !token_is(word - 1, ">"))
        return NULL;
    const struct token *open = word - 1, *end = word - 1;
    while (open > first && !token_is(open, "template"))
        open--;
    if (!token_is(open, "template") || !token_is(++open, "<"))
        return NULL;
    char *text;
    size_t size;
    FILE *file = memory_stream(&text, &size);
    for (const struct token *begin = open + 1, *stop; begin < end; begin = stop + 1) {
        stop = part_end(begin, end);
        const struct token *name = begin;
        for (const struct token *token = begin; token < stop && !token_is(token, "="); token++)
            name = token->kind == TOKEN_NAME ? token : name;
        fprintf(file, "%s%.*s_%s", begin == open + 1 ? "" : ", ", (int)name->length, name->at,
                token_in(begin, types) ? "TYPE" : "VALUE");
    }
    fclose(file);
    return spec_own(spec, text);
}

/* The sides of a group from reqd_work_group_size and similar attributes; the first value of __launch_bounds__ is a
 * maximum. */
static void take_attribute(struct spec *spec, struct signature *signature, const struct token *name)
{
    static const char *const exact[] = {"reqd_work_group_size", "GROUP_OF", "GROUP_OF_2D", "GROUP_OF_3D", NULL};
    const struct token *open = name + 1, *end = token_behind(open) - 1;
    for (const struct token *token = name; token < end; token++) {
        if (!token_in(token, exact) || !token_is(token + 1, "("))
            continue;
        const struct token *stop = token_behind(token + 1) - 1, *begin = token + 2;
        for (int d = 0; d < 3 && begin < stop; d++) {
            const struct token *side = part_end(begin, stop);
            signature->group[d] = source_text(spec, begin, side);
            begin = side + 1;
        }
        return;
    }
    if (token_is(name, "__launch_bounds__") || token_is(name, "GROUPS_OF"))
        signature->most = source_text(spec, open + 1, part_end(open + 1, end));
}

/* The largest distance in tokens from a kernel's word to its attributes and its name, so that a text of such words only
 * is read quickly. */
enum { FAR = 256 };

/* Reads an attribute that ends before the kernel's word. */
static void take_attribute_before(struct spec *spec, struct signature *signature, const struct token *first,
                                  const struct token *word)
{
    const struct token *name = word - 1, *last = word - first > FAR ? word - FAR : first;
    if (word == first || !token_is(name, ")"))
        return;
    while (name > last && !(token_in(name, attributes) && token_behind(name + 1) == word))
        name--;
    if (token_in(name, attributes))
        take_attribute(spec, signature, name);
}

static int dimensions_of(const struct token *body, const struct token *end)
{
    static const char *const indices[] = {"get_global_id", "get_group_id", NULL};
    static const char *const second[] = {"GLOBAL_ID_Y", "GROUP_ID_Y", NULL}, *const third[] = {"GLOBAL_ID_Z",
                                                                                               "GROUP_ID_Z", NULL};
    int most = 1;
    for (const struct token *token = body; token < end; token++) {
        int dimension = token_in(token, second) ? 2 : token_in(token, third) ? 3 : 1;
        if (token_in(token, indices) && token_is(token + 1, "(") && token[2].length == 1 && strchr("12", *token[2].at))
            dimension = *token[2].at - '0' + 1;
        if (token_is(token, "blockIdx") && token_is(token + 1, ".") && token[2].length == 1 &&
            strchr("yz", *token[2].at))
            dimension = *token[2].at - 'y' + 2;
        most = dimension > most ? dimension : most;
    }
    return most;
}

/* Reads from a kernel's word on; adds nothing if it is no definition. */
static void read_kernel(struct spec *spec, struct source *source, const struct token *first, const struct token *word)
{
    struct signature signature = {.readable = true};
    const struct token *token = word + 1;
    bool is_void = false;
    take_attribute_before(spec, &signature, first, word);
    for (; token->kind == TOKEN_NAME && token - word < FAR;
         token = token_in(token, attributes) ? token_behind(token + 1) : token + 1) {
        if (token_in(token, attributes) && token_is(token + 1, "("))
            take_attribute(spec, &signature, token);
        else if (is_void && token_is(token + 1, "("))
            break;
        is_void = is_void || token_is(token, "void");
    }
    const struct token *body = token->kind == TOKEN_NAME ? token_behind(token + 1) : token;
    while (token_in(body, attributes) && token_is(body + 1, "("))
        body = token_behind(body + 1);
    if (!token_is(body, "{"))
        return;
    const char *parameters = template_form(spec, first, word);
    const struct token *end = token_behind(body);
    signature.entry = source_text(spec, token, token + 1);
    signature.form = parameters ? spec_own(spec, text_make("%s<%s>", signature.entry, parameters)) : NULL;
    signature.argument = spec_own(spec, allocate(MAX_SPEC_ARGUMENTS * sizeof *signature.argument));
    signature.dimensions = dimensions_of(body, end);
    read_arguments(spec, &signature, token + 1);
    for (size_t a = 0; a < signature.arguments; a++)
        look_at_uses(&signature.argument[a], body, end);
    for (size_t k = 0; k < source->kernels; k++)
        if (!strcmp(source->kernel[k].entry, signature.entry)) { /* macros, or types, decide which one applies */
            source->kernel[k].readable = false;
            source->kernel[k].arguments = 0;
            return;
        }
    source->kernel[source->kernels++] = signature;
}

void source_add_kernels(struct spec *spec, struct source *source, const struct token *code)
{
    for (const struct token *token = code; token->length && source->kernels < MAX_SOURCE_KERNELS; token++)
        if (token_in(token, kernel_words) && token[1].kind == TOKEN_NAME)
            read_kernel(spec, source, code, token);
}
