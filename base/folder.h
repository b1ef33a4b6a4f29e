/* Private folders of this user, and folder trees. Links below the named path are never followed. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Makes a folder that only this user may enter, with any umask, and missing parents with usual permissions. An
 * existing one is unchanged. False with errno set if there is none afterwards. */
bool folder_make(const char *path);

/* Why a folder cannot be trusted: another owner, writable by others, or no folder. "" if it can; the text is static. */
const char *folder_distrust(const char *path);

/* The contents of a folder, or a file. */
struct tree {
    uint64_t bytes;
    int64_t changed; /* time of the last change in it, in seconds since 1970 */
};
struct tree folder_tree(const char *path);

/* Removes a folder with its contents, or a file. False if anything remains. */
bool folder_remove(const char *path);

/* Whether `bytes` more can be written there now, by trying, so that quotas and limits count. False with errno set. */
bool folder_has_room(const char *path, uint64_t bytes);
