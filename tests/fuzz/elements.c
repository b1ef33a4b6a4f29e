/* Files of elements' parameters: some that are within the limits, or a reason in one line. */
#include "suites/molecules/elements.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct elements elements;
    struct fault fault = {0};
    enum status status = elements_read(memory_file(bytes, size), &elements, &fault);
    must_report(status, &fault);
    MUST(status == OK ? elements.count > 0 : !elements.type && !elements.count);
    for (size_t i = 0; i < elements.count; i++) {
        const struct atom_type *type = &elements.type[i];
        MUST(memchr(type->name, '\0', sizeof type->name) && elements_find(&elements, type->name) == type);
        MUST((type->sigma > 0 || (type->sigma == 0 && type->epsilon == 0)) && type->epsilon >= 0 && type->mass > 0);
    }
    elements_free(&elements);
    return 0;
}
