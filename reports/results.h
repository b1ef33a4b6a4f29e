/* What a run gave, in memory: where it was made, the problems it was given, and a row for each configuration that it
 * tried. Rows are numbers; the words that they stand for are the problem's. */
#pragma once

#include "reports/texts.h"
#include "tuner/result.h"

/* An option of a run that its rows depend on, without "--"; the value is "" where it takes none. */
struct run_option {
    char name[24], value[512];
};
enum { MAX_RUN_OPTIONS = 16 };

/* One of several alike devices that measured. */
struct run_device {
    int index;
    char uuid[sizeof((struct compute_device *)0)->uuid];
    char lost[128]; /* why it did not come back; "" */
    struct ceilings ceilings;
};

/* Whether two descriptions are of one kind of card, whatever its driver, which keeps some of the memory to itself. */
bool results_same_card(const struct compute_device *a, const struct compute_device *b);

/* Where and how a run was made. */
struct run_context {
    char version[32], commit[48], date[32], host[64], executable[256], command[4096], suites[256];
    char benchmark_version[32];
    uint64_t seed;
    uint64_t secret;  /* by which what was timed was verified; 0: not known, or the run is not over */
    double max_share; /* of a limit, that was believed on a GPU; 0: the usual one */
    uint32_t cpus, cpu_mhz;
    double load[3];
    uint32_t measuring; /* the way in which its times were taken: MEASURING, or an older one; 0: another program's */
    double timer_tick_ns, sample_start_ns, marker_ns;
    double wall_seconds, seconds[PHASES]; /* which are those of wall_seconds; all 0: not known */
    uint32_t compile_jobs;
    uint64_t compiled, cached; /* configurations' programs: made in this run, and found in the cache */
    bool interrupted;
    struct compute_device device; /* of several the first, as the others are but for index and UUID */
    struct ceilings ceilings;
    struct run_device devices[COMPUTE_MAX_DEVICES]; /* of which rows have the number, from 1; */
    size_t device_count;                            /* 0: there is one */
    struct {
        uint64_t part, of; /* of a run's spaces, counted from 1; 0 of 0: they are whole; 0 of more: several, merged */
        bool played_off;   /* the bests of which were measured again, on one device */
    } shard;
    bool has_options; /* all that were given are there; not of older files */
    struct run_option option[MAX_RUN_OPTIONS];
    size_t options;
};

/* What must be the same for a run to go on with the rows of another: names, and texts of what they are. */
struct run_identity {
    struct {
        char name[24], text[192];
    } part[26];
    size_t count; /* 0: not known */
};

/* What a suite's setting was. */
struct named_setting {
    char *name, *word; /* NULL: it is the number */
    double number;
};

/* What atoms of one element have in common: in angstrom, kcal/mol and g/mol. */
struct named_type {
    char *name;
    double sigma, epsilon, mass;
};

/* A file of atoms that stood for a problem's own. Types and the box are there where the problem takes them. */
struct named_structure {
    char *file; /* NULL: none */
    char *key;  /* of its content; NULL where it is not known */
    uint64_t atoms;
    bool sized;     /* which are the size of the problem */
    char *elements; /* the file that its types are from, as far as they are in it; or NULL */
    struct named_type *type;
    size_t types, type_capacity;
    double box[3]; /* periodic, in angstrom; zeros: none */
};

/* A parameter, and the words of its values in the order of the space. */
struct named_parameter {
    char *name;
    enum parameter_kind { KIND_NUMBERS, KIND_REALS, KIND_WORDS } kind;
    struct texts words;
};

/* A problem in words: what was given, and the space that was searched. */
struct named_problem {
    char *name; /* "cutoff/naive/n:200/cutoff:8": with what of its inputs is not as the suite has it; rows' begin so */
    char *suite, *bench;
    uint64_t size, seed;
    struct named_setting *setting;
    size_t settings, setting_capacity;
    struct named_structure structure;
    struct named_parameter *parameter;
    size_t parameters, parameter_capacity;
    struct texts figures, references; /* by the numbers that results have */
    uint32_t error;                   /* 0, or this one of the figures is the error of an answer, counted from 1 */
    double max_error;                 /* of those that may be best; 0: any */
    char *objective;                  /* what value the best has the least of, as an expression; NULL: a time */
    char *required;                   /* what has to be true of it; NULL: nothing */
    bool collected; /* an older file declares no space: this one is what its rows have, words by the alphabet */
    size_t family;  /* the number of its bench, of those that the results have */
    size_t first_row, last_row, best; /* its rows and its best, counted from 1; 0: none */
};

struct row {
    size_t problem; /* of the results' problems */
    struct result result;
    char *reason;    /* "" when OK */
    size_t next_row; /* of its problem, counted from 1; 0: none */
};

struct best_row {
    size_t problem;
    struct best best;
};

/* A part that merged results have: who ran it, when, on which device, and how many rows it had. */
struct merged_part {
    uint64_t part; /* its number, from 1 */
    char host[64], date[32], uuid[sizeof((struct compute_device *)0)->uuid];
    double wall_seconds;
    uint64_t rows;
    bool interrupted; /* it is not whole */
};

/* Rows are in the order in which they were found. */
struct results {
    struct run_context context;
    struct run_identity identity;
    struct named_problem *problems;
    size_t problem_count, problem_capacity;
    struct texts families, identities; /* what finds benches, by their numbers; and problems */
    struct row *rows;
    size_t count, capacity;
    bool several_suites; /* rows are of */
    struct best_row *best;
    size_t best_count, best_capacity;
    struct merged_part *part; /* by their numbers; of a run none */
    size_t parts, part_capacity;
};

/* ---- making ---- */

/* Adds a problem without a space, named "suite/bench/n:size", and gives its number. What is added later may move it. */
size_t results_add_problem(struct results *results, const char *suite, const char *bench, uint64_t size, uint64_t seed);

/* Adds "/key:word" to a problem's name. */
void problem_add_name(struct named_problem *problem, const char *key, const char *word);
void problem_add_setting(struct named_problem *problem, const char *name, const char *word, double number);
void problem_add_type(struct named_problem *problem, const char *name, double sigma, double epsilon, double mass);
struct named_parameter *problem_add_parameter(struct named_problem *problem, const char *name,
                                              enum parameter_kind kind);

void results_add(struct results *results, size_t problem, const struct result *result, const char *reason);

/* The same, or replaces the row that has the same key (row_key); `keys` are those of all rows, by their numbers. Gives
 * the row, which what is added later may move. */
struct row *results_put(struct results *results, struct texts *keys, size_t problem, const struct result *result,
                        const char *reason);

/* Finds the rows of each problem again, after some were moved. */
void results_link(struct results *results);
void results_add_best(struct results *results, size_t problem, const struct best *best);
void results_free(struct results *results);
void problem_free(struct named_problem *problem); /* of no results */
void problem_clear_structure(struct named_problem *problem);

/* Takes the problems of another's results, their rows and their bests, behind its own. */
void results_move(struct results *results, struct results *from);

/* Takes the spaces away: of a row's configuration is left that there was one. */
void results_forget_spaces(struct results *results);

/* ---- asking ---- */

/* The first problem of that suite, bench and size; SIZE_MAX if there is none. */
size_t results_problem(const struct results *results, const char *suite, const char *bench, uint64_t size);

/* The best of a problem, or NULL. */
const struct best_row *results_best(const struct results *results, size_t problem);

/* The rows of a problem in their order: the first, and that behind another; NULL where there is none; how many. */
const struct row *results_first(const struct results *results, size_t problem);
const struct row *results_next(const struct results *results, const struct row *row);
size_t results_rows(const struct results *results, size_t problem);

/* What rows of the same configuration, or reference, of one problem have alike, and no others. */
struct row_key {
    char text[72];
};
struct row_key row_key(size_t problem, const struct result *result);

/* The position of the value of parameter number `p` in configuration `index`, and its word. */
size_t problem_position(const struct named_problem *problem, uint64_t index, size_t p);
const char *problem_word(const struct named_problem *problem, uint64_t index, size_t p);

/* The index of a list of positions, one a parameter; false if the space has more than 64 bits can number. */
bool problem_index(const struct named_problem *problem, const size_t *positions, uint64_t *index);

/* The name of a reference, counted from 1. */
const char *problem_reference(const struct named_problem *problem, uint32_t reference);

/* How many parameters stand in a row's name: none for a row of its bench as a whole. */
size_t row_parameters(const struct named_problem *problem, const struct result *result);

/* Whether a row was measured: OK, and its times are finite numbers, the median above 0. */
bool row_timed(const struct result *result);

/* Whether a row is a configuration with a time. */
bool row_measured(const struct row *row);

/* Whether a time may stand in a header: on a GPU none that is above what a run believes of its limit. */
bool row_plausible(const struct run_context *context, const struct result *result);

/* The error of a configuration's answer; NAN where its bench has none, or it is not known. */
double row_error(const struct named_problem *problem, const struct result *result);

/* Whether a configuration may be the best, as far as its error and what is required are concerned. */
bool row_acceptable(const struct named_problem *problem, const struct result *result);

/* "--density 0.1 --workload water --input x.pqr": what describes the inputs, as a run would be told it; "" for nothing.
 * The caller frees it. */
char *problem_options(const struct named_problem *problem);

/* Whether it is what --unverified made of a problem: nothing says what is right. */
bool setting_is_unverified(const struct named_setting *setting);

/* "reduction/sum_1d_f32/n:1048576/BLOCK_SIZE:128/LOAD:striped": a row's name in files, which its problem's begins. The
 * caller frees it. */
char *row_name(const struct named_problem *problem, const struct result *result);

/* A problem's setting of a name; NULL if it has none such. */
const struct named_setting *problem_find_setting(const struct named_problem *problem, const char *name);

/* Whether what both say of their inputs is the same: one run may have both. */
bool inputs_agree(const struct named_problem *a, const struct named_problem *b);

/* The order of what describes the inputs of two problems, as strcmp has it: their settings, and the content of their
 * structures, or where that is not known its file. A setting that only one has counts if its name says it: it is not as
 * the suite has it. Not the seed: what is best does not depend on it. */
int problem_compare_inputs(const struct named_problem *a, const struct named_problem *b);

/* The same suite and bench; and the same size and inputs, too. */
bool same_bench(const struct named_problem *a, const struct named_problem *b);
bool same_problem(const struct named_problem *a, const struct named_problem *b);

/* The problems in an order in which those that are the same stand side by side; the caller frees the array. And where
 * those that are the same as a problem begin, or would. */
const struct named_problem **problems_sorted(const struct results *results);
size_t problems_find(const struct named_problem *const *sorted, size_t count, const struct named_problem *problem);
