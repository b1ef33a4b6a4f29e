/* While the first program that includes CUB is compiled no other one that does is begun: it would only wait. */
#include "tests/text_file.h"
#include "tests/tuner/run/copying.h"
#include "tests/tuner/run/own_tuner.h"

#include <fcntl.h>

COPY_KERNELS("//fake time 5000\n");

enum { JOBS = 4 };

static void note(const char *what)
{
    const int log = open("log", O_CREAT | O_WRONLY | O_APPEND, 0666);
    CHECK(write(log, what, 1) == 1);
    close(log);
}

/* Called where a program is compiled: takes long enough for others to begin. */
static unsigned options(UNNEEDED const struct config *config)
{
    if (tuner.compiler) /* in the parent */
        return 0;
    note("(");
    usleep(50000);
    note(")");
    return 0;
}

static const struct bench copies = {.name = "copies",
                                    COPIES_BY(enqueue),
                                    .kernel.options = options,
                                    .includes_cub = true,
                                    .space.parameters = PARAMETERS({"TIME", "", VALUES(1, 2, 3, 4, 5, 6, 7, 8)})};
REGISTRY("copies", kernels, &copies);

TEST(first_alone)
{
    tune((struct target){.problem = problem_of(&suite, &copies, 100, 42)}, (struct run_options){.confidence = 0.95});
    CHECK(best.measured == 8 && tuner.has_cub);
    size_t length;
    FREED char *log = text_read("log", &length);
    WRONG_IF(length < 2 || strncmp(log, "()", 2), "%s\n", log);
}

TUNER_MAIN(JOBS)
