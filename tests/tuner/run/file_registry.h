/* Suites that are read from a text file at run time, into a registry on the heap. */
#ifndef TESTS_TUNER_RUN_FILE_REGISTRY_H
#define TESTS_TUNER_RUN_FILE_REGISTRY_H

#include "base/memory.h"
#include "tests/check.h"
#include "tests/tuner/benches.h"
#include "tuner/registry.h"

/* ---- benches: all copy a first number that the file gives, which is the expectation ---- */

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

/* Also writes down that it was asked. */
EXPECT(expect)
{
    FILE *file = fopen("expected", "a");
    fputs("asked\n", file);
    fclose(file);
    *(double *)expected = own_of(job->bench)->number;
}

ENQUEUE(enqueue)
{
    struct compute_launch launch = {.groups = {1, 1, 1}, .group = {1, 1, 1}};
    const struct compute_argument arguments[] = {COMPUTE_ARRAY(job_array(job, 0)), COMPUTE_ARRAY(job_array(job, 1))};
    return job_launch(job, 0, launch, arguments, 2, fault);
}

VERIFY(verify)
{
    double got = *(const double *)job_host(job, 1), expected = *(const double *)job_expected(job);
    return got == expected ? OK : fail(fault, WRONG_RESULT, "%g, expected %g", got, expected);
}

static double bytes_of(const struct config *config)
{
    size_t real = own_of(config->problem->bench)->real;
    return (double)config->problem->n * (real == SIZE_MAX ? 1 : config_real(config, real));
}

WORK(work)
{
    return (struct work){.bytes = bytes_of(config)};
}

/* ---- the file ---- */

/* A line is a word and what it says: `suite NAME`; in a suite `bench NAME`; in a bench `number X`, `sizes A B C`, `ints
 * NAME VALUES...`, `reals NAME VALUES...`, `words NAME WORDS...`, `default VALUES...`, `constraint EXPRESSION`, and
 * `kernel`, whose text are the lines up to `end`. */
enum { MOST = 15 };

struct reader {
    FILE *file;
    const struct suite **suites;
    struct kernel_file *kernels;
    size_t suite_count, kernel_count, bench_count, parameter_count;
    struct suite *suite;
    const struct bench **benches; /* of the suite */
    struct bench *bench;
    struct own *own; /* of the bench */
    struct parameter *parameters;
    struct store_hash origin;
};

static bool read_line(struct reader *reader, char line[256])
{
    if (!fgets(line, 256, reader->file))
        return false;
    store_hash_text(&reader->origin, line);
    line[strcspn(line, "\n")] = '\0';
    return true;
}

static void begin_suite(struct reader *reader, const char *name)
{
    reader->benches = allocate((MOST + 1) * sizeof *reader->benches);
    reader->suite = allocate(sizeof *reader->suite);
    *reader->suite = (struct suite){.name = allocate_text(name), .summary = "", .benches = reader->benches};
    reader->suites[reader->suite_count++] = reader->suite;
    reader->bench_count = 0;
}

static void begin_bench(struct reader *reader, const char *name)
{
    char *path = allocate(256);
    snprintf(path, 256, "%s/%s.cl", reader->suite->name, name);
    const char **entries = allocate(2 * sizeof *entries);
    entries[0] = allocate_text(name);
    reader->parameters = allocate((MOST + 1) * sizeof *reader->parameters);
    reader->own = allocate(sizeof *reader->own);
    reader->own->real = SIZE_MAX;
    reader->bench = allocate(sizeof *reader->bench);
    *reader->bench =
        (struct bench){.name = allocate_text(name),
                       .summary = "",
                       .kernel = {.file = path, .entries = entries},
                       .space.parameters = reader->parameters,
                       .problem = {.variants = 1, .expected_bytes = sizeof(double), .setup = setup, .expect = expect},
                       .device.enqueue = enqueue,
                       .report.work = work,
                       .own = reader->own};
    reader->bench->problem.verify = verify;
    reader->benches[reader->bench_count++] = reader->bench;
    reader->parameter_count = 0;
}

/* The words of a line, which end with it; *count is how many. */
static char **split(char *line, size_t *count)
{
    char **words = allocate((MOST + 1) * sizeof *words), *rest = line;
    for (*count = 0; *count < MOST && (words[*count] = strtok_r(NULL, " ", &rest)); ++*count)
        ;
    return words;
}

static void add_parameter(struct reader *reader, const char *kind, char *text)
{
    size_t count;
    char **word = split(text, &count);
    struct parameter *parameter = &reader->parameters[reader->parameter_count++];
    *parameter = (struct parameter){.name = allocate_text(word[0]), .summary = "", .count = count - 1};
    int *values = allocate(count * sizeof *values);
    double *reals = allocate(count * sizeof *reals);
    const char **words = allocate((count + 1) * sizeof *words);
    for (size_t i = 1; i < count; i++) {
        values[i - 1] = atoi(word[i]);
        reals[i - 1] = strtod(word[i], NULL);
        words[i - 1] = kind[0] == 'w' ? allocate_text(word[i]) : NULL;
    }
    parameter->values = kind[0] == 'i' ? values : NULL;
    parameter->reals = kind[0] == 'r' ? reals : NULL;
    parameter->words = kind[0] == 'w' ? words : NULL;
    if (parameter->reals)
        reader->own->real = reader->parameter_count - 1;
    if (!parameter->values)
        free(values);
    if (!parameter->reals)
        free(reals);
    if (!parameter->words)
        free(words);
    free(word);
}

static void set_default(struct reader *reader, char *text)
{
    size_t count;
    char **word = split(text, &count);
    int *defaults = allocate(count * sizeof *defaults);
    for (size_t i = 0; i < count; i++)
        defaults[i] = atoi(word[i]);
    reader->bench->space.defaults = defaults;
    reader->bench->space.default_count = count;
    free(word);
}

static void add_constraint(struct reader *reader, const char *text)
{
    struct constraint *constraints = allocate(2 * sizeof *constraints);
    constraints->text = allocate_text(text);
    reader->bench->space.constraints = constraints;
}

static void add_kernel(struct reader *reader)
{
    char line[256], *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    while (read_line(reader, line) && strcmp(line, "end"))
        fprintf(out, "%s\n", line);
    fclose(out);
    reader->kernels[reader->kernel_count++] = (struct kernel_file){reader->bench->kernel.file, text};
}

static void take_line(struct reader *reader, char *line)
{
    char *text = line + strcspn(line, " ");
    text += *text == ' ';
    if (!strncmp(line, "suite ", 6))
        begin_suite(reader, text);
    else if (!strncmp(line, "bench ", 6))
        begin_bench(reader, text);
    else if (!strncmp(line, "number ", 7))
        reader->own->number = strtod(text, NULL);
    else if (!strncmp(line, "sizes ", 6))
        for (int i = 0; i < SIZE_CLASSES; i++)
            reader->bench->size.classes[i] = strtoull(text, &text, 10);
    else if (!strncmp(line, "default ", 8))
        set_default(reader, text);
    else if (!strncmp(line, "constraint ", 11))
        add_constraint(reader, text);
    else if (!strcmp(line, "kernel"))
        add_kernel(reader);
    else
        add_parameter(reader, line, text);
}

/* The registry that a file says: all of it is on the heap, and stays. */
static struct registry read_registry(const char *path)
{
    struct reader reader = {.file = fopen(path, "r"), .origin = store_hash_start()};
    char line[256];
    if (!reader.file) {
        perror(path);
        exit(1);
    }
    reader.suites = allocate((MOST + 1) * sizeof *reader.suites);
    reader.kernels = allocate((MOST + 1) * sizeof *reader.kernels);
    reader.kernels[reader.kernel_count++] = (struct kernel_file){"common_compute.h", ""};
    while (read_line(&reader, line))
        take_line(&reader, line);
    fclose(reader.file);
    return (struct registry){.suites = reader.suites,
                             .kernels = reader.kernels,
                             .origin = allocate_text(store_hash_key(&reader.origin).text)};
}

#endif
