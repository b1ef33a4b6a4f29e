/* gpubench tune --init KERNEL: writes a first spec for a kernel. */
#include "cli/verbs/verbs.h"

#include "base/memory.h"
#include "base/text.h"
#include "cli/report_fault.h"
#include "cli/verbs/tune.h"
#include "spec/init.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void count(void *user, UNNEEDED const char *place, UNNEEDED const char *what)
{
    ++*(size_t *)user;
}

/* Prints the next steps. */
static void print_next(const char *path)
{
    size_t marks = 0;
    spec_marks(path, count, &marks);
    text_print(stderr,
               "gpubench: %s: %zu texts begin with ?, and say what is to be written there; then: gpubench tune "
               "--spec %s\n",
               path, marks, path);
}

int verb_tune_init(UNNEEDED const struct registry *known, struct options *options)
{
    FREED char *folder = tune_folder(options->init);
    const struct spec_start start = {folder, tune_file(options->init), options->entry, options->name,
                                     options->language};
    FREED char *text = NULL;
    struct fault fault = {0};
    if (spec_init(&start, &text, &fault) != OK)
        return report_fault(&fault, 2);
    if (!options->out)
        return fputs(text, stdout), 0;
    const int status = tune_save_spec("-o", options->out, options->init, text, options->overwrite);
    if (!status)
        print_next(options->out);
    return status;
}
