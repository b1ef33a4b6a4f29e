#include "reports/header/header.h"

#include "reports/header/regret.h"
#include "reports/json/header_rows.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The sizes of one device and inputs, and the costs of lookups between them. */
struct group {
    struct regrets regrets;
    struct regret held_out;
};

/* A bench's part of the header. */
struct section {
    const struct entry *entry; /* the first of `count` */
    size_t count;
    const struct entry *chosen; /* the entry of the macros; NULL if the device has none */
    bool has_inputs;            /* its entries differ in their inputs, or may */
    bool has_error;             /* and in the largest allowed error */
    struct header_parameter *parameter;
    size_t parameters;
    struct group *group;
    size_t groups;
    char upper[MAX_IDENTIFIER], lower[MAX_IDENTIFIER];
};

/* A number literally, a word as its macro. The smallest integer is no literal. */
static void print_value(FILE *file, const struct section *section, size_t p, const struct entry *entry)
{
    static const char smallest[] = "-9223372036854775808", larger[] = "-9223372036854775807";
    char name[MAX_IDENTIFIER];
    const char *word = problem_word(entry->problem, entry->best->result.index, p);
    const enum parameter_kind kind = section->parameter[p].kind;
    if (kind == KIND_WORDS) {
        header_identifier(name, true, entry->problem, section->parameter[p].name, word);
        fputs(name, file);
    } else if (kind == KIND_NUMBERS && !strcmp(word, smallest))
        fprintf(file, "(%s - 1)", larger);
    else
        fprintf(file, "%s%s", word, kind == KIND_REALS && !word[strcspn(word, ".e")] ? ".0" : "");
}

/* Words count from 1: in #if, an undefined name is 0 and so equals none of them. */
static void print_words(FILE *file, const struct section *section)
{
    char name[MAX_IDENTIFIER];
    for (size_t p = 0; p < section->parameters; p++) {
        const struct header_parameter *parameter = &section->parameter[p];
        for (size_t w = 0; w < parameter->words.count && parameter->kind == KIND_WORDS; w++) {
            header_identifier(name, true, section->entry->problem, parameter->name, parameter->words.text[w]);
            fprintf(file, "#define %s %zu\n", name, w + 1);
        }
    }
}

/* The inputs, as a string: the key of a lookup. */
static void print_inputs(FILE *file, const struct entry *entry)
{
    FREED char *options = problem_options(entry->problem);
    header_string(file, options);
}

/* The largest allowed error of an entry; 0 for any. */
static void print_max_error(FILE *file, const struct entry *entry)
{
    char number[MAX_NUMBER];
    number_word(entry->problem->max_error, number);
    fputs(number, file);
}

static void print_macros(FILE *file, const struct section *section)
{
    if (section->has_inputs) {
        fprintf(file, "#define %s_PROBLEM ", section->upper);
        print_inputs(file, section->chosen ? section->chosen : section->entry);
        fputc('\n', file);
    }
    if (!section->chosen) {
        fputs("/* Not measured on the device of the macros: only the table has entries. */\n", file);
        return;
    }
    const struct named_problem *problem = section->chosen->problem;
    header_origin(file, section->chosen, "");
    if (problem->size)
        fprintf(file, "#define %s_PROBLEM_SIZE %" PRIu64 "%s\n", section->upper, problem->size,
                problem->size > INT64_MAX ? "u" : "");
    if (section->has_error) {
        fprintf(file, "#define %s_MAX_ERROR ", section->upper);
        print_max_error(file, section->chosen);
        fputc('\n', file);
    }
    for (size_t p = 0; p < section->parameters; p++) {
        char name[MAX_IDENTIFIER];
        header_identifier(name, true, problem, section->parameter[p].name, NULL);
        fprintf(file, "#define %s ", name);
        print_value(file, section, p, section->chosen);
        fputc('\n', file);
    }
}

/* A function per parameter with words: from the value in the table to its word. */
static void print_word_functions(FILE *file, const struct section *section)
{
    for (size_t p = 0; p < section->parameters; p++) {
        const struct header_parameter *parameter = &section->parameter[p];
        const size_t count = parameter->words.count;
        char member[MAX_IDENTIFIER];
        if (parameter->kind != KIND_WORDS)
            continue;
        header_member(member, parameter->name);
        fprintf(file,
                "/* The word of a value of %s; NULL if it has none. */\n"
                "static inline const char *\n%s_%s_word(int value)\n{\n    static const char *const words[] = {",
                member, section->lower, member);
        for (size_t w = 0; w < count; w++) {
            fputs(w ? ", " : "", file);
            header_string(file, parameter->words.text[w]);
        }
        fprintf(file, "};\n    return value > 0 && value <= %zu ? words[value - 1] : 0;\n}\n\n", count);
    }
}

/* The members of an entry in order, as a comment. */
static void print_columns(FILE *file, const struct section *section)
{
    enum { COLUMNS = 100 };
    int at = fprintf(file, "    /* {device, backend%s, size%s", section->has_inputs ? ", problem" : "",
                     section->has_error ? ", max_error" : "");
    for (size_t p = 0; p < section->parameters; p++) {
        char member[MAX_IDENTIFIER];
        header_member(member, section->parameter[p].name);
        const bool fits = at + 2 + (int)strlen(member) < COLUMNS;
        at = (fits ? at : 0) + fprintf(file, fits ? ", %s" : ",\n     *  %s", member);
    }
    fputs("} */\n", file);
}

static void print_table(FILE *file, const struct section *section)
{
    fprintf(file, "\n#ifdef GPUBENCH_TABLES\nstruct %s {\n    const char *device, *backend%s;\n", section->lower,
            section->has_inputs ? ", *problem" : "");
    fputs("    unsigned long long size;\n", file);
    if (section->has_error)
        fputs("    double max_error;\n", file);
    for (size_t p = 0; p < section->parameters; p++) {
        char member[MAX_IDENTIFIER];
        const struct header_parameter *parameter = &section->parameter[p];
        header_member(member, parameter->name);
        fprintf(file, "    %s %s;\n",
                parameter->kind == KIND_REALS ? "double"
                : parameter->wide             ? "long long"
                                              : "int",
                member);
    }
    fprintf(file, "};\n\nstatic const struct %s %s_table[] = {\n", section->lower, section->lower);
    print_columns(file, section);
    for (size_t i = 0; i < section->count; i++) {
        const struct entry *entry = &section->entry[i];
        if (entry->left_out)
            continue;
        header_origin(file, entry, "    ");
        fputs("    {", file);
        header_string(file, entry->from->context.device.name);
        fputs(", ", file);
        header_string(file, entry->from->context.device.backend);
        if (section->has_inputs) {
            fputs(",\n     ", file);
            print_inputs(file, entry);
        }
        fprintf(file, ", %" PRIu64 "u", entry->problem->size);
        if (section->has_error) {
            fputs(", ", file);
            print_max_error(file, entry);
        }
        for (size_t p = 0; p < section->parameters; p++) {
            fputs(",\n     ", file);
            print_value(file, section, p, entry);
        }
        fputs("},\n", file);
    }
    fputs("};\n\n", file);
    print_word_functions(file, section);
}

static size_t kept_entries(const struct section *section)
{
    size_t kept = 0;
    for (size_t i = 0; i < section->count; i++)
        kept += !section->entry[i].left_out;
    return kept;
}

static void print_find(FILE *file, const struct section *section)
{
    const char *name = section->lower;
    bool by_inputs = section->has_inputs;
    fprintf(file, "/* The entry of a device%s with the nearest size; NULL if the device has none%s. */\n",
            by_inputs ? " and a problem (NULL: that of the macros)" : "", by_inputs ? "\n * of it" : "");
    fprintf(file, "static inline const struct %s *\n%s_find(const char *device, %sunsigned long long size)\n{\n", name,
            name, by_inputs ? "const char *problem, " : "");
    fprintf(file, "    const struct %s *entry = %s_table,\n        *end = entry + %zu, *found = 0;\n", name, name,
            kept_entries(section));
    fputs("    for (; entry < end; entry++)\n        if (gpubench_same(entry->device, device) &&\n", file);
    if (by_inputs)
        fprintf(file, "            gpubench_same(entry->problem, problem ? problem : %s_PROBLEM) &&\n", section->upper);
    fputs("            (!found || gpubench_ratio(entry->size, size) < gpubench_ratio(found->size, size)))\n"
          "            found = entry;\n"
          "    return found;\n"
          "}\n"
          "#endif\n",
          file);
}

static void print_head(FILE *file, const struct compute_device *device, bool imported)
{
    fprintf(file, "/* The fastest %s. " HEADER_MARK "\n",
            imported ? "configurations that gpubench measured, and that others did, which are not verified"
                     : "correct configurations that gpubench measured");
    fputs(" *\n"
          " * GPUBENCH_<SUITE>_<BENCH>_<PARAMETER> is the best value on GPUBENCH_DEVICE at the largest size measured "
          "there,\n"
          " * _PROBLEM_SIZE. A parameter with words has a macro for each word, and its value is one of them:\n"
          " * #if GPUBENCH_X_Y_LOAD == GPUBENCH_X_Y_LOAD_STRIPED\n"
          " *\n"
          " * In C, C++ and CUDA's host code, gpubench_<suite>_<bench>_find(device, size) looks up the table of all "
          "devices:\n"
          " * the device by its exact name, the size that is nearest in ratio. The result is NULL for other devices. "
          "Where a\n"
          " * suite has options that describe its inputs, entries are looked up by them too: _find(device, problem, "
          "size), and\n"
          " * _PROBLEM is what the macros are for. gpubench_<suite>_<bench>_<parameter>_word(value) is the word of a "
          "value.\n"
          " *\n"
          " * _LOOKUP_REGRET is how much slower than the best of a size the entry of another is, at most, as far as it "
          "is\n"
          " * known: 0.02 is 2 %. The comment before it says of how many sizes.\n"
          " *\n"
          " * Where a bench's configurations differ in their error, _MAX_ERROR and .max_error say how large it might "
          "be, 0 "
          "for\n"
          " * any. */\n"
          "#ifndef GPUBENCH_TUNED_H\n"
          "#define GPUBENCH_TUNED_H\n"
          "\n",
          file);
    fputs("#define GPUBENCH_DEVICE ", file);
    header_string(file, device->name);
    fputs("\n#define GPUBENCH_BACKEND ", file);
    header_string(file, device->backend);
    fputs("\n\n"
          "#if !defined(__OPENCL_VERSION__) && !defined(__OPENCL_C_VERSION__) && !defined(__CUDACC_RTC__)\n"
          "#define GPUBENCH_TABLES\n"
          "\n"
          "static inline int gpubench_same(const char *a, const char *b)\n"
          "{\n"
          "    while (*a && *a == *b)\n"
          "        a++, b++;\n"
          "    return *a == *b;\n"
          "}\n"
          "\n"
          "/* How many times the larger is the smaller. */\n"
          "static inline double gpubench_ratio(unsigned long long a, unsigned long long b)\n"
          "{\n"
          "    double x = a ? (double)a : 1, y = b ? (double)b : 1;\n"
          "    return x > y ? x / y : y / x;\n"
          "}\n"
          "#endif\n",
          file);
}

static bool on_device(const struct entry *entry, const struct compute_device *device)
{
    return !strcmp(entry->from->context.device.name, device->name) &&
           !strcmp(entry->from->context.device.backend, device->backend);
}

/* The first problem of each bench among the bests of results, or NULL. The caller frees the list. */
static const struct named_problem **first_problems(const struct results *results)
{
    const struct named_problem **first = allocate((results->families.count + 1) * sizeof *first);
    for (size_t i = results->best_count; i-- > 0;) {
        const struct named_problem *problem = &results->problems[results->best[i].problem];
        if (row_plausible(&results->context, &results->best[i].best.result))
            first[problem->family] = problem;
    }
    return first;
}

/* A problem of the bench among the bests of the first results; or one with an entry on their device. */
static const struct named_problem *choose_inputs(const struct section *section, const struct results *first,
                                                 const struct named_problem *const *first_problem)
{
    const struct entry *entry = section->entry;
    const size_t family = texts_find(&first->families, entry->from->families.text[entry->problem->family]);
    if (family != SIZE_MAX && first_problem[family])
        return first_problem[family];
    for (size_t i = 0; i < section->count; i++)
        if (on_device(&section->entry[i], &first->context.device))
            return section->entry[i].problem;
    return section->entry->problem;
}

/* The entry of the macros: the largest size on the device of the first results, with their inputs. */
static const struct entry *choose(const struct section *section, const struct results *first,
                                  const struct named_problem *const *first_problem)
{
    const struct named_problem *like = choose_inputs(section, first, first_problem);
    const struct entry *end = section->entry + section->count, *chosen = NULL;
    for (const struct entry *entry = section->entry; entry < end; entry++)
        if (on_device(entry, &first->context.device) && !problem_compare_inputs(entry->problem, like))
            chosen = entry;
    return chosen;
}

/* Prints the known costs of the nearest size where the requested one is missing. */
static void print_regrets(FILE *file, const struct section *section)
{
    double worst = -1; /* unknown */
    for (size_t i = 0; i < section->groups; i++) {
        const struct group *group = &section->group[i];
        header_regret(file, &group->regrets, &group->held_out);
        worst = group->held_out.known ? fmax(worst, group->held_out.worst) : worst;
    }
    if (worst >= 0)
        fprintf(file, "#define %s_LOOKUP_REGRET %.4f\n", section->upper, worst);
}

/* Fills a group, and leaves out entries that others of its `count` replace. The size of the macros stays. */
static void make_group(struct group *group, struct entry *entry, size_t count, const struct entry *chosen,
                       double max_regret)
{
    struct regrets *regrets = &group->regrets;
    *regrets = regrets_make(entry, count);
    size_t always = regrets->count;
    for (size_t i = 0; i < count; i++)
        if (&entry[i] == chosen)
            always = regrets_find(regrets, entry[i].problem->size);
    group->held_out = regrets_held_out(regrets, max_regret, always);
    if (max_regret >= 0)
        regrets_leave_out(regrets, max_regret, always);
    for (size_t i = 0; i < count; i++)
        entry[i].left_out = !regrets->kept[regrets_find(regrets, entry[i].problem->size)];
}

static void make_groups(struct section *section, struct entry *entry, double max_regret)
{
    section->group = allocate(section->count * sizeof *section->group);
    for (size_t first = 0, count; first < section->count; first += count) {
        count = regrets_entries(&entry[first], section->count - first);
        make_group(&section->group[section->groups++], &entry[first], count, section->chosen, max_regret);
    }
}

static void free_groups(struct section *section)
{
    for (size_t i = 0; i < section->groups; i++)
        regrets_free(&section->group[i].regrets);
    free(section->group);
}

static void print_section(FILE *file, const struct section *section, enum compromise compromise)
{
    fputs("\n/* ---- ", file);
    header_comment(file, section->entry->problem->suite);
    fputc('/', file);
    header_comment(file, section->entry->problem->bench);
    fputs(" ---- */\n\n", file);
    print_words(file, section);
    if (compromise)
        header_compromise(file, section->entry, section->count, compromise);
    print_macros(file, section);
    print_regrets(file, section);
    print_table(file, section);
    print_find(file, section);
}

static enum status print_sections(FILE *file, const struct entries *entries, const struct results *first_results,
                                  const struct header_sizes *sizes, struct fault *fault)
{
    enum status status = OK;
    struct section section;
    FREED_BY(header_names_free) struct header_names names = {0};
    FREED const struct named_problem **first_problem = first_problems(first_results);
    for (size_t first = 0; first < entries->count && status == OK; first += section.count) {
        struct entry *entry = &entries->entry[first];
        section = (struct section){.entry = entry, .count = entries_of_bench(entries, first)};
        section.chosen = choose(&section, first_results, first_problem);
        for (size_t i = 0; i < section.count; i++) {
            const struct named_problem *problem = section.entry[i].problem;
            section.has_inputs = section.has_inputs || problem->settings || problem->structure.file;
            section.has_error = section.has_error || problem->error;
        }
        section.parameters = entry->problem->parameters;
        header_identifier(section.upper, true, entry->problem, NULL, NULL);
        header_identifier(section.lower, false, entry->problem, NULL, NULL);
        status = entries_parameters(entry, section.count, &section.parameter, fault);
        if (status == OK) {
            header_names_add(&names, entry->problem, section.parameter);
            if (!sizes->compromise)
                make_groups(&section, entry, sizes->max_regret);
            print_section(file, &section, sizes->compromise);
            free_groups(&section);
        }
        header_parameters_free(section.parameter, section.parameters);
    }
    if (status == OK)
        status = header_names_check(&names, fault);
    return status;
}

/* The entries of the device of the macros, as read by --configs. */
static void print_rows(FILE *file, const struct entries *entries, const struct compute_device *device)
{
    FREED struct header_row *rows = allocate(entries->count * sizeof *rows);
    size_t count = 0;
    for (size_t i = 0; i < entries->count; i++)
        if (on_device(&entries->entry[i], device) && !entries->entry[i].left_out)
            rows[count++] = (struct header_row){entries->entry[i].problem, &entries->entry[i].best->result};
    fputs("\n/* The rows of GPUBENCH_DEVICE, for gpubench --configs:", file);
    header_rows_write(file, device, rows, count);
    fputs("*/\n", file);
}

enum status header_write(FILE *file, const struct results *const *results, size_t count,
                         const struct header_sizes *sizes, struct fault *fault)
{
    struct entries entries = entries_collect(results, count);
    enum status status = OK;
    if (!entries.count)
        status = fail(fault, INVALID, "the results have no best configuration of any bench");
    else if (sizes->compromise)
        status = compromise_take(&entries, sizes->compromise, sizes->notes, fault);
    if (status == OK) {
        bool imported = false;
        for (size_t i = 0; i < entries.count; i++)
            imported = imported || header_is_imported(&entries.entry[i]);
        print_head(file, &results[0]->context.device, imported);
        status = print_sections(file, &entries, results[0], sizes, fault);
        print_rows(file, &entries, &results[0]->context.device);
        fputs("\n#endif\n", file);
    }
    entries_free(&entries);
    return status;
}
