/* Untrusted text: printable characters are kept, others are made visible and have no effect; and a printf for such
 * texts. */
#include "base/text.h"
#include "tests/check.h"
#include "tests/random_text.h"

#include <inttypes.h>

static void check_becomes(const char *text, size_t length, const char *expected)
{
    FREED char *printable = text_printable(text, length);
    CHECK_TEXT(printable, expected);
    CHECK(text_is_printable(text, length) == (strlen(printable) == length && !memcmp(printable, text, length)));
}

TEST(forms)
{
    static const struct {
        const char *text, *expected;
    } forms[] = {
        {"", ""},
        {"plain text, 100 % of \\n it", "plain text, 100 % of \\n it"},
        {"\xc3\xa9 \xe2\x82\xac \xe6\x97\xa5\xe6\x9c\xac \xf0\x9f\x98\x80",
         "\xc3\xa9 \xe2\x82\xac \xe6\x97\xa5\xe6\x9c\xac \xf0\x9f\x98\x80"},
        {"a\nb\tc\rd", "a\\nb\\tc\\rd"},
        {"\x1b[31mred\x7f\x01", "\\x1b[31mred\\x7f\\x01"},
        {"\xc2\x9b"
         "31m\xc2\xad",
         "\\u009b31m\\u00ad"}, /* C1 in two bytes */
        {"\x9b"
         "31m\xff\xc3",
         "\\x9b31m\\xff\\xc3"}, /* in one; invalid UTF-8; truncated */
        {"\xe2\x80\xae"
         "abc\xe2\x81\xa6\xe2\x80\x8f\xd8\x9c\xe2\x81\xa9\xe2\x80\xac",
         "\\u202eabc\\u2066\\u200f\\u061c\\u2069\\u202c"},
        {"\xe2\x80\x8b\xef\xbb\xbf\xe2\x80\xa8", "\\u200b\\ufeff\\u2028"},
        {"\xc0\x8a\xe0\x80\x8a\xed\xa0\x80", "\\xc0\\x8a\\xe0\\x80\\x8a\\xed\\xa0\\x80"}, /* overlong; surrogates */
        {"\xf4\x90\x80\x80\xf3\xa0\x81\x81", "\\xf4\\x90\\x80\\x80\\U000e0041"},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        check_becomes(forms[i].text, strlen(forms[i].text), forms[i].expected);
    check_becomes("a\0b", 3, "a\\x00b");
}

/* The result for any bytes is valid and without control effects; converting it again changes nothing. */
TEST(random)
{
    for (unsigned i = 0; i < 20000; i++) {
        char text[64];
        const size_t length = random_text(text, sizeof text, i);
        FREED char *once = text_printable(text, length), *twice = text_printable(once, strlen(once));
        WRONG_IF(!random_text_shown(once, false) || strcmp(once, twice), "of seed %u: %s\n", i, once);
        CHECK(text_is_printable(once, strlen(once)));
    }
}

/* text_print and fprintf print the same. */
#define CHECK_PRINTS_AS_EVER(...)                                                                                      \
    do {                                                                                                               \
        char ever[256], printed[256] = "";                                                                             \
        FILE *file_ = fmemopen(printed, sizeof printed, "w");                                                          \
        const int length_ = snprintf(ever, sizeof ever, __VA_ARGS__);                                                  \
        CHECK(text_print(file_, __VA_ARGS__) == length_);                                                              \
        fclose(file_);                                                                                                 \
        CHECK_TEXT(printed, ever);                                                                                     \
    } while (0)

#define CHECK_PRINTS(expected, ...)                                                                                    \
    do {                                                                                                               \
        char printed[256] = "";                                                                                        \
        FILE *file_ = fmemopen(printed, sizeof printed, "w");                                                          \
        CHECK(text_print(file_, __VA_ARGS__) == (int)strlen(expected));                                                \
        fclose(file_);                                                                                                 \
        CHECK_TEXT(printed, expected);                                                                                 \
    } while (0)

TEST(print)
{
    CHECK_PRINTS_AS_EVER("no conversion\n");
    CHECK_PRINTS_AS_EVER("100 %% of %s\n", "it");
    CHECK_PRINTS_AS_EVER("[%8s|%-8s|%.3s|%*s|%-*s|%.*s]", "right", "left", "cut", 7, "seven", 6, "six", 2, "two");
    CHECK_PRINTS_AS_EVER("[%*s|%.*s|%-3s|%c]", -9, "left", -1, "all", "longer", 'x');
    CHECK_PRINTS_AS_EVER("%d %5d|%-5d|%05d|%+d %i", -1, 42, 42, 42, 42, 7);
    CHECK_PRINTS_AS_EVER("%u %x %04x %zu %2zu", 1u, 255u, 255u, (size_t)1 << 40, (size_t)3);
    CHECK_PRINTS_AS_EVER("%ld %lu %lld %llu", -(1L << 40), 1UL << 40, -(1LL << 50), 1ULL << 63);
    CHECK_PRINTS_AS_EVER("%" PRIu64 " %" PRId64, UINT64_MAX, INT64_MIN);
    CHECK_PRINTS_AS_EVER("%g %.3g %.6f %10.2e|%-8g|%.0f", 1.5, 1e-7, 2.0, 1234.5, 0.25, 2.5);
    CHECK_PRINTS_AS_EVER("%.*f|%*.*g", 2, 3.14159, 9, 3, 2.71828);
    CHECK_PRINTS("x\\ny:\n", "%s:\n", "x\ny"); /* the format's own line end is kept */
    CHECK_PRINTS("[\\x1b  |  \\x1b]", "[%-6s|%6s]", "\x1b", "\x1b");
    CHECK_PRINTS("a\xc3\xa9 a a\\xc3", "%.3s %.2s %s", "a\xc3\xa9", "a\xc3\xa9",
                 "a\xc3"); /* characters are not split */
    CHECK_PRINTS("\\n", "%c", '\n');
}
