/* Plots as SVG: the list of kinds, refused input, and escaped hostile texts. */
#include "reports/plot/plot.h"
#include "reports/plot/chart.h"
#include "reports/plot/svg.h"
#include "tests/check.h"
#include "tests/reports/sample_results.h"

/* The output of a plot; the caller frees it. */
static char *written(const char *name, const struct results *results, long problem, struct fault *fault)
{
    return PRINTED(plot_write(file, plot_find(name), results, 1, problem, fault));
}

TEST(kinds)
{
    size_t count;
    const struct plot *plot = plots(&count);
    CHECK(count >= 11);
    for (size_t i = 0; i < count; i++) {
        CHECK(plot_find(plot[i].name) == &plot[i]);
        CHECK(*plot[i].summary && *plot[i].needs);
    }
    CHECK(!plot_find("size") && !plot_find(""));
}

/* Nothing is written, and the line names the plot, and its requirement. */
TEST(nothing)
{
    const struct results nothing = {0};
    size_t count;
    const struct plot *plot = plots(&count);
    for (size_t i = 0; i < count; i++) {
        FREED char *text = CALL(written(plot[i].name, &nothing, PLOT_ALL, &caught));
        CHECK_TEXT(text, "");
        CHECK(caught.status == INVALID && strstr(caught.text, plot[i].name) && strstr(caught.text, plot[i].needs));
    }
}

static void check_escaped(const char *text, const char *expected)
{
    FREED char *got = PRINTED(svg_escape(file, text));
    CHECK_TEXT(got, expected);
}

TEST(texts)
{
    check_escaped("a < b && c > \"d\"", "a &lt; b &amp;&amp; c &gt; \"d\"");
    check_escaped("</title><script>x</script>", "&lt;/title&gt;&lt;script&gt;x&lt;/script&gt;");
    check_escaped("\x1b[2J\n\xff", "\\x1b[2J\\n\\xff");
    check_escaped("\u00b5s \xef\xbf\xbe\xef\xbf\xbf", "\u00b5s ??"); /* no characters of XML */
    check_escaped("]]>", "]]&gt;");
    CHECK(svg_text_width("mmm", 10) > svg_text_width("iii", 10));
    CHECK_NEAR(svg_text_width("\u00b5", 10), svg_text_width("n", 10), 1e-9); /* one character, of several bytes */
}

TEST(numbers)
{
    FREED char *got = PRINTED(svg_pair(file, 12.04, -0.04)), *other = PRINTED(svg_pair(file, -0.26, 7.96));
    CHECK_TEXT(got, "12 0");
    CHECK_TEXT(other, "-0.3 8");
}

/* The first problem with the needed data is used; a named one is the only one used. */
TEST(problems)
{
    FREED_BY(results_free) struct results results = {.context = sample_context()};
    sample_add_failed(&results, "none", 1024, "64", "striped", CRASHED, "it died");
    sample_add(&results, sample_timed("some<", 2048, "64", "striped", 5000));
    sample_add(&results, sample_timed("some<", 2048, "128", "striped", 6000));
    FREED char *all = CALL(written("convergence", &results, PLOT_ALL, &caught)),
               *one = CALL(written("convergence", &results, 1, &caught));
    CHECK(caught.status == OK);
    CHECK_TEXT(all, one);
    CHECK(!strncmp(all, "<svg ", 5) && !strcmp(all + strlen(all) - 7, "</svg>\n"));
    CHECK(strstr(all, "role=\"img\"") && strstr(all, "viewBox=\"0 0 240 ") && strstr(all, "<desc>"));
    CHECK(strstr(all, "<title>The search for the best of reduction/some&lt;, n = 2^11, on NVIDIA H200 (cuda)</title>"));
    CHECK(!strstr(all, " id=")); /* a page may have several */
    FREED char *none = CALL(written("convergence", &results, 0, &caught));
    CHECK(caught.status == INVALID && !*none);
}

/* Coinciding points are drawn once, and those that cannot be shown are not drawn. */
TEST(points)
{
    FREED_BY(chart_free) struct chart chart = {.columns = 1};
    struct panel *panel = chart_panel(&chart);
    struct series *series = panel_series(panel, MARKS_CLOUD, 1, "%s", "s");
    panel->y.kind = SCALE_LOG;
    CHECK(!chart_has_points(&chart));
    series_point(series, 1, 0);
    series_point(series, NAN, 1);
    series_point(series, 1, INFINITY);
    series_point(series, 1, 5e-324); /* finite, but outside any axis with valid ends */
    series_point(series, -1.7e308, 1);
    CHECK(!chart_has_points(&chart));
    for (int i = 0; i < 1000; i++)
        series_point(series, i % 2, 1 + i % 2);
    CHECK(chart_has_points(&chart));
    chart_set(&chart.title, "t");
    chart_set(&chart.description, "d");
    size_t markers = 0;
    FREED char *text = PRINTED(chart_draw(file, &chart));
    for (const char *at = text; (at = strstr(at, "m-.9-.9")); at++)
        markers++;
    CHECK(markers == 2);
}
