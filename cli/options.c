#include "cli/options.h"

#include "base/nearest.h"
#include "base/parse.h"
#include "base/text.h"
#include "cli/settings.h"
#include "tuner/run/tuner.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

/* ---- one setter an option; each returns NULL or what it wants ---- */

#define TEXT_SETTER(field)                                                                                             \
    static const char *set_##field(struct options *options, const char *text)                                          \
    {                                                                                                                  \
        options->field = text;                                                                                         \
        return *text ? NULL : "a value";                                                                               \
    }
TEXT_SETTER(suites)
TEXT_SETTER(bench)
TEXT_SETTER(size)
TEXT_SETTER(configs)
TEXT_SETTER(input)
TEXT_SETTER(elements)
TEXT_SETTER(backend)
TEXT_SETTER(out)
TEXT_SETTER(header)
TEXT_SETTER(samples)
TEXT_SETTER(kernels)
TEXT_SETTER(strategy)

static const char *set_set(struct options *options, const char *text)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || !equals[1])
        return "PARAMETER=VALUE[,VALUE]";
    if (options->sets == MAX_SETS)
        return "at most 32 times";
    options->set[options->sets++] = text;
    return NULL;
}

static const char *set_blocks(struct options *options, const char *text)
{
    uint64_t value;
    if (!parse_whole(text, 1, MAX_BLOCKS, &value))
        return "a number of blocks, 1 to 64";
    options->blocks = (size_t)value;
    return NULL;
}

static const char *set_device(struct options *options, const char *text)
{
    uint64_t value;
    if (!parse_whole(text, 0, 1000, &value))
        return "a device number from `gpubench devices`";
    options->device = (int)value;
    return NULL;
}

static const char *set_budget(struct options *options, const char *text)
{
    return parse_budget(text, &options->budget_seconds, &options->budget_count)
               ? NULL
               : "a time (60s, 5m, 1h) or a number of configurations (200)";
}

static const char *set_time_limit(struct options *options, const char *text)
{
    return parse_seconds(text, false, &options->time_limit) ? NULL : "seconds (10, 0.5s, 2m)";
}

static const char *set_seed(struct options *options, const char *text)
{
    options->seeded = true;
    return parse_whole(text, 0, UINT64_MAX, &options->seed) ? NULL : "a whole number below 2^64";
}

static const char *set_jobs(struct options *options, const char *text)
{
    uint64_t value;
    if (!parse_whole(text, 1, 1024, &value))
        return "a number of compile workers, 1 to 1024";
    options->jobs = (unsigned)value;
    return NULL;
}

static const char *set_cache(struct options *options, const char *text)
{
    options->cache = !strcmp(text, "cold") ? CACHE_COLD : !strcmp(text, "warm") ? CACHE_WARM : CACHE_DEFAULT;
    return options->cache == CACHE_DEFAULT ? "cold or warm" : NULL;
}

/* Which of a list of words it is, or how many there are. */
static unsigned find_word(const char *text, const char *const *words, unsigned count)
{
    unsigned word = 0;
    while (word < count && strcmp(text, words[word]))
        word++;
    return word;
}

static const char *set_sampling(struct options *options, const char *text)
{
    static const char *const words[] = {
        [SAMPLING_OPEN] = "auto", [SAMPLING_SLOPE] = "slope", [SAMPLING_SINGLE] = "single"};
    options->sampling = find_word(text, words, SAMPLING_SINGLE + 1);
    return options->sampling <= SAMPLING_SINGLE ? NULL : "auto, slope or single";
}

static const char *set_objective(struct options *options, const char *text)
{
    static const char *const words[] = {[OBJECTIVE_STREAM] = "stream", [OBJECTIVE_ALONE] = "alone"};
    options->objective = find_word(text, words, OBJECTIVE_ALONE + 1);
    return options->objective <= OBJECTIVE_ALONE ? NULL : "stream or alone";
}

static const char *set_ceilings(struct options *options, const char *text)
{
    static const char *const words[] = {[CEILINGS_AUTO] = "auto", [CEILINGS_KEPT] = "kept", [CEILINGS_OFF] = "off"};
    options->ceilings = find_word(text, words, CEILINGS_OFF + 1);
    return options->ceilings <= CEILINGS_OFF ? NULL : "auto, kept or off";
}

static const char *set_until(struct options *options, const char *text)
{
    return parse_share(text, &options->until) ? NULL : "a share of the limit, as 99% or 0.99";
}

static const char *set_confidence(struct options *options, const char *text)
{
    const bool read = parse_share(text, &options->confidence);
    return read && options->confidence >= TUNER_CONFIDENCE_LEAST && options->confidence <= TUNER_CONFIDENCE_MOST
               ? NULL
               : "a share from 90% to 99.99%, as 99.9% or 0.999";
}

static const char *set_max_error(struct options *options, const char *text)
{
    return parse_positive(text, &options->max_error) ? NULL : "a number above 0, as 1e-6";
}

static const char *set_max_share(struct options *options, const char *text)
{
    return parse_percent(text, &options->max_share) && options->max_share >= 1 ? NULL
                                                                               : "a share of the limit, as 110% or 1.1";
}

static const char *set_secret(struct options *options, const char *text)
{
    return parse_secret(text, &options->secret) ? NULL : "the 16 digits that a results file has for a wrong result";
}

#define FLAG_SETTER(field)                                                                                             \
    static const char *set_##field(struct options *options, const char *text)                                          \
    {                                                                                                                  \
        (void)text;                                                                                                    \
        options->field = true;                                                                                         \
        return NULL;                                                                                                   \
    }
FLAG_SETTER(verify_only)
FLAG_SETTER(resume)
FLAG_SETTER(defaults)
FLAG_SETTER(disassemble)
FLAG_SETTER(json)
FLAG_SETTER(measure_all)

/* ---- the table: one row is parsing and help ---- */

static const struct option_row {
    const char *name, *argument; /* NULL: takes no value */
    const char *(*set)(struct options *, const char *);
    const char *help;
} rows[] = {
    {"suite", "NAME[,NAME]|all", set_suites, "what to run; `gpubench list` shows all suites"},
    {"bench", "GLOB[,GLOB]", set_bench, "only benches whose names match, as sum_1d_*"},
    {"size", "SIZE[,SIZE]", set_size,
     "small, medium, large or a number; `gpubench list SUITE` says of what\n(default: medium on a GPU, small on a "
     "CPU); what is counted is\nanother name of it: --atoms 864 where sizes are in atoms"},
    {"set", "PARAMETER=V[,V]", set_set, "only these values of a parameter; may be repeated"},
    {"input", "FILE", set_input, "a structure of atoms, PQR or XYZ, for suites that take one"},
    {"elements", "FILE", set_elements,
     "what its elements are: lines of a symbol, sigma (A), epsilon\n(kcal/mol) and mass (g/mol)"},
    {"backend", "NAME", set_backend, "auto (default), cuda, opencl, nvrtc:sm_XX (compiles only), fake"},
    {"device", "N", set_device,
     "device number; with --backend auto as `gpubench devices` counts,\nelse among the backend's own (default 0)"},
    {"strategy", "NAME", set_strategy,
     "exhaustive, pairwise or random (default: exhaustive on a GPU,\nrandom for a minute a suite on a CPU)"},
    {"budget", "TIME|COUNT", set_budget, "60s, 5m, 1h for all that a suite takes, or 200 configurations of\na bench"},
    {"verify-only", NULL, set_verify_only, "prove configurations right, and take no times"},
    {"measure-all", NULL, set_measure_all,
     "measure to the end what is clearly slower than the best, too: for\ntables of what each form takes"},
    {"confidence", "SHARE", set_confidence,
     "how sure it must be that one cannot be the best before it is left\n(default 95%): more of it, more samples"},
    {"disassemble", NULL, set_disassemble,
     "with --backend nvrtc:sm_XX: count the instructions of each hottest\nloop (needs nvdisasm)"},
    {"configs", "FILE", set_configs,
     "no search: measure the best of a results file, or of a tuned header,\nagain (of a file that --configs made, all "
     "its rows), and choose none"},
    {"defaults", NULL, set_defaults, "of each problem that --configs has, the default instead"},
    {"blocks", "N", set_blocks, "blocks of each of them (default 5); more of them, less noise"},
    {"until", "SHARE", set_until, "end a bench's search when a configuration reaches 99% (0.99) of\nits limit"},
    {"max-error", "E", set_max_error,
     "the best is the fastest of the configurations whose error, a figure\nthat their bench names, is at most E"},
    {"max-share", "SHARE", set_max_share,
     "on a GPU what is above this share of its limit is no best\n(default 102%): more of it where a limit is known to "
     "be too low"},
    {"time-limit", "SECONDS", set_time_limit,
     "a compilation or measurement that takes longer is ended\n(default 30), and so is "
     "a bench's setup (default 900), and\nfinding or opening a device (default 60, at least 10)"},
    {"cache-mode", "cold|warm", set_cache,
     "evict the caches before each sample, or not\n(default: cold on a GPU, warm on a CPU)"},
    {"sampling", "auto|slope|single", set_sampling,
     "a time is that of one more iteration in a stream, or of one by\nitself (default auto: slope, or single where "
     "they are the same)"},
    {"objective", "stream|alone", set_objective,
     "the best has the shortest time of one more iteration in a stream\n(default), or of one that finds the device "
     "idle"},
    {"ceilings", "auto|kept|off", set_ceilings,
     "what the device can do at most, for the limits of results: on a GPU\nmeasured first if not kept (default), only "
     "what is kept, or none"},
    {"seed", "N", set_seed, "of inputs and search order (default 1)"},
    {"secret", "HEX", set_secret,
     "that of a run, as a wrong result has it, from which checks behind\ntiming draw, to repeat them (default: another "
     "one each run)"},
    {"jobs", "N", set_jobs, "compile workers (default: one a core)"},
    {"json", NULL, set_json, "also print the results as JSON on stdout, and no table"},
    {"out", "FILE", set_out, "results file (default results/SUITE.json)"},
    {"resume", NULL, set_resume, "go on where a run with the same options was killed, from its journal"},
    {"header", "FILE", set_header, "also write the best configurations as a C header"},
    {"samples", "FILE", set_samples, "also write every sample, a line of JSON for each measurement"},
    {"kernels", "DIR", set_kernels, "read kernel files from a folder instead of the program"},
};
enum { ROWS = sizeof rows / sizeof *rows, SETTINGS = 256 }; /* settings' options come after all characters */

bool options_known(const char *name)
{
    static const char *const others[] = {"help", "version", "check",  "tests", "front",
                                         "run",  "effects", "static", "arch"};
    for (int i = 0; i < ROWS; i++)
        if (!strcmp(rows[i].name, name))
            return true;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(others[i], name))
            return true;
    return false;
}

bool options_alone(const char *word)
{
    const size_t length = strncmp(word, "--", 2) ? 0 : strlen(word + 2);
    size_t found = 0;
    bool alone = false;
    for (int i = 0; i < ROWS && length; i++) {
        if (!strcmp(rows[i].name, word + 2))
            return !rows[i].argument;
        if (strncmp(rows[i].name, word + 2, length))
            continue;
        alone = !rows[i].argument;
        found++;
    }
    return found == 1 && alone;
}

bool options_sizes(const struct suite *suite, const struct bench *bench)
{
    const char *unit = bench->size.unit;
    return unit && *unit >= 'a' && *unit <= 'z' && !unit[strspn(unit, "abcdefghijklmnopqrstuvwxyz0123456789_-")] &&
           !options_known(unit) && !setting_find(suite, unit);
}

static void print_row(const struct option_row *row)
{
    char left[64];
    snprintf(left, sizeof left, "--%s %s", row->name, row->argument ? row->argument : "");
    printf("  %-29s ", left);
    for (const char *at = row->help; *at; at++)
        if (*at == '\n')
            printf("\n%32s", "");
        else
            putchar(*at);
    putchar('\n');
}

void options_help(void)
{
    puts("gpubench takes every variant of a kernel, compiles it at run time, proves it right against a\n"
         "double-precision expectation, times it, and keeps the best: as a table, as JSON, as a C header.\n"
         "\n"
         "  gpubench --suite NAME[,NAME]|all [OPTION...]\n"
         "  gpubench list [SUITE] [--json]           suites, benches, parameters, constraints\n"
         "  gpubench list SUITE OPTION...            of what a run with these options chooses, and where\n"
         "  gpubench list --check [SUITE...]         their mistakes, a line each, found without a device\n"
         "  gpubench list --tests [SUITE]            the runs by which tests prove each bench right\n"
         "  gpubench devices [--json]                backends, devices, their limits; why one is missing\n"
         "  gpubench header RESULTS... -o tuned.h    the best configurations of results files as a header;\n"
         "                                           --max-regret 2%: without the sizes for which those of\n"
         "                                           others are known to take at most 2 % longer\n"
         "  gpubench header --check tuned.h [OPTION...]\n"
         "                                           whether what it has is faster on this machine than\n"
         "                                           the default: 1 where it is slower, or not right\n"
         "  gpubench table [--json] RESULTS...       the table of results files, as their runs printed it\n"
         "  gpubench table --effects RESULTS...      which parameters matter: shares of the time's variance\n"
         "  gpubench table --front FIGURE RESULTS... the fastest for each value of a figure, as l2_error;\n"
         "                                           the word error is the figure that a bench says it is\n"
         "  gpubench report RESULTS... [-o FILE] [--history FILE]\n"
         "                                           a page of results (default report.html) that is opened\n"
         "                                           from disk: what was found, pictures, tables; of two\n"
         "                                           files what changed, first; with a history's times\n"
         "  gpubench report --plot NAME [--problem NAME] RESULTS... [-o FILE]\n"
         "                                           one picture (SVG) for a paper: reports/plot/README.md;\n"
         "                                           of one problem that of the name, which may have * and ?\n"
         "  gpubench compare --run BASE NEW --configs FILE [--json FILE] [OPTION...]\n"
         "                                           whether NEW is slower than BASE, another build, at\n"
         "                                           what a file has: reports/compare/README.md;\n"
         "                                           --accepted FILE (else ci/accepted.json) has what\n"
         "                                           may be slower, why, and until when; --strict: what\n"
         "                                           is inconclusive, gone, skipped or has no time is exit\n"
         "                                           status 4; --budget TIME: of all of it; --markdown FILE\n"
         "                                           and --annotations FILE: for a review on GitHub\n"
         "  gpubench compare --run-cmd 'BASE {out}' 'NEW {out}' --reader gbench|nvbench|gpubench\n"
         "                                           the same of programs that write Google Benchmark's\n"
         "                                           or NVBench's JSON, to the file {out}; --time cpu: not\n"
         "                                           their real (the GPU's) time, but the CPU's (the host's)\n"
         "  gpubench compare --static BASE NEW [--arch sm_90[,sm_80]] --configs FILE [--json FILE]\n"
         "                                           without a GPU: whether NEW spills registers, or does not\n"
         "                                           compile: reports/compare/STATIC.md; or --suite NAME\n"
         "  gpubench compare BASE.json NEW.json      what two results files say of that\n"
         "  gpubench history add FILE RESULTS...     keep the best times of a commit's results files\n"
         "  gpubench history check FILE [--json]     since which commits they are others, the newest first\n"
         "  gpubench history show FILE [--bench GLOB]   how they went: reports/history/README.md\n"
         "  gpubench cache                           what is kept of earlier runs: folder, bytes, ages\n"
         "  gpubench cache prune [--older DAYS] [--to SIZE]\n"
         "                                           remove what was not used for DAYS (0: all), and what\n"
         "                                           was used least recently until SIZE is left, as 500M\n"
         "\nOptions:");
    for (int i = 0; i < ROWS; i++)
        print_row(&rows[i]);
    puts("  --help, --version\n"
         "\nSuites add options of their own, as --density: `gpubench list SUITE` shows them.\n"
         "\nExamples:\n"
         "  gpubench --suite reduction                            tune the reduction on the best device\n"
         "  gpubench --suite reduction --bench '*_f32' --size 1000003 --set BLOCK_SIZE=128,256\n"
         "  gpubench --suite reduction --backend opencl --budget 30s --header tuned.h\n"
         "  gpubench --suite reduction --until 99%                until 1 % is left to gain\n"
         "  gpubench --suite ceilings                             what the device can do at most\n"
         "  gpubench table --effects results/reduction.json       what mattered in it\n"
         "  gpubench --suite reduction --json | jq .best          for scripts; reports/FORMAT.md has the keys\n"
         "\nExit status: 0 good; 1 a bench without any correct configuration, or without one that is\n"
         "accurate enough (--max-error), or any failure where nothing is timed (--verify-only, nvrtc);\n"
         "or, of compare and header --check, what is slower, spills or fails; 2 usage or file errors;\n"
         "3 no valid answer from this machine, as where others are on the GPU; 4 not known, of compare\n"
         "--strict; 130 interrupted, with everything done so far saved.\n"
         "Tables fit the terminal, or COLUMNS; NO_COLOR=1: no colours; CLICOLOR_FORCE=1: also in a pipe.\n"
         "Compiled kernels and ceilings are kept in $GPUBENCH_CACHE, else in ~/.cache/gpubench, which\n"
         "nobody else may own or write (`gpubench cache`). With\n"
         "GPUBENCH_PCH=0 CUB's headers are parsed for each kernel (1.2 s instead of 0.2 s): to measure what\n"
         "keeping them gains.");
}

/* ---- options of suites ---- */

/* One that suites add: a setting, or the unit of sizes. */
struct suite_option {
    const char *name, *argument;
};

static size_t add_option(struct suite_option option[MAX_SETTING_NAMES], size_t count, const char *name,
                         const char *argument)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(option[i].name, name))
            return count;
    if (count < MAX_SETTING_NAMES)
        option[count++] = (struct suite_option){name, argument};
    return count;
}

/* One of each name; returns how many. */
static size_t suite_options(const struct registry *registry, struct suite_option option[MAX_SETTING_NAMES])
{
    const struct setting *setting[MAX_SETTING_NAMES];
    size_t settings = settings_all(registry, setting), count = 0;
    for (size_t i = 0; i < settings; i++)
        count = add_option(option, count, setting[i]->name, setting_argument(setting[i]));
    for (const struct suite *const *suite = registry->suites; *suite; suite++)
        for (size_t b = 0; (*suite)->benches && (*suite)->benches[b]; b++)
            if (options_sizes(*suite, (*suite)->benches[b]))
                count = add_option(option, count, (*suite)->benches[b]->size.unit, "SIZE[,SIZE]");
    return count;
}

static enum options_outcome unknown_option(const char *given, const struct registry *registry)
{
    static char known[ROWS + 2 + MAX_SETTING_NAMES][64];
    struct suite_option own[MAX_SETTING_NAMES];
    size_t count = suite_options(registry, own), options = ROWS + 2;
    struct names names = {0};
    for (size_t i = 0; i < options + count; i++) {
        const char *word = i < ROWS      ? rows[i].name
                           : i == ROWS   ? "help"
                           : i < options ? "version"
                                         : own[i - options].name;
        snprintf(known[i], sizeof known[i], "--%s", word);
        names_add(&names, known[i]);
    }
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(given, "="), given);
    nearest_error("option", name, &names);
    return OPTIONS_WRONG;
}

/* What getopt_long answered '?' to: optopt holds the letter of a short option, or the row of a long one that has a
 * value it does not take, else 0. */
static enum options_outcome refused_option(const char *given, const struct registry *registry)
{
    if (optopt <= 0 || optopt > ROWS + 1) /* letters beyond ASCII are below 0 */
        return unknown_option(optopt ? (const char[]){'-', (char)optopt, '\0'} : given, registry);
    const char *name = optopt < ROWS ? rows[optopt].name : optopt == ROWS ? "help" : "version";
    text_print(stderr, "gpubench: --%s takes no value\n", name);
    return OPTIONS_WRONG;
}

/* A word that belongs to no option. */
static enum options_outcome stray_word(const char *word, const struct registry *registry)
{
    size_t position;
    if (registry_find(registry, word, &position))
        text_print(stderr, "gpubench: '%s' is a suite; did you mean --suite %s?\n", word, word);
    else
        text_print(stderr, "gpubench: '%s' belongs to no option; --help shows how they are written\n", word);
    return OPTIONS_WRONG;
}

/* What option number `found` was given; what it takes is decided once the suites are known, if it is one of theirs. */
static enum options_outcome take_option(struct options *options, int found, const struct suite_option *own,
                                        const char *text)
{
    const char *name = found < SETTINGS ? rows[found].name : own[found - SETTINGS].name, *wanted = NULL;
    if (found < SETTINGS) {
        wanted = rows[found].set(options, text);
        given_add(&options->given, name, text);
    } else if (options->settings == MAX_SETS)
        wanted = "at most 32 times";
    else {
        options->setting[options->settings].name = name;
        options->setting[options->settings++].text = text;
    }
    if (!wanted)
        return OPTIONS_RUN;
    text_print(stderr, "gpubench: --%s takes %s, not '%s'\n", name, wanted, text);
    return OPTIONS_WRONG;
}

static enum options_outcome without_value(int found, const struct suite_option *own)
{
    const struct suite_option *option = found < SETTINGS ? NULL : &own[found - SETTINGS];
    text_print(stderr, "gpubench: --%s needs a value: %s\n", option ? option->name : rows[found].name,
               option ? option->argument : rows[found].argument);
    return OPTIONS_WRONG;
}

enum options_outcome options_parse(int argc, char **argv, const struct registry *registry, struct options *options)
{
    struct suite_option own[MAX_SETTING_NAMES];
    size_t count = suite_options(registry, own);
    struct option table[ROWS + MAX_SETTING_NAMES + 3] = {{"help", no_argument, NULL, ROWS},
                                                         {"version", no_argument, NULL, ROWS + 1}};
    *options = (struct options){.device = -1, .seed = 1, .backend = "auto"};
    for (int i = 0; i < ROWS; i++)
        table[i + 2] = (struct option){rows[i].name, rows[i].argument ? required_argument : no_argument, NULL, i};
    for (size_t i = 0; i < count; i++)
        table[ROWS + 2 + i] = (struct option){own[i].name, required_argument, NULL, SETTINGS + (int)i};
    opterr = 0;
    optind = 0; /* from the start, also when a command line was parsed before */
    for (int found; (found = getopt_long(argc, argv, ":h", table, NULL)) != -1;) {
        if (found == 'h' || found == ROWS || found == ROWS + 1) {
            found == ROWS + 1 ? (void)puts("gpubench " GPUBENCH_VERSION) : options_help();
            return OPTIONS_DONE;
        }
        if (found == ':')
            return without_value(optopt, own);
        if (found == '?')
            return refused_option(argv[optind - 1], registry);
        if (take_option(options, found, own, optarg) != OPTIONS_RUN)
            return OPTIONS_WRONG;
    }
    return optind < argc ? stray_word(argv[optind], registry) : OPTIONS_RUN;
}
