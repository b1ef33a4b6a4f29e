/* Numbers formatted for people. */
#include "reports/format.h"

#include "tests/check.h"

TEST(digits)
{
    CHECK_TEXT(format_digits(4629.9, 4).text, "4630");
    CHECK_TEXT(format_digits(231.84, 4).text, "231.8");
    CHECK_TEXT(format_digits(9.99961, 4).text, "10.00");
    CHECK_TEXT(format_digits(0.012345, 3).text, "0.0123");
    CHECK_TEXT(format_digits(123456, 3).text, "123456");
    CHECK_TEXT(format_digits(0.000123456, 3).text, "0.000123");
    CHECK_TEXT(format_digits(-0.0000999961, 3).text, "-0.000100");
    CHECK_TEXT(format_digits(0.0000114159, 3).text, "1.14e-05");
    CHECK_TEXT(format_digits(0, 3).text, "0.00");
    CHECK_TEXT(format_digits(-0.0123456, 3).text, "-0.0123");
    CHECK_TEXT(format_digits(-1934.4, 3).text, "-1934");
    CHECK_TEXT(format_digits(NAN, 3).text, "?");
    CHECK_TEXT(format_digits(1e300, 3).text, "1.00e+300");
}

/* A text that is too long ends with a sign, and at a whole character. */
TEST(cut)
{
    char name[100];
    memset(name, 'n', 99);
    name[99] = '\0';
    CHECK_TEXT(format_text("%.63s", name).text, name + 99 - 63);
    CHECK_TEXT(format_text("%s", name).text + 59, "n...");
    memcpy(name + 59, "\xc3\xa9", 2); /* two bytes, of which one would fit */
    CHECK_TEXT(format_text("%s", name).text + 58, "n...");
}

/* As a limit, the printed value holds. */
TEST(bound)
{
    CHECK_TEXT(format_bound(3.7e-7).text, "3.7e-07");
    CHECK_TEXT(format_bound(3.7049e-7).text, "3.71e-07");
    CHECK_TEXT(format_bound(3.7051e-7).text, "3.71e-07");
    CHECK_TEXT(format_bound(9.999e-4).text, "0.001");
    CHECK_TEXT(format_bound(0.00100001).text, "0.00101");
    CHECK_TEXT(format_bound(1934.4).text, "1940");
    CHECK_TEXT(format_bound(-1.2349).text, "-1.23");
    CHECK_TEXT(format_bound(-1.2351).text, "-1.23");
    CHECK_TEXT(format_bound(0).text, "0");
    for (double value = 1e-12; value < 1e12; value *= 1.0123)
        CHECK(strtod(format_bound(value).text, NULL) >= value &&
              strtod(format_bound(value).text, NULL) < 1.0101 * value);
}

TEST(size)
{
    CHECK_TEXT(format_size(1000003).text, "1000003");
    CHECK_TEXT(format_size(1024).text, "2^10");
    CHECK_TEXT(format_size(512).text, "512");
    CHECK_TEXT(format_size(0).text, "unknown");
}

TEST(time)
{
    struct result row = {.median_ns = 999, .ci95_ns = {998, 1000}};
    CHECK_TEXT(format_time(&row).text, "999.0 +- 1.0 ns");
    row = (struct result){.median_ns = 2.5e6, .ci95_ns = {NAN, NAN}};
    CHECK_TEXT(format_time(&row).text, "2.500 ms");
    row = (struct result){.median_ns = 1.5e10};
    CHECK_TEXT(format_time(&row).text, "15.00 s");
}

TEST(rate)
{
    CHECK_TEXT(format_rate(4.638e12, "B").text, "4.64 TB/s");
    CHECK_TEXT(format_rate(29.94e12, "FMA").text, "29.9 T FMA/s");
    CHECK_TEXT(format_rate(515464, "launch").text, "1.94 us per launch");
    CHECK_TEXT(format_rate(1e9, "launch").text, "1.00 ns per launch");
    CHECK_TEXT(format_rate(0.25, "launch").text, "4.00 s per launch");
    CHECK_TEXT(format_rate(5e10, "launch").text, "0.0200 ns per launch");
    CHECK_TEXT(format_rate(12, "B").text, "12.0 B/s");
    CHECK_TEXT(format_rate(12, "op").text, "12.0 op/s");
    CHECK_TEXT(format_rate(1e18, "op").text, "1000 P op/s");
    /* three digits, never a thousand of a named unit */
    CHECK_TEXT(format_rate(999.4e9, "B").text, "999 GB/s");
    CHECK_TEXT(format_rate(999.6e9, "B").text, "1.00 TB/s");
    CHECK_TEXT(format_rate(1e9 / 999.4, "launch").text, "999 ns per launch");
    CHECK_TEXT(format_rate(1e9 / 999.6, "launch").text, "1.00 us per launch");
    CHECK_TEXT(format_rate(0, "B").text, "?");
    CHECK_TEXT(format_rate(-1, "launch").text, "?");
    CHECK_TEXT(format_rate(NAN, "B").text, "?");
    CHECK_TEXT(format_rate(INFINITY, "B").text, "?");
}

TEST(percent)
{
    CHECK_TEXT(format_percent(0.9811).text, "98.1 %");
    CHECK_TEXT(format_percent(0.0004).text, "0.0 %");
    CHECK_TEXT(format_percent(3.5).text, "350.0 %");
    CHECK_TEXT(format_percent(NAN).text, "? %");
    CHECK_TEXT(format_percent(1e300).text, "1.00e+302 %");
}

TEST(bar)
{
    CHECK_TEXT(format_bar(0.96, 20).text, "[###################-] 96 %");
    CHECK_TEXT(format_bar(0.999, 20).text, "[###################-] 100 %");
    CHECK_TEXT(format_bar(1, 20).text, "[####################] 100 %");
    CHECK_TEXT(format_bar(1.07, 20).text, "[####################] 107 %");
    CHECK_TEXT(format_bar(0.049, 20).text, "[--------------------] 4.9 %");
    CHECK_TEXT(format_bar(0.5, 2).text, "[#-] 50 %");
    CHECK_TEXT(format_bar(0, 3).text, "[---] 0.0 %");
    CHECK_TEXT(format_bar(NAN, 3).text, "[---] ? %");
    CHECK_TEXT(format_bar(1e300, 3).text, "[###] 1.0e+302 %");
    CHECK_TEXT(format_bar(0.5, 1000).text, "[####################--------------------] 50 %");
}
