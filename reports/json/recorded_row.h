/* What the readers of other tuners' files share: how configurations become a problem with a space, and rows. */
#pragma once

#include "reports/json/fields.h"

/* A configuration as the file has it, and what came of it. */
struct recorded_row {
    const json_t *config; /* an object in which each parameter is a number, a text, true or false */
    struct place place;   /* the configuration's */
    enum status status;
    double ns; /* its time where it is OK */
    double compile_ms;
    const char *reason;
};

/* The time of a number of units of `ns`: an OK row, or one of NO_TIME. */
void recorded_time(struct recorded_row *row, double number, double ns);

/* What an export of ours says of a configuration that failed, in our own words: then the row has it. */
void recorded_own_status(struct recorded_row *row, const json_t *object);

/* The size of the problem that was added last: a number, or numbers that are multiplied. */
void recorded_size(struct results *results, const json_t *size);

/* The results' device, and their date unless they have an earlier one: what a file says of itself; NULL: nothing. */
void recorded_device(struct results *results, const json_t *name);
void recorded_date(struct results *results, const json_t *timestamp);

/* Adds a problem of that name, of these parameters, and its rows. What an object says under a parameter's name, a list,
 * are its values in their order; without such an object those that occur are, in ascending order. INVALID with one
 * line, also for a parameter or a value that is there twice. */
enum status recorded_add(struct results *results, const char *name, const struct texts *parameters,
                         const json_t *declared, const struct recorded_row *row, size_t rows,
                         const struct place *place);

/* The JSON of a results file; of Kernel Tuner's cache files; and of T4. */
enum status results_read(const json_t *root, struct results *results, const struct place *place);
enum status kernel_tuner_read(const json_t *root, struct results *results, const struct place *place);
enum status t4_read(const json_t *root, struct results *results, const struct place *place);
