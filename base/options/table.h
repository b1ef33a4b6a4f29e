/* The one table of options: parsing, help, what other programs and workers are given, and what a run's identity is, are
 * made of it. */
#pragma once

#include "base/options/options.h"

/* What an option is of, and so what others exclude; and where it goes. */
enum {
    OF_SEARCH = 1,    /* says what is searched, or how */
    OF_TIMES = 2,     /* of what is measured */
    OF_WHOLE = 4,     /* of a run that is not resumed */
    OF_LEAVING = 8,   /* of leaving a configuration early */
    OF_TABLE = 16,    /* another table */
    IN_IDENTITY = 32, /* --resume goes on only with rows for which it was the same */
    IN_ROWS = 64,     /* a row depends on it */
    TO_WORKERS = 128, /* workers are given it */
    OF_SIZES = 256,   /* how a header has several sizes */
};

/* Two may have one name, where no verb takes both. */
struct option {
    const char *name;     /* "--size" */
    const char *argument; /* what stands behind it; NULL: one of its words, or nothing */
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
    size_t place;   /* in struct options */
    unsigned forms; /* that take it: a bit for each */
    unsigned flags;
    enum group {
        GROUP_WHAT,
        GROUP_WHERE,
        GROUP_SEARCH,
        GROUP_TIMES,
        GROUP_FILES,
        GROUP_VERB
    } group; /* of a run's help */
    const char *help;

    const char *wanted;       /* what it takes, for who gives something else */
    double least, most;       /* of a number */
    const char *const *words; /* in the order of their enum, ended by NULL; one that is "" cannot be given */
    unsigned excludes;        /* options that are of these, */
    const char *because;      /* as it "searches nothing" */
    const char *needs;        /* another option */
    char letter;              /* it is also written -o; or 0 */
};
extern const struct option options_table[]; /* ended by one without a name */

/* The option of which those of suites are, whatever their names. */
extern const struct option options_own;

struct form_row {
    const char *verb;   /* "compare"; "": a run */
    const char *select; /* what chooses it: "--run", "add"; NULL: that nothing else is chosen */
    const char *usage;  /* what stands behind the program's name */
    const char *does;   /* for the help of its verb */
    size_t least, most; /* words that belong to no option; */
    const char *noun;   /* which are these */
};
extern const struct form_row options_forms[FORMS]; /* those of a verb follow each other */

struct verb_row {
    const char *name, *summary;
    const char *examples[4];
};
extern const struct verb_row options_verbs[]; /* a run, which nobody says; then the others, until one without a name */

/* Gives `options` the text of an option, or the two of a PAIR. NULL, or what it takes: until the next call. */
const char *option_take(const struct option *option, struct options *options, const char *const *text);

/* What it has, as text; "default" where it has nothing. */
void option_text(const struct option *option, const struct options *options, char *text, size_t size);

/* What stands behind it: "FILE", "cold|warm", until the next call; NULL: nothing. */
const char *option_argument(const struct option *option);
