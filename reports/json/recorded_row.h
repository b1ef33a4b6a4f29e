/* Shared by the readers of other tuners' files: makes a problem with a space, and rows, of configurations. */
#pragma once

#include "reports/json/fields.h"

/* A configuration in the file, with its outcome. */
struct recorded_row {
    const json_t *config; /* an object of a number, a text, true or false per parameter */
    struct place place;   /* the configuration's */
    enum status status;
    double ns; /* its time if it is OK */
    double compile_ms;
    const char *reason;
};

/* Sets the time, a number of units of `ns`: an OK row, or one of NO_TIME. */
void recorded_time(struct recorded_row *row, double number, double ns);

/* Sets the status of a failed configuration, if an export of ours recorded it. */
void recorded_own_status(struct recorded_row *row, const json_t *object);

/* Sets the size of the problem added last: a number, or the product of several. */
void recorded_size(struct results *results, const json_t *size);

/* Sets the results' device, and their date unless they have an earlier one, from the file; NULL: unknown. */
void recorded_device(struct results *results, const json_t *name);
void recorded_date(struct results *results, const json_t *timestamp);

/* Adds a problem with a name and parameters, and its rows. A parameter's values are the list in an object under its
 * name, in its order; without such an object those in the rows, ascending. INVALID with one line, also for a duplicate
 * parameter or value. */
enum status recorded_add(struct results *results, const char *name, const struct texts *parameters,
                         const json_t *declared, const struct recorded_row *row, size_t rows,
                         const struct place *place);

/* Reads the JSON of a results file; of Kernel Tuner's cache files; and of T4. */
enum status results_read(const json_t *root, struct results *results, const struct place *place);
enum status kernel_tuner_read(const json_t *root, struct results *results, const struct place *place);
enum status t4_read(const json_t *root, struct results *results, const struct place *place);
