/* The declared parameters of constraints, over all suites of the program: a search evaluates one as soon as these
 * are chosen, so they must include all that it reads; and should include no others, which would delay it. */
#include "tuner/constraints.h"
#include "cli/registry.h"
#include "compute/typical.h"
#include "tests/check.h"

#include <ctype.h>
#include <stdlib.h>

enum { RANDOM = 300, MOST_COMBINATIONS = 1 << 14 };

static struct compute_device cuda, older, opencl, narrow, small;

/* NULL is an unknown one. */
static const struct compute_device *const devices[] = {&cuda, &older, &opencl, &narrow, &small, NULL};
enum { DEVICES = sizeof devices / sizeof *devices };

static void make_devices(void)
{
    cuda = older = opencl = narrow = small = compute_typical_gpu;
    cuda.features = COMPUTE_ALL_FEATURES & ~(COMPUTE_OPENCL | COMPUTE_HIP);
    strcpy(cuda.architecture, "sm_90");
    older.features = cuda.features & ~(uint32_t)COMPUTE_FLOAT4_ATOMICS;
    strcpy(older.architecture, "sm_80");
    opencl.features = COMPUTE_OPENCL | COMPUTE_FP64 | COMPUTE_INT64_ATOMICS | COMPUTE_TEXTURES;
    narrow = opencl; /* as AMD's are in OpenCL */
    narrow.max_group = 256;
    small.features = COMPUTE_OPENCL; /* a CPU with so little of all resources that every requirement matters */
    small.is_cpu = true;
    small.simt_width = 1;
    small.max_group = small.max_group_size[0] = small.max_group_size[1] = 128;
    small.local_bytes = 20 << 10;
    small.memory_bytes = 1 << 20;
    small.max_texture[0] = small.max_texture_1d = small.max_texture_3d[0] = 2048;
}

/* ---- the parameters that a constraint reads ---- */

/* Problems on each of the devices: with the initial settings; and, for each setting that a constraint of the bench
 * names, with its last word, or its least and its largest value. And the current one. */
static struct problem problems[1 + 2 * MAX_SETTINGS];
static struct constraints *evaluator[DEVICES + 2 * MAX_SETTINGS];
static int evaluators;
static size_t constraint;

static bool is_part_of_name(char character)
{
    return isalnum((unsigned char)character) || character == '_';
}

static bool is_named(const struct space *space, const char *setting)
{
    for (size_t i = 0; i < space_constraints(space); i++) {
        const char *text = space->constraints[i].expression, *at = text;
        for (; at && (at = strstr(at, setting)); at++)
            if ((at == text || !is_part_of_name(at[-1])) && !is_part_of_name(at[strlen(setting)]))
                return true;
    }
    return false;
}

static void set_problem(const struct problem *problem)
{
    int count = 1;
    problems[0] = *problem;
    for (evaluators = 0; evaluators < DEVICES; evaluators++)
        evaluator[evaluators] = constraints_new(&problems[0], devices[evaluators], NULL);
    for (size_t s = 0; s < suite_settings(problem->suite); s++) {
        const struct setting *setting = &problem->suite->settings[s];
        if (!is_named(&problem->bench->space, setting->name))
            continue;
        WRONG_IF(!setting_concerns(setting, problem->bench),
                 "%s/%s: a constraint asks for --%s, which does not concern it\n", problem->suite->name,
                 problem->bench->name, setting->name);
        const double values[] = {setting->words ? (double)(setting->count - 1) : setting->least, setting->most};
        for (int v = 0; v < (setting->words ? 1 : 2); v++) {
            problems[count] = *problem;
            problems[count].inputs.setting[s] = values[v];
            evaluator[evaluators++] = constraints_new(&problems[count++], &cuda, NULL);
        }
    }
}

/* A constraint's results, a bit for each evaluation. */
static unsigned results_of(const struct config *config)
{
    unsigned bits = 0;
    for (int d = 0; d < evaluators; d++) {
        bool holds = false;
        CHECK(constraints_evaluate(evaluator[d], constraint, config, &holds, NULL) == OK);
        bits |= (unsigned)holds << d;
    }
    return bits;
}

static const struct space *space_of(const struct config *config)
{
    return &config->problem->bench->space;
}

static void set(struct config *config, size_t p, size_t position)
{
    config->value[p] = parameter_value(&space_of(config)->parameters[p], position);
    config->index = space_index(space_of(config), config->value);
}

/* Whether a result changes if only parameter p has another value. */
static bool changes(struct config *config, size_t p)
{
    const size_t before = space_position(space_of(config), config->index, p);
    const unsigned expected = results_of(config);
    bool changed = false;
    for (size_t v = 0; v < space_of(config)->parameters[p].count && !changed; v++) {
        set(config, p, v);
        changed = results_of(config) != expected;
    }
    set(config, p, before);
    return changed;
}

/* Adds a bit for each parameter on which the result for this configuration depends, of those that it may read: an
 * expression reads all names in it, and nothing else. */
static void add_changes(struct config *config, uint64_t *bits)
{
    size_t count;
    const size_t *reads = constraints_reads(*evaluator, constraint, &count);
    const bool is_function = !constraints_expression(*evaluator, constraint);
    uint64_t may = is_function ? UINT64_MAX : 0;
    for (size_t r = 0; r < count; r++)
        may |= UINT64_C(1) << reads[r];
    for (size_t p = 0; p < space_parameters(space_of(config)); p++)
        if (may >> p & ~*bits >> p & 1 && changes(config, p))
            *bits |= UINT64_C(1) << p;
}

static void set_random(struct config *config, uint64_t seed)
{
    for (size_t p = 0; p < space_parameters(space_of(config)); p++)
        set(config, p, job_random(seed, p) % space_of(config)->parameters[p].count);
}

/* Configurations of random values; then each combination of the values that are read, or some of them, with random
 * other values. */
static uint64_t find_changes(struct config *config)
{
    uint64_t bits = 0, product = 1;
    size_t count;
    const size_t *reads = constraints_reads(*evaluator, constraint, &count);
    for (uint64_t i = 0; i < RANDOM; i++) {
        set_random(config, i);
        add_changes(config, &bits);
    }
    for (size_t r = 0; r < count; r++)
        product *= space_of(config)->parameters[reads[r]].count;
    for (uint64_t i = 0; i < product && i < MOST_COMBINATIONS; i++) {
        uint64_t left = product <= MOST_COMBINATIONS ? i : job_random(RANDOM, i) % product;
        set_random(config, RANDOM + 1 + i);
        for (size_t r = 0; r < count; r++) {
            const size_t values = space_of(config)->parameters[reads[r]].count;
            set(config, reads[r], left % values);
            left /= values;
        }
        add_changes(config, &bits);
    }
    return bits;
}

/* Whether a result changes if parameter p has an undeclared number: some of the declared values that a constraint reads
 * may make no difference where others would. */
static bool would_change(struct config *config, size_t p)
{
    for (uint64_t i = 0; space_of(config)->parameters[p].values && i < RANDOM; i++) {
        set_random(config, i);
        const unsigned expected = results_of(config);
        const int value = config->value[p], others[] = {value + 1, 2 * value + 1, 16 * value};
        for (size_t o = 0; o < sizeof others / sizeof *others; o++) {
            config->value[p] = others[o];
            if (results_of(config) != expected)
                return true;
        }
    }
    return false;
}

/* The parameters that the constraint reads, a bit each. */
static uint64_t reads_of(const struct space *space)
{
    uint64_t bits = 0;
    size_t count;
    const size_t *reads = constraints_reads(*evaluator, constraint, &count);
    CHECK(count > 0);
    for (size_t r = 0; r < count; r++) {
        CHECK(reads[r] < space_parameters(space));
        CHECK(!(bits >> reads[r] & 1));
        bits |= UINT64_C(1) << reads[r];
    }
    return bits;
}

static void test_constraint(struct config *config)
{
    const struct problem *problem = config->problem;
    const struct space *space = space_of(config);
    const uint64_t reads = reads_of(space), found = find_changes(config);
    for (size_t p = 0; p < space_parameters(space); p++)
        if ((reads ^ found) >> p & 1 && !(reads >> p & 1 && would_change(config, p))) {
            fprintf(stderr, "%s/%s, \"%s\" %s %s\n", problem->suite->name, problem->bench->name,
                    space->constraints[constraint].text,
                    reads >> p & 1 ? "says that it reads, but does not depend on," : "depends on",
                    space->parameters[p].name);
            check_failures++;
        }
}

int main(void)
{
    struct registry registry;
    size_t constraints = 0;
    make_devices();
    CHECK(registry_make(&registry, NULL, NULL) == OK);
    for (const struct suite *const *suite = registry.suites; *suite; suite++)
        for (size_t b = 0; (*suite)->benches[b]; b++) {
            const struct problem problem = problem_of(*suite, (*suite)->benches[b], 1, 1);
            const struct space *space = &problem.bench->space;
            struct config *config = config_new(&problem, 0);
            int before = check_failures;
            CHECK(space_parameters(space) <= 64);
            set_problem(&problem);
            for (constraint = 0; constraint < space_constraints(space); constraint++, constraints++)
                test_constraint(config);
            while (evaluators > 0)
                constraints_free(evaluator[--evaluators]);
            free(config);
            if (check_failures > before)
                fprintf(stderr, "that was %s/%s\n", (*suite)->name, problem.bench->name);
        }
    CHECK(constraints > 0);
    return CHECK_RESULT;
}
