/* A structure that the tests of its formats read from texts. */
#pragma once

#include "suites/molecules/structure.h"
#include "tests/check.h"
#include "tests/own_folder.h"
#include "tests/text_file.h"

static const struct elements built_in_alone;
static struct structure given;

static void free_given(void)
{
    structure_free(&given);
}

TEST(folder)
{
    enter_own_folder();
    atexit(free_given);
}

/* Reads a text as the file `path`, of at most 4 atoms; it is read, or refused with a reason after the path. */
static void read_text(const char *path, const char *text, size_t length, struct structure_needs needs,
                      const char *reason)
{
    char expected[300] = "";
    if (*reason)
        snprintf(expected, sizeof expected, "%s:%s", path, reason);
    structure_free(&given);
    text_write(path, text, length);
    CHECK_FAULT(structure_read(path, 4, needs, &given, &caught), *reason ? INVALID : OK, expected);
    CHECK(!given.atom == (*reason != 0) && !given.atoms == (*reason != 0));
    CHECK(!given.atom_type == (*reason || !needs.elements) && !given.types == (*reason || !needs.elements));
}

static void same_atom(size_t i, double x, double y, double z, double charge)
{
    CHECK(i < given.atoms && given.atom[i].x == (float)x && given.atom[i].y == (float)y &&
          given.atom[i].z == (float)z && given.atom[i].w == (float)charge);
}

/* The symbols of all atoms, with a blank before each. */
UNNEEDED static void same_symbols(const char *expected)
{
    char got[200] = "";
    for (size_t i = 0; i < given.atoms; i++) {
        CHECK(given.atom_type[i] < given.types);
        snprintf(got + strlen(got), sizeof got - strlen(got), " %s", given.type[given.atom_type[i]].name);
    }
    CHECK_TEXT(got, expected);
}

UNNEEDED static void same_box(double x, double y, double z)
{
    CHECK(given.box[0] == x && given.box[1] == y && given.box[2] == z);
}

static void check_file_refused(const char *path, const char *expected)
{
    struct structure none;
    const struct structure_needs needs = {.elements = &built_in_alone};
    CHECK_FAULT(structure_read(path, 4, needs, &none, &caught), INVALID, expected);
    CHECK(!none.atom && !none.atoms && !none.types);
}
