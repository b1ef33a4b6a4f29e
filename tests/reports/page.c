/* Wrapping of texts wider than a page. */
#include "reports/table/page.h"
#include "tests/check.h"

static void check_printed(int columns, const char *text, const char *expected)
{
    struct page page = page_plain;
    page.columns = columns;
    FREED char *printed = PRINTED(page_print(file, &page, text));
    CHECK_TEXT(printed, expected);
}

int main(void)
{
    check_printed(20, "", "");
    check_printed(20, "\n\n", "\n\n");
    check_printed(20, "as it is\n  too\n", "as it is\n  too\n");
    check_printed(20, "12345678901234567890\n", "12345678901234567890\n");
    /* Between words; continuation lines are indented, and have less room. */
    check_printed(20, "one two three four five six seven\n", "one two three four\n        five six\n        seven\n");
    /* Preferably between cells, if that is not far from the end. */
    check_printed(20, "name    1.5 us  2.5 us\n", "name    1.5 us\n        2.5 us\n");
    check_printed(20, "a  word or two and three\n", "a  word or two and\n        three\n");
    /* A word longer than the line is not broken. */
    check_printed(20, "a/very/long/name/of/a/problem 1.5 us\n", "a/very/long/name/of/a/problem\n        1.5 us\n");
    check_printed(20, "    a/very/long/name/of/a/problem\n", "    a/very/long/name/of/a/problem\n");
    /* Columns are counted: escape sequences have none, a character of several bytes has one. */
    check_printed(20, "\033[1m1234567890\033[0m 123456789\n", "\033[1m1234567890\033[0m 123456789\n");
    check_printed(20, "▁▂▃▄▅▆▇█▁▂ 123456789\n", "▁▂▃▄▅▆▇█▁▂ 123456789\n");
    check_printed(20, "▁▂▃▄▅▆▇█▁▂ 1234567890\n", "▁▂▃▄▅▆▇█▁▂\n        1234567890\n");
    /* Spaces at the end of a full line do not begin another one. */
    check_printed(20, "12345678901234567890   \nnext\n", "12345678901234567890\nnext\n");
    return CHECK_RESULT;
}
