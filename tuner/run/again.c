/* Retries: of the task of a worker that was killed from outside; and of all tasks when a driver's cache may be
 * damaged. */
#include "tuner/run/run.h"

static size_t number_of_compiler(const struct tuner *tuner, const struct compile_worker *worker)
{
    return (size_t)(worker - tuner->compiler);
}

static void compile_again(struct compile_worker *worker)
{
    struct run *run = worker->run;
    process_end(&worker->process);
    worker->run = NULL;
    if (!run)
        return;
    run->in_flight--;
    compile_request(run, worker, worker->index);
}

/* The first preparation of a problem may fail because of the problem itself. */
static void open_again(struct device_worker *worker)
{
    const bool known = worker->state == DEVICE_READY || worker->state == DEVICE_BUSY;
    worker->returning = worker->returning || known;
    device_close(worker);
}

/* Restarts all workers without the cache that may be damaged; this one failed. */
static void begin_again(struct tuner *tuner, size_t failed)
{
    tuner->again = failed + 1;
    for (size_t i = 0; i < tuner->options.jobs; i++)
        compile_again(&tuner->compiler[i]);
    for (size_t i = 0; i < tuner->workers; i++)
        open_again(&tuner->device[i]);
}

bool again_compile(struct tuner *tuner, struct compile_worker *worker, const struct fault *fault)
{
    if (!worker->second && tuner_was_killed(tuner, &worker->process, fault)) {
        worker->second = true;
        compile_again(worker);
        return true;
    }
    worker->second = false;
    if (!tuner_leave_cache(tuner, &worker->process, fault))
        return false;
    begin_again(tuner, number_of_compiler(tuner, worker));
    return true;
}

bool again_device(struct tuner *tuner, struct device_worker *worker, const struct fault *fault)
{
    if (!worker->second && tuner_was_killed(tuner, &worker->process, fault)) {
        worker->second = true;
        open_again(worker);
        return true;
    }
    if (!tuner_leave_cache(tuner, &worker->process, fault))
        return false;
    worker->second = false;
    begin_again(tuner, device_worker_number(tuner, worker));
    return true;
}

void again_end(struct tuner *tuner, size_t worker, const struct fault *fault)
{
    if (tuner->again != worker + 1)
        return;
    tuner->again = 0;
    if (fault->status == OK)
        tuner_blame_cache(tuner);
}
