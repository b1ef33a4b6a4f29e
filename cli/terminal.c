#include "cli/terminal.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LEAST_COLUMNS = 40, MOST_COLUMNS = 1000 };

static bool is_set(const char *name)
{
    const char *value = getenv(name);
    return value && *value;
}

bool terminal_is(int descriptor)
{
    return isatty(descriptor) && is_set("TERM") && strcmp(getenv("TERM"), "dumb") != 0;
}

int terminal_columns(int descriptor)
{
    struct winsize window = {0};
    long columns = 0;
    if (isatty(descriptor) && ioctl(descriptor, TIOCGWINSZ, &window) == 0)
        columns = window.ws_col;
    if (!columns && is_set("COLUMNS"))
        columns = strtol(getenv("COLUMNS"), NULL, 10);
    if (columns <= 0)
        return 0;
    return columns < LEAST_COLUMNS ? LEAST_COLUMNS : columns < MOST_COLUMNS ? (int)columns : MOST_COLUMNS;
}

bool terminal_utf8(void)
{
    const locale_t users = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    if (!users)
        return false;
    const bool utf8 = !strcmp(nl_langinfo_l(CODESET, users), "UTF-8");
    freelocale(users);
    return utf8;
}

static bool wants_color(void)
{
    const bool forced = is_set("CLICOLOR_FORCE") && strcmp(getenv("CLICOLOR_FORCE"), "0") != 0;
    return !is_set("NO_COLOR") && (forced || terminal_is(STDOUT_FILENO));
}

void screen_open(struct screen *screen)
{
    const int columns = terminal_columns(STDOUT_FILENO);
    *screen = (struct screen){.page = wants_color() ? page_colored : page_plain, .file = stdout};
    screen->page.utf8 = terminal_utf8();
    if (!columns)
        return;
    FILE *file = open_memstream(&screen->text, &screen->length);
    if (!file)
        return;
    screen->file = file;
    screen->page.columns = columns;
    screen->page.narrow = true;
}

void screen_close(struct screen *screen)
{
    if (screen->file == stdout)
        return;
    fclose(screen->file);
    page_print(stdout, &screen->page, screen->text);
    free(screen->text);
}
