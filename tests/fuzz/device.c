/* Files that describe devices: refused with a reason in one line, or a device that a space can be divided by. */
#include "reports/json/device_file.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct described_device described;
    struct fault fault = {0};
    const enum status status = device_file_read(memory_file(bytes, size), 0, &described, &fault);
    must_report(status, &fault);
    if (status == OK)
        MUST(described.device.units && described.device.simt_width && described.device.max_group &&
             *described.device.backend && !(described.device.features & ~described.given));
    return 0;
}
