/* The options of a run. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "cli/given.h"
#include "tuner/registry.h"
#include "tuner/result.h"
#include "tuner/suite.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_SETS = 32 };

struct options {
    const char *suites, *bench, *size, *backend, *out, *header, *samples, *kernels, *strategy;
    const char *configs;       /* a results file, whose rows are pinned; or NULL */
    const char *input;         /* a structure; or NULL */
    const char *elements;      /* a file of their parameters; or NULL */
    const char *set[MAX_SETS]; /* "PARAM=V,V", in the order given */
    size_t sets;
    struct {
        const char *name, *text;
    } setting[MAX_SETS]; /* of suites (tuner/inputs.h), and units of their sizes, in the order given */
    size_t settings;
    struct given given;                /* what its rows depend on, as it was said */
    int device;                        /* -1: not given */
    double budget_seconds, time_limit; /* 0: not given */
    uint64_t budget_count, seed;
    unsigned jobs; /* 0: not given */
    enum { CACHE_DEFAULT, CACHE_COLD, CACHE_WARM } cache;
    enum { CEILINGS_AUTO, CEILINGS_KEPT, CEILINGS_OFF } ceilings;
    enum sampling sampling; /* SAMPLING_OPEN: not given */
    enum objective objective;
    bool json;                                          /* the results on stdout, instead of the table */
    bool verify_only, measure_all, disassemble, seeded; /* seeded: --seed is given */
    bool resume;                                        /* the rows of a run that was killed are not measured again */
    bool defaults;                                      /* what is pinned is the default, whatever the file has */
    size_t blocks;                                      /* of what is pinned; 0: not given */
    double until;                                       /* a share of the limit; 0: not given */
    double confidence;                                  /* of leaving a configuration early; 0: not given */
    double max_error;                                   /* of the best; 0: not given */
    double max_share;                                   /* of a limit that is believed; 0: not given */
    uint64_t secret;                                    /* of an earlier run; 0: not given */
};

/* What options_parse found; OPTIONS_DONE: the help or the version was printed and nothing is left to do. */
enum options_outcome { OPTIONS_RUN, OPTIONS_DONE, OPTIONS_WRONG };

/* Parses a run's arguments; the settings of all suites are options too, and the units of sizes. Errors go to stderr,
 * one line each. */
enum options_outcome options_parse(int argc, char **argv, const struct registry *registry, struct options *options);

/* Whether a run, or another verb, has an option --NAME that is no setting of a suite. */
bool options_known(const char *name);

/* Whether an option of a run, written so ("--resume", or as much of it as no other option begins with), takes no value.
 */
bool options_alone(const char *word);

/* Whether --UNIT is another name of --size for a bench: where its unit is one word, in small letters, and neither an
 * option's name nor that of a setting of its suite. */
bool options_sizes(const struct suite *suite, const struct bench *bench);

/* The whole help, to stdout. */
void options_help(void);

#endif
