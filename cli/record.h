/* What a run leaves behind: rows in memory, the journal beside the results file, the results file. */
#ifndef CLI_RECORD_H
#define CLI_RECORD_H

#include "cli/progress.h"
#include "cli/targets.h"
#include "reports/json/journal.h"
#include "reports/json/samples.h"

struct record {
    struct results results; /* whose problems are those of the targets, in their order */
    struct texts rows;      /* what row_key has of them, by their numbers */
    const struct targets *targets;
    struct journal *journal; /* NULL once nothing is left for it to keep */
    bool saved;              /* the results are in their file */
    const struct identity *identity;
    size_t resumed;               /* rows that are of an earlier run */
    struct samples_file *samples; /* or NULL */
    bool waits;                   /* rows, for room in the journal */
    struct progress_printer printer;
    double started, recorded; /* when the program was, and the record */
};

/* The path of the journal of a results file. */
void record_journal(const char *out, char *path, size_t size);

/* Opens the journal beside `out`, and --samples, and names the problems; with --resume it takes the rows of the journal
 * that is there, if that is of a run of the same identity. The program started at `started`. Returns 0, or 2 after one
 * line on stderr. */
int record_start(struct record *record, const struct targets *targets, const char *out, const struct options *options,
                 const struct identity *identity, double started);
void record_end(struct record *record);

/* Writes what the journal begins with, of what the record describes: before any row. */
void record_begin(struct record *record);

/* The tuner's callbacks; user is the record. */
const struct result *record_known(void *user, const struct problem *problem, size_t *at);
void record_row(void *user, const struct problem *problem, const struct result *result, const char *reason);
void record_samples(void *user, const struct problem *problem, const struct result *result,
                    const struct kept_samples *samples);
void record_progress(void *user, const struct progress *progress);

/* Adds the best of a target. */
void record_best(struct record *record, const struct target *target, const struct best *best);

/* Fills in where and how the run was made. */
void record_describe(struct record *record, const struct options *options, const struct tuner *tuner, bool interrupted);

/* Once nothing more is measured: says by which secret wrong results were found, in the journal, too; and takes ceilings
 * of a CPU away that a row passes, with the limits by them, in a line. */
void record_settle(struct record *record, uint64_t secret);

/* Ends the samples, writes the results file, then removes the journal. Without any row a file that is there stays as it
 * was, which a line tells; and without one that is right, where the file has some: what failed goes to FILE.failed.
 * Returns 0, or 2 after one line that says where the rows are: where the file cannot be written a new folder in
 * $TMPDIR, /tmp, $HOME or /dev/shm takes it, and the journal stays. */
int record_save(struct record *record, const char *out);

#endif
