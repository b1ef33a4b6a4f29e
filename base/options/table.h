/* The table of options, the source of parsing, help, the options passed to other programs and workers, and a run's
 * identity. */
#pragma once

#include "base/options/options.h"

/* Properties of an option: which other options exclude it, and where it is passed. */
enum {
    OF_SEARCH = 1,    /* selects what is searched, or how */
    OF_TIMES = 2,     /* of measuring */
    OF_WHOLE = 4,     /* of a run that is not resumed */
    OF_LEAVING = 8,   /* of stopping a configuration early */
    OF_TABLE = 16,    /* selects another table */
    IN_IDENTITY = 32, /* --resume only continues with rows of the same value */
    IN_ROWS = 64,     /* a row depends on it */
    TO_WORKERS = 128, /* is passed to workers */
    OF_SIZES = 256,   /* how a header treats several sizes */
};

/* Two options may have the same name if no verb takes both. */
struct option {
    const char *name;     /* "--size" */
    const char *argument; /* placeholder of its value; NULL: one of its words, or none */
    enum option_kind {
        OPTION_FLAG,
        OPTION_TEXT,
        OPTION_PAIR, /* of texts */
        OPTION_SET,
        OPTION_TEXTS,
        OPTION_WHOLE,
        OPTION_NUMBER,
        OPTION_SHARE,
        OPTION_SECONDS,
        OPTION_BUDGET,
        OPTION_SHARD,
        OPTION_DEVICES,
        OPTION_BYTES,
        OPTION_WORD,
        OPTION_SECRET,
        OPTION_TARGETS,
        OPTION_OWN,
        OPTION_HELP,
        OPTION_VERSION
    } kind;
    size_t place;   /* offset in struct options */
    unsigned forms; /* that take it, a bit per form */
    unsigned flags;
    enum group {
        GROUP_WHAT,
        GROUP_WHERE,
        GROUP_SEARCH,
        GROUP_TIMES,
        GROUP_FILES,
        GROUP_VERB
    } group; /* section of a run's help */
    const char *help;

    const char *wanted;       /* the valid values, for an error */
    double least, most;       /* range of a number */
    const char *const *words; /* in the order of their enum, ended by NULL; "" cannot be given */
    unsigned excludes;        /* options with these flags are excluded, */
    const char *because;      /* for this reason: it "searches nothing" */
    const char *needs;        /* an option that it requires */
    char letter;              /* short form: 'o' for -o; or 0 */
};
extern const struct option options_table[]; /* ended by a row without a name */

/* The table row of all options of suites. */
extern const struct option options_own;

struct form_row {
    const char *verb;   /* "compare"; "": a run */
    const char *select; /* the option or word that selects it: "--run", "add"; NULL: no other form is selected */
    const char *usage;  /* text after the program's name */
    const char *does;   /* description in the verb's help */
    size_t least, most; /* numbers of words that belong to no option; */
    const char *noun;   /* what these words are */
};
extern const struct form_row options_forms[FORMS]; /* forms of a verb are adjacent */

struct verb_row {
    const char *name, *summary;
    const char *examples[4];
};
extern const struct verb_row options_verbs[]; /* a run, whose verb is "", comes first; the last has no name */

/* Stores an option's text, or the two of a PAIR, in `options`. NULL, or the valid values, until the next call. */
const char *option_take(const struct option *option, struct options *options, const char *const *text);

/* An option's value as text; "default" if it has none. */
void option_text(const struct option *option, const struct options *options, char *text, size_t size);

/* The placeholder of an option's value: "FILE", "cold|warm", until the next call; NULL: it takes no value. */
const char *option_argument(const struct option *option);
