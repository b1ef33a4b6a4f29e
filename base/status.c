#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const words[] = {
#define STATUS_WORD(name, word) word,
    STATUS_LIST(STATUS_WORD)
#undef STATUS_WORD
};

enum status fail(struct fault *fault, enum status status, const char *format, ...)
{
    if (!fault)
        return status;
    if (fault->status != OK)
        return fault->status;
    fault->status = status;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault->text, sizeof fault->text, format, arguments);
    va_end(arguments);
    return status;
}

const char *status_word(enum status status)
{
    return (unsigned)status < STATUS_COUNT ? words[status] : "unknown";
}

enum status status_of_word(const char *word)
{
    for (int i = 0; word && i < STATUS_COUNT; i++)
        if (!strcmp(word, words[i]))
            return (enum status)i;
    return STATUS_COUNT;
}
