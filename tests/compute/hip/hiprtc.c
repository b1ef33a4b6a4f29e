/* The compile-only backend: targets, resources, logs. Skipped without HIPRTC. */
#include "tests/compute/compilers.h"

int main(void)
{
    struct compute_device device;
    struct compute_binary binary;
    static const char *const none[] = {"hiprtc",       "hiprtc:gfx",     "hiprtc:90a",
                                       "hiprtc:sm_90", "hiprtc:gfx90a ", "hiprtc:gfx90A"};
    check_no_targets(none, sizeof none / sizeof *none);
    if (CALL(compute_find("hiprtc:gfx90a", 0, &device, &caught)) != OK)
        return check_skipped(caught.text);
    printf("%s: %s\n", device.name, device.compiler);
    CHECK(device.compiler[0] && !device.can_run && device.simt_width == 64 && device.local_bytes == 65536);
    CHECK(device.features == (COMPUTE_HIP | COMPUTE_FP64 | COMPUTE_INT64_ATOMICS | COMPUTE_TEXTURES | COMPUTE_GRAPHS));
    CHECK_TEXT(compute_name_of(&device).text, "hiprtc:gfx90a");
    check_compiles(&device);
    check_compile_error(&device, "#line 1 \"bad.cl\"\n" BAD, "bad.cl:3", "'y'");
    CHECK(CALL(compute_compile(&device, "child.cl", saxpy, COMPUTE_RELOCATABLE, &binary, &caught)) == UNSUPPORTED);
    if (FINE(compute_find("hiprtc:gfx1030", 0, &device, &caught))) {
        CHECK(device.simt_width == 32);
        check_compiles(&device);
    }
    return CHECK_RESULT;
}
