/* Whole files as text, for tests that compare and damage them. */
#pragma once

#include "tests/check.h"

#include <unistd.h>

/* The bytes of a file with a zero byte behind them, or NULL and length 0; free() frees it. */
UNNEEDED static char *text_read(const char *path, size_t *length)
{
    *length = 0;
    FILE *file = fopen(path, "r");
    if (!file)
        return NULL;
    char *text = calloc(1, 1 << 20);
    *length = fread(text, 1, (1 << 20) - 1, file);
    fclose(file);
    return text;
}

UNNEEDED static void text_write(const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "w");
    if (!file || fwrite(text, 1, length, file) != length || fclose(file)) {
        perror(path);
        exit(1);
    }
}

UNNEEDED static void text_put(const char *path, const char *text)
{
    text_write(path, text, strlen(text));
}

/* Whether a text is that of a file; prints where they differ. */
UNNEEDED static bool text_is(const char *got, const char *path)
{
    size_t length = 0, at = 0;
    FREED char *expected = text_read(path, &length);
    while (expected && got[at] && got[at] == expected[at])
        at++;
    bool same = expected && !got[at] && at == length;
    if (!same)
        fprintf(stderr, "%s differs at byte %zu: got \"%.60s\", expected \"%.60s\"\n", path, at, got + at,
                expected ? expected + at : "(no file)");
    return same;
}

UNNEEDED static bool text_same(const char *got_path, const char *expected_path)
{
    size_t length;
    FREED char *got = text_read(got_path, &length);
    return got && strlen(got) == length && text_is(got, expected_path);
}

/* A file of the test's own, path, from before all tests to the end. */
#define OWN_FILE                                                                                                       \
    static char path[] = "/tmp/gpubench-test-XXXXXX";                                                                  \
    static void remove_path(void)                                                                                      \
    {                                                                                                                  \
        unlink(path);                                                                                                  \
    }                                                                                                                  \
    TEST(path)                                                                                                         \
    {                                                                                                                  \
        close(mkstemp(path));                                                                                          \
        atexit(remove_path);                                                                                           \
    }                                                                                                                  \
    static void test_path(void)
