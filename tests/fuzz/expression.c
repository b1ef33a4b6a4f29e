/* Expressions, those of elements too, and lists: programs whose values are what they should be, the same each time, or
 * a reason in one line with a column of the text. */
#include "base/expression_program.h"
#include "base/text.h"
#include "tests/fuzz/fuzz.h"

#include <math.h>

enum { SLOTS = 4 };

static bool look_up(const void *user, const char *name, struct expression_meaning *meaning)
{
    const size_t slot = (size_t)(*name - 'A');
    MUST(!user && *name);
    *meaning = (struct expression_meaning){.is_slot = true, .slot = slot};
    if (slot < SLOTS && !name[1])
        return true;
    *meaning = (struct expression_meaning){.constant = {EXPRESSION_INTEGER, {.integer = 1024}}};
    return !strcmp(name, "n") || !strncmp(name, "device.", 7);
}

static void must_describe(const struct fault *fault, size_t length)
{
    unsigned column = 0;
    MUST(fault->status == INVALID && text_is_printable(fault->text, strlen(fault->text)));
    MUST(sscanf(fault->text, "column %u: ", &column) == 1 && column >= 1 && column <= length + 1);
}

/* Where values become known, from one of them on, the residual has the same value. */
static void bind_all(const struct expression *expression, const struct expression_value *slots, size_t first,
                     const struct expression_value *value, const struct fault *fault)
{
    struct expression *left = malloc(expression_bytes(expression)), *next = malloc(expression_bytes(expression));
    struct expression_value again = *slots;
    struct fault same = {0};
    expression_bind(expression, first, slots[first], left);
    for (size_t s = 1; s < SLOTS; s++) {
        expression_bind(left, (first + s) % SLOTS, slots[(first + s) % SLOTS], next);
        struct expression *swap = left;
        left = next;
        next = swap;
    }
    MUST(expression_evaluate(left, slots, &again, &same) == fault->status && !strcmp(same.text, fault->text));
    MUST(fault->status != OK || (value->kind == again.kind && expression_truth(*value) == expression_truth(again)));
    MUST(expression_known(left, &again) == (fault->status == OK));
    free(left);
    free(next);
}

/* One whose values are those of constraints. */
static void try_constraint(const char *text)
{
    const struct expression_value slots[SLOTS] = {{EXPRESSION_INTEGER, {.integer = 64}},
                                                  {EXPRESSION_INTEGER, {.integer = INT64_MIN}},
                                                  {EXPRESSION_REAL, {.real = -2.5}},
                                                  {EXPRESSION_WORD, {.word = "hand"}}};
    struct expression_value value = slots[0], again = slots[0];
    struct fault fault = {0}, same = {0};
    struct expression *expression = expression_compile(text, look_up, NULL, &fault);
    MUST(!expression == (fault.status != OK));
    if (!expression)
        must_describe(&fault, strlen(text));
    else if (expression_evaluate(expression, slots, &value, &fault) != OK)
        must_describe(&fault, strlen(text));
    if (expression) {
        MUST(expression_evaluate(expression, slots, &again, &same) == fault.status && !strcmp(same.text, fault.text));
        MUST(fault.status != OK || (value.kind == again.kind && expression_truth(value) == expression_truth(again)));
        for (size_t s = 0; s < SLOTS; s++)
            bind_all(expression, slots, s, &value, &fault);
        for (size_t i = 0; expression_word(expression, i); i++)
            MUST(strstr(text, expression_word(expression, i)));
    }
    free(expression);
}

/* ---- elements ---- */

static bool look_up_element(const void *user, const char *name, struct expression_meaning *meaning)
{
    const bool is_there = look_up(user, name, meaning);
    if (!is_there && (*name == 'x' || *name == 'y') && !name[1])
        *meaning = (struct expression_meaning){.is_array = true, .slot = (size_t)(*name - 'x')};
    return is_there || meaning->is_array;
}

static const char *read_element(void *user, size_t array, int64_t index, double *value)
{
    MUST(!user && array < 2);
    *value = (double)(index % 7) / (double)(1 + array);
    return index < 0 ? "there is no such element" : NULL;
}

static void try_element(const char *text)
{
    const double slots[SLOTS] = {64, -3, -2.5, 0};
    double value[2] = {0}, magnitude[2] = {0};
    struct fault fault[2] = {0};
    struct expression *expression = expression_compile_elements(text, look_up_element, NULL, fault);
    MUST(!expression == (fault->status != OK));
    for (int i = 0; expression && i < 2; i++) {
        struct expression_machine machine = {slots, read_element, NULL, 20000};
        expression_element_within(expression, &machine, &value[i], &magnitude[i], &fault[i]);
        MUST(machine.steps >= 0 || fault[i].status != OK);
    }
    if (fault->status != OK)
        must_describe(fault, strlen(text));
    MUST(!expression || !strcmp(fault[0].text, fault[1].text));
    MUST(fault->status != OK || (!memcmp(&value[0], &value[1], sizeof *value) && magnitude[0] >= fabs(value[0])) ||
         isnan(value[0]) || isnan(magnitude[0]));
    free(expression);
}

/* ---- lists ---- */

static void try_list(const char *text)
{
    enum { MOST = 1000 };
    struct expression_value *values = NULL;
    size_t count = 0;
    struct fault fault = {0};
    const enum status status = expression_list(text, look_up, NULL, MOST, &values, &count, &fault);
    must_report(status, &fault);
    MUST(status == OK ? values && count <= MOST : !values && !count);
    if (status != OK)
        must_describe(&fault, strlen(text));
    for (size_t i = 0; i < count; i++)
        MUST(values[i].kind != EXPRESSION_WORD || strstr(text, values[i].word));
    free(values);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *text = malloc(size + 1);
    memcpy(text, bytes, size);
    text[size] = 0;
    try_constraint(text);
    try_element(text);
    try_list(text);
    free(text);
    return 0;
}
