/* A command line, as the table of options (base/options/table.h) parses it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What can be asked for: the forms of each verb. */
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

/* Of an option that may be given several times. */
struct option_texts {
    const char *text[MAX_SETS];
    size_t count;
};

/* Words that options take, in the order of the table's; the first is what it is where none is given. */
enum { CACHE_DEFAULT, CACHE_COLD, CACHE_WARM };
enum { CEILINGS_AUTO, CEILINGS_KEPT, CEILINGS_OFF };
enum { READER_NONE, READER_GPUBENCH, READER_GBENCH, READER_NVBENCH };
enum { TIME_NONE, TIME_REAL, TIME_CPU };

/* What is not given is 0, but where another value stands behind it. */
struct options {
    enum form form;
    int argc;
    char **argv;
    char **word; /* what belongs to no option, in argv */
    size_t words;
    struct given {
        const struct option *option;
        const char *name, *text; /* "--size"; "1000", or NULL where it takes nothing */
    } given[MAX_GIVEN];          /* in the order in which they were first given */
    size_t givens;

    const char *suites, *bench, *size, *backend /* "auto" */, *strategy, *kernels;
    const char *spec;     /* a file with a kernel of a user's */
    const char *like;     /* results of another device or size */
    const char *configs;  /* a file, whose rows are measured again, compared or checked */
    const char *input;    /* a structure */
    const char *elements; /* a file of their parameters */
    const char *out;      /* what is written: results, a header, a page */
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
        uint64_t number, of; /* 0 of 0: all of it */
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
    const char *pair[2]; /* programs, or commands */
    const char *json_file, *markdown, *annotations, *accepted, *targets;
    unsigned reader, time;
    bool strict;
    const char *entry, *name, *language, *group, *groups, *bytes, *flops; /* of a kernel that is tuned */
    const char *reference_library;
    bool unverified;
    const char *confirm, *confirm_build; /* commands of the user's program */
    uint64_t confirm_blocks;
    bool profile;
    bool compile_only;
    const char *arch;              /* for what: a target, or a file that describes a device */
    bool exported;                 /* a device is to be */
    const char *key;               /* a file, by which a cache's export is signed */
    bool not_signed;               /* what is not is taken, too */
    const char *init, *write_spec; /* a kernel, of which a first spec is made; the spec that options come to */
    struct option_texts parameters, conditions, arguments, checks;
    double tolerance;   /* -1 */
    uint64_t older, to; /* days, bytes; NO_NUMBER */
};

/* What a program adds to the table: options of its suites, and which names are suites'. */
struct own_options {
    struct own_option {
        const char *name, *argument; /* "--density", "NUMBER" */
    } option[MAX_OWN];
    size_t count;
    bool (*is_suite)(const void *user, const char *name);
    const void *user;
};

/* What a command line comes to. OPTIONS_DONE: help or the version was printed, and nothing is left to do. */
enum options_outcome { OPTIONS_RUN, OPTIONS_DONE, OPTIONS_WRONG };

/* Parses a command line, argv[0] of which is the program. Options may stand before and behind other words, until "--";
 * of one that is given twice the last counts, but for --set. One line on stderr where it is wrong. `options` has texts
 * of argv, whose order changes, and names of `own`. */
enum options_outcome options_parse(struct options *options, int argc, char **argv, const struct own_options *own);

/* Whether an option was given, by its name ("--size"); and its text, or NULL. */
bool options_given(const struct options *options, const char *name);
const char *options_text_of(const struct options *options, const char *name);

/* What was given that a run takes, too, as words, "--size" and "1000": of options with any of the flags of table.h (0:
 * of all), and without any of others. NULL stands behind the last. Returns how many they are, at most `most`. */
size_t options_words(const struct options *options, unsigned with, unsigned without, const char **word, size_t most);

/* Whether suites can have no option of that name ("seed"): one has it that stands beside theirs, or may. */
bool options_known(const char *name);

/* Whether a row depends on a run's option of that name, so that the row's command repeats it. */
bool options_repeated(const char *name);

/* Prints help: of a verb; of the program, for NULL. False where there is no such verb. */
bool options_help(const char *verb);

/* Prints how to begin with a verb, to stderr; false where nothing is to be said of that. */
bool options_begin(const char *verb);

/* Prints what there is, in a few lines, to stderr. */
void options_usage(void);
