/* Folders that are this user's alone, and whole trees. No link is ever followed below the path that is named. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Makes a folder that only this user may enter, whatever the umask, and those above it as any new folder. One that is
 * there is left as it is. False with errno set, where there is none afterwards. */
bool folder_make(const char *path);

/* Why a folder cannot be trusted: others own it, or may write it, or it is none. "" where it can; the text is static.
 */
const char *folder_distrust(const char *path);

/* A folder or a file, with all in it. */
struct tree {
    uint64_t bytes;
    int64_t changed; /* of what changed last, in seconds since 1970 */
};
struct tree folder_tree(const char *path);

/* Removes a folder or a file, with all in it. False if something of it is left. */
bool folder_remove(const char *path);

/* Whether `bytes` more can be written there now, by trying: quotas and limits count, too. False with errno set. */
bool folder_has_room(const char *path, uint64_t bytes);
