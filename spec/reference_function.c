/* A function of a shared library, named on the command line, which computes the expected outputs. A spec cannot name
 * one, since it is code. Only workers load it. */
#include "spec/model.h"

#include "base/memory.h"
#include "tuner/job.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef void reference_function(uint64_t n, void **arrays);

/* Loaded once per process, and never unloaded. */
static reference_function *find(const struct spec_reference *reference, struct fault *fault)
{
    void *const library = dlopen(reference->library, RTLD_NOW | RTLD_LOCAL);
    void *const symbol = library ? dlsym(library, reference->function) : NULL;
    reference_function *function = NULL;
    if (!symbol)
        fail(fault, INVALID, "--reference-library: %s", dlerror());
    else
        memcpy(&function, &symbol, sizeof function); /* ISO C has no such conversion */
    return function;
}

enum status spec_run_function(struct job *job, void **at, struct fault *fault)
{
    const struct spec *spec = job->bench->own;
    void *arrays[MAX_SPEC_ARGUMENTS], *copies[MAX_SPEC_ARGUMENTS] = {NULL};
    uint8_t values[MAX_SPEC_ARGUMENTS][SPEC_VALUE];
    struct expression_value slots[SPEC_SLOTS];
    reference_function *const function = find(&spec->reference, fault);
    enum status status = function ? spec_slots(spec, job->n, NULL, slots, fault) : INVALID;
    for (size_t a = 0; a < spec->arguments && status == OK; a++) {
        const struct spec_argument *argument = &spec->argument[a];
        arrays[a] = NULL; /* local memory exists only in the tuned kernel */
        if (argument->role == ROLE_LOCAL)
            continue;
        if (argument->role == ROLE_VALUE) {
            status = spec_argument_value(argument, slots, values[a], fault);
            arrays[a] = values[a];
            continue;
        }
        const size_t bytes = job_bytes(job, argument->slot);
        arrays[a] =
            at[a] ? at[a]
                  : (copies[a] = allocate(bytes)); /* functions get copies of inputs, so that they cannot change them */
        if (argument->role == ROLE_INPUT || argument->role == ROLE_BOTH)
            memcpy(arrays[a], job_host(job, argument->slot), bytes);
        else
            memset(arrays[a], spec_unwritten(argument), bytes);
    }
    if (status == OK)
        function(job->n, arrays);
    for (size_t a = 0; a < spec->arguments; a++)
        free(copies[a]);
    return status;
}
