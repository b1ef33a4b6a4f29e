/* Finds macros in capital letters that a kernel's files use without defining them: probably the tuning parameters. */
#include "base/memory.h"
#include "spec/source.h"
#include "spec/tokens.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_MACROS = MAX_SPEC_PARAMETERS };

/* Names with another meaning: defined, declared, or an argument. */
struct declared {
    struct token *name;
    size_t count, capacity;
};

static void declare(struct declared *declared, const struct token *name)
{
    declared->name = grow(declared->name, declared->count, &declared->capacity, sizeof *declared->name);
    declared->name[declared->count++] = *name;
}

static bool is_declared(const struct declared *declared, const struct token *name)
{
    for (size_t i = 0; i < declared->count; i++)
        if (declared->name[i].length == name->length && !memcmp(declared->name[i].at, name->at, name->length))
            return true;
    return false;
}

/* Constants of OpenCL C and CUDA; and of the common language, for files in it. */
static bool is_known(const struct spec *spec, const struct token *token)
{
    static const char *const families[] = {"CLK_",  "M_",    "FLT_",   "DBL_",  "INT_", "UINT_", "LONG_",   "ULONG_",
                                           "SHRT_", "CHAR_", "UCHAR_", "HALF_", "CL_",  "CUDA_", "CUDART_", NULL};
    static const char *const constants[] = {"NULL", "NAN", "INFINITY", "HUGE_VAL", "HUGE_VALF", "MAXFLOAT", NULL};
    static const char *const common[] = {
        "SYNC_THREADS",   "SYNC_WARPS", "MEM_FENCE",  "DEVICE_FENCE", "KERNEL",        "GLOBAL",     "LOCAL",
        "LOCAL_ARG",      "RESTRICT",   "DEVICE",     "CONSTANT",     "CONSTANT_ARG",  "SIMT_WIDTH", "WARP_ROOM",
        "PASS_WARP_ROOM", "TEXTURE_1D", "TEXTURE_3D", "PASS_TEXTURE", "PASS_CONSTANT", NULL};
    static const char *const indices[] = {"GLOBAL_ID", "GLOBAL_SIZE", "LOCAL_ID", "LOCAL_SIZE",
                                          "GROUP_ID",  "NUM_GROUPS",  "SUPPORTS", NULL};
    for (size_t f = 0; families[f]; f++)
        if (!strncmp(token->at, families[f], strlen(families[f])))
            return true;
    if (token_in(token, constants))
        return true;
    if (spec->language != LANGUAGE_COMMON)
        return false;
    for (size_t i = 0; indices[i]; i++) {
        const size_t length = strlen(indices[i]);
        if (!strncmp(token->at, indices[i], length) && (token->length == length || token->at[length] == '_'))
            return true;
    }
    return token_in(token, common);
}

/* ---- preprocessor lines ---- */

static bool begins_line(const struct token *token)
{
    return token_is(token, "#");
}

/* The value of a #define of one token after "#ifndef NAME" or "#if !defined(NAME)"; or NULL. */
static const struct token *standard_of(const struct tokens *tokens, size_t define)
{
    const struct token *name = &tokens->directive[define + 2], *value = name + 1;
    size_t before = define;
    while (before > 0 && !begins_line(&tokens->directive[before - 1]))
        before--;
    const struct token *line = before ? &tokens->directive[before - 1] : NULL;
    if (!line || !(token_is(line + 1, "ifndef") || (token_is(line + 1, "if") && token_is(line + 2, "!"))))
        return NULL;
    const bool same = line[2].length == name->length && !memcmp(line[2].at, name->at, name->length);
    const bool asks =
        token_is(line + 1, "if") && line[5].length == name->length && !memcmp(line[5].at, name->at, name->length);
    const bool one = value->length && !begins_line(value) && (!value[1].length || begins_line(&value[1]));
    return (same || asks) && one && value->kind != TOKEN_MARK ? value : NULL;
}

/* Adds the parameters of a function-like macro. */
static void declare_arguments(struct declared *declared, const struct token *name)
{
    if (!token_is(name + 1, "(") || name->at + name->length != name[1].at)
        return;
    for (const struct token *token = name + 2; token->length && !token_is(token, ")") && !begins_line(token); token++)
        if (token->kind == TOKEN_NAME)
            declare(declared, token);
}

static void add_macro(struct spec *spec, struct source *source, const struct token *name, const struct token *standard)
{
    for (size_t m = 0; m < source->macros; m++)
        if (token_is(name, source->macro[m].name))
            return;
    if (source->macros < MOST_MACROS)
        source->macro[source->macros++] = (struct source_macro){
            source_text(spec, name, name + 1), standard ? source_text(spec, standard, standard + 1) : NULL};
}

static void look_at_defines(struct spec *spec, struct source *source, const struct tokens *tokens,
                            struct declared *declared)
{
    for (size_t t = 0; t + 3 < tokens->directives; t++) {
        const struct token *name = &tokens->directive[t + 2];
        if (!begins_line(&tokens->directive[t]) || !token_is(name - 1, "define"))
            continue;
        const struct token *standard = standard_of(tokens, t);
        declare_arguments(declared, name);
        declare(declared, name);
        if (standard && token_is_capital(name))
            add_macro(spec, source, name, standard);
    }
}

/* ---- code ---- */

/* "float X", "int *X", "X =", and names of an enum. */
static bool declares(const struct token *first, const struct token *token)
{
    static const char *const no_types[] = {"return", "case", "else", "goto", NULL};
    if (token_is(token + 1, "="))
        return true;
    const struct token *before = token > first ? token - 1 : NULL;
    if (before && before->kind == TOKEN_NAME)
        return !token_in(before, no_types);
    if (!before || before == first || !token_is(before, "*") || before[-1].kind != TOKEN_NAME)
        return false;
    char type[32] = "";
    if (before[-1].length < sizeof type)
        memcpy(type, before[-1].at, before[-1].length);
    return type_find(type).scalar;
}

static void look_at_code(const struct token *code, struct declared *declared)
{
    for (const struct token *token = code; token->length; token++) {
        if (token->kind == TOKEN_NAME && declares(code, token))
            declare(declared, token);
        if (!token_is(token, "enum") && !token_is(token, "template"))
            continue;
        while (token[1].kind == TOKEN_NAME)
            declare(declared, ++token);
        if (!token_is(token + 1, "{") && !token_is(token + 1, "<"))
            continue;
        for (const struct token *end = token_behind(token + 1) - 1; token < end; token++)
            if (token->kind == TOKEN_NAME)
                declare(declared, token);
    }
}

/* Whether names in a preprocessor line are used as macros. */
static bool is_used_line(const struct token *line)
{
    static const char *const others[] = {"include", "error", "warning", "line", "undef", NULL};
    return token_is(line + 1, "pragma") ? token_is(line + 2, "unroll") : !token_in(line + 1, others);
}

static void add_used(struct spec *spec, struct source *source, const struct token *tokens,
                     const struct declared *declared, bool directives)
{
    for (const struct token *token = tokens; token->length; token++) {
        const bool calls = token_is(token + 1, "(") || token_is(token + 1, "[");
        while (directives && begins_line(token) && !is_used_line(token))
            do
                token++;
            while (token->length && !begins_line(token));
        if (!token->length)
            return;
        if (token_is_capital(token) && !calls && !is_known(spec, token) && !is_declared(declared, token))
            add_macro(spec, source, token, NULL);
    }
}

void source_add_macros(struct spec *spec, struct source *source, const struct tokens *texts, size_t count)
{
    struct declared declared = {0};
    source->macro = spec_own(spec, allocate(MOST_MACROS * sizeof *source->macro));
    for (size_t t = 0; t < count; t++) {
        look_at_defines(spec, source, &texts[t], &declared);
        look_at_code(texts[t].code, &declared);
    }
    for (size_t t = 0; t < count; t++) {
        add_used(spec, source, texts[t].code, &declared, false);
        add_used(spec, source, texts[t].directive, &declared, true);
    }
    free(declared.name);
}
