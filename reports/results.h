/* The results of a run in memory: its context, its problems, and a row for each configuration tried. Rows hold numbers;
 * the problem has the words that they index. */
#pragma once

#include "reports/texts.h"
#include "tuner/result.h"

/* An option of a run that affects its rows, without "--"; the value is "" for a flag. */
struct run_option {
    char name[24], value[512];
};
enum { MAX_RUN_OPTIONS = 16 };

/* One of several devices of the same kind in a run. */
struct run_device {
    int index;
    char uuid[sizeof((struct compute_device *)0)->uuid];
    char lost[128]; /* why it was lost; "" */
    struct ceilings ceilings;
};

/* Whether two descriptions are of the same kind of card, with any driver, which may reserve some of the memory. */
bool results_same_card(const struct compute_device *a, const struct compute_device *b);

/* Where and how a run was made. */
struct run_context {
    char version[32], commit[48], date[32], host[64], executable[256], command[4096], suites[256];
    char benchmark_version[32];
    uint64_t seed;
    uint64_t secret;  /* seed of the verification of timed runs; 0: unknown, or the run is not over */
    double max_share; /* the largest share of a limit accepted on a GPU; 0: the usual one */
    uint32_t cpus, cpu_mhz;
    double load[3];
    uint32_t measuring; /* the definition of its times: MEASURING, or an older one; 0: another program's */
    double timer_tick_ns, sample_start_ns, marker_ns;
    double wall_seconds, seconds[PHASES]; /* the parts of wall_seconds; all 0: unknown */
    uint32_t compile_jobs;
    uint64_t compiled, cached; /* programs of configurations: compiled in this run, and found in the cache */
    bool interrupted;
    struct compute_device device; /* the first of several, which differ only by index and UUID */
    struct ceilings ceilings;
    struct run_device devices[COMPUTE_MAX_DEVICES]; /* rows refer to them by number, from 1; */
    size_t device_count;                            /* 0: there is one */
    struct {
        uint64_t part, of; /* of a run's spaces, from 1; 0 of 0: whole; 0 of more: several, merged */
        bool played_off;   /* its bests were measured again, on one device */
    } shard;
    bool has_options; /* all given options are recorded; false for older files */
    struct run_option option[MAX_RUN_OPTIONS];
    size_t options;
};

/* What must be equal for a run to continue with the rows of another: names and values. */
struct run_identity {
    struct {
        char name[24], text[192];
    } part[26];
    size_t count; /* 0: unknown */
};

/* The value of a suite's setting. */
struct named_setting {
    char *name, *word; /* NULL: it is the number */
    double number;
};

/* The properties of atoms of one element: in angstrom, kcal/mol and g/mol. */
struct named_type {
    char *name;
    double sigma, epsilon, mass;
};

/* A file of atoms used in place of a problem's own inputs. Types and the box are set if the problem uses them. */
struct named_structure {
    char *file; /* NULL: none */
    char *key;  /* of its content; NULL: unknown */
    uint64_t atoms;
    bool sized;     /* these are the size of the problem */
    char *elements; /* the file of its types, as far as it has them; or NULL */
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

/* A problem in words: its inputs, and the search space. */
struct named_problem {
    char *name; /* "cutoff/naive/n:200/cutoff:8": with inputs that differ from the suite's; begins rows' names */
    char *suite, *bench;
    uint64_t size, seed;
    struct named_setting *setting;
    size_t settings, setting_capacity;
    struct named_structure structure;
    struct named_parameter *parameter;
    size_t parameters, parameter_capacity;
    struct texts figures, references; /* by their numbers in the results */
    uint32_t error;   /* 0, or the number of the figure that is the error of an answer, counted from 1 */
    double max_error; /* of an acceptable best; 0: any */
    char *objective;  /* the expression that the best minimises; NULL: a time */
    char *required;   /* the condition on the best; NULL: none */
    bool collected;   /* older files declare no space: this is collected from the rows, words sorted */
    size_t family;    /* the number of its bench among those of the results */
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

/* A part of merged results: who ran it, when, on which devices, and its number of rows. */
struct merged_part {
    uint64_t part;  /* its number, from 1 */
    size_t devices; /* if it had several, of which `uuid` is the first: their UUIDs */
    char device[COMPUTE_MAX_DEVICES][sizeof((struct compute_device *)0)->uuid];
    char host[64], date[32], uuid[sizeof((struct compute_device *)0)->uuid];
    double wall_seconds;
    uint64_t rows;
    bool interrupted; /* it is not whole */
};

/* Rows are in the order of the run; of a finished one bench by bench. */
struct results {
    struct run_context context;
    struct run_identity identity;
    struct named_problem *problems;
    size_t problem_count, problem_capacity;
    struct texts families, identities; /* indices of benches, by their numbers; and of problems */
    struct row *rows;
    size_t count, capacity;
    bool several_suites; /* the rows are of several */
    struct best_row *best;
    size_t best_count, best_capacity;
    struct merged_part *part; /* by their numbers; empty for a single run */
    size_t parts, part_capacity;
};

/* ---- making ---- */

/* Adds a problem without a space, named "suite/bench/n:size", and returns its number. Later additions may move it. */
size_t results_add_problem(struct results *results, const char *suite, const char *bench, uint64_t size, uint64_t seed);

/* Adds "/key:word" to a problem's name. */
void problem_add_name(struct named_problem *problem, const char *key, const char *word);
void problem_add_setting(struct named_problem *problem, const char *name, const char *word, double number);
void problem_add_type(struct named_problem *problem, const char *name, double sigma, double epsilon, double mass);
struct named_parameter *problem_add_parameter(struct named_problem *problem, const char *name,
                                              enum parameter_kind kind);

void results_add(struct results *results, size_t problem, const struct result *result, const char *reason);

/* The same, or replaces the row with the same key (row_key); `keys` are those of all rows, by their numbers. Returns
 * the row, which later additions may move. */
struct row *results_put(struct results *results, struct texts *keys, size_t problem, const struct result *result,
                        const char *reason);

/* Rebuilds the lists of rows of each problem, after some were moved. */
void results_link(struct results *results);
void results_add_best(struct results *results, size_t problem, const struct best *best);

/* Puts the rows and the bests in the order of their problems; those of one stay in their order. Keys of results_put are
 * no longer valid. */
void results_arrange(struct results *results);
void results_free(struct results *results);
void problem_free(struct named_problem *problem); /* one that belongs to no results */
void problem_clear_structure(struct named_problem *problem);

/* Appends another's problems, rows and bests, and leaves it empty. */
void results_move(struct results *results, struct results *from);

/* Removes the spaces: of a row's configuration only its presence is kept. */
void results_forget_spaces(struct results *results);

/* ---- queries ---- */

/* The first problem of that suite, bench and size; SIZE_MAX if there is none. */
size_t results_problem(const struct results *results, const char *suite, const char *bench, uint64_t size);

/* The best of a problem, or NULL. */
const struct best_row *results_best(const struct results *results, size_t problem);

/* The rows of a problem in their order: the first, and the next; NULL at the end; and their number. */
const struct row *results_first(const struct results *results, size_t problem);
const struct row *results_next(const struct results *results, const struct row *row);
size_t results_rows(const struct results *results, size_t problem);

/* Equal for rows of the same configuration, or reference, of one problem, and for no others. */
struct row_key {
    char text[72];
};
struct row_key row_key(size_t problem, const struct result *result);

/* The position of the value of parameter number `p` in configuration `index`, and its word. */
size_t problem_position(const struct named_problem *problem, uint64_t index, size_t p);
const char *problem_word(const struct named_problem *problem, uint64_t index, size_t p);

/* The index of a list of positions, one per parameter; false if it exceeds 64 bits. */
bool problem_index(const struct named_problem *problem, const size_t *positions, uint64_t *index);

/* The name of a reference, counted from 1. */
const char *problem_reference(const struct named_problem *problem, uint32_t reference);

/* The number of parameters in a row's name: 0 for a row of its bench as a whole. */
size_t row_parameters(const struct named_problem *problem, const struct result *result);

/* Whether a row was measured: OK, and its times are finite numbers, the median above 0. */
bool row_timed(const struct result *result);

/* Whether a row is a configuration with a time. */
bool row_measured(const struct row *row);

/* Whether a time may be used in a header: on a GPU not above the share of its limit that the run accepts. */
bool row_plausible(const struct run_context *context, const struct result *result);

/* The error of a configuration's answer; NAN if its bench has none, or it is unknown. */
double row_error(const struct named_problem *problem, const struct result *result);

/* Whether a configuration may be the best by its error and the required condition. */
bool row_acceptable(const struct named_problem *problem, const struct result *result);

/* "--density 0.1 --workload water --input x.pqr": the inputs as options of a run; "" without any. The caller frees
 * it. */
char *problem_options(const struct named_problem *problem);

/* Whether it records --unverified: results are not checked. */
bool setting_is_unverified(const struct named_setting *setting);

/* "reduction/sum_1d_f32/n:1048576/BLOCK_SIZE:128/LOAD:striped": a row's name in files, which begins with its problem's.
 * The caller frees it. */
char *row_name(const struct named_problem *problem, const struct result *result);

/* A problem's setting by its name; NULL if it has none. */
const struct named_setting *problem_find_setting(const struct named_problem *problem, const char *name);

/* Whether the inputs recorded in both agree: one run may have both. */
bool inputs_agree(const struct named_problem *a, const struct named_problem *b);

/* Orders the inputs of two problems, like strcmp: by settings, and by the content of structures, or the file if that is
 * unknown. A setting of only one problem counts if the name has it, as it then differs from the suite's. The seed does
 * not count: the best does not depend on it. */
int problem_compare_inputs(const struct named_problem *a, const struct named_problem *b);

/* Whether suite and bench are the same; and size and inputs, too. */
bool same_bench(const struct named_problem *a, const struct named_problem *b);
bool same_problem(const struct named_problem *a, const struct named_problem *b);

/* The problems sorted so that equal ones are adjacent; the caller frees the array. And the position where those equal
 * to a problem begin, or would. */
const struct named_problem **problems_sorted(const struct results *results);
size_t problems_find(const struct named_problem *const *sorted, size_t count, const struct named_problem *problem);
