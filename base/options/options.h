/* A parsed command line; its options are the table's (base/options/table.h). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The forms of each verb. */
enum form {
    FORM_RUN,
    FORM_LIST,
    FORM_LIST_CHECK,
    FORM_LIST_TESTS,
    FORM_LIST_STRATEGIES,
    FORM_DEVICES,
    FORM_DEVICES_EXPORT,
    FORM_HEADER,
    FORM_HEADER_CHECK,
    FORM_MERGE,
    FORM_TABLE,
    FORM_REPORT,
    FORM_REPORT_PLOT,
    FORM_EXPORT,
    FORM_EXPORT_LIST,
    FORM_IMPORT,
    FORM_COMPARE,
    FORM_COMPARE_RUN,
    FORM_COMPARE_COMMANDS,
    FORM_COMPARE_STATIC,
    FORM_HISTORY_ADD,
    FORM_HISTORY_CHECK,
    FORM_HISTORY_SHOW,
    FORM_SIMULATE,
    FORM_TUNE,
    FORM_TUNE_SPEC,
    FORM_TUNE_INIT,
    FORM_CACHE,
    FORM_CACHE_PRUNE,
    FORM_CACHE_EXPORT,
    FORM_CACHE_IMPORT,
    FORMS
};

enum { MAX_SETS = 32, MAX_OWN = 64, MAX_GIVEN = 100, MAX_TARGETS = 16 };
#define NO_NUMBER UINT64_MAX

/* The values of an option that may be given several times. */
struct option_texts {
    const char *text[MAX_SETS];
    size_t count;
};

/* Values of options, in the order of the table's words; the first is the default. */
enum { CACHE_DEFAULT, CACHE_COLD, CACHE_WARM };
enum { CEILINGS_AUTO, CEILINGS_KEPT, CEILINGS_OFF };
enum { READER_NONE, READER_GPUBENCH, READER_GBENCH, READER_NVBENCH };
enum { TIME_NONE, TIME_REAL, TIME_CPU };

/* An option that is not given is 0, unless another default is noted. */
struct options {
    enum form form;
    int argc;
    char **argv;
    char **word; /* words that belong to no option, in argv */
    size_t words;
    struct given {
        const struct option *option;
        const char *name, *text; /* "--size"; "1000", or NULL if it takes no value */
    } given[MAX_GIVEN];          /* in the order in which they were first given */
    size_t givens;

    const char *suites, *bench, *size, *backend /* "auto" */, *strategy, *kernels;
    const char *spec;     /* a file that describes a user's kernel */
    const char *like;     /* results of another device or size */
    const char *configs;  /* a file, whose rows are measured again, compared or checked */
    const char *input;    /* a structure */
    const char *elements; /* a file of their parameters */
    const char *out;      /* output file: results, a header, a page */
    const char *header, *samples;
    const char *set[MAX_SETS]; /* "PARAMETER=V,V", in the order given */
    size_t sets;
    struct {
        const char *name, *text; /* "density", "0.8" */
    } setting[MAX_OWN];          /* of suites: settings (tuner/suite.h), and units of their sizes */
    size_t settings;
    const char *device; /* "0", "0,2", "GPU-12ab", "all"; NULL: any */
    struct budget_option {
        double seconds;
        uint64_t count;
    } budget;
    struct shard_option {
        uint64_t number, of; /* 0 of 0: the whole space */
    } shard;
    double time_limit; /* seconds */
    uint64_t seed;     /* 1 */
    uint64_t repeat;   /* 100 */
    uint64_t jobs, blocks, secret;
    unsigned cache, ceilings;
    unsigned sampling; /* enum sampling */
    const char *objective, *require;
    bool json, verify_only, measure_all, resume, overwrite, defaults;
    double until, confidence, max_error, max_share;

    double max_regret;   /* -1 */
    unsigned compromise; /* enum compromise */
    const char *format, *commit, *front, *plot, *problem, *history, *doubts;
    bool effects, here, check, tests, strategies, list;
    bool in_full;        /* instead of one line per result or bench */
    const char *pair[2]; /* programs, or commands */
    const char *json_file, *markdown, *annotations, *accepted, *targets;
    unsigned reader, time;
    bool strict, across_devices;
    const char *entry, *name, *language, *group, *groups, *bytes, *flops; /* of the kernel to tune */
    const char *reference_library;
    bool unverified;
    const char *confirm, *confirm_build; /* commands of the user's program */
    uint64_t confirm_blocks;
    bool profile;
    bool compile_only;
    const char *arch;              /* a target, or a file that describes a device */
    bool exported;                 /* export a device */
    const char *key;               /* a key file, which signs the export of a cache */
    bool not_signed;               /* accept unsigned archives */
    const char *init, *write_spec; /* a kernel to write a first spec for; where to write the spec of the options */
    struct option_texts parameters, conditions, arguments, checks;
    double tolerance;   /* -1 */
    uint64_t older, to; /* days, bytes; NO_NUMBER */
};

/* A program's additions to the table: options of its suites, and a test whether a name is a suite's. */
struct own_options {
    struct own_option {
        const char *name, *argument; /* "--density", "NUMBER" */
    } option[MAX_OWN];
    size_t count;
    bool (*is_suite)(const void *user, const char *name);
    const void *user;
};

/* The outcome of parsing. OPTIONS_DONE: help or the version was printed, nothing more to do. */
enum options_outcome { OPTIONS_RUN, OPTIONS_DONE, OPTIONS_WRONG };

/* Parses a command line; argv[0] is the program. Options may come before and after other words, until "--"; the last of
 * a repeated option counts, except --set. One line on stderr on an error. `options` refers to texts of argv, whose
 * order changes, and to names of `own`. */
enum options_outcome options_parse(struct options *options, int argc, char **argv, const struct own_options *own);

/* Whether an option was given, by name ("--size"); and its text, or NULL. */
bool options_given(const struct options *options, const char *name);
const char *options_text_of(const struct options *options, const char *name);

/* The given options that a run also takes, as words, "--size" and "1000": those with any of the flags `with` of table.h
 * (0: all), and none of `without`. A NULL ends them. Returns their number, at most `most`. */
size_t options_words(const struct options *options, unsigned with, unsigned without, const char **word, size_t most);

/* Whether a suite's option cannot have this name ("seed"): an option that can be given beside it has the name. */
bool options_known(const char *name);

/* Whether a row depends on a run's option of that name, so that the row's command repeats it. */
bool options_repeated(const char *name);

/* Prints the help of a verb, or of the program for NULL. False if there is no such verb. */
bool options_help(const char *verb);

/* Prints to stderr how to start with a verb; false if there is nothing to print. */
bool options_begin(const char *verb);

/* Prints a usage summary of a few lines to stderr. */
void options_usage(void);
