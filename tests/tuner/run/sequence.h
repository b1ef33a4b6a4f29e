/* Runs several targets one after the other, for tests of tuner_run_all. Included after own_tuner.h. */
#pragma once

struct sequence {
    const struct target *targets;
    const size_t *order; /* their indices in `targets` */
    size_t count, begun, ended;
    const struct run_options *options; /* the same for all */
};

static enum next_target sequence_next(void *user, UNNEEDED bool early, const struct target **target,
                                      struct run_options *own)
{
    struct sequence *sequence = user;
    if (sequence->begun == sequence->count)
        return TARGET_NONE;
    *target = &sequence->targets[sequence->order[sequence->begun++]];
    *own = *sequence->options;
    return TARGET_NEXT;
}

static bool sequence_begin(UNNEEDED void *user, UNNEEDED const struct target *target, UNNEEDED struct run_options *own)
{
    return true;
}

static void sequence_end(void *user, const struct target *target, const struct best *found)
{
    struct sequence *sequence = user;
    CHECK(target == &sequence->targets[sequence->order[sequence->ended++]] && found->result.finalist);
}

/* Each ends in its turn, with a best. */
static void run_sequence(const struct target *targets, const size_t *order, size_t count,
                         const struct run_options *options)
{
    struct sequence sequence = {.targets = targets, .order = order, .count = count, .options = options};
    const struct target_source source = {sequence_next, sequence_begin, sequence_end, &sequence};
    CHECK_OK(tuner_run_all(&tuner, &source, &caught));
    CHECK(sequence.ended == count);
}
