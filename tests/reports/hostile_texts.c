/* Names and reasons of arbitrary bytes, in files and from a run's own workers and drivers: in no table can they act on
 * a terminal, and none ends its line. */
#include "reports/compare/comparison.h"
#include "reports/json/history_file.h"
#include "reports/json/results_file.h"
#include "reports/table/compared.h"
#include "reports/table/front.h"
#include "reports/table/history.h"
#include "reports/table/table.h"
#include "reports/writers/writers.h"
#include "tests/own_folder.h"
#include "tests/random_text.h"
#include "tests/reports/sample_results.h"

enum { TRIES = 300 };
static const char path[] = "strange.json", history_path[] = "strange.jsonl";

/* A text with that number that JSON allows: no zero byte, and not empty. The caller frees it. */
static char *make_hostile_text(unsigned number)
{
    char text[40];
    const size_t length = random_text(text + 1, sizeof text - 2, number);
    *text = (char)('a' + number % 26); /* all are distinct */
    text[1 + length] = 0;
    return allocate_text(text);
}

static void rename_text(char **text, unsigned number)
{
    free(*text);
    *text = make_hostile_text(number);
}

static void set_text(char *text, size_t size, unsigned number)
{
    FREED char *words = make_hostile_text(number);
    snprintf(text, size, "%s", words);
}

static void check_shown(const char *text, unsigned number, const char *what)
{
    if (random_text_shown(text, true))
        return;
    fprintf(stderr, "%s of number %u acts on the terminal:\n", what, number);
    for (; *text; text++)
        fprintf(stderr, *text == '\n' || (*text >= ' ' && *text <= '~') ? "%c" : "<%02x>", (unsigned char)*text);
    check_failures++;
}

#define CHECK_SHOWN(number, call)                                                                                      \
    do {                                                                                                               \
        FREED char *shown = PRINTED(call);                                                                             \
        check_shown(shown, number, #call);                                                                             \
    } while (0)

static void check_tables(const struct results *results, unsigned number)
{
    CHECK_SHOWN(number, table_print(file, results, &page_plain));
    CHECK_SHOWN(number, front_print(file, results, "error", &page_plain));
    CHECK_SHOWN(number, effects_print(file, results, &page_plain));
}

/* Replaces the texts that a run has from drivers, workers and arguments. */
static void replace_texts_of_run(struct results *results, unsigned number)
{
    struct compute_device *device = &results->context.device;
    set_text(device->name, sizeof device->name, number);
    set_text(device->driver, sizeof device->driver, number + 1);
    for (size_t i = 0; i < results->count; i++)
        if (*results->rows[i].reason)
            rename_text(&results->rows[i].reason, number + 2 + (unsigned)i);
    for (size_t i = 0; i < results->problem_count; i++)
        if (results->problems[i].structure.file)
            rename_text(&results->problems[i].structure.file, number + 3);
}

/* And all other texts of a file. */
static void replace_texts_of_file(struct results *results, unsigned number)
{
    replace_texts_of_run(results, number);
    for (size_t i = 0; i < results->problem_count; i++) {
        struct named_problem *problem = &results->problems[i];
        rename_text(&problem->name, number + 4 + 26 * (unsigned)i);
        for (size_t s = 0; s < problem->settings; s++)
            rename_text(&problem->setting[s].name, number + 5 + (unsigned)s);
        for (size_t p = 0; p < problem->parameters; p++)
            rename_text(&problem->parameter[p].name, number + 6 + (unsigned)p);
        for (size_t f = 0; f < problem->figures.count; f++)
            rename_text(&problem->figures.text[f], number + 7 + (unsigned)f);
        for (size_t r = 0; r < problem->references.count; r++)
            rename_text(&problem->references.text[r], number + 8 + (unsigned)r);
    }
}

/* Files may be printed, too. */
static void check_written(const struct results *loaded, unsigned number)
{
    const struct output output = {.results = loaded,
                                  .path = (const char *const[]){"\033[2J\xff\n"},
                                  .count = 1,
                                  .max_regret = -1,
                                  .version = "",
                                  .commit = ""};
    size_t count;
    const struct writer *writer = writers(&count);
    for (size_t i = 0; i < count; i++) {
        struct fault fault = {0};
        CHECK_SHOWN(number, writer[i].write(file, &output, &fault));
    }
}

static void check_compared(const struct results *loaded, unsigned number)
{
    FREED_BY(results_free) struct results base;
    FREED_BY(comparison_free) struct comparison comparison;
    CHECK_OK(results_load(&base, path, &caught));
    if (FINE(comparison_of_files(&comparison, &base, loaded, &caught))) {
        CHECK_SHOWN(number, comparison_print(file, &comparison, &page_plain));
        CHECK_SHOWN(number, comparison_markdown(file, &comparison));
        CHECK_SHOWN(number, comparison_annotate(file, &comparison));
    }
}

static void check_history(const struct results *loaded, unsigned number)
{
    FREED_BY(history_free) struct history history = {0}, again = {0};
    if (FINE(history_take(&history, loaded, path, &caught)) && FINE(history_save(&history, history_path, &caught)) &&
        FINE(history_load(&again, history_path, &caught))) {
        FREED_BY(series_free) struct series_list list = series_of(&again);
        CHECK_SHOWN(number, turns_print(file, &list, NULL, 0, &page_plain));
        CHECK_SHOWN(number, series_print(file, &list, &page_plain));
    }
    CHECK(caught.status == OK);
}

int main(void)
{
    size_t loaded_files = 0;
    enter_own_folder();
    for (unsigned number = 0; number < TRIES; number++) {
        FREED_BY(results_free) struct results sample = sample_results(), loaded;
        replace_texts_of_run(&sample, number * 100);
        check_tables(&sample, number);
        replace_texts_of_file(&sample, number * 100);
        CHECK_OK(results_save(&sample, path, &caught));
        if (FINE(results_load(&loaded, path, &caught))) {
            loaded_files++;
            check_tables(&loaded, number);
            if (!(number % 4))
                check_written(&loaded, number);
            check_compared(&loaded, number);
            check_history(&loaded, number);
        }
    }
    CHECK(loaded_files > TRIES / 2); /* names may become equal, or too long */
    return CHECK_RESULT;
}
