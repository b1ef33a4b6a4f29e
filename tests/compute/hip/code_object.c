/* Reading a code object: kernels, and numbers of each length, at any offset. */
#include "compute/hip/code_object.h"
#include "tests/check.h"

/* Two kernels as in the metadata: add and sum_of_an_array_with_a_name_of_more_than_31_bytes. */
static const char object[] = "\177ELF\xa5.name\xa3"
                             "add\xab.vgpr_count\x7f\xb1.vgpr_spill_count\x00"
                             "\xb9.group_segment_fixed_size\xcd\x04\x00"
                             "\xa5.name\xd9\x37"
                             "sum_of_an_array_with_a_name_of_more_than_31_bytes_in_it\xab.vgpr_count\xcc\x80"
                             "\xb1.vgpr_spill_count\xce\x00\x00\x01\x00\xb9.group_segment_fixed_size\x10"
                             "\0Debian clang version 15.0.5\0Debian clang version 15.0.6\0Linker: LLD";

static bool has(const char *entry, size_t size)
{
    const enum status status = CALL(code_object_check_kernel(object, size, entry, &caught));
    CHECK(status == OK || (status == LAUNCH_FAILED && caught.text[0]));
    return status == OK;
}

int main(void)
{
    char text[64], endless[400];
    struct compute_resources found = code_object_resources(object, sizeof object);
    CHECK(found.registers == 128 && found.shared_bytes == 1024 && found.spill_bytes == 4 * 256);
    found = code_object_resources("\177ELF", 4);
    CHECK(found.registers == -1 && found.shared_bytes == -1 && found.spill_bytes == -1);
    for (size_t size = 0; size < sizeof object; size++) /* truncated anywhere */
        CHECK(code_object_resources(object, size).registers <= 128);

    CHECK(has("add", sizeof object) && !has("ad", sizeof object) && !has("adding", sizeof object) &&
          !has("", sizeof object));
    CHECK(has("sum_of_an_array_with_a_name_of_more_than_31_bytes_in_it", sizeof object));
    CHECK(!has("add", 10));
    memset(endless, 'a', sizeof endless);
    endless[sizeof endless - 1] = 0;
    CHECK(!has(endless, sizeof object));

    code_object_compiler(object, sizeof object, text, sizeof text);
    CHECK_TEXT(text, "Debian clang version 15.0.6");
    code_object_compiler(object, 4, text, sizeof text);
    CHECK_TEXT(text, "");
    return CHECK_RESULT;
}
