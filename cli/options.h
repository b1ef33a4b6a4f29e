/* The options of a run. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_SETS = 32 };

struct options {
    const char *suites, *bench, *size, *backend, *out, *header, *kernels, *strategy;
    const char *input;         /* a structure; or NULL */
    const char *set[MAX_SETS]; /* "PARAM=V,V", in the order given */
    size_t sets;
    struct {
        const char *name, *text;
    } setting[MAX_SETS]; /* of suites (tuner/inputs.h), in the order given */
    size_t settings;
    int device;                        /* -1: not given */
    double budget_seconds, time_limit; /* 0: not given */
    uint64_t budget_count, seed;
    unsigned jobs; /* 0: not given */
    enum { CACHE_DEFAULT, CACHE_COLD, CACHE_WARM } cache;
    enum { CEILINGS_AUTO, CEILINGS_KEPT, CEILINGS_OFF } ceilings;
    double until; /* a share of the limit; 0: not given */
};

/* What options_parse found; OPTIONS_DONE: the help or the version was printed and nothing is left to do. */
enum options_outcome { OPTIONS_RUN, OPTIONS_DONE, OPTIONS_WRONG };

/* Parses a run's arguments. Errors go to stderr, one line each. */
enum options_outcome options_parse(int argc, char **argv, struct options *options);

/* The short usage, to stderr; and the whole help, to stdout. */
void options_usage(void);
void options_help(void);

/* A whole number in [least, most]: false, without a message, if the text is anything else. */
bool parse_whole(const char *text, uint64_t least, uint64_t most, uint64_t *value);

/* "99%" or "0.99": a share, above 0 and at most 1. */
bool parse_share(const char *text, double *share);

/* "60s", "5m", "1h": seconds; "200": a count. */
bool parse_budget(const char *text, double *seconds, uint64_t *count);

#endif
