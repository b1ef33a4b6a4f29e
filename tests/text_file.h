/* Whole files as text, for tests that compare and damage them. */
#ifndef TESTS_TEXT_FILE_H
#define TESTS_TEXT_FILE_H

#include "tests/check.h"

/* The bytes of a file with a zero byte behind them, or NULL and length 0; free() frees it. */
__attribute__((unused)) static char *text_read(const char *path, size_t *length)
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

__attribute__((unused)) static void text_write(const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "w");
    if (!file || fwrite(text, 1, length, file) != length || fclose(file)) {
        perror(path);
        exit(1);
    }
}

/* Whether two files have the same bytes; says where they differ. */
__attribute__((unused)) static bool text_same(const char *got_path, const char *expected_path)
{
    size_t got_length = 0, expected_length = 0, at = 0;
    FREED char *got = text_read(got_path, &got_length), *expected = text_read(expected_path, &expected_length);
    while (got && expected && at < got_length && at < expected_length && got[at] == expected[at])
        at++;
    bool same = got && expected && at == got_length && at == expected_length;
    if (!same)
        fprintf(stderr, "%s and %s differ at byte %zu: got \"%.60s\", expected \"%.60s\"\n", got_path, expected_path,
                at, got ? got + at : "(no file)", expected ? expected + at : "(no file)");
    return same;
}

#endif
