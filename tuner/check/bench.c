/* The tables of a bench. */
#include "tuner/check/report.h"

#include <inttypes.h>
#include <string.h>

static void check_kernel(const struct checked *of, const struct bench_kernel *kernel)
{
    size_t entries = 0;
    while (kernel->entries && kernel->entries[entries])
        entries++;
    if (kernel->file && !registry_has_kernel(of->check->registry, kernel->file))
        report_mistake(of, ".kernel.file", "%s is not in this program", kernel->file);
    if (kernel->file && !entries)
        report_mistake(of, ".kernel.entries", "missing, and .kernel.file is %s", kernel->file);
    if (!kernel->file && entries)
        report_mistake(of, ".kernel.file", "missing, and .kernel.entries has %s", kernel->entries[0]);
    if (entries > MAX_KERNELS)
        report_mistake(of, ".kernel.entries", "%zu: there may be %d", entries, MAX_KERNELS);
}

static bool is_taken(const struct bench_kernel *kernel, size_t parameter)
{
    for (const struct taken *taken = kernel->takes; taken && taken->name; taken++)
        if (taken->parameter == parameter)
            return true;
    return !kernel->takes;
}

/* Each name that kernels take exists, and each parameter is taken by a kernel or of the host. */
static void check_takes(const struct checked *of)
{
    const struct space *space = &of->bench->space;
    const size_t parameters = space_parameters(space), kernels = bench_kernels(of->bench);
    for (size_t k = 0; k < kernels; k++)
        for (const struct taken *taken = bench_kernel(of->bench, k)->takes; taken && taken->name; taken++)
            if (taken->parameter >= parameters)
                report_mistake(of, ".takes", "%s, parameter %zu: there are %zu, counted from 0", taken->name,
                               taken->parameter, parameters);
    for (size_t p = 0; p < parameters; p++) {
        bool taken = space->parameters[p].host;
        for (size_t k = 0; k < kernels; k++)
            taken = taken || is_taken(bench_kernel(of->bench, k), p);
        if (!taken)
            report_mistake(of, ".takes", "no kernel takes %s, which is not the host's", space->parameters[p].name);
    }
}

/* Several kernel files of one configuration. */
static void check_every(const struct checked *of)
{
    const size_t programs = bench_kernels(of->bench);
    size_t entries = 0;
    for (size_t k = 0; k < programs; k++)
        for (const char *const *entry = bench_kernel(of->bench, k)->entries; entry && *entry; entry++)
            entries++;
    if (programs > MAX_PROGRAMS)
        report_mistake(of, ".kernels", "%zu: there may be %d", programs, MAX_PROGRAMS);
    if (entries > MAX_KERNELS)
        report_mistake(of, ".kernels", "%zu entries: there may be %d", entries, MAX_KERNELS);
}

static void check_kernels(const struct checked *of)
{
    const struct bench *bench = of->bench;
    const bool every = bench->kernels && bench->kernels_by == EVERY_KERNEL;
    if (bench->kernels && bench->kernel.file)
        report_mistake(of, ".kernels", "and .kernel: one of them");
    if (every)
        check_every(of);
    check_takes(of);
    if (bench->elements.bytes && bench->elements.parameter >= space_parameters(&bench->space))
        report_mistake(of, ".elements", "parameter %zu: there are %zu, counted from 0", bench->elements.parameter,
                       space_parameters(&bench->space));
    if (!every && bench->kernels && bench->kernels_by >= space_parameters(&bench->space))
        report_mistake(of, ".kernels_by", "parameter %zu: there are %zu, counted from 0", bench->kernels_by,
                       space_parameters(&bench->space));
    else if (!every && bench->kernels && bench_kernels(bench) != bench->space.parameters[bench->kernels_by].count)
        report_mistake(of, ".kernels", "%zu, and %s has %zu values", bench_kernels(bench),
                       bench->space.parameters[bench->kernels_by].name,
                       bench->space.parameters[bench->kernels_by].count);
    else
        for (size_t k = 0; k < bench_kernels(bench); k++)
            check_kernel(of, bench_kernel(bench, k));
}

static void check_sizes(const struct checked *of)
{
    static const char *const words[] = {[SMALL] = "small", [MEDIUM] = "medium", [LARGE] = "large"};
    const struct bench_size *size = &of->bench->size;
    for (int c = SMALL; c < SIZE_CLASSES; c++)
        if (!size->classes[c])
            report_mistake(of, ".size.classes", "%s is 0", words[c]);
        else if (c > SMALL && size->classes[c] < size->classes[c - 1])
            report_mistake(of, ".size.classes", "%s, %" PRIu64 ", is below %s, %" PRIu64, words[c], size->classes[c],
                           words[c - 1], size->classes[c - 1]);
    if (size->classes[LARGE] > size->most)
        report_mistake(of, ".size.most", "%" PRIu64 " is below .size.classes' large, %" PRIu64, size->most,
                       size->classes[LARGE]);
}

static void check_compared(const struct checked *of)
{
    const struct element_comparison *compare = of->bench->problem.compare;
    const size_t count = bench_compared(of->bench);
    for (size_t i = 0; i < count; i++) {
        size_t first = 0;
        while (compare[first].slot != compare[i].slot)
            first++;
        if (first < i)
            report_mistake(of, ".problem.compare", "slot %d is there twice", compare[i].slot);
        else if (compare[i].slot < 0 || compare[i].slot >= MAX_SLOTS)
            report_mistake(of, ".problem.compare", "slot %d is not from 0 to %d", compare[i].slot, MAX_SLOTS - 1);
    }
    for (size_t i = count; i < MAX_COMPARED; i++)
        if (compare[i].slot || compare[i].expected)
            report_mistake(of, ".problem.compare", "element %zu is behind one without an expected function", i);
}

/* Benches that share an expectation must compute the same one. */
static void check_shared(const struct checked *of)
{
    const struct bench *own = of->bench;
    const size_t bytes = own->problem.expected_own_bytes;
    if (bytes && !own->own)
        report_mistake(of, ".own", "missing, and .problem.expected_own_bytes is %zu", bytes);
    for (size_t b = 0; bytes && own->own && of->suite->benches[b]; b++) {
        const struct bench *other = of->suite->benches[b];
        const struct bench_problem *one = &own->problem, *two = &other->problem;
        if (two->expected_own_bytes != bytes || !other->own || memcmp(own->own, other->own, bytes) != 0)
            continue;
        if (one->setup != two->setup || one->expect != two->expect || one->expect_number != two->expect_number ||
            one->expected_bytes != two->expected_bytes || one->variants != two->variants)
            report_mistake(of, ".problem.expected_own_bytes", "it would share the expectation of %s, which is another",
                           other->name);
    }
}

static void check_problem(const struct checked *of)
{
    const struct bench_problem *problem = &of->bench->problem;
    if (problem->variants < 1 || problem->variants > MAX_VARIANTS)
        report_mistake(of, ".problem.variants", "%d is not from 1 to %d", problem->variants, MAX_VARIANTS);
    need(of, problem->setup, ".problem.setup");
    if (!problem->verify == !bench_compared(of->bench))
        report_mistake(of, ".problem.verify", "%s",
                       problem->verify ? "and .problem.compare: one of them" : "missing, and so is .problem.compare");
    check_compared(of);
    check_shared(of);
    if (problem->expect && problem->expect_number)
        report_mistake(of, ".problem.expect_number", "and .problem.expect: one of them");
    if (problem->expect && !problem->expected_bytes)
        report_mistake(of, ".problem.expected_bytes", "0, and there is .problem.expect");
    if (!problem->expect && problem->expected_bytes)
        report_mistake(of, ".problem.expect", "missing, and .problem.expected_bytes is %zu", problem->expected_bytes);
}

static void check_report(const struct checked *of)
{
    const struct bench_report *report = &of->bench->report;
    const size_t figures = bench_figures(of->bench);
    need(of, report->work, ".report.work");
    if (report->uses >> RESOURCES)
        report_mistake(of, ".report.uses", "bit %d or above stands for no resource", RESOURCES);
    if (of->bench->kernel.counted && !figures)
        report_mistake(of, ".kernel.counted", "and no .report.figures, which would show it");
    if (figures && !report->figure)
        report_mistake(of, ".report.figure", "missing, and .report.figures has %s", report->figures[0]);
    if (!figures && report->figure)
        report_mistake(of, ".report.figures", "missing, and there is .report.figure");
    if (figures > MAX_FIGURES)
        report_mistake(of, ".report.figures", "%zu: there may be %d", figures, MAX_FIGURES);
    if (report->error && bench_error(of->bench) == SIZE_MAX)
        report_mistake(of, ".report.error", "%s is none of .report.figures", report->error);
}

static void check_needs(const struct checked *of)
{
    for (unsigned i = 0; i < 8 * sizeof of->bench->needs; i++)
        if (of->bench->needs >> i & 1 && !need_word(i))
            report_mistake(of, ".needs", "bit %u stands for nothing", i);
}

static void check_references(const struct checked *of)
{
    for (size_t r = 0; r < bench_references(of->bench); r++)
        if (!of->bench->references[r].rows && !of->bench->reference_rows)
            report_mistake(of, ".references", "%s is of 0 rows, and .reference_rows is missing",
                           of->bench->references[r].name);
}

bool check_bench(struct check *check, const struct suite *suite, const struct bench *bench)
{
    const struct checked of = {check, suite, bench};
    const size_t before = check->mistakes;
    need(&of, bench->summary, ".summary");
    check_needs(&of);
    check_kernels(&of);
    check_sizes(&of);
    check_problem(&of);
    need(&of, bench->device.enqueue, ".device.enqueue");
    check_report(&of);
    check_references(&of);
    check_space(&of);
    return check->mistakes == before;
}
