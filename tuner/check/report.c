#include "tuner/check/report.h"

#include <stdarg.h>
#include <stdio.h>

static const char *name_of(const char *name)
{
    return name ? name : "?";
}

void report_mistake(const struct checked *of, const char *field, const char *format, ...)
{
    char what[512], line[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    snprintf(line, sizeof line, "%s%s%s: %s: %s", name_of(of->suite->name), of->bench ? "/" : "",
             of->bench ? name_of(of->bench->name) : "", field, what);
    of->check->mistakes++;
    of->check->mistake(of->check->user, line);
}

void need(const struct checked *of, bool there, const char *field)
{
    if (!there)
        report_mistake(of, field, "missing");
}
