/* The verbs of the command line, one file each; each returns the exit status. */
#pragma once

#include "base/options/options.h"
#include "tuner/registry.h"

int verb_run(const struct registry *registry, struct options *options);
int verb_tune(const struct registry *registry, struct options *options);      /* of a kernel, described by options */
int verb_tune_spec(const struct registry *registry, struct options *options); /* tune --spec */
int verb_tune_init(const struct registry *registry, struct options *options); /* tune --init */

/* A run whose registry was made of these arguments, ended by NULL; its workers get them, too. */
int run_registered(const struct registry *registry, const char *const *arguments, struct options *options);

/* Prints a spec's warnings, or those for no spec (NULL), to stderr. */
struct spec;
void print_warnings(const struct spec *spec);
int verb_list(const struct registry *registry, struct options *options);
int verb_check(const struct registry *registry, struct options *options);      /* list --check */
int verb_tests(const struct registry *registry, struct options *options);      /* list --tests */
int verb_strategies(const struct registry *registry, struct options *options); /* list --strategies */
int verb_list_json(const struct registry *registry, const char *suite);        /* list --json; NULL: all suites */
int verb_devices(const struct registry *registry, struct options *options);
int verb_cache(const struct registry *registry, struct options *options);
int verb_cache_export(const struct registry *registry, struct options *options);
int verb_cache_import(const struct registry *registry, struct options *options);
int verb_compare(const struct registry *registry, struct options *options);
int verb_compare_static(const struct registry *registry, struct options *options);
int verb_export(const struct registry *registry, struct options *options);
int verb_import(const struct registry *registry, struct options *options);
int verb_header(const struct registry *registry, struct options *options);
int verb_header_check(const struct registry *registry, struct options *options);
int verb_history(const struct registry *registry, struct options *options);
int verb_merge(const struct registry *registry, struct options *options);
int verb_report(const struct registry *registry, struct options *options);
int verb_simulate(const struct registry *registry, struct options *options);
int verb_table(const struct registry *registry, struct options *options);
