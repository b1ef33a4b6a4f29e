/* What each test program is linked with. */
#include "tests/check.h"

enum { MOST_TESTS = 64 };

int check_failures;
struct fault caught;
static void (*tests[MOST_TESTS])(void);
static size_t count;

void check_add(void (*test)(void))
{
    if (count == MOST_TESTS)
        abort();
    tests[count++] = test;
}

void run_tests(void)
{
    for (size_t i = 0; i < count; i++)
        tests[i]();
}

void check_fault(const char *file, int line, enum status got, enum status expected, const char *words)
{
    if (got == expected && caught.status == expected && !strcmp(caught.text, words))
        return;
    fprintf(stderr, "%s:%d: got %s \"%s\", expected %s \"%s\"\n", file, line, status_word(got), caught.text,
            status_word(expected), words);
    check_failures++;
}

int check_skipped(const char *why)
{
    fprintf(stderr, "skipped: %s\n", why);
    return check_failures ? 1 : 77;
}

__attribute__((weak)) int main(void)
{
    run_tests();
    return CHECK_RESULT;
}
