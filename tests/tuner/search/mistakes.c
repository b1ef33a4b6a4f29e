/* Constraints that crash, hang or end the program: the error names them, and this process continues. */
#include "tests/check.h"
#include "tuner/search/search.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static const struct restriction none;
static const struct compute_device device;

static bool allows_all(UNNEEDED const struct config *config, UNNEEDED const struct compute_device *on)
{
    return true;
}

static bool crashes_at_8(const struct config *config, UNNEEDED const struct compute_device *on)
{
    if (config->value[1] == 8)
        abort();
    return config->value[1] < 8;
}

static bool hangs_at_8(const struct config *config, UNNEEDED const struct compute_device *on)
{
    while (config->value[1] == 8)
        ;
    return true;
}

static bool is_killed(UNNEEDED const struct config *config, UNNEEDED const struct compute_device *on)
{
    raise(SIGKILL);
    return true;
}

/* Killed at its first evaluation, which consumes the one byte in a pipe. */
static int once[2];
static bool is_killed_once(const struct config *config, const struct compute_device *on)
{
    char byte;
    (void)on;
    if (config->value[1] == 4 && read(once[0], &byte, 1) == 1)
        raise(SIGKILL);
    return config->value[1] < 8;
}

static bool exits_with_7(UNNEEDED const struct config *config, UNNEEDED const struct compute_device *on)
{
    exit(7);
}

static bool exits_with_0(UNNEEDED const struct config *config, UNNEEDED const struct compute_device *on)
{
    exit(0);
}

/* A bench whose second constraint has this fault. */
static bool (*behave)(const struct config *config, const struct compute_device *on);
static bool behaves(const struct config *config, const struct compute_device *on)
{
    return behave(config, on);
}

static const struct suite made_up = {.name = "made up"};
static const struct bench one = {
    .name = "one",
    .space = {.parameters = PARAMETERS({"A", "", WORDS("x", "y")}, {"B", "", VALUES(1, 4, 8)}),
              .constraints =
                  CONSTRAINTS({"anything", FUNCTION(allows_all, 0)}, {"it behaves", FUNCTION(behaves, 1, 0)})}};

/* Each is named, with the values that it read, also if it fails at one value only; this process continues. */
TEST(mistakes)
{
    static const struct {
        bool (*holds)(const struct config *config, const struct compute_device *on);
        const char *text;
    } cases[] = {
        {crashes_at_8, "made up/one: its constraint \"it behaves\" crashes: Aborted (signal 6) at B 8, A x"},
        {is_killed, "made up/one: its constraint \"it behaves\" was killed from outside: Killed (signal 9), by "
                    "hand, or by the system for lack of memory at B 1, A x"},
        {exits_with_7, "made up/one: its constraint \"it behaves\" ends the program: exit status 7 at B 1, A x"},
        {exits_with_0, "made up/one: its constraint \"it behaves\" ends the program: exit status 0 at B 1"},
        {hangs_at_8, "made up/one: its constraint \"it behaves\" does not return (in 5 s) at B 8, A x"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct problem problem = problem_of(&made_up, &one, 1, 1);
        struct allowed allowed;
        behave = cases[i].holds;
        CHECK(CALL(allowed_solve(&problem, &none, &device, &allowed, &caught)) == INVALID && !allowed.solved.count);
        CHECK(!strncmp(caught.text, cases[i].text, strlen(cases[i].text)));
        allowed_free(&allowed);
        if (cases[i].holds != crashes_at_8)
            continue;
        FREED_BY(restriction_free) struct restriction restriction = {0};
        restriction_clear(&restriction, &one.space, 1);
        restriction_admit(&restriction, &one.space, 1, 1);
        CHECK(allowed_solve(&problem, &restriction, &device, &allowed, NULL) == OK); /* it is not evaluated at B 8 */
        CHECK(allowed.solved.count == 2);
        allowed_free(&allowed);
        const uint64_t indices[] = {0, 5};
        const struct constraint *broken[2];
        CHECK(CALL(allowed_broken(&problem, indices, 2, &device, broken, &caught)) == INVALID && !broken[0] &&
              !broken[1]);
        CHECK(strstr(caught.text, " at B 8, A y: that is a mistake of the suite") != NULL);
        const struct constraint *obstacle;
        CHECK(allowed_obstacle(&problem, &none, &device, &obstacle, NULL) == INVALID && !obstacle);
    }
}

/* It is evaluated once more, from the beginning. */
TEST(killed_once)
{
    behave = is_killed_once;
    const struct problem problem = problem_of(&made_up, &one, 1, 1);
    struct allowed allowed;
    CHECK(!pipe2(once, O_NONBLOCK) && write(once[1], "", 1) == 1);
    CHECK(FINE(allowed_solve(&problem, &none, &device, &allowed, &caught)) && allowed.solved.count == 4);
    allowed_free(&allowed);
}

/* An expression without a value is a mistake if all others allow the configuration, in any order of evaluation. */
TEST(without_reply)
{
    const struct parameter parameters[] = {
        {"A", "", VALUES(0, 1, 2, 3)}, {"B", "", VALUES(4, 6, 7)}, {"C", "", VALUES(0, 1)}, {.name = NULL}};
    static const struct {
        const char *constraints[4], *fault;
        uint64_t count;
    } cases[] = {{{"B % A == 0"},
                  "made up/guarded: its constraint \"B % A == 0\" has no value: column 3: division by zero at B 4, "
                  "A 0: that is a mistake of the suite",
                  0},
                 {{"B % A == 0", "A > 0"}, "", 12},
                 {{"A > 0", "B % A == 0"}, "", 12},
                 {{"B % A == 0", "A > 0 or C > 1"}, "", 12},
                 {{"B % A == 0", "A + C > 0", "C < 1"}, "", 6},
                 {{"A == 0 or B % A == 0"}, "", 18},
                 {{"1 // 0 == 1"},
                  "made up/guarded: its constraint \"1 // 0 == 1\" has no value: column 3: division by zero: that is "
                  "a mistake of the suite",
                  0},
                 {{"1 // 0 == 1", "False"}, "", 0},
                 {{"B % A == 0", "A == 0", "C == 1"},
                  "made up/guarded: its constraint \"B % A == 0\" has no value: column 3: "
                  "division by zero at B 4, A 0: that is a mistake of the suite",
                  0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct constraint constraints[4] = {{.text = NULL}};
        for (size_t c = 0; c < 3; c++)
            constraints[c].text = cases[i].constraints[c];
        const struct bench guarded = {.name = "guarded",
                                      .space = {.parameters = parameters, .constraints = constraints}};
        const struct problem problem = problem_of(&made_up, &guarded, 1, 1);
        struct allowed allowed;
        CHECK(CALL(allowed_solve(&problem, &none, &device, &allowed, &caught)) == (*cases[i].fault ? INVALID : OK));
        CHECK_TEXT(caught.text, cases[i].fault);
        CHECK(allowed.solved.count == cases[i].count);
        allowed_free(&allowed);
        uint64_t all[24], kept = 0;
        const struct constraint *broken[24];
        for (uint64_t index = 0; index < 24; index++)
            all[index] = index;
        const enum status status = CALL(allowed_broken(&problem, all, 24, &device, broken, &caught));
        CHECK_TEXT(caught.text, cases[i].fault);
        for (size_t index = 0; index < 24; index++)
            kept += status == OK && !broken[index];
        CHECK(kept == cases[i].count);
    }
}
