/* Sums over pairs of atoms by tiles: the part that all backends share. */
#include "compute/nonbonded.h"
#include "base/memory.h"
#include "compute/backend.h"
#include "compute/context.h"
#include "compute/nonbonded_form.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TILE = 32, MOST_ATOMS = TILE * 65535 }; /* so that 32 bits count all tiles */

/* The kernels, and their fixed arguments. */
enum { FIND_BOUNDS, FIND_TILES, COMPUTE_TILES, KERNELS };
enum { POSQ, FORCE, COMPUTE_TILE = 3, FIND_TILE, COMPUTE_FLAGGED, COMPUTE_COUNT, PARAMETERS };
enum { FIND_FLAGGED = 6, FIND_ROOM };

/* The arrays on the device: of blocks, of flagged tiles, and of all tiles. */
enum { CENTRE, HALF_SIDE, ROW_BEGIN, COLUMN, FLAGS, FOUND, ENERGY, TILES, ARRAYS };

/* A pair, by its tile and its place in it. */
struct excluded {
    uint32_t x, y, row, bit;
};

struct compute_nonbonded {
    const struct nonbonded_form *form;
    struct compute_nonbonded_system system;
    uint32_t blocks;
    struct interaction {
        char *name, *lines;
        int parameters; /* its place among interactions with parameters; -1: none */
    } interaction[COMPUTE_INTERACTIONS];
    size_t interactions;
    struct excluded *excluded; /* and every tile (x, x), whose row and bit are TILE */
    size_t pairs, room;

    struct compute_context *context; /* NULL until the start */
    bool started;                    /* and it succeeded */
    struct compute_program *program;
    struct compute_kernel *kernel[KERNELS];
    struct compute_array *array[ARRAYS];
    struct mm_int2 *flagged_tile;
    uint32_t flagged, tiles, tile_room;
    struct compute_launch last; /* of compute_tiles; no groups before */
};

const char *compute_precision_line(enum compute_precision precision)
{
    return precision == COMPUTE_DOUBLE  ? "#define USE_DOUBLE_PRECISION\n"
           : precision == COMPUTE_MIXED ? "#define USE_MIXED_PRECISION\n"
                                        : "";
}

static size_t real_bytes(const struct compute_nonbonded *nonbonded)
{
    return nonbonded->system.precision == COMPUTE_DOUBLE ? sizeof(double) : sizeof(float);
}

static bool periodic(const struct compute_nonbonded_system *system)
{
    return system->side[0] > 0;
}

/* ---- declarations ---- */

static enum status check_system(const struct compute_nonbonded_system *system, struct fault *fault)
{
    const double reach = system->cutoff + system->reserve;
    if (!system->atoms || system->atoms > MOST_ATOMS)
        return fail(fault, INVALID, "pairs of %u atoms: there may be 1 to %d", system->atoms, MOST_ATOMS);
    if (!(system->cutoff > 0) || !(system->reserve >= 0) || !isfinite(reach))
        return fail(fault, INVALID, "a cutoff of %g and a reserve of %g", system->cutoff, system->reserve);
    for (int d = 0; d < 3; d++)
        if (periodic(system) ? !(system->side[d] >= 2 * reach) : system->side[d] != 0)
            return fail(fault, INVALID,
                        "a box of %g x %g x %g: sides are twice the cutoff and the reserve, %g, or all 0",
                        system->side[0], system->side[1], system->side[2], 2 * reach);
    return OK;
}

static void exclude(struct compute_nonbonded *nonbonded, struct excluded excluded)
{
    if (nonbonded->pairs == nonbonded->room) {
        nonbonded->room = 2 * nonbonded->room + TILE;
        struct excluded *grown = allocate(nonbonded->room * sizeof *grown);
        if (nonbonded->pairs)
            memcpy(grown, nonbonded->excluded, nonbonded->pairs * sizeof *grown);
        free(nonbonded->excluded);
        nonbonded->excluded = grown;
    }
    nonbonded->excluded[nonbonded->pairs++] = excluded;
}

enum status compute_nonbonded_new(const struct compute_device *device, const struct compute_nonbonded_system *system,
                                  struct compute_nonbonded **nonbonded, struct fault *fault)
{
    const struct compute_backend *backend = compute_backend_of(device->backend);
    *nonbonded = NULL;
    enum status status = check_system(system, fault);
    if (status != OK)
        return status;
    if (!backend || !backend->nonbonded)
        return fail(fault, UNSUPPORTED, "backend %s has no form for pairs of atoms", device->backend);
    if (!compute_has(device, COMPUTE_INT64_ATOMICS))
        return fail(fault, UNSUPPORTED, "%s has no 64-bit atomics, in which forces are added", device->name);
    if (system->precision != COMPUTE_SINGLE && !compute_has(device, COMPUTE_FP64))
        return fail(fault, UNSUPPORTED, "%s has no doubles, for neither mixed nor double precision", device->name);
    struct compute_nonbonded *made = allocate(sizeof *made);
    made->form = backend->nonbonded(device);
    made->system = *system;
    made->blocks = (system->atoms - 1) / TILE + 1;
    for (uint32_t x = 0; x < made->blocks; x++)
        exclude(made, (struct excluded){x, x, TILE, TILE});
    *nonbonded = made;
    return OK;
}

void compute_nonbonded_free(struct compute_nonbonded *nonbonded)
{
    if (!nonbonded)
        return;
    for (size_t i = 0; i < nonbonded->interactions; i++) {
        free(nonbonded->interaction[i].name);
        free(nonbonded->interaction[i].lines);
    }
    for (int i = 0; i < KERNELS; i++)
        compute_kernel_free(nonbonded->kernel[i]);
    compute_program_free(nonbonded->program);
    for (int i = 0; i < ARRAYS; i++)
        compute_array_free(nonbonded->array[i]);
    free(nonbonded->excluded);
    free(nonbonded->flagged_tile);
    free(nonbonded);
}

static bool is_identifier(const char *name)
{
    if (!isalpha((unsigned char)*name))
        return false;
    while (isalnum((unsigned char)*name) || *name == '_')
        name++;
    return !*name;
}

static struct interaction *find(struct compute_nonbonded *nonbonded, const char *name)
{
    for (size_t i = 0; i < nonbonded->interactions; i++)
        if (!strcmp(nonbonded->interaction[i].name, name))
            return &nonbonded->interaction[i];
    return NULL;
}

static int parameters_of(const struct compute_nonbonded *nonbonded)
{
    int count = 0;
    for (size_t i = 0; i < nonbonded->interactions; i++)
        count += nonbonded->interaction[i].parameters >= 0;
    return count;
}

static enum status check_open(const struct compute_nonbonded *nonbonded, const char *what, struct fault *fault)
{
    return nonbonded->context ? fail(fault, INVALID, "%s after the start", what) : OK;
}

enum status compute_nonbonded_add(struct compute_nonbonded *nonbonded, const char *name, const char *lines,
                                  bool parameters, struct fault *fault)
{
    enum status status = check_open(nonbonded, "an interaction is added", fault);
    if (status != OK)
        return status;
    if (!is_identifier(name))
        return fail(fault, INVALID, "\"%s\" is no name of an interaction: use letters, digits and _", name);
    static const char *const own[] = {"x", "y", "z", "charge", "r"}; /* reserved by the kernel */
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (!strcmp(name, own[i]))
            return fail(fault, INVALID, "interaction %s: the kernel has that name", name);
    if (find(nonbonded, name))
        return fail(fault, INVALID, "interaction %s is added twice", name);
    if (strstr(lines, "//") || strchr(lines, '#'))
        return fail(fault, INVALID, "interaction %s: its lines have comments of // or #", name);
    if (nonbonded->interactions == COMPUTE_INTERACTIONS)
        return fail(fault, INVALID, "interaction %s: there are %d already", name, COMPUTE_INTERACTIONS);
    const int place = parameters ? parameters_of(nonbonded) : -1;
    struct interaction *added = &nonbonded->interaction[nonbonded->interactions++];
    *added = (struct interaction){allocate_text(name), allocate_text(lines), place};
    for (char *line = added->lines; (line = strpbrk(line, "\r\n"));) /* they become one macro */
        *line = ' ';
    return OK;
}

enum status compute_nonbonded_exclude(struct compute_nonbonded *nonbonded, const struct mm_int2 *pair, size_t pairs,
                                      struct fault *fault)
{
    const int64_t atoms = nonbonded->system.atoms;
    enum status status = check_open(nonbonded, "a pair is excluded", fault);
    for (size_t i = 0; i < pairs && status == OK; i++)
        if (pair[i].x < 0 || pair[i].y < 0 || pair[i].x >= atoms || pair[i].y >= atoms || pair[i].x == pair[i].y)
            status = fail(fault, INVALID, "excluded pair %zu is of atoms %d and %d, of %lld", i, pair[i].x, pair[i].y,
                          (long long)atoms);
    for (size_t i = 0; i < pairs && status == OK; i++) {
        const uint32_t a = (uint32_t)pair[i].x, b = (uint32_t)pair[i].y, low = a < b ? a : b, high = a < b ? b : a;
        exclude(nonbonded, (struct excluded){low / TILE, high / TILE, low % TILE, high % TILE});
    }
    return status;
}

char *compute_nonbonded_source(const struct compute_nonbonded *nonbonded)
{
    const struct compute_nonbonded_system *system = &nonbonded->system;
    const struct nonbonded_form *form = nonbonded->form;
    char *text;
    size_t size;
    FILE *out = memory_stream(&text, &size);
    fprintf(out, "%s\n%s#define FORM %s\n#define GROUP %u\n#define FIND_GROUP %u\n", system->language,
            compute_precision_line(system->precision), form->name, form->group, form->find_group);
    fprintf(out, "#define ATOMS %u\n#define BLOCKS %u\n#define CUTOFF %#.17g\n#define REACH %#.17g\n", system->atoms,
            nonbonded->blocks, system->cutoff,
            (system->cutoff + system->reserve) * (1 + 1e-5)); /* with margin for rounding of floats */
    fprintf(out, "#define PERIODIC %d\n", periodic(system));
    static const char axis[] = "XYZ";
    for (int d = 0; d < 3; d++)
        fprintf(out, "#define SIDE_%c %#.17g\n", axis[d], system->side[d]);
    fprintf(out, "#define INTERACTIONS(X)");
    for (size_t i = 0; i < nonbonded->interactions; i++)
        if (nonbonded->interaction[i].parameters >= 0)
            fprintf(out, " X(%s)", nonbonded->interaction[i].name);
    fprintf(out, "\n#define COMPUTE_INTERACTIONS");
    for (size_t i = 0; i < nonbonded->interactions; i++)
        fprintf(out, " { %s }", nonbonded->interaction[i].lines);
    fprintf(out, "\n%s", system->kernels);
    fclose(out);
    return text;
}

/* ---- flagged tiles ---- */

static int order(const void *a, const void *b)
{
    const struct excluded *left = a, *right = b;
    if (left->x != right->x)
        return left->x < right->x ? -1 : 1;
    return left->y == right->y ? 0 : left->y < right->y ? -1 : 1;
}

/* Replaces an array by one with this content. */
static enum status keep(struct compute_nonbonded *nonbonded, int which, size_t bytes, const void *content,
                        struct fault *fault)
{
    struct compute_array **array = &nonbonded->array[which];
    compute_array_free(*array);
    enum status status = compute_array_new(nonbonded->context, bytes, array, fault);
    return status == OK && content ? compute_array_write(*array, 0, content, bytes, fault) : status;
}

/* Flags the tiles with an excluded pair, and those on the diagonal, where each pair counts once: row and column, and a
 * mask of allowed atoms for each row of the tile. */
static enum status keep_flagged(struct compute_nonbonded *nonbonded, struct fault *fault)
{
    const size_t pairs = nonbonded->pairs;
    uint32_t *begin = allocate((nonbonded->blocks + 1) * sizeof *begin), *column = allocate(pairs * sizeof *column);
    uint32_t(*flags)[TILE] = allocate(pairs * sizeof *flags), tiles = 0;
    struct mm_int2 *tile = allocate(pairs * sizeof *tile);
    qsort(nonbonded->excluded, pairs, sizeof *nonbonded->excluded, order);
    for (size_t i = 0; i < pairs; i++) {
        const struct excluded *at = &nonbonded->excluded[i];
        if (!i || order(at - 1, at)) {
            column[tiles] = at->y;
            tile[tiles] = (struct mm_int2){.x = (int32_t)at->x, .y = (int32_t)at->y};
            for (uint32_t row = 0; row < TILE; row++)
                flags[tiles][row] = at->x < at->y ? UINT32_MAX : UINT32_MAX << row << 1;
            begin[at->x + 1] = ++tiles;
        }
        if (at->row < TILE)
            flags[tiles - 1][at->row] &= ~(UINT32_C(1) << at->bit);
    }
    nonbonded->flagged = tiles;
    nonbonded->flagged_tile = tile;
    enum status status = keep(nonbonded, ROW_BEGIN, (nonbonded->blocks + 1) * sizeof *begin, begin, fault);
    if (status == OK)
        status = keep(nonbonded, COLUMN, tiles * sizeof *column, column, fault);
    if (status == OK)
        status = keep(nonbonded, FLAGS, tiles * sizeof *flags, flags, fault);
    free(begin);
    free(column);
    free(flags);
    return status;
}

/* ---- the start ---- */

static enum status set_arguments(struct compute_nonbonded *nonbonded, int kernel, size_t first, const int *which,
                                 size_t count, struct fault *fault)
{
    enum status status = OK;
    for (size_t i = 0; i < count && status == OK; i++)
        status =
            compute_kernel_set(nonbonded->kernel[kernel], first + i, COMPUTE_ARRAY(nonbonded->array[which[i]]), fault);
    return status;
}

static enum status set_count(struct compute_nonbonded *nonbonded, int kernel, size_t index, uint32_t count,
                             struct fault *fault)
{
    return compute_kernel_set(nonbonded->kernel[kernel], index, COMPUTE_VALUE(count), fault);
}

/* Allocates the arrays of so many tiles, flagged ones first. */
static enum status make_room(struct compute_nonbonded *nonbonded, uint32_t tiles, struct fault *fault)
{
    struct compute_array *made;
    enum status status = compute_array_new(nonbonded->context, tiles * sizeof *nonbonded->flagged_tile, &made, fault);
    if (status != OK)
        return status;
    compute_array_free(nonbonded->array[TILES]);
    nonbonded->array[TILES] = made;
    nonbonded->tile_room = tiles;
    status = compute_array_write(made, 0, nonbonded->flagged_tile, nonbonded->flagged * sizeof *nonbonded->flagged_tile,
                                 fault);
    if (status == OK)
        status = set_arguments(nonbonded, FIND_TILES, FIND_TILE, (int[]){TILES}, 1, fault);
    if (status == OK)
        status = set_count(nonbonded, FIND_TILES, FIND_ROOM, tiles - nonbonded->flagged, fault);
    return status == OK ? set_arguments(nonbonded, COMPUTE_TILES, COMPUTE_TILE, (int[]){TILES}, 1, fault) : status;
}

/* The launch that computes so many tiles; UINT64_MAX: the largest launch. */
static struct compute_launch launch_of(const struct compute_nonbonded *nonbonded, uint64_t tiles)
{
    const struct nonbonded_form *form = nonbonded->form;
    const uint32_t units = nonbonded->context->device.units;
    const uint64_t most = form->groups_of_unit * (uint64_t)(units ? units : form->units);
    const uint64_t groups = tiles / form->tiles + (tiles % form->tiles != 0);
    return (struct compute_launch){.groups = {groups < most ? groups : most, 1, 1}, .group = {form->group, 1, 1}};
}

static enum status make_arrays(struct compute_nonbonded *nonbonded, struct fault *fault)
{
    const size_t box = nonbonded->blocks * 4 * real_bytes(nonbonded);
    const size_t sum = nonbonded->system.precision == COMPUTE_SINGLE ? sizeof(float) : sizeof(double);
    const struct compute_launch most = launch_of(nonbonded, UINT64_MAX);
    enum status status = keep(nonbonded, CENTRE, box, NULL, fault);
    if (status == OK)
        status = keep(nonbonded, HALF_SIDE, box, NULL, fault);
    if (status == OK)
        status = keep(nonbonded, FOUND, sizeof(uint32_t), NULL, fault);
    if (status == OK)
        status = keep(nonbonded, ENERGY, most.groups[0] * most.group[0] * sum, NULL, fault);
    return status == OK ? compute_array_fill(nonbonded->array[ENERGY], 0, fault) : status;
}

static enum status load(struct compute_nonbonded *nonbonded, struct fault *fault)
{
    static const char *const entry[KERNELS] = {"find_bounds", "find_tiles", "compute_tiles"};
    struct compute_context *context = nonbonded->context;
    struct compute_binary binary = {0};
    char *source = compute_nonbonded_source(nonbonded);
    enum status status = compute_compile(&context->device, "nonbonded/tiles.cl", source, 0, &binary, fault);
    if (status == OK)
        status = compute_program_load(context, binary.bytes, binary.size, &nonbonded->program, fault);
    for (int i = 0; i < KERNELS && status == OK; i++)
        status = compute_kernel_new(nonbonded->program, entry[i], &nonbonded->kernel[i], fault);
    compute_binary_free(&binary);
    free(source);
    return status;
}

enum status compute_nonbonded_start(struct compute_nonbonded *nonbonded, struct compute_context *context,
                                    struct fault *fault)
{
    enum status status = check_open(nonbonded, "a start", fault);
    if (status != OK)
        return status;
    if (!nonbonded->interactions)
        return fail(fault, INVALID, "pairs of atoms without an interaction");
    nonbonded->context = context;
    status = load(nonbonded, fault);
    if (status == OK)
        status = make_arrays(nonbonded, fault);
    if (status == OK)
        status = keep_flagged(nonbonded, fault);
    if (status == OK)
        status = make_room(nonbonded, nonbonded->flagged + nonbonded->blocks, fault);
    if (status == OK)
        status = set_arguments(nonbonded, FIND_BOUNDS, 1, (int[]){CENTRE, HALF_SIDE, FOUND}, 3, fault);
    if (status == OK)
        status = set_arguments(nonbonded, FIND_TILES, 0, (int[]){CENTRE, HALF_SIDE, ROW_BEGIN, COLUMN, TILES, FOUND}, 6,
                               fault);
    if (status == OK)
        status = set_count(nonbonded, FIND_TILES, FIND_FLAGGED, nonbonded->flagged, fault);
    if (status == OK)
        status = set_arguments(nonbonded, COMPUTE_TILES, 2, (int[]){ENERGY, TILES, FLAGS}, 3, fault);
    if (status == OK)
        status = set_count(nonbonded, COMPUTE_TILES, COMPUTE_FLAGGED, nonbonded->flagged, fault);
    nonbonded->started = status == OK;
    return status;
}

static enum status check_array(const struct compute_nonbonded *nonbonded, const char *what,
                               const struct compute_array *array, size_t bytes_of_atom, struct fault *fault)
{
    const size_t wanted = nonbonded->system.atoms * bytes_of_atom;
    if (!nonbonded->started)
        return fail(fault, INVALID, "%s before the start", what);
    if (!compute_array_is(array) || array->is_texture || array->bytes < wanted)
        return fail(fault, INVALID, "%s: an array of %zu bytes is wanted", what, wanted);
    return OK;
}

enum status compute_nonbonded_set(struct compute_nonbonded *nonbonded, const char *name,
                                  struct compute_array *parameters, struct fault *fault)
{
    const struct interaction *interaction = find(nonbonded, name);
    if (!interaction || interaction->parameters < 0)
        return fail(fault, INVALID, "no interaction %s with parameters was added", name);
    enum status status = check_array(nonbonded, name, parameters, 2 * real_bytes(nonbonded), fault);
    if (status != OK)
        return status;
    return compute_kernel_set(nonbonded->kernel[COMPUTE_TILES], PARAMETERS + (size_t)interaction->parameters,
                              COMPUTE_ARRAY(parameters), fault);
}

/* ---- tiles ---- */

static enum status find_tiles(struct compute_nonbonded *nonbonded, uint32_t *found, struct fault *fault)
{
    enum { BOUNDS_GROUP = 32 };
    const struct compute_launch bounds = {.groups = {(nonbonded->blocks - 1) / BOUNDS_GROUP + 1, 1, 1},
                                          .group = {BOUNDS_GROUP, 1, 1}};
    const struct compute_launch rows = {.groups = {nonbonded->blocks, 1, 1},
                                        .group = {nonbonded->form->find_group, 1, 1}};
    enum status status = compute_kernel_execute(nonbonded->kernel[FIND_BOUNDS], bounds, fault);
    if (status == OK)
        status = compute_kernel_execute(nonbonded->kernel[FIND_TILES], rows, fault);
    return status == OK ? compute_array_read(nonbonded->array[FOUND], 0, found, sizeof *found, fault) : status;
}

enum status compute_nonbonded_prepare(struct compute_nonbonded *nonbonded, struct compute_array *posq, uint64_t *tiles,
                                      struct fault *fault)
{
    uint32_t found = 0;
    enum status status = check_array(nonbonded, "positions", posq, 4 * real_bytes(nonbonded), fault);
    if (status != OK)
        return status;
    nonbonded->tiles = 0; /* the old ones are overwritten in any case */
    status = compute_kernel_set(nonbonded->kernel[FIND_BOUNDS], POSQ, COMPUTE_ARRAY(posq), fault);
    if (status == OK)
        status = find_tiles(nonbonded, &found, fault);
    if (status == OK && found > nonbonded->tile_room - nonbonded->flagged) { /* 20 % more than were found */
        status = make_room(nonbonded, nonbonded->flagged + found + found / 5, fault);
        if (status == OK)
            status = find_tiles(nonbonded, &found, fault);
    }
    if (status != OK)
        return status;
    nonbonded->tiles = nonbonded->flagged + found;
    if (tiles)
        *tiles = nonbonded->tiles;
    return set_count(nonbonded, COMPUTE_TILES, COMPUTE_COUNT, nonbonded->tiles, fault);
}

enum status compute_nonbonded_compute(struct compute_nonbonded *nonbonded, struct compute_array *posq,
                                      struct compute_array *force, struct fault *fault)
{
    enum status status = check_array(nonbonded, "positions", posq, 4 * real_bytes(nonbonded), fault);
    if (status == OK)
        status = check_array(nonbonded, "forces", force, 3 * sizeof(uint64_t), fault);
    if (status == OK && !nonbonded->tiles)
        status = fail(fault, INVALID, "forces are requested before tiles were prepared");
    if (status == OK)
        status = compute_kernel_set(nonbonded->kernel[COMPUTE_TILES], POSQ, COMPUTE_ARRAY(posq), fault);
    if (status == OK)
        status = compute_kernel_set(nonbonded->kernel[COMPUTE_TILES], FORCE, COMPUTE_ARRAY(force), fault);
    if (status != OK)
        return status;
    nonbonded->last = launch_of(nonbonded, nonbonded->tiles);
    return compute_kernel_execute(nonbonded->kernel[COMPUTE_TILES], nonbonded->last, fault);
}

enum status compute_nonbonded_energy(struct compute_nonbonded *nonbonded, double *energy, struct fault *fault)
{
    *energy = 0;
    const size_t items = nonbonded->last.groups[0] * nonbonded->last.group[0];
    if (!items)
        return fail(fault, INVALID, "an energy is requested before forces");
    const bool narrow = nonbonded->system.precision == COMPUTE_SINGLE;
    const size_t bytes = items * (narrow ? sizeof(float) : sizeof(double));
    void *sums = allocate(bytes);
    enum status status = compute_array_read(nonbonded->array[ENERGY], 0, sums, bytes, fault);
    for (size_t i = 0; i < items && status == OK; i++)
        *energy += narrow ? (double)((const float *)sums)[i] : ((const double *)sums)[i];
    free(sums);
    return status;
}
