/* The table of elements, and its page; reading a user's file, and messages for bad lines. */
#include "suites/molecules/elements.h"
#include "tests/own_folder.h"
#include "tests/text_file.h"

#include <limits.h>

static const struct elements none;

TEST(folder)
{
    enter_own_folder();
}

TEST(built_in)
{
    const struct atom_type *argon = elements_find(&none, "Ar");
    CHECK(argon && argon->epsilon == 0.185 && argon->mass == 39.95);
    CHECK_NEAR(argon->sigma * pow(2, 1. / 6), 3.868, 1e-12); /* the distance of the minimum */
    CHECK(!elements_find(&none, "ar") && !elements_find(&none, "") && !elements_find(&none, "Arg"));
}

/* Each row of the page is an element: | Ar | 3.868 | 3.4460 | 0.185 | 39.95 |. */
TEST(page)
{
    char path[PATH_MAX];
    size_t length, rows = 0;
    snprintf(path, sizeof path, "%s/suites/molecules/STRUCTURES.md", getenv("SOURCE_DIR"));
    char *page = text_read(path, &length), *rest = page, *line;
    while (page && (line = strsep(&rest, "\n"))) {
        char symbol[8];
        double x, sigma, depth, mass;
        if (sscanf(line, "| %7s | %lf | %lf | %lf | %lf |", symbol, &x, &sigma, &depth, &mass) != 5)
            continue;
        const struct atom_type *type = elements_find(&none, symbol);
        rows++;
        CHECK(type && type->epsilon == depth && type->mass == mass);
        CHECK_NEAR(type ? type->sigma * pow(2, 1. / 6) : 0, x, 1e-12);
        CHECK_NEAR(type ? type->sigma : 0, sigma, 0.5001e-4);
    }
    CHECK(rows > 0);
    free(page);
}

static void check_read(const char *text, struct elements *elements)
{
    text_write("e.txt", text, strlen(text));
    CHECK_OK(elements_read("e.txt", elements, &caught));
}

TEST(file)
{
    FREED_BY(elements_free) struct elements own;
    check_read(
        "# A, kcal/mol, g/mol\n\nAr 3.4 0.2385 39.95 # Rahman\r\n\tOW 3.1506 0.1521 15.999\nAr+ 1 0 1#\nABCDEFG 1d-3 "
        "1 1",
        &own);
    const struct atom_type *argon = elements_find(&own, "Ar"), *water = elements_find(&own, "OW");
    CHECK(own.count == 4 && argon && argon->sigma == 3.4 && argon->epsilon == 0.2385 && argon->mass == 39.95);
    CHECK(water && water->sigma == 3.1506 && elements_find(&own, "ABCDEFG")->sigma == 1e-3 &&
          elements_find(&own, "Ar+")->epsilon == 0);
    CHECK(elements_find(&own, "Kr") == elements_find(&none, "Kr") && !elements_find(&own, "HW"));
    elements_free(&own);
    CHECK(!own.type && !own.count);
    check_read("OW 3.1506 0.1521 15.999\nHW 0 0 1.008   # no Lennard-Jones of its own\n", &own);
    CHECK(elements_find(&own, "HW") && elements_find(&own, "HW")->sigma == 0 && elements_find(&own, "OW")->sigma > 3);
}

static void check_refused(const char *text, const char *expected)
{
    struct elements own;
    text_write("e.txt", text, strlen(text));
    CHECK(CALL(elements_read("e.txt", &own, &caught)) == INVALID && !own.type && !own.count);
    CHECK_TEXT(caught.text, expected);
}

TEST(malformed)
{
    static const char above[] =
        "e.txt:1: sigma and the mass are above 0, and epsilon is not below; sigma may be 0 where epsilon is";
    check_refused("", "e.txt: no element: expected lines of a symbol, sigma, epsilon and mass");
    check_refused("# nothing\n", "e.txt: no element: expected lines of a symbol, sigma, epsilon and mass");
    check_refused("Ar 3.4 0.2385 39.95\nKr 3.6 0.3\n",
                  "e.txt:2: expected a symbol, sigma, epsilon and mass, not 3 fields");
    check_refused("Ar 3.4 0.2385 39.95 7\n", "e.txt:1: expected a symbol, sigma, epsilon and mass, not 5 fields");
    check_refused("ABCDEFGH 3.4 0.2 39\n",
                  "e.txt:1: 'ABCDEFGH' is no symbol: a letter, and at most 6 characters behind it");
    check_refused("1H 3.4 0.2 39\n", "e.txt:1: '1H' is no symbol: a letter, and at most 6 characters behind it");
    check_refused("H\xc3\xa9 3.4 0.2 39\n",
                  "e.txt:1: 'H\xc3\xa9' is no symbol: a letter, and at most 6 characters behind it");
    check_refused("Ar 3.4 0.2 39\nKr 3 1 1\nAr 3.4 0.2 39\n", "e.txt:3: Ar is there twice");
    check_refused("Ar x 0.2 39\n", "e.txt:1: sigma is not a number: 'x'");
    check_refused("Ar 3.4 nan 39\n", "e.txt:1: epsilon is not finite: 'nan'");
    check_refused("Ar 3.4 0.2 2e6\n", "e.txt:1: the mass is beyond 1000000: '2e6'");
    check_refused("Ar 0 0.2 39\n", above);
    check_refused("Ar 3.4 -0.2 39\n", above);
    check_refused("Ar -1 0 39\n", above);
    check_refused("Ar 0 0 0\n", above);
    check_refused("Ar 3.4 0.2 0\n", above);
}

TEST(missing)
{
    struct elements own;
    CHECK(CALL(elements_read("nothing", &own, &caught)) == INVALID && !own.count);
    CHECK_TEXT(caught.text, "nothing: cannot read: No such file or directory");
}
