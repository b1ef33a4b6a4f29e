/* Numbers as users write them. */
#include "base/parse.h"
#include "tests/check.h"

TEST(sizes)
{
    static const struct {
        const char *text;
        uint64_t size;
    } sizes[] = {{"1", 1},
                 {"12", 12},
                 {"007", 7},
                 {"2^20", 1 << 20},
                 {"3^4", 81},
                 {"5^0", 1},
                 {"1^99", 1},
                 {"1e6", 1000000},
                 {"25e2", 2500},
                 {"1k", 1000},
                 {"1Ki", 1024},
                 {"3M", 3000000},
                 {"3Mi", 3 << 20},
                 {"2G", 2000000000},
                 {"2Gi", 2ull << 30},
                 {"1T", 1000000000000},
                 {"1Ti", 1ull << 40},
                 {"2^63", 1ull << 63},
                 {"18446744073709551615", UINT64_MAX}};
    static const char *const none[] = {"",   "x",  "-1",   "+1", " 1",   "1 ",  "1.5", "1.5M", "1MB", "1MiB",
                                       "1m", "1g", "1Kib", "2^", "2^-1", "2^x", "1e",  "1e+3", "1E6", "1,000"};
    uint64_t size;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        CHECK_TEXT(sizes[i].text, parse_size(sizes[i].text, &size) ? "" : sizes[i].text);
        CHECK(size == sizes[i].size);
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        const char *wrong = parse_size(none[i], &size);
        CHECK_TEXT(wrong ? wrong : none[i], "no whole number");
    }
    CHECK_TEXT(parse_size("1K", &size), "k is 1000, and Ki 1024");
    CHECK_TEXT(parse_size("0", &size), "less than 1");
    CHECK_TEXT(parse_size("0M", &size), "less than 1");
    for (const char *const *text = (const char *const[]){"18446744073709551616", "2^64", "1e20", "1e99999999999",
                                                         "2^999999999999", "99999999T", "17179869184Gi", NULL};
         *text; text++)
        CHECK_TEXT(parse_size(*text, &size), "beyond 2^64");
}

TEST(others)
{
    uint64_t whole;
    double value;
    CHECK(parse_bytes("1.5K", &whole) && whole == 1536);
    CHECK(parse_share("99%", 0.1, 1, &value) && value == 0.99);
    CHECK(!parse_share("101%", 0.1, 1, &value) && !parse_share("0.05", 0.1, 1, &value) &&
          !parse_number("5%", 0, 9, &value));
    CHECK(parse_list("a,b", 2) && !parse_list("a,b,c", 2) && !parse_list("a,", 2) && !parse_list("", 2));
}

TEST(parts)
{
    uint64_t number, of;
    CHECK(parse_part("3/64", &number, &of) && number == 3 && of == 64);
    CHECK(parse_part("1/1", &number, &of) && parse_part("1000000/1000000", &number, &of));
    for (const char *const *text = (const char *const[]){"", "/", "3", "3/", "/3", "0/3", "4/3", "3/1000001", "-1/3",
                                                         "1/3 ", "1/ 3", "1/x", "99999999999999999999/3", NULL};
         *text; text++)
        CHECK(!parse_part(*text, &number, &of));
}
