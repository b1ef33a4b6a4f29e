#include "base/random.h"

#include <sys/random.h>

enum status random_fill(void *to, size_t bytes, struct fault *fault)
{
    return getrandom(to, bytes, 0) == (ssize_t)bytes ? OK : fail(fault, INVALID, "the system gives no random numbers");
}
