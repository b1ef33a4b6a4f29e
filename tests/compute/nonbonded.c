/* Invalid calls of compute/nonbonded.h, on the fake device, whose kernels find no tiles. The sums:
 * tests/kernels/forces.c. */
#include "compute/nonbonded.h"
#include "tests/compute/fake/rig.h"

static void free_nonbonded(struct compute_nonbonded **nonbonded)
{
    compute_nonbonded_free(*nonbonded);
}

static struct compute_nonbonded_system system_of(uint32_t atoms, double side)
{
    return (struct compute_nonbonded_system){.atoms = atoms,
                                             .cutoff = 5,
                                             .reserve = 1,
                                             .side = {side, side, side},
                                             .language = "language",
                                             .kernels = "kernels"};
}

static void refused(const struct compute_device *device, struct compute_nonbonded_system system, enum status status,
                    const char *words)
{
    FREED_BY(free_nonbonded) struct compute_nonbonded *nonbonded;
    CHECK_FAULT(compute_nonbonded_new(device, &system, &nonbonded, &caught), status, words);
    CHECK(!nonbonded);
}

TEST(systems)
{
    struct compute_device device = find("fake");
    struct compute_nonbonded_system system = system_of(40, 12);
    refused(&device, system_of(0, 0), INVALID, "pairs of 0 atoms: there may be 1 to 2097120");
    refused(&device, system_of(2097121, 0), INVALID, "pairs of 2097121 atoms: there may be 1 to 2097120");
    refused(&device, system_of(40, 11.9), INVALID,
            "a box of 11.9 x 11.9 x 11.9: sides are twice the cutoff and the reserve, 12, or all 0");
    system.side[2] = 0;
    refused(&device, system, INVALID, "a box of 12 x 12 x 0: sides are twice the cutoff and the reserve, 12, or all 0");
    system = system_of(40, 0);
    system.side[1] = 12;
    refused(&device, system, INVALID, "a box of 0 x 12 x 0: sides are twice the cutoff and the reserve, 12, or all 0");
    system = system_of(40, 12);
    system.cutoff = 0;
    refused(&device, system, INVALID, "a cutoff of 0 and a reserve of 1");
    system.cutoff = NAN;
    refused(&device, system, INVALID, "a cutoff of nan and a reserve of 1");
    system = system_of(40, 12);
    system.reserve = -1;
    refused(&device, system, INVALID, "a cutoff of 5 and a reserve of -1");

    system = system_of(40, 12);
    system.precision = COMPUTE_MIXED;
    device.features &= ~(uint32_t)COMPUTE_FP64;
    refused(&device, system, UNSUPPORTED, "Fake device has no doubles, for neither mixed nor double precision");
    device.features &= ~(uint32_t)COMPUTE_INT64_ATOMICS;
    refused(&device, system, UNSUPPORTED, "Fake device has no 64-bit atomics, in which forces are added");
    strcpy(device.backend, "hiprtc");
    refused(&device, system, UNSUPPORTED, "backend hiprtc has no form for pairs of atoms");
}

TEST(interactions)
{
    const struct compute_device device = find("fake");
    const struct compute_nonbonded_system system = system_of(40, 12);
    FREED_BY(free_nonbonded) struct compute_nonbonded *nonbonded;
    CHECK_OK(compute_nonbonded_new(&device, &system, &nonbonded, &caught));
    const char *const names[] = {"", "2lj", "l j", "lj;"};
    for (size_t i = 0; i < 4; i++) {
        char words[128];
        snprintf(words, sizeof words, "\"%s\" is no name of an interaction: use letters, digits and _", names[i]);
        CHECK_FAULT(compute_nonbonded_add(nonbonded, names[i], "", true, &caught), INVALID, words);
    }
    CHECK_OK(compute_nonbonded_add(nonbonded, "lj", "energy += 1;\ndEdR += lj1.x;", true, &caught));
    CHECK_OK(compute_nonbonded_add(nonbonded, "charges", "energy += 2; /* more */", false, &caught));
    CHECK_FAULT(compute_nonbonded_add(nonbonded, "lj", "", true, &caught), INVALID, "interaction lj is added twice");
    CHECK_FAULT(compute_nonbonded_add(nonbonded, "charge", "", true, &caught), INVALID,
                "interaction charge: the kernel has that name");
    CHECK_FAULT(compute_nonbonded_add(nonbonded, "more", "energy += 1; // one", true, &caught), INVALID,
                "interaction more: its lines have comments of // or #");
    CHECK_FAULT(compute_nonbonded_add(nonbonded, "more", "#define A", true, &caught), INVALID,
                "interaction more: its lines have comments of // or #");
    FREED char *source = compute_nonbonded_source(nonbonded);
    CHECK(!strncmp(source, "language\n", 9) && !strcmp(source + strlen(source) - 7, "kernels"));
    CHECK(strstr(source, "\n#define INTERACTIONS(X) X(lj)\n"));
    CHECK(
        strstr(source, "\n#define COMPUTE_INTERACTIONS { energy += 1; dEdR += lj1.x; } { energy += 2; /* more */ }\n"));
    CHECK(strstr(source, "\n#define ATOMS 40\n#define BLOCKS 2\n#define CUTOFF 5.0000000000000000\n"));
    for (int i = 2; i < 8; i++)
        CHECK_OK(compute_nonbonded_add(nonbonded, (char[]){(char)('a' + i), 0}, "", false, &caught));
    CHECK_FAULT(compute_nonbonded_add(nonbonded, "more", "", true, &caught), INVALID,
                "interaction more: there are 8 already");
}

TEST(excluded)
{
    const struct compute_device device = find("fake");
    const struct compute_nonbonded_system system = system_of(40, 0);
    FREED_BY(free_nonbonded) struct compute_nonbonded *nonbonded;
    CHECK_OK(compute_nonbonded_new(&device, &system, &nonbonded, &caught));
    const struct mm_int2 wrong[][2] = {{{0, 1}, {3, 3}}, {{0, 1}, {3, 40}}, {{0, 1}, {-1, 3}}};
    CHECK_FAULT(compute_nonbonded_exclude(nonbonded, wrong[0], 2, &caught), INVALID,
                "excluded pair 1 is of atoms 3 and 3, of 40");
    CHECK_FAULT(compute_nonbonded_exclude(nonbonded, wrong[1], 2, &caught), INVALID,
                "excluded pair 1 is of atoms 3 and 40, of 40");
    CHECK_FAULT(compute_nonbonded_exclude(nonbonded, wrong[2], 2, &caught), INVALID,
                "excluded pair 1 is of atoms -1 and 3, of 40");
}

/* After a failed start it is not started. */
TEST(failed_start)
{
    const struct compute_device device = find("fake");
    struct compute_nonbonded_system system = system_of(100, 0);
    FREED_BY(rig_free) struct rig rig = rig_new("");
    FREED_BY(free_array) struct compute_array *posq;
    FREED_BY(free_nonbonded) struct compute_nonbonded *nonbonded;
    system.kernels = "//fake no-compile no such word\n";
    CHECK_OK(compute_array_new(rig.context, 100 * 16, &posq, &caught));
    CHECK_OK(compute_nonbonded_new(&device, &system, &nonbonded, &caught));
    CHECK_OK(compute_nonbonded_add(nonbonded, "first", "", true, &caught));
    CHECK(compute_nonbonded_start(nonbonded, rig.context, &caught) == COMPILE_FAILED);
    CHECK_FAULT(compute_nonbonded_set(nonbonded, "first", posq, &caught), INVALID, "first before the start");
    CHECK_FAULT(compute_nonbonded_prepare(nonbonded, posq, NULL, &caught), INVALID, "positions before the start");
}

/* The first word of the positions is the number of tiles that are found. */
static enum status prepare(struct compute_nonbonded *nonbonded, struct compute_array *posq, uint32_t found)
{
    uint64_t tiles = 0;
    CHECK_OK(compute_array_write(posq, 0, &found, sizeof found, &caught));
    const enum status status = CALL(compute_nonbonded_prepare(nonbonded, posq, &tiles, &caught));
    CHECK(tiles == (status == OK ? 4 + found : 0));
    return status;
}

/* Memory grows with the tiles; without memory for it there are none, and afterwards it works again. */
TEST(room)
{
    const struct compute_device device = find("fake");
    struct compute_nonbonded_system system = system_of(100, 0);
    FREED_BY(rig_free) struct rig rig = rig_new("");
    FREED_BY(free_array) struct compute_array *posq, *force;
    FREED_BY(free_nonbonded) struct compute_nonbonded *nonbonded;
    system.kernels = "//fake copy\n";
    CHECK_OK(compute_array_new(rig.context, 100 * 16, &posq, &caught));
    CHECK_OK(compute_array_new(rig.context, 100 * 24, &force, &caught));
    CHECK_OK(compute_nonbonded_new(&device, &system, &nonbonded, &caught));
    CHECK_OK(compute_nonbonded_add(nonbonded, "first", "", false, &caught));
    CHECK_OK(compute_nonbonded_start(nonbonded, rig.context, &caught));
    for (uint32_t found = 4; found < 7; found++) { /* there is room for four, then for six */
        CHECK(prepare(nonbonded, posq, found) == OK);
        CHECK_OK(compute_nonbonded_compute(nonbonded, posq, force, &caught));
    }
    CHECK(prepare(nonbonded, posq, 1 << 28) == NO_MEMORY);
    CHECK_FAULT(compute_nonbonded_compute(nonbonded, posq, force, &caught), INVALID,
                "forces are requested before tiles were prepared");
    CHECK(prepare(nonbonded, posq, 5) == OK);
    CHECK_OK(compute_nonbonded_compute(nonbonded, posq, force, &caught));
}

/* Steps are allowed only in their order, and with arrays that are large enough. */
TEST(turns)
{
    const struct compute_device device = find("fake");
    const struct compute_nonbonded_system system = system_of(100, 0);
    FREED_BY(rig_free) struct rig rig = rig_new("");
    FREED_BY(free_array) struct compute_array *posq, *force, *small;
    FREED_BY(free_nonbonded) struct compute_nonbonded *nonbonded;
    CHECK_OK(compute_array_new(rig.context, 100 * 16, &posq, &caught));
    CHECK_OK(compute_array_new(rig.context, 100 * 24, &force, &caught));
    CHECK_OK(compute_array_new(rig.context, 100 * 8 - 1, &small, &caught));
    CHECK_OK(compute_nonbonded_new(&device, &system, &nonbonded, &caught));
    double energy;
    uint64_t tiles;
    CHECK_FAULT(compute_nonbonded_start(nonbonded, rig.context, &caught), INVALID,
                "pairs of atoms without an interaction");
    CHECK_OK(compute_nonbonded_add(nonbonded, "first", "", true, &caught));
    CHECK_OK(compute_nonbonded_add(nonbonded, "charges", "", false, &caught));
    CHECK_OK(compute_nonbonded_add(nonbonded, "second", "", true, &caught));
    for (int i = 0; i < 33; i++) /* a tile (0, 1), one (0, 3), and pairs on the diagonal, twice */
        CHECK_OK(compute_nonbonded_exclude(nonbonded, (struct mm_int2[]){{i, i + 1}, {99, 0}, {i + 1, i}}, 3, &caught));
    CHECK_FAULT(compute_nonbonded_set(nonbonded, "first", posq, &caught), INVALID, "first before the start");
    CHECK_FAULT(compute_nonbonded_prepare(nonbonded, posq, &tiles, &caught), INVALID, "positions before the start");
    CHECK_OK(compute_nonbonded_start(nonbonded, rig.context, &caught));
    CHECK_FAULT(compute_nonbonded_start(nonbonded, rig.context, &caught), INVALID, "a start after the start");
    CHECK_FAULT(compute_nonbonded_add(nonbonded, "more", "", true, &caught), INVALID,
                "an interaction is added after the start");
    CHECK_FAULT(compute_nonbonded_exclude(nonbonded, (struct mm_int2[]){{1, 2}}, 1, &caught), INVALID,
                "a pair is excluded after the start");
    CHECK_FAULT(compute_nonbonded_compute(nonbonded, posq, force, &caught), INVALID,
                "forces are requested before tiles were prepared");
    CHECK_FAULT(compute_nonbonded_energy(nonbonded, &energy, &caught), INVALID, "an energy is requested before forces");
    CHECK_FAULT(compute_nonbonded_prepare(nonbonded, small, &tiles, &caught), INVALID,
                "positions: an array of 1600 bytes is wanted");
    CHECK_OK(compute_nonbonded_prepare(nonbonded, posq, &tiles, &caught));
    CHECK(tiles == 4 + 2);
    CHECK_OK(compute_nonbonded_set(nonbonded, "second", posq, &caught));
    CHECK_FAULT(compute_nonbonded_compute(nonbonded, posq, force, &caught), INVALID,
                "argument 7 of kernel compute_tiles was not set");
    CHECK_FAULT(compute_nonbonded_set(nonbonded, "first", small, &caught), INVALID,
                "first: an array of 800 bytes is wanted");
    CHECK_FAULT(compute_nonbonded_set(nonbonded, "charges", posq, &caught), INVALID,
                "no interaction charges with parameters was added");
    CHECK_FAULT(compute_nonbonded_set(nonbonded, "third", posq, &caught), INVALID,
                "no interaction third with parameters was added");
    CHECK_OK(compute_nonbonded_set(nonbonded, "first", posq, &caught));
    CHECK_FAULT(compute_nonbonded_compute(nonbonded, posq, posq, &caught), INVALID,
                "forces: an array of 2400 bytes is wanted");
    CHECK_OK(compute_nonbonded_compute(nonbonded, posq, force, &caught));
    CHECK_OK(compute_nonbonded_energy(nonbonded, &energy, &caught));
    CHECK(energy == 0);
}
