/* Text in a command of a shell. */
#pragma once

/* A command for sh in which each `hole` stands for a text, whatever characters that has: quoted for where it stands, so
 * that it is one word, or a part of one; also between quotes and in $(...). The caller frees it. */
char *shell_fill(const char *command, const char *hole, const char *text);
