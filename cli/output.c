#include "cli/output.h"

#include "base/file.h"
#include "base/text.h"
#include "cli/complain.h"
#include "reports/json/results_file.h"

int output_check(const char *verb, const char *option, const char *path, const char *const *read, size_t count)
{
    struct fault fault = {0};
    for (size_t i = 0; i < count; i++)
        if (read[i] && file_same(path, read[i])) {
            text_print(stderr, "gpubench: %s: %s %s is one of the files that are read; name another\n", verb, option,
                       path);
            return 2;
        }
    return results_writable(path, &fault) == OK ? 0 : complain(&fault, 2);
}
