/* The records of a run: rows in memory, the journal beside the results file, the results file. */
#pragma once

#include "cli/run/progress.h"
#include "cli/run/resume.h"
#include "cli/run/targets.h"
#include "reports/json/samples.h"

struct record {
    struct results results; /* with the problems of the targets, in their order */
    const struct targets *targets;
    struct journal *journal; /* NULL once it is complete */
    bool saved;              /* the results file is written */
    struct begun begun;
    uint32_t number[COMPUTE_MAX_DEVICES]; /* of the tuner's devices, if there are several, among those of the results */
    bool more;                            /* more rows than the results file being continued */
    size_t finished;                      /* targets that are complete in it */
    struct samples_file *samples;         /* or NULL */
    bool waits;                           /* some rows wait for space in the journal */
    struct progress_printer printer;
    double started, recorded; /* start times of the program and of the record */
};

/* Opens the journal beside `out`, and --samples, and adds the problems; with --resume reads the rows of an existing
 * journal, else of the results file, if it has the same identity. Without --overwrite no row is lost that this run does
 * not replace. The program started at `started`. Returns 0, or 2 after one line on stderr. */
int record_start(struct record *record, const struct targets *targets, const char *out, const struct options *options,
                 const struct tuner_options *tuner, double started);
void record_end(struct record *record);

/* Writes the journal's header from the record, before any row. */
void record_begin(struct record *record);

/* Stores the ceilings of the tuner's devices; and returns those of the continued run. */
void record_ceilings(struct record *record, const struct ceilings *ceilings);
void record_take_ceilings(const struct record *record, struct ceilings *ceilings);

/* The tuner's callbacks; user is the record. */
const struct result *record_known(void *user, const struct problem *problem, size_t *at);
void record_row(void *user, const struct problem *problem, const struct result *result, const char *reason);
void record_samples(void *user, const struct problem *problem, const struct result *result,
                    const struct kept_samples *samples);
void record_progress(void *user, const struct progress *progress);

/* Whether the continued results file is complete for a target; then returns its best, if there is one. */
bool record_finished(struct record *record, const struct tuner *tuner, const struct target *target,
                     const struct run_options *run, struct best *best);

/* Adds a target's best. */
void record_best(struct record *record, const struct target *target, const struct best *best);

/* Records where and how the run was made. */
void record_describe(struct record *record, const struct options *options, const struct tuner *tuner, bool interrupted);

/* After the last measurement: keeps the other rows of the continued file; reports the secret of wrong results, also in
 * the journal; and removes ceilings of a CPU, or of copies between host and device, that a row exceeds, with the
 * limits by them, with a line. */
void record_settle(struct record *record, uint64_t secret);

/* Closes the samples, writes the results file, then removes the journal. Without a new row an existing file stays
 * unchanged, with a line; else kept_place chooses the path. Returns 0, or 2 after one line with the place of the rows:
 * if the file cannot be written, a new folder in $TMPDIR, /tmp, $HOME or /dev/shm, and the journal stays. */
int record_save(struct record *record, const char *out, bool overwrite);

/* The number of a target's problem in the results. */
size_t record_problem(const struct record *record, const struct problem *problem);
