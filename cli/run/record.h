/* What a run leaves behind: rows in memory, the journal beside the results file, the results file. */
#pragma once

#include "cli/run/progress.h"
#include "cli/run/resume.h"
#include "cli/run/targets.h"
#include "reports/json/samples.h"

struct record {
    struct results results; /* whose problems are those of the targets, in their order */
    const struct targets *targets;
    struct journal *journal; /* NULL once nothing is left for it to keep */
    bool saved;              /* the results are in their file */
    struct begun begun;
    uint32_t number[COMPUTE_MAX_DEVICES]; /* of the tuner's devices, where it has several, among those of the results */
    bool more;                            /* rows, than the results file with which it went on */
    size_t finished;                      /* targets of which that has all */
    struct samples_file *samples;         /* or NULL */
    bool waits;                           /* rows, for room in the journal */
    struct progress_printer printer;
    double started, recorded; /* when the program was, and the record */
};

/* Opens the journal beside `out`, and --samples, and names the problems; with --resume it takes the rows of the journal
 * that is there, else of the results file, if that is of a run of the same identity. Without --overwrite what this run
 * does not replace is not lost. The program started at `started`. Returns 0, or 2 after one line on stderr. */
int record_start(struct record *record, const struct targets *targets, const char *out, const struct options *options,
                 const struct tuner_options *tuner, double started);
void record_end(struct record *record);

/* Writes what the journal begins with, of what the record describes: before any row. */
void record_begin(struct record *record);

/* Takes the ceilings of the tuner's devices; and gives those that a run goes on with. */
void record_ceilings(struct record *record, const struct ceilings *ceilings);
void record_take_ceilings(const struct record *record, struct ceilings *ceilings);

/* The tuner's callbacks; user is the record. */
const struct result *record_known(void *user, const struct problem *problem, size_t *at);
void record_row(void *user, const struct problem *problem, const struct result *result, const char *reason);
void record_samples(void *user, const struct problem *problem, const struct result *result,
                    const struct kept_samples *samples);
void record_progress(void *user, const struct progress *progress);

/* Whether the results file that the run goes on with has all of a target that this run asks for; then its best, if
 * there is one. */
bool record_finished(struct record *record, const struct tuner *tuner, const struct target *target,
                     const struct run_options *run, struct best *best);

/* Adds the best of a target. */
void record_best(struct record *record, const struct target *target, const struct best *best);

/* Fills in where and how the run was made. */
void record_describe(struct record *record, const struct options *options, const struct tuner *tuner, bool interrupted);

/* Once nothing more is measured: keeps the rest of the file that it went on with; says by which secret wrong results
 * were found, in the journal, too; and takes ceilings of a CPU away that a row passes, with the limits by them, in a
 * line. */
void record_settle(struct record *record, uint64_t secret);

/* Ends the samples, writes the results file, then removes the journal. Without any new row a file that is there stays
 * as it was, which a line tells; else kept_place has where the results go. Returns 0, or 2 after one line that says
 * where the rows are: where the file cannot be written a new folder in $TMPDIR, /tmp, $HOME or /dev/shm takes it, and
 * the journal stays. */
int record_save(struct record *record, const char *out, bool overwrite);

/* The number of a target's problem in the results. */
size_t record_problem(const struct record *record, const struct problem *problem);
