#include "base/options/table.h"

#include <float.h>
#include <string.h>

#define IN(member) offsetof(struct options, member)
#define CONFIGS "says what is measured, and searches nothing"
#define ONE_TABLE "is a table of its own"
#define F(form) (1u << FORM_##form)

enum {
    SEARCHES = F(RUN) | F(LIST),
    SEARCHED = SEARCHES | F(COMPARE_RUN) | F(COMPARE_STATIC), /* where suites have options */
    MEASURED = SEARCHES | F(COMPARE_RUN) | F(HEADER_CHECK),
    EVERYWHERE = MEASURED | F(COMPARE_STATIC),
    COMPARED = F(COMPARE) | F(COMPARE_RUN) | F(COMPARE_COMMANDS),
    ALL = (1u << FORMS) - 1
};

static const char *const cache_words[] = {"", "cold", "warm", NULL},
                         *const ceilings_words[] = {"auto", "kept", "off", NULL},
                         *const sampling_words[] = {"auto", "slope", "single", NULL},
                         *const reader_words[] = {"", "gpubench", "gbench", "nvbench", NULL},
                         *const time_words[] = {"", "real", "cpu", NULL},
                         *const compromise_words[] = {"", "max", "mean", NULL};

const struct option options_table[] = {
    {"--suite", "NAME[,NAME]|all", OPTION_TEXT, IN(suites), EVERYWHERE & ~F(LIST), 0, GROUP_WHAT,
     .help = "what to run; `gpubench list` shows all suites"},
    {"--bench", "GLOB[,GLOB]", OPTION_TEXT, IN(bench), EVERYWHERE, 0, GROUP_WHAT,
     .help = "only benches whose names match, as sum_1d_*"},
    {"--size", "SIZE[,SIZE]", OPTION_TEXT, IN(size), SEARCHED, OF_SEARCH, GROUP_WHAT,
     .help = "small, medium, large or a number, as 1000, 2^20, 1M or 1e6 (10^6), 1Mi (2^20); `gpubench list SUITE` "
             "says of what (default: medium on a GPU, small on a CPU); what is counted is another name of it: --atoms "
             "864 where sizes are in atoms"},
    {"--set", "PARAMETER=V[,V]", OPTION_SET, IN(set), SEARCHED, OF_SEARCH, GROUP_WHAT,
     .help = "only these values of a parameter; may be repeated", "PARAMETER=VALUE[,VALUE]"},
    {"--input", "FILE", OPTION_TEXT, IN(input), EVERYWHERE, 0, GROUP_WHAT,
     .help = "a structure of atoms, PQR or XYZ, for suites that take one"},
    {"--elements", "FILE", OPTION_TEXT, IN(elements), EVERYWHERE, 0, GROUP_WHAT,
     .help = "what its elements are: lines of a symbol, sigma (A), epsilon (kcal/mol) and mass (g/mol)"},
    {"--configs", "FILE", OPTION_TEXT, IN(configs), F(RUN), 0, GROUP_WHAT,
     .help = "no search: measure the best of a results file, or of a tuned header, again (of a file that --configs "
             "made, all its rows), and choose none",
     .excludes = OF_SEARCH, .because = CONFIGS},
    {"--defaults", NULL, OPTION_FLAG, IN(defaults), F(RUN), 0, GROUP_WHAT,
     .help = "of each problem that --configs has, the default instead", .needs = "--configs"},
    {"--blocks", "N", OPTION_WHOLE, IN(blocks), F(RUN), IN_IDENTITY, GROUP_WHAT,
     .help = "blocks of each of what --configs has (default 5); more of them, less noise",
     "a number of blocks, 1 to 64", 1, 64, .needs = "--configs"},

    {"--backend", "NAME", OPTION_TEXT, IN(backend), MEASURED, 0, GROUP_WHERE,
     .help = "auto (default), cuda, opencl, fake; nvrtc:sm_90 and hiprtc:gfx90a only compile, for a target"},
    {"--device", "N", OPTION_WHOLE, IN(device), MEASURED, 0, GROUP_WHERE,
     .help =
         "device number; with --backend auto as `gpubench devices` counts, else among the backend's own (default 0)",
     "a device number from `gpubench devices`", 0, 1000},
    {"--jobs", "N", OPTION_WHOLE, IN(jobs), EVERYWHERE, 0, GROUP_WHERE, .help = "compile workers (default: one a core)",
     "a number of compile workers, 1 to 1024", 1, 1024},
    {"--kernels", "DIR", OPTION_TEXT, IN(kernels), EVERYWHERE, IN_ROWS | TO_WORKERS, GROUP_WHERE,
     .help = "read kernel files from a folder instead of the program"},

    {"--strategy", "NAME[:OPTION=V,...]", OPTION_TEXT, IN(strategy), SEARCHED, OF_SEARCH | IN_IDENTITY, GROUP_SEARCH,
     .help =
         "exhaustive, random, model or another one of `gpubench list --strategies`, which shows their options, too; "
         "or exec:COMMAND, another program (default: auto, which ends by itself; on a CPU after a minute a suite)"},
    {"--budget", "TIME|COUNT", OPTION_BUDGET, IN(budget), SEARCHES, OF_SEARCH, GROUP_SEARCH,
     .help = "a time, as 60s, 5m, 1h: all that the run takes, divided over suites and benches; or a number, as 200: "
             "configurations of each bench and size",
     "a time (60s, 5m, 1h) or a number of configurations (200)"},
    {"--like", "FILE", OPTION_TEXT, IN(like), SEARCHES | F(SIMULATE), OF_SEARCH, GROUP_SEARCH,
     .help =
         "begin with the best of results of another device or size: a results file, or a tuned header; for simulate "
         "a recorded space"},
    {"--until", "SHARE", OPTION_SHARE, IN(until), SEARCHES | F(COMPARE_RUN), OF_SEARCH | OF_TIMES | IN_IDENTITY,
     GROUP_SEARCH, .help = "end a bench's search when a configuration reaches 99% (0.99) of its limit",
     "a share of the limit, as 99% or 0.99", DBL_MIN, 1},
    {"--max-error", "E", OPTION_NUMBER, IN(max_error), SEARCHES | F(COMPARE_RUN), OF_SEARCH | OF_TIMES | IN_IDENTITY,
     GROUP_SEARCH,
     .help = "the best is the fastest of the configurations whose error, a figure that their bench names, is at most E",
     "a number above 0, as 1e-6", DBL_MIN, DBL_MAX},
    {"--require", "EXPRESSION", OPTION_TEXT, IN(require), SEARCHES, OF_SEARCH | OF_TIMES | IN_IDENTITY, GROUP_SEARCH,
     .help = "the best is one of the configurations for which an expression over a row's figures is true, as "
             "'error<1e-5 and registers<=64'"},
    {"--seed", "N", OPTION_WHOLE, IN(seed), EVERYWHERE | F(SIMULATE), IN_IDENTITY, GROUP_SEARCH,
     .help = "of inputs and search order (default 1)", "a whole number below 2^64", 0, 0x1p64},
    {"--verify-only", NULL, OPTION_FLAG, IN(verify_only), SEARCHES, IN_ROWS | IN_IDENTITY, GROUP_SEARCH,
     .help = "prove configurations right, and take no times", .excludes = OF_TIMES, .because = "takes no times"},
    {"--measure-all", NULL, OPTION_FLAG, IN(measure_all), SEARCHES | F(COMPARE_RUN),
     OF_SEARCH | OF_TIMES | IN_ROWS | IN_IDENTITY, GROUP_SEARCH,
     .help = "measure to the end what is clearly slower than the best, too: for tables of what each form takes",
     .excludes = OF_LEAVING, .because = "leaves none early"},
    {"--confidence", "SHARE", OPTION_SHARE, IN(confidence), SEARCHES | F(COMPARE_RUN),
     OF_SEARCH | OF_TIMES | OF_LEAVING | IN_ROWS | IN_IDENTITY, GROUP_SEARCH,
     .help =
         "how sure it must be that one cannot be the best before it is left (default 95%): more of it, more samples",
     "a share from 90% to 99.99%, as 99.9% or 0.999", 0.9, 0.9999},

    {"--cache-mode", NULL, OPTION_WORD, IN(cache), MEASURED, IN_ROWS | IN_IDENTITY, GROUP_TIMES,
     .help = "evict the caches before each sample, or not (default: cold on a GPU, warm on a CPU)",
     .words = cache_words},
    {"--sampling", NULL, OPTION_WORD, IN(sampling), SEARCHES | F(COMPARE_RUN), OF_SEARCH | IN_ROWS | IN_IDENTITY,
     GROUP_TIMES,
     .help = "a time is that of one more iteration in a stream, or of one by itself (default auto: slope, or single "
             "where they are the same)",
     .words = sampling_words},
    {"--objective", "NAME|EXPRESSION", OPTION_TEXT, IN(objective), SEARCHES, IN_ROWS | IN_IDENTITY, GROUP_TIMES,
     .help = "the best has the least of: stream (default), the time of one more iteration in a stream; alone, of one "
             "that finds the device idle; error; energy, the joules of an iteration, of finalists; an expression over "
             "a row's figures, as median_ns*registers; or compromise: for all sizes one configuration is looked for"},
    {"--ceilings", NULL, OPTION_WORD, IN(ceilings), SEARCHES, IN_ROWS, GROUP_TIMES,
     .help = "what the device can do at most, for the limits of results: on a GPU measured first if not kept "
             "(default), only what is kept, or none",
     .words = ceilings_words},
    {"--max-share", "SHARE", OPTION_SHARE, IN(max_share), SEARCHES, IN_IDENTITY, GROUP_TIMES,
     .help = "on a GPU what is above this share of its limit is no best (default 102%): more of it where a limit is "
             "known to be too low",
     "a share of the limit, as 110% or 1.1", 1, DBL_MAX},
    {"--time-limit", "SECONDS", OPTION_SECONDS, IN(time_limit), EVERYWHERE | F(COMPARE_COMMANDS), IN_ROWS | IN_IDENTITY,
     GROUP_TIMES,
     .help = "a compilation or measurement that takes longer is ended (default 30), and so is a bench's setup (default "
             "900), and finding or opening a device (default 60, at least 10)",
     "seconds (10, 0.5s, 2m)"},
    {"--secret", "HEX", OPTION_SECRET, IN(secret), SEARCHES, 0, GROUP_TIMES,
     .help = "that of a run, as a wrong result has it, from which checks behind timing draw, to repeat them (default: "
             "another one each run)",
     "the 16 digits that a results file has for a wrong result"},

    {"--out", "FILE", OPTION_TEXT, IN(out), SEARCHES, 0, GROUP_FILES,
     .help = "results file (default results/SUITE.json)", .letter = 'o'},
    {"--resume", NULL, OPTION_FLAG, IN(resume), SEARCHES, 0, GROUP_FILES,
     .help = "go on where a run with the same options was killed or interrupted, or its budget ended, from its journal "
             "or its results; --budget may be another",
     .excludes = OF_WHOLE, .because = "has a part of a run alone"},
    {"--overwrite", NULL, OPTION_FLAG, IN(overwrite), SEARCHES, 0, GROUP_FILES,
     .help = "replace a results file that has rows which this run has not: of other benches, sizes or devices"},
    {"--header", "FILE", OPTION_TEXT, IN(header), SEARCHES, OF_SEARCH | OF_TIMES, GROUP_FILES,
     .help = "also write the best configurations as a C header"},
    {"--samples", "FILE", OPTION_TEXT, IN(samples), SEARCHES, OF_TIMES | OF_WHOLE, GROUP_FILES,
     .help = "also write every sample, a line of JSON for each measurement"},
    {"--json", NULL, OPTION_FLAG, IN(json), F(RUN), 0, GROUP_FILES,
     .help = "also print the results as JSON on stdout, and no table"},

    {"--check", NULL, OPTION_FLAG, IN(check), F(LIST_CHECK), 0, GROUP_VERB,
     .help = "tell each mistake of the suites, a line each"},
    {"--tests", NULL, OPTION_FLAG, IN(tests), F(LIST_TESTS), 0, GROUP_VERB,
     .help = "print the runs by which tests prove benches right"},
    {"--strategies", NULL, OPTION_FLAG, IN(strategies), F(LIST_STRATEGIES), 0, GROUP_VERB,
     .help = "tell what --strategy takes, and its options"},
    {"--json", NULL, OPTION_FLAG, IN(json), F(LIST) | F(DEVICES) | F(TABLE) | F(HISTORY_CHECK) | F(SIMULATE), OF_TABLE,
     GROUP_VERB, .help = "print JSON, for scripts (reports/FORMAT.md has the keys)", .excludes = OF_TABLE,
     .because = ONE_TABLE},

    {"--out", "FILE", OPTION_TEXT, IN(out), F(HEADER), 0, GROUP_VERB, .help = "the header that is written",
     .letter = 'o'},
    {"--max-regret", "SHARE", OPTION_SHARE, IN(max_regret), F(HEADER), OF_SIZES, GROUP_VERB,
     .help =
         "leave out the sizes for which the configurations of others are known to take at most so much longer, as 2%",
     "a share of the best time, as 2% or 0.02", 0, 1},
    {"--compromise", NULL, OPTION_WORD, IN(compromise), F(HEADER), OF_SIZES, GROUP_VERB,
     .help = "one configuration of each bench for all its sizes, inputs and devices: that whose largest (or mean) time "
             "over the best there is the least",
     .words = compromise_words, .excludes = OF_SIZES, .because = "has one configuration for all sizes"},
    {"--check", "FILE", OPTION_TEXT, IN(configs), F(HEADER_CHECK), 0, GROUP_VERB,
     .help = "measure what a tuned header has beside the defaults, on this machine"},

    {"--effects", NULL, OPTION_FLAG, IN(effects), F(TABLE), OF_TABLE, GROUP_VERB,
     .help = "which parameters matter: shares of the time's variance", .excludes = OF_TABLE, .because = ONE_TABLE},
    {"--front", "FIGURE", OPTION_TEXT, IN(front), F(TABLE), OF_TABLE, GROUP_VERB,
     .help =
         "the fastest for each value of a figure, as l2_error; the word error is the figure that a bench says it is",
     .excludes = OF_TABLE, .because = ONE_TABLE},

    {"--out", "FILE", OPTION_TEXT, IN(out), F(REPORT) | F(REPORT_PLOT), 0, GROUP_VERB,
     .help = "the page or picture that is written (default report.html, NAME.svg)", .letter = 'o'},
    {"--history", "FILE", OPTION_TEXT, IN(history), F(REPORT), 0, GROUP_VERB, .help = "with the times of a history"},
    {"--plot", "NAME", OPTION_TEXT, IN(plot), F(REPORT_PLOT), 0, GROUP_VERB,
     .help = "one picture (SVG) for a paper: reports/plot/README.md has the names"},
    {"--problem", "NAME", OPTION_TEXT, IN(problem), F(REPORT_PLOT), 0, GROUP_VERB,
     .help = "of one problem, the one of that name, which may have * and ?"},

    {"--to", "NAME", OPTION_TEXT, IN(format), F(EXPORT), 0, GROUP_VERB,
     .help = "what it is to be, as csv or markdown (default: by the suffix of -o)"},
    {"--list", NULL, OPTION_FLAG, IN(list), F(EXPORT_LIST), 0, GROUP_VERB, .help = "print the names that --to takes"},
    {"--out", "FILE", OPTION_TEXT, IN(out), F(EXPORT), 0, GROUP_VERB,
     .help = "the file that is written (default: standard output)", .letter = 'o'},

    {"--run", "BASE NEW", OPTION_PAIR, IN(pair), F(COMPARE_RUN), 0, GROUP_VERB,
     .help = "two builds of gpubench, run by turns"},
    {"--run-cmd", "BASE NEW", OPTION_PAIR, IN(pair), F(COMPARE_COMMANDS), 0, GROUP_VERB,
     .help = "two commands of a shell, run by turns; they write to the file that stands for {out}"},
    {"--static", "BASE NEW", OPTION_PAIR, IN(pair), F(COMPARE_STATIC), 0, GROUP_VERB,
     .help = "two builds of gpubench that only compile: whether NEW spills registers, or does not compile"},
    {"--configs", "FILE", OPTION_TEXT, IN(configs), F(COMPARE_RUN) | F(COMPARE_STATIC), 0, GROUP_VERB,
     .help = "compare at the best of a results file or tuned header; without it --suite says what BASE searches first",
     .excludes = OF_SEARCH, .because = CONFIGS},
    {"--budget", "TIME", OPTION_BUDGET, IN(budget), F(COMPARE_RUN) | F(COMPARE_COMMANDS) | F(COMPARE_STATIC), 0,
     GROUP_VERB, .help = "60s, 5m, 1h for all of it; a search before may have a number of configurations instead",
     "a time (60s, 5m, 1h) for all of it"},
    {"--accepted", "FILE", OPTION_TEXT, IN(accepted), F(COMPARE_RUN) | F(COMPARE_COMMANDS), 0, GROUP_VERB,
     .help = "what may be slower, why, and until when (default ci/accepted.json, if it is there)"},
    {"--strict", NULL, OPTION_FLAG, IN(strict), COMPARED, 0, GROUP_VERB,
     .help = "what is inconclusive, gone, skipped or has no time is exit status 4"},
    {"--json", "FILE", OPTION_TEXT, IN(json_file), COMPARED | F(COMPARE_STATIC), 0, GROUP_VERB,
     .help = "also write what was found as JSON (reports/FORMAT.md)"},
    {"--markdown", "FILE", OPTION_TEXT, IN(markdown), COMPARED, 0, GROUP_VERB,
     .help = "also write a summary for a review"},
    {"--annotations", "FILE", OPTION_TEXT, IN(annotations), COMPARED, 0, GROUP_VERB,
     .help = "also write what is slower as annotations for GitHub"},
    {"--reader", NULL, OPTION_WORD, IN(reader), F(COMPARE_COMMANDS), 0, GROUP_VERB,
     .help = "what the commands write: our results (default), Google Benchmark's JSON or NVBench's",
     .words = reader_words},
    {"--time", NULL, OPTION_WORD, IN(time), F(COMPARE_COMMANDS), 0, GROUP_VERB,
     .help = "which of their times: real (default; of NVBench the GPU's) or the CPU's (the host's)",
     .words = time_words, .needs = "--reader"},
    {"--arch", "TARGET[,TARGET]", OPTION_TARGETS, IN(targets), F(COMPARE_STATIC), 0, GROUP_VERB,
     .help = "targets to compile for (default sm_90), as sm_90,sm_80",
     "up to 16 targets between commas, as sm_90,sm_80"},

    {"--strategy", "NAME[,NAME]|all", OPTION_TEXT, IN(strategy), F(SIMULATE), 0, GROUP_VERB,
     .help = "which strategies, also with options, as greedy:batch=4,kick=1 (default: all); `gpubench list "
             "--strategies` has them; the last may be exec:COMMAND, another program"},
    {"--time-limit", "SECONDS", OPTION_SECONDS, IN(time_limit), F(SIMULATE), 0, GROUP_VERB,
     .help = "that an answer of another program may take (default 30)", "seconds (10, 0.5s, 2m)"},
    {"--budget", "COUNT", OPTION_WHOLE, IN(budget.count), F(SIMULATE), 0, GROUP_VERB,
     .help = "evaluations of each run, a configuration each, also one that failed (default 400)",
     "a number of evaluations, 1 to 1000000", 1, 1e6},
    {"--repeat", "N", OPTION_WHOLE, IN(repeat), F(SIMULATE), 0, GROUP_VERB,
     .help = "runs of each strategy on each space (default 100)", "a number of runs, 1 to 1000", 1, 1000},
    {"--out", "FILE", OPTION_TEXT, IN(out), F(SIMULATE), 0, GROUP_VERB,
     .help = "also write the best so far against evaluations as CSV", .letter = 'o'},
    {"--doubts", "FILE", OPTION_TEXT, IN(doubts), F(SIMULATE), 0, GROUP_VERB,
     .help = "also write what was said, at the end of each run, of what is left to gain as CSV"},

    {"--bench", "GLOB[,GLOB]", OPTION_TEXT, IN(bench), F(HISTORY_SHOW), 0, GROUP_VERB,
     .help = "only benches whose names match"},
    {"--older", "DAYS", OPTION_WHOLE, IN(older), F(CACHE_PRUNE), 0, GROUP_VERB,
     .help = "remove what was not used for so many days; 0: all", "days, 0 to 36500", 0, 36500},
    {"--to", "BYTES", OPTION_BYTES, IN(to), F(CACHE_PRUNE), 0, GROUP_VERB,
     .help = "remove what was used least recently until so much is left, as 500M or 2G (of 1024)",
     "a size, as 500M or 2G"},

    {"--help", NULL, OPTION_HELP, 0, ALL, 0, GROUP_VERB, .help = "this; `gpubench help VERB`, too", .letter = 'h'},
    {"--version", NULL, OPTION_VERSION, 0, F(RUN), 0, GROUP_VERB, .help = "of the program"},
    {.name = NULL},
};

const struct option options_own = {.kind = OPTION_OWN, .forms = SEARCHED, .flags = OF_SEARCH};

/* ---- verbs and their forms ---- */

const struct form_row options_forms[FORMS] = {
    [FORM_RUN] = {"", NULL, "--suite NAME[,NAME]|all [OPTION...]", .does = "measure and tune"},
    [FORM_LIST] = {"list", NULL, "list [SUITE [OPTION...]]",
                   "suites; or one: its benches, parameters, constraints and options, and counts on a typical GPU, or "
                   "with options of a run, counts of what it may try",
                   0, 1, "suite"},
    [FORM_LIST_CHECK] = {"list", "--check", "list --check [SUITE...]", "their mistakes, found without a device", 0,
                         SIZE_MAX, "suite"},
    [FORM_LIST_TESTS] = {"list", "--tests", "list --tests [SUITE]", "the runs by which tests prove each bench right", 0,
                         1, "suite"},
    [FORM_LIST_STRATEGIES] = {"list", "--strategies", "list --strategies",
                              .does = "strategies of a search, and their options"},
    [FORM_DEVICES] = {"devices", NULL, "devices [--json]",
                      .does = "backends, devices, their limits; and why a backend is missing"},
    [FORM_HEADER] = {"header", NULL, "header RESULTS... -o tuned.h [--max-regret 2%|--compromise max]",
                     "the best configurations of results files, of several machines, too, as one C header", 1, SIZE_MAX,
                     "results file"},
    [FORM_HEADER_CHECK] = {"header", "--check", "header --check tuned.h [OPTION...]",
                           .does = "whether what it has is faster on this machine than the default: exit status 1 "
                                   "where it is slower, or not right"},
    [FORM_TABLE] = {"table", NULL, "table RESULTS... [--effects|--front FIGURE|--json]",
                    "the table of results files, as their runs printed it; or another", 1, SIZE_MAX, "results file"},
    [FORM_REPORT] = {"report", NULL, "report RESULTS... [-o report.html] [--history FILE]",
                     "a page of results that is opened from disk: what was found, pictures, tables; of two files what "
                     "changed, first",
                     1, SIZE_MAX, "results file"},
    [FORM_REPORT_PLOT] = {"report", "--plot", "report --plot NAME [--problem NAME] RESULTS... [-o NAME.svg]",
                          "one picture for a paper", 1, SIZE_MAX, "results file"},
    [FORM_EXPORT] = {"export", NULL, "export [--to NAME] RESULTS... [-o FILE]",
                     "results files as another kind of file: reports/FORMAT.md has the columns of csv", 1, SIZE_MAX,
                     "results file"},
    [FORM_EXPORT_LIST] = {"export", "--list", "export --list", .does = "what they can be exported to, and its suffix"},
    [FORM_COMPARE] = {"compare", NULL, "compare BASE.json NEW.json [OPTION...]",
                      "what two results files say of it; they confirm nothing", 2, 2, "results file"},
    [FORM_COMPARE_RUN] = {"compare", "--run", "compare --run BASE NEW --configs FILE [OPTION...]",
                          .does = "whether NEW is slower than BASE, another build, at what a file has, or at what "
                                  "--suite chooses: reports/compare/README.md"},
    [FORM_COMPARE_COMMANDS] = {"compare", "--run-cmd",
                               "compare --run-cmd 'BASE {out}' 'NEW {out}' --reader NAME [OPTION...]",
                               .does = "the same of programs that write Google Benchmark's or NVBench's JSON"},
    [FORM_COMPARE_STATIC] = {"compare", "--static", "compare --static BASE NEW --configs FILE [OPTION...]",
                             .does = "without a GPU: whether NEW spills registers, or does not compile, at what a file "
                                     "has, or at what --suite chooses: reports/compare/STATIC.md"},
    [FORM_HISTORY_ADD] = {"history", "add", "history add FILE RESULTS...", "keep the best times of a commit's results",
                          2, SIZE_MAX, "file"},
    [FORM_HISTORY_CHECK] = {"history", "check", "history check FILE [--json]",
                            "since which commits they are others, the newest first", 1, 1, "file"},
    [FORM_HISTORY_SHOW] = {"history", "show", "history show FILE [--bench GLOB]", "how they went", 1, 1, "file"},
    [FORM_SIMULATE] = {"simulate", NULL, "simulate SPACE... [--strategy all] [--like SPACE] [-o curves.csv]",
                       "strategies on recorded spaces, which are results files of gpubench, Kernel Tuner's cache files "
                       "or T4, plain or packed by gzip: how soon they find what is good (simulate/README.md)",
                       1, SIZE_MAX, "recorded space"},
    [FORM_CACHE] = {"cache", NULL, "cache", .does = "what is kept of earlier runs: folder, bytes, ages"},
    [FORM_CACHE_PRUNE] = {"cache", "prune", "cache prune [--older DAYS] [--to BYTES]",
                          .does = "remove what would go by itself anyway, and what the options say"},
};

const struct verb_row options_verbs[] = {
    {"run",
     "measure and tune: what gpubench does without a verb",
     {"gpubench --suite reduction                    on the best device that is here",
      "gpubench --suite reduction --bench '*_f32' --size 2^20,1M --budget 30s",
      "gpubench --suite reduction --set BLOCK_SIZE=128,256 --header tuned.h",
      "gpubench --suite reduction --json | jq .best"}},
    {"list",
     "suites, benches, parameters, constraints; what a run may try",
     {"gpubench list reduction", "gpubench list reduction --backend opencl --size 1M", "gpubench list --strategies"}},
    {"devices", "what this machine can run on, how fast at most, and why not", {"gpubench devices"}},
    {"header",
     "the best configurations as a C header; whether one still gains",
     {"gpubench header results/*.json -o tuned.h --max-regret 2%",
      "gpubench header results/*.json -o tuned.h --compromise max", "gpubench header --check tuned.h"}},
    {"table",
     "tables of results files",
     {"gpubench table results/reduction.json", "gpubench table --effects results/reduction.json"}},
    {"report",
     "a page or a picture of results files",
     {"gpubench report results/*.json -o report.html", "gpubench report --plot sizes results/*.json -o sizes.svg"}},
    {"export",
     "results files for spreadsheets, data frames, reviews",
     {"gpubench export results/*.json -o results.csv", "gpubench export --to markdown results/reduction.json"}},
    {"compare",
     "whether a program has become slower",
     {"gpubench compare --run ./base ./new --configs results/reduction.json",
      "gpubench compare base.json new.json --strict"}},
    {"history",
     "times of the best over commits, and where they changed",
     {"gpubench history add h200.history.jsonl results/*.json", "gpubench history check h200.history.jsonl"}},
    {"simulate",
     "what strategies would have found on recorded spaces",
     {"gpubench simulate spaces/*.json.gz", "gpubench simulate results/reduction.json --strategy random --budget 100",
      "gpubench simulate gemm_A6000.json.gz --like gemm_A4000.json.gz"}},
    {"cache",
     "what is kept of earlier runs, and to be rid of it",
     {"gpubench cache", "gpubench cache prune --older 30 --to 2G"}},
    {.name = NULL},
};
