#include "reports/header/header.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- members ---- */

/* In lower case, like members: words of C23, C++23 and GNU's; of CUDA's and OpenCL C's, which others define as macros;
 * macros of compilers, and of earlier headers; and the members of each table. */
static const char *const taken[] = {
    "alignas", "alignof", "and", "and_eq", "asm", "atomic_cancel", "atomic_commit", "atomic_noexcept", "auto", "bitand",
    "bitor", "bool", "break", "case", "catch", "char", "char8_t", "char16_t", "char32_t", "class", "co_await",
    "co_return", "co_yield", "compl", "complex", "concept", "const", "const_cast", "consteval", "constexpr",
    "constinit", "continue", "contract_assert", "decltype", "default", "delete", "do", "double", "dynamic_cast", "else",
    "enum", "explicit", "export", "extern", "false", "final", "float", "for", "fortran", "friend", "goto", "if",
    "imaginary", "import", "inline", "int", "long", "module", "mutable", "namespace", "new", "noexcept", "noreturn",
    "not", "not_eq", "nullptr", "operator", "or", "or_eq", "override", "private", "protected", "public", "reflexpr",
    "register", "reinterpret_cast", "requires", "restrict", "return", "short", "signed", "sizeof", "static",
    "static_assert", "static_cast", "struct", "switch", "synchronized", "template", "this", "thread_local", "throw",
    "true", "try", "typedef", "typeid", "typename", "typeof", "typeof_unqual", "union", "unsigned", "using", "virtual",
    "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
    /* CUDA and OpenCL C */
    "constant", "event_t", "generic", "global", "half", "image2d_t", "kernel", "local", "pipe", "quad", "read_only",
    "read_write", "sampler_t", "uniform", "write_only",
    /* macros */
    "arm", "assert", "cdecl", "errno", "far", "huge", "i386", "interface", "linux", "max", "min", "mips", "near",
    "offsetof", "pascal", "powerpc", "sgi", "small", "sparc", "stderr", "stdin", "stdout", "sun", "unix", "vax",
    /* ours */
    "backend", "device", "max_error", "problem", "size"};

static bool is_taken(const char *name)
{
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (!strcmp(name, taken[i]))
            return true;
    return false;
}

void header_member(char member[MAX_IDENTIFIER], const char *parameter)
{
    char name[MAX_IDENTIFIER];
    header_part(name, 0, false, parameter);
    /* Compilers' own names begin with two underscores, and none with three. */
    const bool before = !*name || (*name >= '0' && *name <= '9') || !strncmp(name, "__", 2);
    snprintf(member, MAX_IDENTIFIER, "%s%.*s%s", before ? "_" : "", MAX_IDENTIFIER - 3, name,
             is_taken(name) ? "_" : "");
}

/* ---- names ---- */

/* The owner of an identifier, as printf. */
__attribute__((format(printf, 3, 4))) static void add(struct header_names *names, const char *identifier,
                                                      const char *owner, ...)
{
    va_list arguments;
    va_start(arguments, owner);
    FREED char *text = text_make_list(owner, arguments);
    va_end(arguments);
    names->name = grow(names->name, names->count, &names->capacity, sizeof *names->name);
    names->name[names->count++] = (struct header_name){allocate_text(identifier), text_printable(text, strlen(text))};
}

static void add_own(struct header_names *names, const struct named_problem *bench)
{
    static const struct {
        bool upper;
        const char *end;
    } own[] = {{true, "_PROBLEM"}, {true, "_PROBLEM_SIZE"}, {true, "_MAX_ERROR"}, {true, "_LOOKUP_REGRET"},
               {false, ""},        {false, "_table"},       {false, "_find"}};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        char name[MAX_IDENTIFIER], whole[2 * MAX_IDENTIFIER];
        header_identifier(name, own[i].upper, bench, NULL, NULL);
        snprintf(whole, sizeof whole, "%s%s", name, own[i].end);
        add(names, whole, "%s/%s itself", bench->suite, bench->bench);
    }
}

static void add_parameter(struct header_names *names, const struct named_problem *bench,
                          const struct header_parameter *parameter)
{
    char name[MAX_IDENTIFIER], member[MAX_IDENTIFIER], whole[2 * MAX_IDENTIFIER];
    header_identifier(name, true, bench, parameter->name, NULL);
    add(names, name, "the parameter %s of %s/%s", parameter->name, bench->suite, bench->bench);
    header_identifier(name, false, bench, NULL, NULL);
    header_member(member, parameter->name);
    snprintf(whole, sizeof whole, "%s.%s", name, member);
    add(names, whole, "the parameter %s of %s/%s", parameter->name, bench->suite, bench->bench);
    for (size_t w = 0; w < parameter->words.count && parameter->kind == KIND_WORDS; w++) {
        const char *word = parameter->words.text[w];
        header_identifier(name, true, bench, parameter->name, word);
        add(names, name, "the word \"%s\" of %s of %s/%s", word, parameter->name, bench->suite, bench->bench);
    }
}

void header_names_add(struct header_names *names, const struct named_problem *bench,
                      const struct header_parameter *parameters)
{
    add_own(names, bench);
    for (size_t p = 0; p < bench->parameters; p++)
        add_parameter(names, bench, &parameters[p]);
}

static int by_identifier(const void *left, const void *right)
{
    const struct header_name *a = left, *b = right;
    const int order = strcmp(a->identifier, b->identifier);
    return order ? order : strcmp(a->owner, b->owner);
}

enum status header_names_check(struct header_names *names, struct fault *fault)
{
    if (names->count)
        qsort(names->name, names->count, sizeof *names->name, by_identifier);
    for (size_t i = 1; i < names->count; i++) {
        const struct header_name *one = &names->name[i - 1], *other = &names->name[i];
        if (!strcmp(one->identifier, other->identifier))
            return fail(fault, INVALID, "%.300s and %.300s would have one name in a header: %s", one->owner,
                        other->owner, one->identifier);
    }
    return OK;
}

void header_names_free(struct header_names *names)
{
    for (size_t i = 0; i < names->count; i++) {
        free(names->name[i].identifier);
        free(names->name[i].owner);
    }
    free(names->name);
}
