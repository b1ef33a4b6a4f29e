/* Suites that count in atoms: one that takes structures with types, and one with a setting of that name. The kernel
 * copies numbers that the host makes of the structure, and a configuration that SHOWs them is refused with what it
 * copied as the reason. */
#include "tests/planted/copies.h"

enum { SHOW };
enum { SIZE, TYPES, BOX, SIGMA = BOX + 3, EPSILON, MASS, PLACE, NUMBERS };

/* Of the atoms the last. */
static void setup(struct job *job)
{
    const struct inputs *inputs = &job->problem->inputs;
    float *in = declare_copy(job, NUMBERS);
    memset(in, 0, NUMBERS * sizeof *in);
    in[SIZE] = (float)job->n;
    in[TYPES] = (float)inputs->types;
    for (int d = 0; d < 3; d++)
        in[BOX + d] = (float)inputs->box[d];
    if (inputs->atom && inputs->atom_type) {
        const struct atom_type *type = &inputs->type[inputs->atom_type[inputs->atoms - 1]];
        in[SIGMA] = (float)type->sigma;
        in[EPSILON] = (float)type->epsilon;
        in[MASS] = (float)type->mass;
        in[PLACE] = inputs->atom[inputs->atoms - 1].x;
    }
}

VERIFY(verify)
{
    const struct inputs *inputs = &job->problem->inputs;
    const float *out = job_host(job, OUT);
    if (verify_copy(job, config, verdict, fault) != OK)
        return WRONG_RESULT;
    if (!config->value[SHOW])
        return OK;
    return fail(fault, WRONG_RESULT, "n %g types %g box %g %g %g last %s sigma %g epsilon %g mass %g x %g", out[SIZE],
                out[TYPES], out[BOX], out[BOX + 1], out[BOX + 2],
                inputs->atom_type ? inputs->type[inputs->atom_type[inputs->atoms - 1]].name : "none", out[SIGMA],
                out[EPSILON], out[MASS], out[PLACE]);
}

static const struct bench typed_bench = {
    .name = "typed",
    .summary = "shows what atoms it was given",
    .kernel = {.file = "limits.cl", .entries = NAMES("copies")},
    .space = {.parameters =
                  PARAMETERS({"SHOW", "refused, with what the kernel gave", WORDS("no", "yes"), .host = true})},
    .size = {.unit = "atoms", .classes = {4, 8, 16}, .most = 100},
    .problem = {.variants = 1, .setup = setup, .verify = verify},
    .device.enqueue = enqueue_copy,
    .report.work = work_copy,
    .tests = NAMES("--atoms 6"),
};

static bool is_boxed(UNNEEDED const struct inputs *inputs)
{
    return true;
}

const struct suite typed_suite = {.name = "typed",
                                  .summary = "structures with types",
                                  .benches = BENCHES(&typed_bench),
                                  .structure = STRUCTURE_TYPES,
                                  .boxed = is_boxed};

static const struct setting settings[] = {
    {.name = "atoms", .summary = "in a box", .initial = 2, .least = 0, .most = 10, .whole = true},
    {0},
};

const struct suite counted_suite = {
    .name = "counted", .summary = "a setting that is a unit", .benches = BENCHES(&typed_bench), .settings = settings};
