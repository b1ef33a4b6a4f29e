/* Launches on the fake device: runs the script's lines. */
#include "compute/fake/handles.h"
#include "compute/fake/script.h"

#include <math.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

_Noreturn void fake_hang(void)
{
    for (;;)
        pause();
}

_Noreturn void fake_crash(void)
{
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
    _exit(139); /* if the signal is blocked */
}

/* A launch while it runs: the last of its arrays, whether the device was idle, and its time so far. */
struct run {
    struct compute_launch launch;
    const struct backend_argument *arguments;
    size_t count;
    struct fake_memory *output;
    bool idle;
    double picoseconds, noise;
};

static double groups_of(const struct run *run)
{
    return (double)run->launch.groups[0] * (double)run->launch.groups[1] * (double)run->launch.groups[2];
}

static enum status run_fail(UNNEEDED struct run *run, const struct fake_line *line, struct fault *fault)
{
    return fail(fault, LAUNCH_FAILED, "%s", line->text);
}

static enum status run_no_memory(UNNEEDED struct run *run, UNNEEDED const struct fake_line *line, struct fault *fault)
{
    return fail(fault, NO_MEMORY, "the fake device has no memory left for this launch");
}

static enum status run_hang(UNNEEDED struct run *run, UNNEEDED const struct fake_line *line,
                            UNNEEDED struct fault *fault)
{
    fake_hang();
}

static enum status run_crash(UNNEEDED struct run *run, UNNEEDED const struct fake_line *line,
                             UNNEEDED struct fault *fault)
{
    fake_crash();
}

static enum status run_sum(struct run *run, UNNEEDED const struct fake_line *line, struct fault *fault)
{
    const struct backend_argument *arguments = run->arguments;
    uint32_t narrow;
    uint64_t n;
    if (run->count < 3 || !arguments[0].memory || !arguments[1].memory || arguments[2].memory ||
        (arguments[2].size != sizeof n && arguments[2].size != sizeof narrow))
        return fail(fault, LAUNCH_FAILED, "the fake device's sum takes (in, out, n)");
    if (arguments[2].size == sizeof n)
        memcpy(&n, arguments[2].value, sizeof n);
    else {
        memcpy(&narrow, arguments[2].value, sizeof narrow);
        n = narrow;
    }
    const struct fake_memory *in = arguments[0].memory, *out = arguments[1].memory;
    if (n > in->view_bytes / sizeof(float) || groups_of(run) > (double)(out->view_bytes / sizeof(float)))
        return fail(fault, LAUNCH_FAILED, "illegal address: the arrays are too small for %llu floats in %.0f groups",
                    (unsigned long long)n, groups_of(run));
    const float *from = (const float *)(in->bytes + in->offset);
    float *to = (float *)(out->bytes + out->offset);
    uint64_t groups = (uint64_t)groups_of(run), tile = n / groups + (n % groups != 0);
    for (uint64_t group = 0, i = 0; group < groups; group++) {
        double sum = 0;
        for (uint64_t taken = 0; taken < tile && i < n; taken++, i++)
            sum += from[i];
        to[group] = (float)sum;
    }
    return OK;
}

static enum status run_copy(struct run *run, UNNEEDED const struct fake_line *line, struct fault *fault)
{
    if (run->count < 2 || !run->arguments[0].memory || !run->arguments[1].memory)
        return fail(fault, LAUNCH_FAILED, "the fake device's copy takes (in, out)");
    const struct fake_memory *in = run->arguments[0].memory;
    for (size_t i = 1; i < run->count; i++) {
        const struct fake_memory *out = run->arguments[i].memory;
        if (out)
            memmove(out->bytes + out->offset, in->bytes + in->offset,
                    in->view_bytes < out->view_bytes ? in->view_bytes : out->view_bytes);
    }
    return OK;
}

static enum status run_wrong(struct run *run, UNNEEDED const struct fake_line *line, struct fault *fault)
{
    if (!run->output || run->output->view_bytes < sizeof(float))
        return fail(fault, LAUNCH_FAILED, "the fake device has no output to be wrong in");
    *(float *)(run->output->bytes + run->output->offset) += 1;
    return OK;
}

/* Out of bounds; beyond the raw memory it would be the host's, and is an illegal address. */
static enum status run_outside(struct run *run, const struct fake_line *line, struct fault *fault)
{
    const struct fake_memory *out = run->output;
    if (!out)
        return fail(fault, LAUNCH_FAILED, "the fake device has no output to leave");
    bool behind = line->action == FAKE_OVERRUN;
    size_t end = out->offset + out->view_bytes, room = behind ? out->total - end : out->offset;
    if (line->number > (double)room)
        return fail(fault, LAUNCH_FAILED, "illegal address");
    size_t bytes = (size_t)line->number;
    memset(out->bytes + (behind ? end : out->offset - bytes), 0xEE, bytes);
    return OK;
}

static enum status run_time(struct run *run, const struct fake_line *line, UNNEEDED struct fault *fault)
{
    if (line->action == FAKE_NOISE)
        run->noise += line->number / 100;
    else if (line->action == FAKE_TIME)
        run->picoseconds += line->number * 1000;
    else if (line->action == FAKE_START)
        run->picoseconds += run->idle ? line->number * 1000 : 0;
    else
        run->picoseconds +=
            line->number * groups_of(run) * run->launch.group[0] * run->launch.group[1] * run->launch.group[2];
    return OK;
}

/* Over all contexts of the process. */
static double joules;

double fake_joules(void)
{
    return joules;
}

static enum status run_energy(UNNEEDED struct run *run, const struct fake_line *line, UNNEEDED struct fault *fault)
{
    joules += 1e-6 * line->number;
    return OK;
}

/* The parts of a launch, one after the other; in each the script's lines in their order. */
enum part { NO_PART, REFUSE, BEHAVE, DAMAGE, SPEND, PARTS };

static const struct {
    enum part part;
    enum status (*run)(struct run *run, const struct fake_line *line, struct fault *fault);
} steps[FAKE_ACTIONS] = {
    [FAKE_FAIL_LAUNCH] = {REFUSE, run_fail},  [FAKE_NO_MEMORY] = {REFUSE, run_no_memory},
    [FAKE_HANG] = {REFUSE, run_hang},         [FAKE_CRASH] = {REFUSE, run_crash},
    [FAKE_SUM] = {BEHAVE, run_sum},           [FAKE_COPY] = {BEHAVE, run_copy},
    [FAKE_WRONG] = {DAMAGE, run_wrong},       [FAKE_OVERRUN] = {DAMAGE, run_outside},
    [FAKE_UNDERRUN] = {DAMAGE, run_outside},  [FAKE_TIME] = {SPEND, run_time},
    [FAKE_TIME_PER_ITEM] = {SPEND, run_time}, [FAKE_NOISE] = {SPEND, run_time},
    [FAKE_START] = {SPEND, run_time},         [FAKE_ENERGY] = {SPEND, run_energy},
};

/* Uniform in [-1, 1), from the script and the number of the launch (splitmix64's finaliser). */
static double uniform(const char *script, uint64_t launch)
{
    uint64_t x = launch * 0x9E3779B97F4A7C15u;
    for (; *script; script++)
        x = (x ^ (uint8_t)*script) * 0x100000001B3u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return (double)((x ^ (x >> 31)) >> 11) * 0x1p-52 - 1;
}

enum status fake_run(void *kernel, struct compute_launch launch, const struct backend_argument *arguments, size_t count,
                     struct fault *fault)
{
    const struct fake_program *program = kernel;
    const char *script = program->script;
    struct fake_context *context = program->context;
    while (count && arguments[count - 1].constant) /* no script reads it */
        count--;
    struct run run = {.launch = launch, .arguments = arguments, .count = count, .idle = context->idle};
    context->idle = false;
    for (size_t i = 0; i < count; i++)
        if (arguments[i].memory)
            run.output = arguments[i].memory;
    struct fake_line line;
    char file[256] = "";
    fake_outcome(&context->device, ":dead ", file);
    if (*file && !access(file, F_OK))
        return fail(fault, LAUNCH_FAILED, "it has fallen off the bus");
    const double milliseconds = fake_outcome(&context->device, ":slow ", file);
    if (milliseconds > 0)
        fake_sleep(milliseconds);
    for (enum part part = REFUSE; part < PARTS; part++)
        for (const char *at = script; fake_script_next(&at, &line);)
            if (steps[line.action].part == part) {
                enum status status = steps[line.action].run(&run, &line, fault);
                if (status != OK)
                    return status;
            }
    double factor = 1 + run.noise * uniform(script, ++context->launches);
    context->clock += (uint64_t)llround(fmax(0, run.picoseconds * factor / 1000));
    return OK;
}
