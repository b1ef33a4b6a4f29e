/* gpubench list --json: declarations of suites, for scripts. */
#include "cli/verbs/verbs.h"

#include "cli/report_fault.h"
#include "cli/run/targets.h"
#include "reports/json/document.h"
#include "tuner/suite.h"

#include <stdio.h>

/* An array of texts, if there are any: of this length, or ended by NULL. */
static void put_texts(struct document *document, const char *key, const char *const *text, size_t most)
{
    if (!text)
        return;
    document_array(document, key);
    for (size_t i = 0; i < most && text[i]; i++)
        document_text(document, NULL, text[i]);
    document_end(document);
}

static void put_setting(struct document *document, const struct setting *setting)
{
    document_object(document, NULL);
    document_text(document, "name", setting->name);
    document_text(document, "summary", setting->summary);
    if (setting->unit)
        document_text(document, "unit", setting->unit);
    if (setting->words) {
        document_text(document, "default", setting->words[(size_t)setting->initial]);
        put_texts(document, "words", setting->words, setting->count);
    } else {
        document_real(document, "default", setting->initial);
        document_real(document, "least", setting->least);
        document_real(document, "most", setting->most);
        document_flag(document, "whole", setting->whole);
    }
    document_end(document);
}

static void put_parameter(struct document *document, const struct parameter *parameter)
{
    document_object(document, NULL);
    document_text(document, "name", parameter->name);
    document_text(document, "summary", parameter->summary);
    document_flag(document, "host", parameter->host);
    document_array(document, "values");
    for (size_t v = 0; v < parameter->count; v++)
        if (parameter->words)
            document_text(document, NULL, parameter->words[v]);
        else if (parameter->values)
            document_integer(document, NULL, parameter->values[v]);
        else
            document_real(document, NULL, parameter->reals[v]);
    document_end(document);
    document_end(document);
}

static void put_size(struct document *document, const struct bench_size *size)
{
    document_object(document, "size");
    document_text(document, "unit", size->unit);
    document_whole(document, "small", size->classes[SMALL]);
    document_whole(document, "medium", size->classes[MEDIUM]);
    document_whole(document, "large", size->classes[LARGE]);
    document_whole(document, "most", size->most);
    document_end(document);
}

static void put_bench(struct document *document, const struct bench *bench)
{
    uint64_t product;
    document_object(document, NULL);
    document_text(document, "name", bench->name);
    document_text(document, "summary", bench->summary);
    document_flag(document, "by_name", bench->by_name);
    document_array(document, "needs");
    for (unsigned i = 0; need_word(i); i++)
        if (bench->needs >> i & 1)
            document_text(document, NULL, need_word(i));
    document_end(document);
    put_size(document, &bench->size);
    document_array(document, "parameters");
    for (size_t p = 0; p < space_parameters(&bench->space); p++)
        put_parameter(document, &bench->space.parameters[p]);
    document_end(document);
    document_array(document, "constraints");
    for (size_t c = 0; c < space_constraints(&bench->space); c++)
        document_text(document, NULL, bench->space.constraints[c].text);
    document_end(document);
    if (space_product(&bench->space, &product))
        document_whole(document, "configurations", product);
    put_texts(document, "figures", bench->report.figures, SIZE_MAX);
    if (bench->report.error)
        document_text(document, "error", bench->report.error);
    document_array(document, "references");
    for (size_t r = 0; r < MAX_REFERENCES && bench->references[r].name; r++)
        document_text(document, NULL, bench->references[r].name);
    document_end(document);
    document_end(document);
}

static void put_suite(struct document *document, const struct suite *suite)
{
    document_object(document, NULL);
    document_text(document, "name", suite->name);
    document_text(document, "summary", suite->summary);
    document_array(document, "settings");
    for (size_t i = 0; i < suite_settings(suite); i++)
        put_setting(document, &suite->settings[i]);
    document_end(document);
    document_flag(document, "takes_structure", suite->structure != STRUCTURE_NONE);
    document_array(document, "benches");
    for (size_t b = 0; suite->benches[b]; b++)
        put_bench(document, suite->benches[b]);
    document_end(document);
    document_end(document);
}

int verb_list_json(const struct registry *registry, const char *name)
{
    const struct suite *only = name ? registry_find(registry, name) : NULL;
    if (name && !only)
        return suite_unknown(registry, name);
    struct document *document = document_make("gpubench/list/1");
    struct fault fault = {0};
    document_array(document, "suites");
    for (const struct suite *const *suite = registry->suites; *suite; suite++)
        if (!only || *suite == only)
            put_suite(document, *suite);
    document_end(document);
    return document_print(document, stdout, &fault) == OK ? 0 : report_fault(&fault, 2);
}
