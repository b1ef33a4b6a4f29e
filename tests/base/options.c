/* The table of options: its consistency, and the parsing of command lines. */
#include "base/options/options.h"
#include "base/options/table.h"
#include "base/text.h"
#include "tests/check.h"
#include "tuner/run/tuner.h"

/* ---- the table ---- */

static unsigned verb_of(unsigned forms)
{
    unsigned all = 0;
    for (enum form form = 0; form < FORMS; form++)
        for (enum form other = 0; other < FORMS && forms >> form & 1; other++)
            all |= !strcmp(options_forms[form].verb, options_forms[other].verb) ? 1u << other : 0;
    return all;
}

static const struct option *find(const char *name, enum form form)
{
    const struct option *option = options_table;
    while (option->name && (strcmp(option->name, name) || !(option->forms >> form & 1)))
        option++;
    return option;
}

TEST(table)
{
    for (const struct option *option = options_table; option->name; option++) {
        CHECK(!strncmp(option->name, "--", 2) && option->forms && option->help);
        CHECK(!option->excludes == !option->because);
        CHECK(!option->needs || find(option->needs, FORM_RUN)->name ||
              find(option->needs, FORM_COMPARE_COMMANDS)->name || find(option->needs, FORM_TUNE)->name);
        for (const struct option *other = option + 1; other->name; other++)
            if (!strcmp(option->name, other->name) || (option->letter && option->letter == other->letter))
                CHECK(!(verb_of(option->forms) & verb_of(other->forms)));
    }
    for (enum form form = 0; form < FORMS; form++) {
        const char *select = options_forms[form].select;
        CHECK(!select || *select != '-' || find(select, form)->name);
    }
    CHECK(find("--confidence", FORM_RUN)->least == TUNER_CONFIDENCE_LEAST);
    CHECK(find("--confidence", FORM_RUN)->most == TUNER_CONFIDENCE_MOST);
    CHECK(find("--blocks", FORM_RUN)->most == MAX_BLOCKS);
    CHECK_TEXT(find("--sampling", FORM_RUN)->words[SAMPLING_SLOPE], "slope");
    CHECK_TEXT(find("--sampling", FORM_RUN)->words[SAMPLING_SINGLE], "single");
    CHECK_TEXT(find("--cache-mode", FORM_RUN)->words[CACHE_WARM], "warm");
    CHECK_TEXT(find("--ceilings", FORM_RUN)->words[CEILINGS_OFF], "off");
    CHECK_TEXT(find("--reader", FORM_COMPARE_COMMANDS)->words[READER_NVBENCH], "nvbench");
    CHECK_TEXT(find("--time", FORM_COMPARE_COMMANDS)->words[TIME_CPU], "cpu");
    CHECK(options_repeated("cache-mode") && options_repeated("kernels") && !options_repeated("out"));
    CHECK(options_known("seed") && options_known("front") && !options_known("density"));
}

/* ---- command lines ---- */

static bool is_suite(UNNEEDED const void *user, const char *name)
{
    return !strcmp(name, "sums");
}

static const struct own_options own = {
    .option = {{"--density", "NUMBER"}, {"--atoms", "SIZE[,SIZE]"}}, .count = 2, .is_suite = is_suite};
static struct options options;
static char output[600];

/* Parses "gpubench " and a line of words; *said is the text on stderr. */
static enum options_outcome parse(const char *line)
{
    static char text[400], *argv[40];
    FILE *const before = stderr;
    char *rest = text, *word;
    int argc = 0;
    snprintf(text, sizeof text, "gpubench %s", line);
    while (argc < 39 && (word = strsep(&rest, " ")))
        argv[argc++] = word;
    argv[argc] = NULL;
    memset(output, 0, sizeof output);
    stderr = fmemopen(output, sizeof output - 1, "w");
    const enum options_outcome outcome = options_parse(&options, argc, argv, &own);
    fclose(stderr);
    stderr = before;
    if (strchr(output, '\n'))
        *strchr(output, '\n') = '\0';
    return outcome;
}

/* It is refused, with one line that begins with `expected`. */
static void refused(const char *line, const char *expected)
{
    CHECK(parse(line) == OPTIONS_WRONG);
    output[strlen(expected)] = '\0';
    CHECK_TEXT(output, expected);
}

/* Each option of a run, with a value or none: the next word is its value, or no part of it. */
TEST(each)
{
    for (const struct option *option = options_table; option->name; option++) {
        char line[200];
        const bool valued = option_argument(option) != NULL;
        if (!(option->forms >> FORM_RUN & 1) || option->kind == OPTION_HELP || option->kind == OPTION_VERSION)
            continue;
        snprintf(line, sizeof line, "%s --suite", option->name); /* an option is not a value */
        parse(line);
        CHECK(!strncmp(output, "gpubench: ", 10) && (strstr(output, "needs a value") != NULL));
        CHECK((strstr(output, "--suite needs") != NULL) == (!valued || !strcmp(option->name, "--suite")));
        snprintf(line, sizeof line, "%s=x", option->name);
        parse(line);
        CHECK((strstr(output, "takes no value") != NULL) == !valued);
    }
}

TEST(devices)
{
    static const char *const good[] = {"0", "0,2", "all", "GPU-12ab", "MIG-1,GPU-2,3"};
    static const char *const bad[] = {"", ",", "0,", "x", "-1", "1.5", "GPU-", "all,0", "1000", "0 1", "0,,1"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char line[80];
        snprintf(line, sizeof line, "--suite sums --device=%s", good[i]);
        CHECK(parse(line) == OPTIONS_RUN);
        CHECK_TEXT(options.device, good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const struct option *option = find("--device", FORM_RUN);
        CHECK(option_take(option, &options, &bad[i]) == option->wanted);
    }
}

TEST(values)
{
    char text[80];
    CHECK(parse("run --suite sums --size=5") == OPTIONS_RUN && options.form == FORM_RUN && !options.words);
    refused("run x", "gpubench: 'x' belongs to no option");
    CHECK(parse("--suite sums --size=5,6 --set A=1 --set B=2,3 --device 3 --until 99% --budget 5m --json -o x --seed 7 "
                "--cache-mode warm --atoms 3 --density 0.5 --density 0.8") == OPTIONS_RUN);
    CHECK(options.form == FORM_RUN && !options.words && options.json && options.sets == 2);
    CHECK_TEXT(options.suites, "sums");
    CHECK_TEXT(options.size, "5,6");
    CHECK_TEXT(options.set[1], "B=2,3");
    CHECK_TEXT(options.out, "x");
    CHECK_TEXT(options.device, "3");
    CHECK(options.budget.seconds == 300 && !options.budget.count && options.seed == 7);
    CHECK(options.until == 0.99 && options.cache == CACHE_WARM && options_given(&options, "--seed"));
    CHECK(options.settings == 2 && !strcmp(options.setting[1].name, "density") &&
          !strcmp(options.setting[1].text, "0.8"));
    option_text(find("--until", FORM_RUN), &options, text, sizeof text);
    CHECK_TEXT(text, "0.99");
    option_text(find("--cache-mode", FORM_RUN), &options, text, sizeof text);
    CHECK_TEXT(text, "warm");
    option_text(find("--strategy", FORM_RUN), &options, text, sizeof text);
    CHECK_TEXT(text, "default");
    option_text(find("--shard", FORM_RUN), &options, text, sizeof text);
    CHECK_TEXT(text, "");
    CHECK(parse("--suite sums --shard 3/64") == OPTIONS_RUN && options.shard.number == 3 && options.shard.of == 64);
    option_text(find("--shard", FORM_RUN), &options, text, sizeof text);
    CHECK_TEXT(text, "3/64");
    CHECK(parse("--suite sums") == OPTIONS_RUN && !options.device && options.seed == 1);
    CHECK(!options_given(&options, "--seed") && !strcmp(options.backend, "auto"));
}

/* As with getopt: any unambiguous prefix is enough. */
TEST(beginnings)
{
    CHECK(parse("--sui sums --resum --dens 1") == OPTIONS_RUN && options.resume && options.settings == 1);
    CHECK_TEXT(options.given[1].name, "--resume");
    refused("--s sums", "gpubench: unknown option '--s'");
    refused("--resume=1", "gpubench: --resume takes no value");
    refused("-z", "gpubench: unknown option '-z'");
}

TEST(words)
{
    CHECK(parse("header a.json -o x.h b.json -- -c.json") == OPTIONS_RUN && options.form == FORM_HEADER);
    CHECK(options.words == 3 && !strcmp(options.word[0], "a.json") && !strcmp(options.word[2], "-c.json"));
    CHECK(parse("header --out=x.h a.json") == OPTIONS_RUN && !strcmp(options.out, "x.h"));
    CHECK(parse("header -ox.h a.json") == OPTIONS_RUN && !strcmp(options.out, "x.h"));
    CHECK(parse("history check h --json") == OPTIONS_RUN && options.form == FORM_HISTORY_CHECK && options.words == 1);
    CHECK(parse("compare --run a b --configs c --json d") == OPTIONS_RUN && options.form == FORM_COMPARE_RUN);
    CHECK_TEXT(options.pair[1], "b");
    CHECK_TEXT(options.json_file, "d");
    CHECK(!options.json);
    refused("sums", "gpubench: 'sums' is a suite; did you mean --suite sums?");
    refused("--seed 3 sums", "gpubench: 'sums' is a suite; did you mean --suite sums?");
    refused("tabel", "gpubench: unknown verb 'tabel', did you mean table?");
    refused("help tabel", "gpubench: unknown verb 'tabel', did you mean table?");
    refused("table", "gpubench: table: no results file given; usage: gpubench table RESULTS|FOLDER...");
    refused("history add h", "gpubench: history: one file is not enough; usage: gpubench history add FILE RESULTS...");
    refused("history chek h", "gpubench: unknown verb of history 'chek', did you mean check? Known: add check show");
    refused("compare --run a b c", "gpubench: compare: 'c' belongs to no option; usage: gpubench compare --run");
    refused("compare --run a", "gpubench: compare: --run needs two values: BASE NEW");
}

TEST(together)
{
    refused("--configs a --size 3",
            "gpubench: --configs selects what is measured, and searches nothing: leave --size out");
    refused("--configs a --density 3",
            "gpubench: --configs selects what is measured, and searches nothing: leave --density out");
    refused("--blocks 3", "gpubench: --blocks goes with --configs, which is missing");
    refused("--verify-only --until 1", "gpubench: --verify-only takes no times: leave --until out");
    refused("compare a b --reader gbench", "gpubench: compare: --reader is of: gpubench compare --run-cmd");
    refused("compare --run a b --static c d", "gpubench: compare: --run and --static: one of them is enough");
    refused("table a --json --effects", "gpubench: table: --json is a table of its own: leave --effects out");
    CHECK(parse("--configs a --budget 3") == OPTIONS_WRONG &&
          parse("compare --run a b --configs c --budget 3s") == OPTIONS_RUN);
}

TEST(passed)
{
    const char *word[20];
    CHECK(parse("compare --run a b --backend fake --size 5 --suite sums --density 2 --set A=1 --set B=2 --json f") ==
          OPTIONS_RUN);
    CHECK(options_words(&options, 0, OF_SEARCH, word, 20) == 4);
    CHECK(!strcmp(word[0], "--backend") && !strcmp(word[1], "fake") && !strcmp(word[2], "--suite"));
    CHECK(options_words(&options, OF_SEARCH, 0, word, 20) == 8);
    CHECK(!strcmp(word[2], "--density") && !strcmp(word[6], "--set") && !strcmp(word[7], "B=2"));
    CHECK(options_words(&options, 0, 0, word, 5) == 4);
    CHECK(parse("--kernels dir --resume") == OPTIONS_RUN && options_words(&options, TO_WORKERS, 0, word, 20) == 2);
    CHECK(!strcmp(word[0], "--kernels") && !strcmp(word[1], "dir"));
    CHECK(options_words(&options, 0, TO_WORKERS, word, 20) == 1 && !strcmp(word[0], "--resume"));
}

/* ---- help ---- */

static size_t widest(const char *line)
{
    size_t most = 0, here = 0;
    for (; *line; line++) {
        here = *line == '\n' ? 0 : here + 1;
        most = here > most ? here : most;
    }
    return most;
}

TEST(help)
{
    for (const struct verb_row *verb = options_verbs; verb->name; verb++) {
        static char help[20000];
        char words[40];
        FILE *const before = stdout;
        memset(help, 0, sizeof help);
        stdout = fmemopen(help, sizeof help - 1, "w");
        snprintf(words, sizeof words, verb == options_verbs ? "--help" : "%s x --help", verb->name);
        const enum options_outcome outcome = parse(words);
        fclose(stdout);
        stdout = before;
        CHECK(outcome == OPTIONS_DONE && widest(help) <= 80 && strstr(help, "\nExamples:\n  gpubench "));
        for (const struct option *option = options_table; option->name; option++)
            if (verb == options_verbs && option->forms >> FORM_RUN & 1 && !strstr(help, option->name))
                CHECK_TEXT("", option->name);
    }
}
