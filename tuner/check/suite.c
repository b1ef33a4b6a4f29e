/* Checks of the names of suites and benches in a registry, and of a suite's properties besides its benches. */
#include "tuner/check/report.h"

#include "base/options/options.h"

#include <math.h>
#include <string.h>

/* ---- names ---- */

/* They occur in the names of files, rows and macros. */
#define NAME_CHARACTERS "abcdefghijklmnopqrstuvwxyz0123456789_"

static bool is_of(const char *name, const char *characters)
{
    return *name && !name[strspn(name, characters)];
}

static void check_name(const struct checked *of, const char *name, bool taken)
{
    need(of, name, ".name");
    if (name && !is_of(name, NAME_CHARACTERS))
        report_mistake(of, ".name", "'%s' has other characters than lower-case letters, digits and underscores", name);
    if (taken)
        report_mistake(of, ".name", "%s before it has this name", of->bench ? "a bench" : "a suite");
}

static bool same_name(const char *a, const char *b)
{
    return a && b && !strcmp(a, b);
}

bool check_names(struct check *check)
{
    const size_t before = check->mistakes;
    for (const struct suite *const *at = check->registry->suites; *at; at++) {
        const struct suite *suite = *at;
        const struct checked of = {check, suite, NULL};
        const struct suite *const *same = check->registry->suites;
        while (same < at && !same_name((*same)->name, suite->name))
            same++;
        check_name(&of, suite->name, same < at);
        if (same_name(suite->name, "all"))
            report_mistake(&of, ".name", "all stands for every suite");
        need(&of, suite->benches && suite->benches[0], ".benches");
        for (const struct bench *const *bench = suite->benches; bench && *bench; bench++) {
            const struct bench *const *like = suite->benches;
            while (like < bench && !same_name((*like)->name, (*bench)->name))
                like++;
            check_name(&(struct checked){check, suite, *bench}, (*bench)->name, like < bench);
        }
    }
    return check->mistakes == before;
}

/* ---- settings ---- */

static void check_initial(const struct checked *of, const struct setting *setting)
{
    const char *name = setting->name;
    const double initial = setting->initial, most = setting->words ? (double)setting->count - 1 : setting->most;
    const double least = setting->words ? 0 : setting->least;
    if (setting->words && !setting->count)
        report_mistake(of, ".settings", "--%s has no words", name);
    else if (!(least <= most))
        report_mistake(of, ".settings", "--%s: nothing is from %.12g to %.12g", name, least, most);
    else if (!(initial >= least && initial <= most))
        report_mistake(of, ".settings", "--%s: .initial %.12g is not from %.12g to %.12g", name, initial, least, most);
    else if ((setting->words || setting->whole) && initial != floor(initial))
        report_mistake(of, ".settings", "--%s: .initial %.12g is no whole number", name, initial);
}

static void check_setting(const struct checked *of, size_t s)
{
    const struct setting *setting = &of->suite->settings[s];
    if (!is_of(setting->name, NAME_CHARACTERS "-") || *setting->name == '-')
        report_mistake(of, ".settings", "'--%s' is no option: lower-case letters, digits, underscores and dashes",
                       setting->name);
    if (options_known(setting->name))
        report_mistake(of, ".settings", "--%s is an option of gpubench itself; choose another name", setting->name);
    for (size_t before = 0; before < s; before++)
        if (same_name(of->suite->settings[before].name, setting->name))
            report_mistake(of, ".settings", "--%s is there twice", setting->name);
    if (!setting->summary)
        report_mistake(of, ".settings", "--%s has no summary", setting->name);
    check_initial(of, setting);
}

bool check_suite(struct check *check, const struct suite *suite)
{
    const struct checked of = {check, suite, NULL};
    const size_t before = check->mistakes, settings = suite_settings(suite);
    need(&of, suite->summary, ".summary");
    if (settings > MAX_SETTINGS)
        report_mistake(&of, ".settings", "%zu: there may be %d", settings, MAX_SETTINGS);
    for (size_t s = 0; s < settings; s++)
        check_setting(&of, s);
    return check->mistakes == before;
}
