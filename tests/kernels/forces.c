/* Kernels in the style of OpenMM's, one source each: bonds and angles, velocity Verlet, and pairs of atoms by tiles
 * (compute/nonbonded.h), in single, mixed and double precision, on every available device, against the host's
 * double precision; and that faulty ones are detected. Arguments are set one by one. Skipped without any compiler.
 * GPUBENCH_DEEP: every form of the tiles on every device, other sizes, and all mutants. */
#include "tests/kernels/forces.h"
#include "compute/nonbonded.h"
#include "tests/kernels/forces/mutants.h"
#include "tests/kernels/rig.h"

static const char *const precision_names[] = {"single", "mixed", "double"};

/* ---- what is computed ---- */

static char *language, *texts[TEXTS];

/* A run: the atoms, on a device, in a precision, with the form that another device has. */
struct run {
    struct molecules molecules;
    const struct compute_device *device, *form;
    enum compute_precision precision;
    struct language language; /* context, and arrays */
    struct compute_nonbonded *nonbonded;
    struct compute_program *program[2]; /* BONDED, INTEGRATE */
    struct compute_array *posq, *correction, *velm, *force, *lj;
    struct compute_kernel *bonds, *angles, *kick_and_drift, *kick;
    struct compute_array *bond_energy, *angle_energy;
    double worst; /* the largest error of what is allowed */
};

enum { BOND_ITEMS = 64 };

static bool real_is_double(const struct run *run)
{
    return run->precision == COMPUTE_DOUBLE;
}

static bool mixed_is_double(const struct run *run)
{
    return run->precision != COMPUTE_SINGLE;
}

static struct compute_array *numbers_of(struct run *run, size_t count, const double *content, bool wide)
{
    FREED float *narrow = calloc(count, sizeof *narrow);
    for (size_t i = 0; i < count; i++)
        narrow[i] = (float)content[i];
    return wide ? array_of(&run->language, count * sizeof *content, content)
                : array_of(&run->language, count * sizeof *narrow, narrow);
}

static void read_numbers(struct compute_array *array, size_t count, double *to, bool wide)
{
    FREED float *narrow = calloc(count, sizeof *narrow);
    CHECK_OK(compute_array_read(array, 0, wide ? (void *)to : narrow, count * (wide ? sizeof *to : sizeof *narrow),
                                &caught));
    for (size_t i = 0; i < count && !wide; i++)
        to[i] = narrow[i];
}

/* An error and what it may be. */
static void judge(struct run *run, double error, double allowed)
{
    run->worst = fabs(error) <= run->worst * allowed ? run->worst : fabs(error) / allowed; /* NaN: by the last */
    if (isnan(run->worst))
        run->worst = INFINITY;
}

/* ---- on the device ---- */

static char *source_of(const struct run *run, int text)
{
    char *source;
    if (asprintf(&source, "%s\n%s%s", language, compute_precision_line(run->precision), texts[text]) < 0)
        exit(1);
    return source;
}

static void set(struct compute_kernel *kernel, size_t index, struct compute_argument argument)
{
    CHECK_OK(compute_kernel_set(kernel, index, argument, &caught));
}

static struct compute_kernel *kernel_of(struct run *run, int text, const char *entry)
{
    struct compute_kernel *kernel = NULL;
    CHECK_OK(compute_kernel_new(run->program[text], entry, &kernel, &caught));
    return kernel;
}

static void load_programs(struct run *run)
{
    for (int text = BONDED; text <= INTEGRATE; text++) {
        FREED char *source = source_of(run, text);
        FREED_BY(compute_binary_free) struct compute_binary binary = {0};
        CHECK_OK(compute_compile(run->device, text_names[text], source, 0, &binary, &caught));
        CHECK_OK(compute_program_load(run->language.context, binary.bytes, binary.size, &run->program[text], &caught));
    }
    run->bonds = kernel_of(run, BONDED, "bonds");
    run->angles = kernel_of(run, BONDED, "angles");
    run->kick_and_drift = kernel_of(run, INTEGRATE, "kick_and_drift");
    run->kick = kernel_of(run, INTEGRATE, "kick");
}

static void make_atoms(struct run *run)
{
    const struct molecules *of = &run->molecules;
    const size_t atoms = (size_t)of->atoms;
    double posq[MOST_ATOMS][4], velm[MOST_ATOMS][4], lj[MOST_ATOMS][2];
    for (size_t i = 0; i < atoms; i++) {
        memcpy(posq[i], of->x[i], sizeof of->x[i]);
        memcpy(velm[i], of->v[i], sizeof of->v[i]);
        posq[i][3] = of->charge[i];
        velm[i][3] = 1 / of->mass[i];
        lj[i][0] = of->half_sigma[i];
        lj[i][1] = of->root_epsilon[i];
    }
    run->posq = numbers_of(run, 4 * atoms, *posq, real_is_double(run));
    run->velm = numbers_of(run, 4 * atoms, *velm, mixed_is_double(run));
    run->lj = numbers_of(run, 2 * atoms, *lj, real_is_double(run));
    run->correction = array_of(&run->language, 4 * atoms * (real_is_double(run) ? 8 : 4), NULL);
    run->force = array_of(&run->language, 3 * atoms * sizeof(uint64_t), NULL);
}

static void set_bonded(struct run *run)
{
    const struct molecules *of = &run->molecules;
    const int32_t bonds = 2 * of->molecules, angles = of->molecules, atoms = of->atoms;
    struct mm_int2 bond[2 * MOST_MOLECULES];
    struct mm_int4 angle[MOST_MOLECULES];
    double bond_parameter[2 * MOST_MOLECULES][2], angle_parameter[MOST_MOLECULES][2];
    for (int b = 0; b < bonds; b++) {
        bond[b] = (struct mm_int2){.x = 3 * (b / 2) + b % 2, .y = 3 * (b / 2) + b % 2 + 1};
        bond_parameter[b][0] = of->bond_length[b / 2][b % 2];
        bond_parameter[b][1] = BOND_K;
    }
    for (int m = 0; m < angles; m++) {
        angle[m] = (struct mm_int4){.x = 3 * m, .y = 3 * m + 1, .z = 3 * m + 2};
        angle_parameter[m][0] = ANGLE_0;
        angle_parameter[m][1] = ANGLE_K;
    }
    const size_t sums = BOND_ITEMS * (mixed_is_double(run) ? sizeof(double) : sizeof(float));
    struct compute_kernel *const kernel[] = {run->bonds, run->angles};
    run->bond_energy = array_of(&run->language, sums, NULL);
    run->angle_energy = array_of(&run->language, sums, NULL);
    for (int i = 0; i < 2; i++) {
        set(kernel[i], 6, COMPUTE_VALUE(atoms));
        set(kernel[i], 0, COMPUTE_ARRAY(run->posq));
        set(kernel[i], 1, COMPUTE_ARRAY(run->force));
    }
    set(run->bonds, 2, COMPUTE_ARRAY(run->bond_energy));
    set(run->bonds, 3, COMPUTE_ARRAY(array_of(&run->language, (size_t)bonds * sizeof *bond, bond)));
    set(run->bonds, 4, COMPUTE_ARRAY(numbers_of(run, 2 * (size_t)bonds, *bond_parameter, real_is_double(run))));
    set(run->bonds, 5, COMPUTE_VALUE(bonds));
    set(run->angles, 2, COMPUTE_ARRAY(run->angle_energy));
    set(run->angles, 3, COMPUTE_ARRAY(array_of(&run->language, (size_t)angles * sizeof *angle, angle)));
    set(run->angles, 4, COMPUTE_ARRAY(numbers_of(run, 2 * (size_t)angles, *angle_parameter, real_is_double(run))));
    set(run->angles, 5, COMPUTE_VALUE(angles));
}

static void set_integrator(struct run *run, double step)
{
    const float narrow = (float)step;
    const int32_t atoms = run->molecules.atoms;
    const struct compute_argument value = mixed_is_double(run) ? COMPUTE_VALUE(step) : COMPUTE_VALUE(narrow);
    set(run->kick_and_drift, 0, COMPUTE_ARRAY(run->posq));
    set(run->kick_and_drift, 1, COMPUTE_ARRAY(run->correction));
    set(run->kick_and_drift, 2, COMPUTE_ARRAY(run->velm));
    set(run->kick_and_drift, 3, COMPUTE_ARRAY(run->force));
    set(run->kick_and_drift, 4, value);
    set(run->kick_and_drift, 5, COMPUTE_VALUE(atoms));
    set(run->kick, 0, COMPUTE_ARRAY(run->velm));
    set(run->kick, 1, COMPUTE_ARRAY(run->force));
    set(run->kick, 2, value);
    set(run->kick, 3, COMPUTE_VALUE(atoms));
}

/* Of a device that need not run. Molecules have no pairs of their own. */
static void make_nonbonded(struct run *run)
{
    const double side = run->molecules.side;
    const struct compute_nonbonded_system system = {.precision = run->precision,
                                                    .atoms = (uint32_t)run->molecules.atoms,
                                                    .cutoff = CUTOFF,
                                                    .reserve = 0.25,
                                                    .side = {side, side, side},
                                                    .language = language,
                                                    .kernels = texts[TILES]};
    char lines[2][1024];
    snprintf(lines[0], sizeof lines[0], "%s%s", lj_lines, fade_lines);
    snprintf(lines[1], sizeof lines[1], "%s%s", charges_lines, fade_lines);
    CHECK_OK(compute_nonbonded_new(run->form, &system, &run->nonbonded, &caught));
    CHECK_OK(compute_nonbonded_add(run->nonbonded, "lj", lines[0], true, &caught));
    CHECK_OK(compute_nonbonded_add(run->nonbonded, "coulomb", lines[1], false, &caught));
    for (int m = 0; m < run->molecules.molecules; m++) {
        const struct mm_int2 pairs[3] = {{3 * m, 3 * m + 1}, {3 * m + 2, 3 * m + 1}, {3 * m, 3 * m + 2}};
        CHECK_OK(compute_nonbonded_exclude(run->nonbonded, pairs, 3, &caught));
    }
}

static void execute(struct compute_kernel *kernel, uint64_t groups, uint32_t group)
{
    CHECK_OK(compute_kernel_execute(kernel, line_of(groups, group), &caught));
}

/* The sums of bonds and angles, and of pairs: `which` as in expect_forces. */
static void compute_forces(struct run *run, int which)
{
    CHECK_OK(compute_array_fill(run->force, 0, &caught));
    if (which & 1) {
        execute(run->bonds, 2, BOND_ITEMS / 2);
        execute(run->angles, 2, BOND_ITEMS / 2);
    }
    if (which & 2)
        CHECK_OK(compute_nonbonded_compute(run->nonbonded, run->posq, run->force, &caught));
}

static void judge_forces(struct run *run, const struct forces *expected)
{
    const int atoms = run->molecules.atoms;
    uint64_t force[3 * MOST_ATOMS];
    read_back(run->force, force);
    for (int i = 0; i < atoms; i++)
        for (int d = 0; d < 3; d++)
            judge(run, (double)(int64_t)force[d * atoms + i] * 0x1p-32 - expected->f[i][d], expected->allowed[i]);
}

static void judge_bonded(struct run *run, double epsilon)
{
    struct forces expected;
    double sums[2][BOND_ITEMS], energy = 0;
    expect_forces(&expected, &run->molecules, epsilon, 1);
    compute_forces(run, 1);
    judge_forces(run, &expected);
    read_numbers(run->bond_energy, BOND_ITEMS, sums[0], mixed_is_double(run));
    read_numbers(run->angle_energy, BOND_ITEMS, sums[1], mixed_is_double(run));
    for (int i = 0; i < 2 * BOND_ITEMS; i++)
        energy += sums[i / BOND_ITEMS][i % BOND_ITEMS];
    judge(run, energy - expected.bonded, expected.bonded_allowed);
}

/* How many tiles there are: those with excluded pairs or on the diagonal, and those whose boxes are near. */
static uint64_t expected_tiles(const struct molecules *of)
{
    enum { MOST_BLOCKS = MOST_ATOMS / 32 + 1 };
    double least[MOST_BLOCKS][3], most[MOST_BLOCKS][3];
    const int blocks = (of->atoms - 1) / 32 + 1;
    uint64_t tiles = (uint64_t)blocks;
    for (int i = 0; i < of->atoms; i++)
        for (int d = 0; d < 3; d++) {
            least[i / 32][d] = i % 32 ? fmin(least[i / 32][d], of->x[i][d]) : of->x[i][d];
            most[i / 32][d] = i % 32 ? fmax(most[i / 32][d], of->x[i][d]) : of->x[i][d];
        }
    for (int x = 0; x < blocks; x++)
        for (int y = x + 1; y < blocks; y++) {
            double square = 0;
            for (int d = 0; d < 3; d++) {
                double apart = (least[x][d] + most[x][d] - least[y][d] - most[y][d]) / 2;
                apart -= of->side > 0 ? of->side * floor(apart / of->side + 0.5) : 0;
                const double gap = fabs(apart) - (most[x][d] - least[x][d] + most[y][d] - least[y][d]) / 2;
                square += gap > 0 ? gap * gap : 0;
            }
            const bool excluded = y == x + 1 && 32 * y % 3 && 32 * y < of->atoms; /* a molecule in both */
            tiles += excluded || square < 5.25 * 5.25;
        }
    return tiles;
}

static void judge_pairs(struct run *run, double epsilon)
{
    struct forces expected;
    double energy = NAN;
    uint64_t tiles = 0;
    expect_forces(&expected, &run->molecules, epsilon, 2);
    CHECK_OK(compute_nonbonded_prepare(run->nonbonded, run->posq, &tiles, &caught));
    judge(run, (double)tiles - (double)expected_tiles(&run->molecules), 0.5);
    compute_forces(run, 2);
    judge_forces(run, &expected);
    CHECK_OK(compute_nonbonded_energy(run->nonbonded, &energy, &caught));
    judge(run, energy - expected.energy, expected.energy_allowed);
}

/* Twenty steps. A force's error moves an atom by at most half the time squared over its mass, twice that while errors
 * grow; fixed point rounds forces, too. Each step rounds a position to `mixed`, which in single precision is what
 * counts: bonds, two of an atom with an error at either end, then have other forces. */
static void judge_steps(struct run *run, double epsilon, int which)
{
    enum { STEPS = 20 };
    const double step = 0.002, time = step * STEPS;
    const int atoms = run->molecules.atoms;
    static struct molecules moved;
    static struct forces expected;
    double posq[4 * MOST_ATOMS], correction[4 * MOST_ATOMS], velm[4 * MOST_ATOMS];
    const double rounded = mixed_is_double(run) ? 0x1p-47 : 0x1p-24;
    struct forces of_errors;
    moved = run->molecules;
    expect_steps(&moved, &expected, step, STEPS, which);
    expect_forces(&of_errors, &moved, epsilon, which);
    set_integrator(run, step);
    for (int i = 0; i <= STEPS; i++) { /* the first forces are of the places as they are */
        if (i)
            execute(run->kick_and_drift, 3, 32);
        if (i % 5 == 0 && which & 2)
            CHECK_OK(compute_nonbonded_prepare(run->nonbonded, run->posq, NULL, &caught));
        compute_forces(run, which);
        if (i)
            execute(run->kick, 3, 32);
    }
    read_numbers(run->posq, 4 * (size_t)atoms, posq, real_is_double(run));
    read_numbers(run->correction, 4 * (size_t)atoms, correction, real_is_double(run));
    read_numbers(run->velm, 4 * (size_t)atoms, velm, mixed_is_double(run));
    for (int i = 0; i < atoms; i++)
        for (int d = 0; d < 3; d++) {
            const double x = moved.x[i][d], v = moved.v[i][d], off = STEPS * rounded * (fabs(x) + 2);
            const double by_force = (2 * of_errors.allowed[i] + 4 * BOND_K * off) / moved.mass[i];
            judge(run, posq[4 * i + d] + correction[4 * i + d] - x, by_force * time * time / 2 + off);
            judge(run, velm[4 * i + d] - v, by_force * time + 2 * STEPS * rounded * (fabs(v) + 1));
        }
}

/* ---- runs ---- */

static void run_free(struct run *run)
{
    struct compute_kernel *const kernel[] = {run->bonds, run->angles, run->kick_and_drift, run->kick};
    for (int i = 0; i < 4; i++)
        compute_kernel_free(kernel[i]);
    compute_nonbonded_free(run->nonbonded);
    for (size_t i = 0; i < run->language.arrays; i++)
        compute_array_free(run->language.array[i]);
    for (int i = 0; i < 2; i++)
        compute_program_free(run->program[i]);
    compute_context_free(run->language.context);
}

/* What is judged; steps are by bonds alone without OF_PAIRS. */
enum { OF_BONDS = 1, OF_PAIRS = 2, OF_STEPS = 4, OF_ALL = 7 };

/* The largest error of what is allowed. */
static double worst_of(const struct compute_device *device, const struct compute_device *form,
                       enum compute_precision precision, int molecules, double side, int parts)
{
    static struct run run;
    const double epsilon = precision == COMPUTE_DOUBLE ? 0x1p-52 : 0x1p-23;
    run = (struct run){.device = device, .form = form, .precision = precision};
    make_molecules(&run.molecules, molecules, side);
    CHECK_OK(compute_context_new(device, &run.language.context, &caught));
    make_atoms(&run);
    if (parts & ~OF_PAIRS) {
        load_programs(&run);
        set_bonded(&run);
    }
    if (parts & OF_PAIRS) {
        make_nonbonded(&run);
        CHECK_OK(compute_nonbonded_start(run.nonbonded, run.language.context, &caught));
        CHECK_OK(compute_nonbonded_set(run.nonbonded, "lj", run.lj, &caught));
    }
    if (parts & OF_BONDS)
        judge_bonded(&run, epsilon);
    if (parts & OF_PAIRS)
        judge_pairs(&run, epsilon);
    if (parts & OF_STEPS)
        judge_steps(&run, epsilon, parts & OF_PAIRS ? 3 : 1);
    CHECK_OK(compute_context_finish(run.language.context, &caught));
    run_free(&run);
    return run.worst;
}

static void test(const struct compute_device *device, const struct compute_device *form,
                 enum compute_precision precision, int molecules, double side, int parts)
{
    const double worst = worst_of(device, form, precision, molecules, side, parts);
    WRONG_IF(!(worst <= 1), "%s, tiles by %s%s, %s, %d molecules in a box of %g: an error of %.3g of what is allowed\n",
             device->name, form->backend, form->is_cpu ? " of a CPU" : "", precision_names[precision], molecules, side,
             worst);
    printf("%s, tiles by %s%s, %s, %d molecules: errors up to %.2g of what is allowed\n", device->backend,
           form->backend, form->is_cpu ? " of a CPU" : "", precision_names[precision], molecules, worst);
}

/* Devices by whose forms another may compute tiles: by groups, warps and work-items. */
static const struct compute_device forms[] = {{.backend = "opencl", .features = COMPUTE_ALL_FEATURES},
                                              {.backend = "cuda", .features = COMPUTE_ALL_FEATURES},
                                              {.backend = "opencl", .features = COMPUTE_ALL_FEATURES, .is_cpu = true}};

/* The first of each text, or all. The faulty text replaces the text meanwhile. */
static void test_mutants(const struct compute_device *device, bool all)
{
    static const int parts[TEXTS] = {OF_BONDS, OF_STEPS, OF_PAIRS};
    for (size_t i = 0; i < (all ? sizeof mutants / sizeof *mutants : TEXTS); i++) {
        const struct mutant *mutant = &mutants[i];
        char *text = texts[mutant->text], *at = strstr(text, mutant->from), *spoilt;
        WRONG_IF(!at, "%s has no \"%s\" to spoil\n", text_names[mutant->text], mutant->from);
        if (!at || (mutant->precision != COMPUTE_SINGLE && !compute_has(device, COMPUTE_FP64)) ||
            asprintf(&spoilt, "%.*s%s%s", (int)(at - text), text, mutant->to, at + strlen(mutant->from)) < 0)
            continue;
        texts[mutant->text] = spoilt;
        const struct compute_device *form = mutant->form ? &forms[mutant->form - 1] : device;
        const double worst = worst_of(device, form, mutant->precision, 125, 20, parts[mutant->text]);
        WRONG_IF(!(worst > 2), "%s with \"%s\" instead of \"%s\" passes: %.3g of what is allowed\n",
                 text_names[mutant->text], mutant->to, mutant->from, worst);
        texts[mutant->text] = text;
        free(spoilt);
    }
}

/* Compiles all for a device that need not run. */
static void compile(const struct compute_device *device, enum compute_precision precision)
{
    static struct run run;
    run = (struct run){.device = device, .form = device, .precision = precision};
    make_molecules(&run.molecules, 59, 20);
    make_nonbonded(&run);
    for (int text = BONDED; text < TEXTS; text++) {
        FREED char *source = text == TILES ? compute_nonbonded_source(run.nonbonded) : source_of(&run, text);
        FREED_BY(compute_binary_free) struct compute_binary binary = {0};
        CHECK_OK(compute_compile(device, text_names[text], source, 0, &binary, &caught));
        WRONG_IF(binary.resources.spill_bytes > 0, "%s in %s precision spills %d bytes\n", text_names[text],
                 precision_names[precision], binary.resources.spill_bytes);
    }
    compute_nonbonded_free(run.nonbonded);
    printf("%s, %s: compiled\n", device->name, precision_names[precision]);
}

/* Whether it is a device for them. */
static bool test_device(const struct compute_device *device, bool deep)
{
    if (!compute_has(device, COMPUTE_INT64_ATOMICS)) {
        printf("%s, %s: no 64-bit atomics, in which forces are added\n", device->backend, device->name);
        return false;
    }
    const int precisions = compute_has(device, COMPUTE_FP64) ? 3 : 1;
    for (int precision = 0; precision < precisions; precision++)
        test(device, device, (enum compute_precision)precision, deep ? 125 : 59, 20, OF_ALL);
    for (int form = 0; form < (deep ? 3 : 2); form++)
        for (int precision = 0; precision < (deep ? precisions : 1); precision++)
            test(device, &forms[form], (enum compute_precision)precision, 59, deep ? 0 : 20, deep ? OF_ALL : OF_PAIRS);
    for (int form = 0; form < 3 && deep; form++) /* one tile; the last with one atom, and with 32 */
        for (int molecules = 1; molecules <= 32; molecules += molecules == 1 ? 10 : 21)
            test(device, &forms[form], COMPUTE_SINGLE, molecules, 20, OF_PAIRS);
    test_mutants(device, deep);
    return true;
}

int main(void)
{
    struct compute_inventory inventory;
    struct compute_device compiler;
    const bool deep = getenv("GPUBENCH_DEEP");
    bool tested = false;
    make_own_folder(); /* the drivers' caches */
    compute_set_cache(own_folder);
    language = text_of("../../kernels/common_compute.h");
    for (int text = 0; text < TEXTS; text++)
        texts[text] = text_of(text_names[text]);
    compute_inventory(&inventory);
    for (size_t i = 0; i < inventory.absences; i++)
        printf("no %s: %s\n", inventory.absence[i].backend, inventory.absence[i].text);
    for (size_t i = 0; i < inventory.devices; i++)
        tested = test_device(&inventory.device[i], deep) || tested;
    const bool compiles = compute_find("nvrtc:sm_90", 0, &compiler, NULL) == OK;
    for (int precision = 0; precision < 3 && compiles; precision++)
        compile(&compiler, (enum compute_precision)precision);
    for (int text = 0; text < TEXTS; text++)
        free(texts[text]);
    free(language);
    return tested || compiles ? CHECK_RESULT : check_skipped("no device with 64-bit atomics, and no compiler");
}
