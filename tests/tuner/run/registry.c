/* A registry that is made at run time: this program and its workers read suites from a file of registries/, and its
 * benches are tuned on the fake device. */
#include "base/memory.h"
#include "tests/config_allowed.h"
#include "tests/text_file.h"
#include "tests/tuner/run/own_tuner.h"

#include <jansson.h>
#include <sys/stat.h>

/* ---- benches: all copy a first number that the file defines, which is the expectation ---- */

struct own {
    double number;
    size_t real; /* the position of a parameter with real values; SIZE_MAX for none */
};

static const struct own *own_of(const struct bench *bench)
{
    return bench->own;
}

static void setup(struct job *job)
{
    double *in = job_input(job, 0, "in", job->n * sizeof *in);
    in[0] = own_of(job->bench)->number;
    job_output(job, 1, "out", job->n * sizeof *in);
}

/* Also records each call: a byte per call. */
EXPECT(expect)
{
    FILE *file = fopen("expected", "a");
    fputc('.', file);
    fclose(file);
    *(double *)expected = own_of(job->bench)->number;
}

ENQUEUE(enqueue)
{
    return launch_copy(job, fault);
}

VERIFY(verify)
{
    double got = *(const double *)job_host(job, 1), wanted = *(const double *)job_expected(job);
    return got == wanted ? OK : fail(fault, WRONG_RESULT, "%g, expected %g", got, wanted);
}

WORK(work)
{
    const size_t real = own_of(job->bench)->real;
    return (struct work){.bytes = (double)job->n * (real == SIZE_MAX ? 1 : config_real(config, real))};
}

/* ---- the file: suites by name, and their benches by name; all that is read stays on the heap ---- */

enum { MOST = 4 }; /* of a file's suites and benches, and of a bench's parameters */

/* Values are whole numbers, real ones or words. */
static struct parameter read_parameter(const char *name, const json_t *from)
{
    const size_t count = json_array_size(from);
    const json_t *first_value = json_array_get(from, 0);
    int *values = json_is_integer(first_value) ? allocate(count * sizeof *values) : NULL;
    double *reals = json_is_real(first_value) ? allocate(count * sizeof *reals) : NULL;
    const char **words = json_is_string(first_value) ? allocate(count * sizeof *words) : NULL;
    for (size_t i = 0; i < count; i++) {
        const json_t *value = json_array_get(from, i);
        if (values)
            values[i] = (int)json_integer_value(value);
        else if (reals)
            reals[i] = json_real_value(value);
        else
            words[i] = json_string_value(value);
    }
    return (struct parameter){
        .name = name, .summary = "", .values = values, .reals = reals, .words = words, .count = count};
}

static struct kernel_file read_kernel(const char *suite, const char *bench, const json_t *script)
{
    size_t size, at;
    const json_t *line;
    char *name = allocate(64), *text;
    snprintf(name, 64, "%s/%s.cl", suite, bench);
    FILE *out = open_memstream(&text, &size);
    json_array_foreach(script, at, line) fprintf(out, "//fake %s\n", json_string_value(line));
    fclose(out);
    return (struct kernel_file){name, text};
}

static const struct bench *read_bench(const char *name, json_t *from, const char *kernel)
{
    struct bench *bench = allocate(sizeof *bench);
    struct own *own = allocate(sizeof *own);
    const char **entries = allocate(2 * sizeof *entries), *parameter;
    struct parameter *parameters = allocate(MOST * sizeof *parameters);
    struct constraint *constraints = allocate(2 * sizeof *constraints);
    int *defaults = allocate(MOST * sizeof *defaults);
    size_t count = 0, at;
    json_t *value;
    *own = (struct own){json_number_value(json_object_get(from, "number")), SIZE_MAX};
    json_object_foreach(json_object_get(from, "parameters"), parameter, value)
    {
        parameters[count] = read_parameter(parameter, value);
        own->real = parameters[count].reals ? count : own->real;
        count++;
    }
    json_array_foreach(json_object_get(from, "default"), at, value) defaults[at] = (int)json_integer_value(value);
    constraints->text = json_string_value(json_object_get(from, "constraint"));
    entries[0] = name;
    *bench = (struct bench){
        .name = name,
        .summary = "",
        .kernel = {.file = kernel, .entries = entries},
        .space = {parameters, constraints, defaults, json_array_size(json_object_get(from, "default"))},
        .problem =
            {.variants = 1, .expected_bytes = sizeof(double), .setup = setup, .expect = expect, .verify = verify},
        .device.enqueue = enqueue,
        .report.work = work,
        .own = own};
    json_array_foreach(json_object_get(from, "sizes"), at, value) bench->size.classes[at] =
        (uint64_t)json_integer_value(value);
    return bench;
}

static const struct suite *read_suite(const char *name, json_t *from, struct kernel_file **kernel)
{
    struct suite *suite = allocate(sizeof *suite);
    const struct bench **benches = allocate(MOST * sizeof *benches);
    const char *bench;
    json_t *value;
    size_t count = 0;
    json_object_foreach(from, bench, value)
    {
        **kernel = read_kernel(name, bench, json_object_get(value, "script"));
        benches[count++] = read_bench(bench, value, (*kernel)++->name);
    }
    *suite = (struct suite){.name = name, .summary = "", .benches = benches};
    return suite;
}

/* The registry of file `name` of registries/. */
static struct registry read_registry(const char *name)
{
    static json_t *files[2]; /* they have the names */
    static size_t file_count;
    char path[4096];
    size_t length, count = 0;
    snprintf(path, sizeof path, "%s/tests/tuner/run/registries/%s.json", getenv("SOURCE_DIR"), name);
    FREED char *text = text_read(path, &length);
    json_t *file = files[file_count++] = json_loads(text ? text : "", 0, NULL), *value;
    WRONG_IF(!file, "%s is missing\n", path);
    const struct suite **suites = allocate(MOST * sizeof *suites);
    struct kernel_file *kernels = allocate((MOST + 2) * sizeof *kernels), *next = kernels;
    const char *suite;
    *next++ = (struct kernel_file){"common_compute.h", ""};
    json_object_foreach(file, suite, value) suites[count++] = read_suite(suite, value, &next);
    struct store_hash origin = store_hash_start();
    store_hash_text(&origin, text ? text : "");
    return (struct registry){
        .suites = suites, .kernels = kernels, .origin = allocate_text(store_hash_key(&origin).text)};
}

/* ---- runs ---- */

static const uint64_t first_sizes[] = {20, 2, 8};

/* It has a further suite, the others in another order; and a bench of the first file with another number and another
 * space. */
static const uint64_t second_sizes[] = {1, 8, 20};

static struct registry first, second;
static struct problem asked; /* the current one */

/* The number of expectations made since the last call. */
static size_t expectations(void)
{
    struct stat file = {0};
    stat("expected", &file);
    remove("expected");
    return (size_t)file.st_size;
}

/* A tuner whose workers read a file. */
static void open_tuner_of(const struct registry *registry, const char *file)
{
    static const char *arguments[2];
    arguments[0] = file;
    tuner_options.launcher.registry = arguments;
    open_tuner(registry, 2);
}

static void run(const struct registry *registry, size_t suite, size_t bench)
{
    const struct bench *of = registry_bench(registry, suite, bench);
    asked = problem_of(registry->suites[suite], of, of->size.classes[MEDIUM], 42);
    tune((struct target){.problem = asked}, (struct run_options){0});
}

/* Whether a line's condition, PARAMETER=VALUE, is fulfilled. */
static bool condition_holds(const struct config *config, const char *condition)
{
    const struct space *space = &config->problem->bench->space;
    char name[64], wanted[64], number[MAX_NUMBER];
    CHECK(sscanf(condition, "%63[^=]=%63s", name, wanted) == 2);
    size_t p = space_find(space, name);
    if (p == SIZE_MAX)
        return false;
    if (!space->parameters[p].reals) {
        snprintf(number, sizeof number, "%d", config->value[p]);
        return !strcmp(number, wanted);
    }
    return !strcmp(parameter_word(&space->parameters[p], (size_t)config->value[p], number), wanted);
}

/* The script's time: the sum of the lines whose conditions are fulfilled. */
static double scripted(const struct registry *registry, const struct config *config)
{
    const struct kernel_file *kernel = registry->kernels;
    double total = 0;
    while (strcmp(kernel->name, config->problem->bench->kernel.file))
        kernel++;
    char *text = allocate_text(kernel->text), *lines = text, *line;
    while ((line = strtok_r(NULL, "\n", &lines))) {
        bool holds = true;
        char *words = line, *word = strtok_r(NULL, " ", &words); /* "//fake" */
        while ((word = strtok_r(NULL, " ", &words)) && strchr(word, '='))
            holds = condition_holds(config, word) && holds;
        if (holds && !strcmp(word, "time"))
            total += strtod(words, NULL);
    }
    free(text);
    return total;
}

/* Every allowed configuration was measured once, and again if it was a finalist, with the script's time; the fastest is
 * the best. */
static void check_run(const struct registry *registry)
{
    const struct space *space = &asked.bench->space;
    uint64_t product = 0, fastest = NO_CONFIGURATION;
    double least = INFINITY;
    size_t allowed = 0, searched = 0;
    CHECK(space_product(space, &product));
    FREED struct config *config = config_new(&asked, 0);
    for (uint64_t index = 0; index < product; index++) {
        config_set(config, index);
        double ns = scripted(registry, config);
        size_t met = 0;
        for (size_t i = 0; i < given_count; i++) {
            if (given[i].row.index != index)
                continue;
            met += !given[i].row.finalist;
            CHECK(given[i].row.status == OK && given[i].row.reference == 0 && given[i].row.median_ns == ns);
            CHECK(given[i].row.bytes == work(&(struct job){.bench = asked.bench, .n = asked.n}, config).bytes);
        }
        bool may = config_allowed(config, &(struct compute_device){0}, NULL);
        CHECK(met == may);
        allowed += may;
        searched += met;
        if (may && ns < least) {
            least = ns;
            fastest = index;
        }
    }
    CHECK(best.measured == allowed && best.allowed == allowed && searched == allowed && best.left == 0);
    CHECK(best.result.index == fastest && best.result.median_ns == least);
    config_set(config, space_default(space));
    CHECK(best.default_ns == scripted(registry, config));
}

/* Runs all benches of a file; `made` is the number of expectations that the store did not have. */
static void run_all(const struct registry *registry, const char *file, const uint64_t *sizes, size_t made)
{
    size_t at = 0;
    open_tuner_of(registry, file);
    for (size_t s = 0; registry_suite(registry, s); s++)
        for (size_t b = 0; registry_bench(registry, s, b); b++) {
            run(registry, s, b);
            CHECK(asked.n == sizes[at++]);
            check_run(registry);
        }
    tuner_close(&tuner);
    CHECK(at == 3 && expectations() == made + at); /* plus one of another seed per bench */
}

/* The expectation of a bench belongs to its file: that of another file's bench with the same name differs, though it is
 * stored. */
TEST(files)
{
    CHECK(strcmp(first.origin, second.origin));
    CHECK(registry_find(&first, "alpha") == first.suites[0]);
    CHECK(registry_find(&second, "alpha") == second.suites[2]);
    run_all(&first, "first", first_sizes, 3);
    CHECK(best.allowed == 8);
    run_all(&first, "first", first_sizes, 0); /* stored */
    run_all(&second, "second", second_sizes, 3);
    run_all(&first, "first", first_sizes, 0);
    run_all(&second, "second", second_sizes, 0);
}

/* A space read from the file. */
TEST(read)
{
    const struct bench *copies = registry_bench(&first, 0, 0);
    const struct problem problem = problem_of(first.suites[0], copies, 1, 1);
    const struct restriction none = {0};
    struct compute_device device = {0};
    CHECK(space_parameters(&copies->space) == 3 && copies->space.parameters[2].count == 3);
    struct allowed allowed;
    CHECK(space_default(&copies->space) == (2 * 3 + 1) * 3);
    CHECK(allowed_solve(&problem, &none, &device, &allowed, NULL) == OK && allowed.solved.count == 21);
    allowed_free(&allowed);
    CHECK(!registry_bench(&first, 0, 2) && !registry_bench(&first, 2, 0) && !registry_suite(&second, 3));
}

/* Workers that read another file, which has no such bench: rows with that reason, nothing is measured, and the workers
 * continue. */
TEST(other_workers)
{
    open_tuner_of(&first, "second");
    const pid_t pid = tuner.device[0].process.pid;
    for (int round = 0; round < 2; round++) {
        size_t of_bench = 0;
        run(&first, (size_t)round, round ? 0 : 1); /* the second file has a bench at 1, 0 */
        CHECK(given_count > 0 && best.result.median_ns == 0 && best.measured == given_count - 1);
        for (size_t i = 0; i < given_count; i++) {
            of_bench += given[i].row.index == NO_CONFIGURATION;
            CHECK(given[i].row.status == INVALID);
            CHECK_TEXT(given[i].reason, "this worker does not know the bench: its suites are not those of its parent");
        }
        CHECK(of_bench == 1 && tuner.device[0].process.pid == pid);
    }
    tuner_close(&tuner);
}

int main(int argc, char **argv)
{
    first = read_registry(argc > WORKER_REGISTRY ? argv[WORKER_REGISTRY] : "first");
    serve_if_worker(&first, argc, argv);
    second = read_registry("second");
    run_tests();
    return CHECK_RESULT;
}
