/* Structures: atoms that are within the limits, or a reason in one line. */
#include "suites/molecules/pqr.h"
#include "tests/fuzz/fuzz.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    enum { MOST = 100 };
    struct mm_float4 *atom;
    size_t atoms;
    struct fault fault = {0};
    enum status status = structure_read(memory_file(bytes, size), MOST, &atom, &atoms, &fault);
    MUST(status == fault.status && (status == OK || status == INVALID));
    if (status != OK)
        MUST(!atom && *fault.text && !strchr(fault.text, '\n'));
    else
        MUST(atom && atoms > 0 && atoms <= MOST);
    for (size_t i = 0; i < atoms; i++)
        MUST(fmaxf(fmaxf(fabsf(atom[i].x), fabsf(atom[i].y)), fmaxf(fabsf(atom[i].z), fabsf(atom[i].w))) <= 1e6f);
    free(atom);
    return 0;
}
