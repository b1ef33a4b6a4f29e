/* The texts of tests/kernels/forces, and how they are spoilt. */
#pragma once

#include "compute/nonbonded.h"

enum { BONDED, INTEGRATE, TILES, TEXTS };
static const char *const text_names[TEXTS] = {"forces/bonded.cl", "forces/integrate.cl",
                                              "../../kernels/nonbonded/tiles.cl"};

/* What is spoilt in a text, once; and in which precision and form that shows. */
static const struct mutant {
    int text;
    const char *from, *to;
    enum compute_precision precision;
    int form; /* of forms[], counted from 1; 0: the device's own */
} mutants[] = {
    {BONDED, "over = r - p.x", "over = r - 1.001f * p.x", COMPUTE_SINGLE, 0},
    {INTEGRATE, "(real)(to.x - at.x)", "0", COMPUTE_MIXED, 0},
    {TILES, "flags[32 * t + lane] & there", "there", COMPUTE_SINGLE, 0},
    {BONDED, "add_force(force, atoms, at.y, -by);", "", COMPUTE_SINGLE, 0},
    {BONDED, "at.y, -(on_a + on_c)", "at.y, -on_a", COMPUTE_SINGLE, 0},
    {BONDED, "c * (per_a * per_c) - a * (cosine * per_a * per_a)", "c * (per_a * per_c)", COMPUTE_SINGLE, 0},
    {BONDED, "i < count; i += GLOBAL_SIZE", "i < count - 1; i += GLOBAL_SIZE", COMPUTE_DOUBLE, 0},
    {BONDED, "&force[i + 2 * atoms]", "&force[i + atoms]", COMPUTE_SINGLE, 0},
    {INTEGRATE, "(mixed)0.5 * step", "(mixed)0.5005 * step", COMPUTE_SINGLE, 0},
    {INTEGRATE, "velm[i] = v;", "", COMPUTE_MIXED, 0},
    {INTEGRATE, "i < atoms; i += GLOBAL_SIZE", "i < atoms - 1; i += GLOBAL_SIZE", COMPUTE_DOUBLE, 0},
    {INTEGRATE, "(mixed)at.y + more.y", "(mixed)at.y", COMPUTE_MIXED, 0},
    {TILES, "(1u << left) - 1", "(2u << left) - 1", COMPUTE_SINGLE, 0},
    {TILES, "SIDE_Y * floor", "0 * floor", COMPUTE_SINGLE, 0},
    {TILES, "dot(gap, gap) < (real)(REACH * REACH)", "dot(gap, gap) < (real)(CUTOFF * CUTOFF / 4)", COMPUTE_SINGLE, 0},
    {TILES, "32 * block + 32, (unsigned)ATOMS", "32 * block + 16, (unsigned)ATOMS", COMPUTE_SINGLE, 0},
    {TILES, "flagged = flagged || column[i] == y", "flagged = flagged", COMPUTE_SINGLE, 0},
    {TILES, "dEdR *= invR;", "dEdR *= 1.0005f * invR;", COMPUTE_SINGLE, 0},
    {TILES, "r2 >= (real)(CUTOFF * CUTOFF)", "r2 >= (real)(CUTOFF * CUTOFF * 0.9f)", COMPUTE_SINGLE, 0},
    {TILES, "tile[flagged + to]", "tile[to]", COMPUTE_SINGLE, 0},
    {TILES, "charge2 = other.charge", "charge2 = one.charge", COMPUTE_SINGLE, 0},
    {TILES, "on_y[at] -= force_energy.y", "on_y[at] = -force_energy.y", COMPUTE_SINGLE, 1},
    {TILES, "on_x[lane], on_y[lane], on_z[lane]", "on_x[lane], on_y[lane], 0", COMPUTE_SINGLE, 1},
    {TILES, "on_other.y = SHFL(on_other.y, lane + 1);", "", COMPUTE_SINGLE, 2},
    {TILES, "other.name.y = SHFL(other.name.y, lane + 1);", "", COMPUTE_SINGLE, 2},
    {TILES, "to += POPCOUNT(votes & ((1u << id) - 1));", "", COMPUTE_SINGLE, 2},
    {TILES, "t < tiles ? allowed_of(flags, t, flagged, place, lane) : 0",
     "allowed_of(flags, min(t, tiles - 1), flagged, place, lane)", COMPUTE_SINGLE, 2},
    {TILES, "others[at] = load_atom(posq, 32 * place.y + at", "others[at] = load_atom(posq, 32 * place.y + at / 2",
     COMPUTE_SINGLE, 3},
};
