/* A comparison in Markdown and as annotations: content, escaping, and the limits of both. */
#include "reports/table/compared.h"

#include "tests/reports/compare/sides.h"

static size_t count_of(const char *text, const char *what)
{
    size_t count = 0;
    for (; (text = strstr(text, what)); text += strlen(what))
        count++;
    return count;
}

TEST(verdicts)
{
    const struct side new = {{1100, 900, 1000, -1, 1000, 1000}}, fresh = {{1100, 900, 1000, -1, 1000, 1000}};
    FREED_BY(comparison_free) struct comparison comparison = started(base, new, false);
    finish(&comparison, base, new, fresh);
    check_verdicts(&comparison, "SLOWER FASTER SAME FAILS SAME SAME");
    FREED char *text = PRINTED(comparison_markdown(file, &comparison));
    CHECK(strstr(text, "## gpubench: is it slower?\n\n1 FAILS, 1 SLOWER, 1 FASTER, 3 SAME on NVIDIA H200, driver "));
    CHECK(strstr(text, "base 0123456789ab.\n\n| verdict | base | new | change | 95 % interval | |\n|---|---:|"));
    CHECK(strstr(text, "| FAILS |  |  |  |  | `reduction/sum/n:1024/BLOCK_SIZE:128/LOAD:striped`<br>`it is "
                       "wrong`<br>failed in 8 of 8 blocks, the base in 0 |\n| SLOWER |"));
    CHECK(strstr(text, "| SLOWER | 1.000 us | 1.100 us | +10.0 % | +10.0 to +10.0 % | `reduction/sum/n:1024/"));
    const char *folded = strstr(text, "<details><summary>3 SAME or undecided</summary>\n\n| verdict |");
    CHECK(folded && count_of(folded, "| SAME |") == 3 && strstr(folded, "</details>\n"));
    CHECK(count_of(text, "| SAME |") == 3);
    CHECK(!strstr(text, "INVALID"));
    FREED char *notes = PRINTED(comparison_annotate(file, &comparison));
    CHECK_TEXT(notes,
               "::error title=gpubench FAILS::reduction/sum/n:1024/BLOCK_SIZE:128/LOAD:striped: it is wrong\n"
               "::error title=gpubench SLOWER::reduction/sum/n:1024/BLOCK_SIZE:64/LOAD:striped: +10.0 %25, 1.000 us "
               "to 1.100 us\n");
    comparison.invalid = allocate_text("some`body|\n100 %");
    comparison.added[comparison.added_count++] = allocate_text("reduction/new/n:1");
    FREED char *invalid = PRINTED(comparison_markdown(file, &comparison));
    CHECK(strstr(invalid, "**INVALID**: `some body  100 %`. What was measured is not the programs alone.\n\n"));
    CHECK(strstr(invalid, "New: `reduction/new/n:1`\n"));
    FREED char *invalid_notes = PRINTED(comparison_annotate(file, &comparison));
    CHECK(!strncmp(invalid_notes, "::error title=gpubench INVALID::some`body|%0A100 %25\n", 53));
}

TEST(nothing)
{
    struct comparison comparison = {0};
    FREED char *nothing = PRINTED(comparison_markdown(file, &comparison));
    CHECK(strstr(nothing, "\n\nNothing was compared.\n\n") && !strstr(nothing, "|"));
    FREED char *no_notes = PRINTED(comparison_annotate(file, &comparison));
    CHECK_TEXT(no_notes, "");
}

/* Values missing in the base are left out, as for files of other programs. */
TEST(place)
{
    struct comparison comparison = {0};
    struct run_context *context = &comparison.base.context;
    strcpy(context->device.name, "a device");
    FREED char *device = PRINTED(comparison_markdown(file, &comparison));
    CHECK(strstr(device, "\n\nNothing was compared on a device.\n\n"));
    strcpy(context->device.driver, "1.5");
    strcpy(context->commit, "0123456789ab");
    FREED char *all = PRINTED(comparison_markdown(file, &comparison));
    CHECK(strstr(all, "\n\nNothing was compared on a device, driver 1.5; base 0123456789ab.\n\n"));
}

/* With this many slower rows: ten annotations, and a summary below a megabyte. */
static void check_many(size_t count, size_t most)
{
    FREED_BY(comparison_free)
    struct comparison comparison = {.row = allocate(count * sizeof *comparison.row), .count = count};
    for (size_t i = 0; i < count; i++) {
        char name[200];
        snprintf(name, sizeof name, "row %zu of a name that is rather long, so that many of them are many bytes", i);
        comparison.row[i].name = allocate_text(name);
        comparison.row[i].verdict = VERDICT_SLOWER;
    }
    FREED char *notes = PRINTED(comparison_annotate(file, &comparison));
    CHECK(count_of(notes, "::error ") == most && count_of(notes, "\n") == most);
    CHECK(!strstr(notes, "more: see the summary") == (count <= ANNOTATIONS));
    CHECK(count != 12 || strstr(notes, "::error title=gpubench::and 3 more: see the summary\n"));
    FREED char *text = PRINTED(comparison_markdown(file, &comparison));
    CHECK(strlen(text) < 1000000 && (count < 1000) == (count_of(text, "| SLOWER |") == count));
    CHECK(!strstr(text, " more are in the JSON.\n") == (count < 1000));
}

TEST(many)
{
    check_many(9, 9);
    check_many(10, 10);
    check_many(12, 10);
    check_many(20000, 10);
}
