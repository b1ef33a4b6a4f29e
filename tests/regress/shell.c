/* A text in a hole of a command is one word for the shell, anywhere and with any characters. */
#include "regress/shell.h"
#include "tests/check.h"

/* The output of a command run by sh. */
static void check_contains(const char *command, const char *text, const char *expected)
{
    char output[400] = "";
    FREED char *filled = shell_fill(command, "{out}", text);
    FILE *pipe = popen(filled, "r");
    if (pipe && !fread(output, 1, sizeof output - 1, pipe))
        printf("nothing of %s\n", filled);
    if (pipe)
        pclose(pipe);
    CHECK_TEXT(output, expected);
}

int main(void)
{
    static const char *const texts[] = {"/tmp/a.json", "/a b/c.json", "it's", "a\"b", "$HOME `id` \\", "*"};
    static const char *const commands[] = {"printf '[%s]' {out}",
                                           "printf '[%s]' \"{out}\"",
                                           "printf '[%s]' '{out}'",
                                           "printf \"[%s]\" {out} # it's",
                                           "printf %s \"[$(printf %s {out})]\"",
                                           "(printf '[%s]' {out})",
                                           "printf %s [\"\"{out}]",
                                           "printf %s \"\\\"\" | tr '\"' '['; printf '%s]' \"{out}\"",
                                           "printf %s `printf '[%s]' \"x\"` | sed 's/x.*//'; printf '%s]' {out}",
                                           "printf %s \"`printf '['`$(printf '(' | tr -d '(')\"{out}]"};
    for (size_t c = 0; c < sizeof commands / sizeof *commands; c++)
        for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
            char expected[100];
            snprintf(expected, sizeof expected, "[%s]", texts[t]);
            check_contains(commands[c], texts[t], expected);
        }
    check_contains("printf '%s,%s' {out}.x {out}", "a b", "a b.x,a b");
    check_contains("printf none", "a b", "none");
    return CHECK_RESULT;
}
