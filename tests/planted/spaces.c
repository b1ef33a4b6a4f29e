/* Spaces that cannot be searched: refused before anything starts. No function of these benches is ever called. */
#include "tests/planted/copies.h"

static void setup(UNNEEDED struct job *job)
{
    abort();
}

#define FOUR(name)                                                                                                     \
    {                                                                                                                  \
        name, "", VALUES(0, 1, 2, 3)                                                                                   \
    }
#define EIGHT(letter)                                                                                                  \
    FOUR(letter "0"), FOUR(letter "1"), FOUR(letter "2"), FOUR(letter "3"), FOUR(letter "4"), FOUR(letter "5"),        \
        FOUR(letter "6"), FOUR(letter "7")
#define NOTHING                                                                                                        \
    .kernel = {.file = "limits.cl", .entries = NAMES("copies")}, .size = {.classes = {1, 1, 1}, .most = 1},            \
    .problem = {.variants = 1, .setup = setup, .verify = verify_copy}, .device.enqueue = enqueue_copy,                 \
    .report.work = work_copy, .tests = NAMES("--size 1")

static const struct bench beyond = {.name = "beyond",
                                    .summary = "2^64 configurations",
                                    NOTHING,
                                    .space.parameters = PARAMETERS(EIGHT("A"), EIGHT("B"), EIGHT("C"), EIGHT("D"))};
static const struct bench twice = {.name = "twice",
                                   .summary = "the same value again",
                                   NOTHING,
                                   .space.parameters =
                                       PARAMETERS({"WIDTH", "", VALUES(1, 2)}, {"SCALE", "", REALS(0.5, 2, 0.5)})};
static const struct bench none = {.name = "none",
                                  .summary = "nothing to choose from",
                                  NOTHING,
                                  .space.parameters =
                                      PARAMETERS({"WIDTH", "", VALUES(1, 2)}, {"SCALE", "", .count = 0})};
static const struct bench again = {
    .name = "again",
    .summary = "a parameter again",
    NOTHING,
    .space.parameters = PARAMETERS({"WIDTH", "", VALUES(1, 2)}, {"SCALE", "", VALUES(3)}, {"WIDTH", "", VALUES(4)})};

const struct suite spaces_suite = {
    .name = "spaces", .summary = "spaces that are refused", .benches = BENCHES(&beyond, &twice, &none, &again)};
