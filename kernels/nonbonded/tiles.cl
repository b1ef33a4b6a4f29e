/* Forces and energies of pairs of atoms within a cutoff, by tiles: 32 atoms against 32. compute/nonbonded.c generates
 * the text before it.
 *
 * FORM      what computes a tile: a warp, which passes atoms on by SHFL; a group of 32, through local memory; a
 *           work-item
 * GROUP     work-items per group of compute_tiles; FIND_GROUP, of find_tiles
 * ATOMS     number of atoms; BLOCKS, of blocks of 32 atoms
 * CUTOFF    pairs at this distance or beyond add nothing; REACH, the distance of boxes up to which some of their atoms
 *           may be within the cutoff
 * PERIODIC  whether there is a periodic box; SIDE_X, SIDE_Y, SIDE_Z
 * INTERACTIONS(X)        X(name) for each interaction that has parameters, two reals per atom
 * COMPUTE_INTERACTIONS   adds the energy of a pair to energy and its derivative to dEdR, from r, r2, invR, charge1,
 *                        charge2, name1 and name2 */
#include "precision.h"

#define FORM_WARPS 0
#define FORM_GROUPS 1
#define FORM_ITEMS 2

/* ---- a pair ---- */

#define FIELD(name) real2 name;
#define LOAD_FIELD(name) atom.name = parameters_of_##name[i];
#define DECLARE_FIELD(name) const real2 name##1 = one.name, name##2 = other.name;
#define SHIFT_FIELD(name)                                                                                              \
    other.name.x = SHFL(other.name.x, lane + 1);                                                                       \
    other.name.y = SHFL(other.name.y, lane + 1);
#define PARAMETER(name) , GLOBAL const real2 *RESTRICT parameters_of_##name
#define PASS_PARAMETER(name) , parameters_of_##name

typedef struct {
    real x, y, z, charge;
    INTERACTIONS(FIELD)
} ATOM;

/* The last block is padded with copies of the last atom. */
DEVICE ATOM load_atom(GLOBAL const real4 *RESTRICT posq, unsigned place INTERACTIONS(PARAMETER))
{
    ATOM atom;
    const unsigned i = min(place, ATOMS - 1u);
    const real4 at = posq[i];
    atom.x = at.x;
    atom.y = at.y;
    atom.z = at.z;
    atom.charge = at.w;
    INTERACTIONS(LOAD_FIELD)
    return atom;
}

DEVICE real3 nearest(real3 delta)
{
#if PERIODIC
    delta.x -= (real)SIDE_X * floor(delta.x * (real)(1.0 / SIDE_X) + (real)0.5);
    delta.y -= (real)SIDE_Y * floor(delta.y * (real)(1.0 / SIDE_Y) + (real)0.5);
    delta.z -= (real)SIDE_Z * floor(delta.z * (real)(1.0 / SIDE_Z) + (real)0.5);
#endif
    return delta;
}

/* The force on `one`, and in .w the energy. */
DEVICE real4 interact(ATOM one, ATOM other)
{
    const real3 delta = nearest(make_real3(other.x - one.x, other.y - one.y, other.z - one.z));
    const real r2 = dot(delta, delta);
    if (r2 >= (real)(CUTOFF * CUTOFF))
        return make_real4(0, 0, 0, 0);
    const real invR = RSQRT(r2), r = r2 * invR, charge1 = one.charge, charge2 = other.charge;
    real energy = 0, dEdR = 0;
    INTERACTIONS(DECLARE_FIELD)
    COMPUTE_INTERACTIONS
    dEdR *= invR;
    return make_real4(dEdR * delta.x, dEdR * delta.y, dEdR * delta.z, energy);
}

/* x of all atoms, then y, then z. */
DEVICE void add_force(GLOBAL mm_ulong *force, unsigned i, real x, real y, real z)
{
    if (i < ATOMS) {
        ATOMIC_ADD(&force[i], (mm_ulong)realToFixedPoint(x));
        ATOMIC_ADD(&force[i + ATOMS], (mm_ulong)realToFixedPoint(y));
        ATOMIC_ADD(&force[i + 2 * ATOMS], (mm_ulong)realToFixedPoint(z));
    }
}

/* ---- the list of tiles ---- */

/* The box around each block's atoms: its centre and half its sides. Clears the counter of find_tiles. */
KERNEL void find_bounds(GLOBAL const real4 *RESTRICT posq, GLOBAL real4 *RESTRICT centre, GLOBAL real4 *RESTRICT half_side,
                        GLOBAL unsigned *found)
{
    const unsigned block = GLOBAL_ID;
    if (block == 0)
        *found = 0;
    if (block >= BLOCKS)
        return;
    real4 least = posq[32 * block], most = least;
    for (unsigned i = 32 * block + 1; i < min(32 * block + 32, (unsigned)ATOMS); i++) {
        const real4 at = posq[i];
        least = make_real4(min(least.x, at.x), min(least.y, at.y), min(least.z, at.z), 0);
        most = make_real4(max(most.x, at.x), max(most.y, at.y), max(most.z, at.z), 0);
    }
    centre[block] = (real)0.5 * (most + least);
    /* In float the centre, and its distance from another, have rounding errors of the size of coordinates, unlike the
     * reach. */
    const real slack = sizeof(real) == sizeof(float) ? (real)2.5e-7 : 0;
    const real4 size = make_real4(fabs(least.x) + fabs(most.x), fabs(least.y) + fabs(most.y), fabs(least.z) + fabs(most.z), 0);
    half_side[block] = (real)0.5 * (most - least) + slack * size;
}

DEVICE bool is_near(GLOBAL const real4 *RESTRICT centre, GLOBAL const real4 *RESTRICT half_side, unsigned x, unsigned y)
{
    const real4 a = centre[x], b = centre[y], sides = half_side[x] + half_side[y];
    const real3 apart = nearest(make_real3(b.x - a.x, b.y - a.y, b.z - a.z));
    const real3 gap = make_real3(max((real)0, fabs(apart.x) - sides.x), max((real)0, fabs(apart.y) - sides.y),
                                 max((real)0, fabs(apart.z) - sides.z));
    return dot(gap, gap) < (real)(REACH * REACH);
}

/* Whether a tile has flags. Such tiles are computed in any case; they are the columns of row x, ascending. */
DEVICE bool is_flagged(GLOBAL const unsigned *RESTRICT row_begin, GLOBAL const unsigned *RESTRICT column, unsigned x,
                       unsigned y)
{
    bool flagged = false;
    for (unsigned i = row_begin[x]; i < row_begin[x + 1]; i++)
        flagged = flagged || column[i] == y;
    return flagged;
}

/* A group tests row x: the tiles (x, y) with y > x. It appends them to the flagged ones where there is room; `found`
 * counts all. */
KERNEL GROUP_OF(FIND_GROUP) void find_tiles(GLOBAL const real4 *RESTRICT centre, GLOBAL const real4 *RESTRICT half_side,
                                            GLOBAL const unsigned *RESTRICT row_begin,
                                            GLOBAL const unsigned *RESTRICT column, GLOBAL int2 *RESTRICT tile,
                                            GLOBAL unsigned *found, unsigned flagged, unsigned room)
{
#if FORM == FORM_WARPS
    WARP_ROOM(unsigned, FIND_GROUP);
#endif
    const unsigned x = GROUP_ID, id = LOCAL_ID, turns = (BLOCKS - x + FIND_GROUP - 1) / FIND_GROUP;
    for (unsigned turn = 0; turn < turns; turn++) {
        const unsigned y = x + turn * FIND_GROUP + id;
        const bool take =
            y < BLOCKS && is_near(centre, half_side, x, min(y, BLOCKS - 1u)) && !is_flagged(row_begin, column, x, y);
#if FORM == FORM_WARPS /* one addition for all */
        const unsigned votes = BALLOT(take);
        unsigned to = 0;
        if (id == 0 && votes)
            to = ATOMIC_ADD(found, POPCOUNT(votes));
        to = SHFL(to, 0);
        to += POPCOUNT(votes & ((1u << id) - 1));
#else
        const unsigned to = take ? ATOMIC_ADD(found, 1u) : 0;
#endif
        if (take && to < room)
            tile[flagged + to] = make_int2((int)x, (int)y);
    }
}

/* ---- tiles ---- */

/* The atoms of a tile that are paired with the work-item's own atom, row `lane`: a bit per atom. */
DEVICE unsigned allowed_of(GLOBAL const unsigned *RESTRICT flags, unsigned t, unsigned flagged, int2 tile, unsigned lane)
{
    const unsigned left = ATOMS - 32 * (unsigned)tile.y;
    const unsigned there = left < 32 ? (1u << left) - 1 : 0xffffffff;
    if (32 * (unsigned)tile.x + lane >= ATOMS)
        return 0;
    return t < flagged ? flags[32 * t + lane] & there : there;
}

#define TILES(group)                                                                                                   \
    KERNEL GROUP_OF(group) void compute_tiles(                                                                         \
        GLOBAL const real4 *RESTRICT posq, GLOBAL mm_ulong *force, GLOBAL mixed *RESTRICT energy,                      \
        GLOBAL const int2 *RESTRICT tile, GLOBAL const unsigned *RESTRICT flags, unsigned flagged,                     \
        unsigned tiles INTERACTIONS(PARAMETER))

#if FORM == FORM_WARPS

/* In each of 32 steps every lane computes the pair with the atom in its registers, and passes that on to a neighbour
 * with the force on it. */
TILES(GROUP)
{
    WARP_ROOM(real, GROUP);
    const unsigned lane = LOCAL_ID % 32, warps = GROUP / 32, at_once = NUM_GROUPS * warps;
    const unsigned turns = (tiles + at_once - 1) / at_once;
    mixed sum = 0;
    for (unsigned turn = 0; turn < turns; turn++) {
        const unsigned t = turn * at_once + GROUP_ID * warps + LOCAL_ID / 32;
        const int2 place = tile[min(t, tiles - 1)];
        const unsigned allowed = t < tiles ? allowed_of(flags, t, flagged, place, lane) : 0;
        const unsigned i = 32 * place.x + lane, j = 32 * place.y + lane;
        const ATOM one = load_atom(posq, i INTERACTIONS(PASS_PARAMETER));
        ATOM other = load_atom(posq, j INTERACTIONS(PASS_PARAMETER));
        real4 on_one = make_real4(0, 0, 0, 0), on_other = on_one;
        for (unsigned step = 0; step < 32; step++) {
            if (allowed >> ((lane + step) & 31) & 1) {
                const real4 force_energy = interact(one, other);
                on_one += force_energy;
                on_other -= force_energy;
            }
            other.x = SHFL(other.x, lane + 1);
            other.y = SHFL(other.y, lane + 1);
            other.z = SHFL(other.z, lane + 1);
            other.charge = SHFL(other.charge, lane + 1);
            INTERACTIONS(SHIFT_FIELD)
            on_other.x = SHFL(on_other.x, lane + 1);
            on_other.y = SHFL(on_other.y, lane + 1);
            on_other.z = SHFL(on_other.z, lane + 1);
        }
        sum += on_one.w;
        if (t < tiles) {
            add_force(force, i, on_one.x, on_one.y, on_one.z);
            add_force(force, j, on_other.x, on_other.y, on_other.z);
        }
    }
    energy[GLOBAL_ID] = sum;
}

#elif FORM == FORM_GROUPS

/* The other atoms and the forces on them are in local memory; in each of 32 steps all lanes use different ones. */
TILES(GROUP)
{
    LOCAL ATOM others[32];
    LOCAL real on_x[32], on_y[32], on_z[32];
    const unsigned lane = LOCAL_ID, turns = (tiles - GROUP_ID + NUM_GROUPS - 1) / NUM_GROUPS;
    mixed sum = 0;
    for (unsigned turn = 0; turn < turns; turn++) {
        const unsigned t = turn * NUM_GROUPS + GROUP_ID;
        const int2 place = tile[t];
        const unsigned allowed = allowed_of(flags, t, flagged, place, lane);
        const unsigned i = 32 * place.x + lane, j = 32 * place.y + lane;
        const ATOM one = load_atom(posq, i INTERACTIONS(PASS_PARAMETER));
        real4 on_one = make_real4(0, 0, 0, 0);
        others[lane] = load_atom(posq, j INTERACTIONS(PASS_PARAMETER));
        on_x[lane] = on_y[lane] = on_z[lane] = 0;
        SYNC_WARPS;
        for (unsigned step = 0; step < 32; step++) {
            const unsigned at = (lane + step) & 31;
            if (allowed >> at & 1) {
                const real4 force_energy = interact(one, others[at]);
                on_one += force_energy;
                on_x[at] -= force_energy.x;
                on_y[at] -= force_energy.y;
                on_z[at] -= force_energy.z;
            }
            SYNC_WARPS;
        }
        sum += on_one.w;
        add_force(force, i, on_one.x, on_one.y, on_one.z);
        add_force(force, j, on_x[lane], on_y[lane], on_z[lane]);
    }
    energy[GLOBAL_ID] = sum;
}

#else

/* A work-item computes all pairs of a tile: without synchronisation. */
TILES(1)
{
    mixed sum = 0;
    for (unsigned t = GLOBAL_ID; t < tiles; t += GLOBAL_SIZE) {
        const int2 place = tile[t];
        ATOM others[32];
        real4 on_other[32];
        for (unsigned at = 0; at < 32; at++) {
            others[at] = load_atom(posq, 32 * place.y + at INTERACTIONS(PASS_PARAMETER));
            on_other[at] = make_real4(0, 0, 0, 0);
        }
        for (unsigned lane = 0; lane < 32; lane++) {
            const unsigned i = 32 * place.x + lane, allowed = allowed_of(flags, t, flagged, place, lane);
            const ATOM one = load_atom(posq, i INTERACTIONS(PASS_PARAMETER));
            real4 on_one = make_real4(0, 0, 0, 0);
            for (unsigned at = 0; at < 32; at++)
                if (allowed >> at & 1) {
                    const real4 force_energy = interact(one, others[at]);
                    on_one += force_energy;
                    on_other[at] -= force_energy;
                }
            sum += on_one.w;
            add_force(force, i, on_one.x, on_one.y, on_one.z);
        }
        for (unsigned at = 0; at < 32; at++)
            add_force(force, 32 * place.y + at, on_other[at].x, on_other[at].y, on_other[at].z);
    }
    energy[GLOBAL_ID] = sum;
}

#endif
