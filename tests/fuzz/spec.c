/* Specs: refused with a reason in one line, or a suite whose default is a configuration, of which every expression has
 * a value or a reason. */
#include "spec/spec.h"
#include "base/memory.h"
#include "spec/model.h"
#include "tests/fuzz/fuzz.h"

static void check_kernel(const struct spec *spec, const struct spec_kernel *kernel,
                         const struct expression_value *slots)
{
    for (int d = 0; d < 3; d++) {
        struct fault fault = {0};
        uint64_t count;
        if (kernel->groups[d])
            must_report(spec_count(kernel->groups[d], slots, &count, &fault), &fault);
    }
    MUST(kernel->arguments == spec->arguments && *kernel->entry && kernel->group[0]);
}

static void check_spec(const struct spec *spec)
{
    const struct problem problem = problem_of(spec_suite(spec), &spec->bench, spec->n, 1);
    const uint64_t index = space_default(&spec->bench.space);
    struct expression_value slots[SPEC_SLOTS];
    struct fault fault = {0};
    MUST(index != NO_CONFIGURATION && spec->n && spec->checks && *spec->name);
    FREED struct config *config = config_new(&problem, index);
    const enum status status = spec_slots(spec, spec->n, config, slots, &fault);
    must_report(status, &fault);
    if (status == OK)
        check_kernel(spec, spec->kernel, slots);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static bool is_there;
    char *text = malloc(size + 1);
    struct spec *spec = NULL;
    struct fault fault = {0};
    MUST(text);
    memcpy(text, bytes, size);
    text[size] = '\0';
    if (!is_there)
        write_whole("k.cl", (const uint8_t *)"kernel void k() {}\n", 19);
    is_there = true;
    const enum status status = spec_make(text, "spec.json", "", &spec, &fault);
    must_report(status, &fault);
    MUST((status == OK) == (spec != NULL));
    if (spec)
        check_spec(spec);
    spec_free(spec);
    free(text);
    return 0;
}
