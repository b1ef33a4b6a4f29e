/* Bench binning of suite cutoff on the fake device: in every configuration the host's result is sent to the device,
 * and verification detects all faults. */
#include "suites/cutoff/binning.c"

#include "tests/suites/cutoff/fixture.h"

static enum status verify_config(const struct config *config, struct fault *fault)
{
    CHECK(job_arrange(job, config, fault) == OK);
    return place_verify_exactly(job, config, fault);
}

static const struct config *config_of(int side, int layout, int capacity)
{
    return config_by(&problem, (int[]){64, 1, side, WHERE_host, layout, capacity});
}

TEST(right)
{
    static const uint64_t sizes[] = {1, 24, 37};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int variant = 0; variant < CUTOFF_VARIANTS; variant++) {
            use(WORKLOAD_clustered, 0.1, 6.5);
            if (i == 1)
                use_odd_grid();
            problem.inputs.setting[SETTING_COVERAGE] = 0;
            open_job(&cutoff_binning, sizes[i], variant);
            int right = 0;
            FREED struct config *config = config_new(&problem, 0);
            for (uint64_t index = 0; config_from(config, &device, index); index = config->index + 1) {
                if (config->value[WHERE] == WHERE_device)
                    continue;
                right += FINE(verify_config(config, &caught));
            }
            CHECK(right == 3 + 5 + 2); /* capacities of 2 A, of 4 A, and compact bins */
        }
}

/* A capacity with too little coverage is not tried, unless --coverage allows it. */
TEST(coverage)
{
    const struct config *config = config_of(4, LAYOUT_capacity, 6);
    use(WORKLOAD_lattice, 0.1, 12);
    CHECK(!config_allowed(config, NULL, NULL));
    config = config_of(4, LAYOUT_capacity, 8);
    CHECK(config_allowed(config, NULL, NULL));
    problem.inputs.setting[SETTING_COVERAGE] = 0;
    config = config_of(4, LAYOUT_capacity, 6);
    CHECK(config_allowed(config, NULL, NULL));
}

TEST(figures)
{
    use(WORKLOAD_lattice, 0.1, 12);
    open_job(&cutoff_binning, 128, 0);
    double values[MAX_FIGURES], atoms = (double)cutoff_counts(job).all;
    const struct config *config = config_of(4, LAYOUT_capacity, 8), *compact = config_of(4, LAYOUT_compact, 0);
    CHECK_OK(verify_config(config, &caught));
    figure(job, config, values);
    CHECK_NEAR(values[0], 0.024, 0.005);
    CHECK_NEAR(values[1], (1 - values[0]) * atoms / (8 * 22 * 22 * 22), 1e-12);
    CHECK(work(job, config).bytes == 32 * atoms);
    CHECK_OK(verify_config(compact, &caught));
    figure(job, compact, values);
    CHECK(values[0] == 0 && values[1] == 1);
}

/* ---- faults ---- */

/* Bins as slots: the first bin with at least two atoms and a free slot, and the first full one. */
static size_t find_bin(int capacity, bool full)
{
    const struct mm_float4 *slot = job_host(job, BINNED);
    size_t b = 0;
    while (full ? slot[b * (size_t)capacity + (size_t)capacity - 1].w == 0
                : slot[b * (size_t)capacity + 1].w == 0 || slot[b * (size_t)capacity + (size_t)capacity - 1].w != 0)
        b++;
    return b * (size_t)capacity;
}

static void check_refused(const struct config *config, const char *text)
{
    struct verdict verdict;
    CHECK(CALL(verify(job, config, &verdict, &caught)) == WRONG_RESULT && verdict.error == 1);
    WRONG_IF(!strstr(caught.text, text), "\"%s\" does not say \"%s\"\n", caught.text, text);
}

TEST(wrong_slots)
{
    enum { SLOTS = 6 };
    use(WORKLOAD_clustered, 0.1, 6);
    problem.inputs.setting[SETTING_COVERAGE] = 0;
    open_job(&cutoff_binning, 37, 1);
    const struct config *config = config_of(4, LAYOUT_capacity, SLOTS);
    struct verdict verdict;
    CHECK_OK(verify_config(config, &caught));
    struct mm_float4 *slot = (struct mm_float4 *)job_host(job, BINNED),
                     *extra = (struct mm_float4 *)job_host(job, EXTRA);
    uint32_t *extras = (uint32_t *)job_host(job, EXTRAS);
    struct mm_float4 *some = &slot[find_bin(SLOTS, false)], *full = &slot[find_bin(SLOTS, true)], none = {0}, kept;
    CHECK(*extras > 10);
    const struct mm_float4 one = some[0], other = extra[1], on_point = extra[*extras - 1]; /* those come last here */
    CHECK(atom_on_point(0.5f, on_point));
    const struct {
        struct mm_float4 *at, to;
        const char *text;
    } cases[] = {
        {&some[0], some[1], "does not belong there"}, /* doubled */
        {&some[0], full[0], "does not belong there"}, /* another bin's */
        {&some[0], {nextafterf(one.x, 100), one.y, one.z, one.w}, "does not belong there"},
        {&some[0], {one.x, one.y, one.z, -one.w}, "does not belong there"},
        {&some[0], {one.x, one.y, one.z, NAN}, "does not belong there"},
        {&some[0], none, "taken behind one that is not"}, /* a hole */
        {&some[SLOTS - 1], one, "taken behind one that is not"},
        {&some[SLOTS - 1], {0, 0, 0, NAN}, "taken behind one that is not"},
        {&full[SLOTS - 1], none, "are in no bin"}, /* lost */
        {&full[0], on_point, "lies on a point"},
        {&extra[1], extra[0], "does not belong there"},
        {&extra[1], one, "which has room"},
        {&extra[1], {other.x, NAN, other.z, other.w}, "in none of the bins"},
        {&extra[1], {other.x, 1e9f, other.z, other.w}, "in none of the bins"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        kept = *cases[i].at;
        *cases[i].at = cases[i].to;
        check_refused(config, cases[i].text);
        *cases[i].at = kept;
    }
    ++*extras;
    check_refused(config, "extra atoms, but");
    *extras -= 2;
    check_refused(config, "extra atoms, but");
    ++*extras;
    /* Which of a full bin's atoms are extra does not matter, nor their order. */
    CHECK_OK(verify(job, config, &verdict, &caught));
    size_t bin = (size_t)(full - slot) / SLOTS, swap = 0;
    while (bins_find(cutoff_bins(job, 4), extra[swap]) != bin)
        swap++;
    kept = extra[swap];
    extra[swap] = full[2];
    full[2] = kept;
    CHECK_OK(verify(job, config, &verdict, &caught));
}

TEST(wrong_compact)
{
    use(WORKLOAD_clustered, 0.1, 6);
    problem.inputs.setting[SETTING_COVERAGE] = 0;
    open_job(&cutoff_binning, 37, 1);
    const struct config *config = config_of(2, LAYOUT_compact, 0);
    struct verdict verdict;
    CHECK_OK(verify_config(config, &caught));
    struct mm_float4 *sorted = (struct mm_float4 *)job_host(job, BINNED), kept = sorted[0];
    uint32_t *start = (uint32_t *)job_host(job, START), atoms = (uint32_t)cutoff_counts(job).off_points;
    size_t cells = cells_of(job, config), bin = cells / 2;
    while (start[bin + 1] - start[bin] < 2)
        bin++;
    sorted[0] = sorted[1];
    check_refused(config, "does not belong there");
    sorted[0] = kept;
    const struct {
        size_t bin;
        uint32_t value;
        const char *text;
    } cases[] = {{0, 1, "expected 0 to"},
                 {cells, atoms - 1, "expected 0 to"},
                 {bin, start[bin] + 1, "does not belong there"},
                 {bin, start[bin + 1] + 1, "does not belong there"},
                 {bin, atoms + 1, " of "},
                 {bin, 0, " of "}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t right = start[cases[i].bin];
        start[cases[i].bin] = cases[i].value;
        check_refused(config, cases[i].text);
        start[cases[i].bin] = right;
    }
    kept = sorted[start[bin]]; /* the order within a bin does not matter */
    sorted[start[bin]] = sorted[start[bin] + 1];
    sorted[start[bin] + 1] = kept;
    CHECK_OK(verify(job, config, &verdict, &caught));
}
