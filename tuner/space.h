/* Parameters, their constraints, and the configurations they span. */
#ifndef TUNER_SPACE_H
#define TUNER_SPACE_H

#include "compute/compute.h"
#include "tuner/inputs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_PARAMETERS = 12, MAX_CONSTRAINTS = 12, MAX_WORD = 32, MAX_VALUES = 32, MAX_FIGURES = 12 };

/* A parameter and the values it may take. With words (ALGORITHM: interleaved, strided ...) the values are 0, 1, 2 ...;
 * files and tables carry the words. At most MAX_VALUES values. One of the host (how it launches) is no #define of the
 * kernel file, so that configurations which differ in it alone share a binary. */
struct parameter {
    const char *name, *summary;
    const int *values;
    const char *const *words;
    size_t count;
    bool host;
};

#define VALUES(...) .values = (const int[]){__VA_ARGS__}, .count = sizeof((const int[]){__VA_ARGS__}) / sizeof(int)
#define WORDS(...)                                                                                                     \
    .words = (const char *const[]){__VA_ARGS__}, .count = sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)

struct config;

/* A rule that a configuration must keep on a device; the text is what `gpubench list` shows. */
struct constraint {
    const char *text;
    bool (*holds)(const struct config *config, const struct compute_device *device);
};

/* All configurations: the product of the parameters less what a constraint excludes. */
struct space {
    struct parameter parameters[MAX_PARAMETERS];    /* ended by a NULL name, or full */
    struct constraint constraints[MAX_CONSTRAINTS]; /* ended by a NULL text, or full */
};

/* One point of a space. The index is its identity: mixed radix over the declared product, first parameter slowest. */
struct config {
    const struct space *space;
    uint64_t index;
    int value[MAX_PARAMETERS];
    const struct reference *reference; /* not NULL: run this instead; the values are the default's */
    const struct inputs *inputs;       /* what it is for; NULL: what the suite has where the user says nothing */
};

size_t space_parameters(const struct space *space);
uint64_t space_product(const struct space *space);

/* The configuration of an index below space_product. */
struct config space_config(const struct space *space, uint64_t index);

/* The index of a list of values, one a parameter; UINT64_MAX if one is not declared. */
uint64_t space_index(const struct space *space, const int *values);

/* Whether every constraint holds; if not and broken is not NULL, *broken is the first that does not. */
bool space_allowed(const struct config *config, const struct compute_device *device, const struct constraint **broken);

/* The position of a parameter or of a value's word in its list; SIZE_MAX if there is none. */
size_t space_find(const struct space *space, const char *parameter);
size_t parameter_find(const struct parameter *parameter, const char *word);

/* The word of value number `position`, as it stands in files: "128", "striped". */
void parameter_word(const struct parameter *parameter, size_t position, char word[MAX_WORD]);

/* The word of parameter number `i` in a configuration. */
void config_word(const struct config *config, size_t i, char word[MAX_WORD]);

/* What a setting of a suite, whose table is `settings`, is for a configuration. */
static inline double config_setting(const struct config *config, const struct setting *settings, int setting)
{
    return config->inputs ? config->inputs->setting[setting] : settings[setting].initial;
}

/* A subset of a space: bit v of mask[p] says that value number v of parameter p may be taken (--set); and the inputs
 * that constraints are asked for, or NULL. */
struct restriction {
    uint32_t mask[MAX_PARAMETERS];
    const struct inputs *inputs;
};
struct restriction restriction_none(void);
bool restriction_admits(const struct restriction *restriction, const struct config *config);

#endif
