/* Inserts texts into shell commands. */
#pragma once

/* A command for sh with a text in place of each `hole`, whatever its characters: quoted as needed there, so that it is
 * one word, or a part of one; also between quotes and in $(...). The caller frees it. */
char *shell_fill(const char *command, const char *hole, const char *text);
