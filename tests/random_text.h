/* Bytes that strangers might send, by a number, and whether a terminal was left in peace. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Fills at most `size` bytes: pieces that act on terminals and readers, between bytes of any kind; no zero byte. The
 * same number gives the same bytes. Returns how many. */
__attribute__((unused)) static size_t random_text(char *text, size_t size, unsigned number)
{
    /* clang-format off */
    static const char *const pieces[] = {
        "\n", "\r", "\x1b[2J", "\x1b]0;x\a", "\x7f", "\xc2\x9b", "\x9b", "\xe2\x80\xae", "\xe2\x81\xa6",
        "\xe2\x81\xa9", "\xe2\x80\x8e", "\xd8\x9c", "\xef\xbb\xbf", "\xe2\x80\xa8", "\xf0\x9f\x98\x80", "\xc3\xa9",
        "\xe2\x82", "\xc0\x8a", "\xed\xa0\x80", "\xf4\x90\x80\x80", "*/", "\\\n", "?\?/", "\"", "%s", "%n", "|",
        "::error::", "$(x)", "'", "abc", "1", "/", ".", " "
    };
    /* clang-format on */
    uint64_t state = number * 0x9e3779b97f4a7c15u + 1;
    size_t at = 0;
    while (at + 8 < size) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const unsigned choice = (unsigned)(state >> 33);
        const char *piece = pieces[choice / 4 % (sizeof pieces / sizeof *pieces)];
        if (choice % 16 == 0)
            break;
        if (choice % 4 == 0) {
            text[at++] = (char)(1 + choice / 16 % 255);
            continue;
        }
        memcpy(text + at, piece, strlen(piece));
        at += strlen(piece);
    }
    return at;
}

/* Whether a text is UTF-8 without control characters (but for line ends, where there are `lines`) and without what
 * turns the direction of writing. */
__attribute__((unused)) static bool random_text_shown(const char *text, bool lines)
{
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        static const unsigned lead[] = {0, 0, 0xc0, 0xe0, 0xf0}, least[] = {0, 0, 0x80, 0x800, 0x10000};
        const size_t length = *at < 0x80 ? 1 : *at < 0xe0 ? 2 : *at < 0xf0 ? 3 : 4;
        unsigned code = *at - lead[length];
        for (size_t i = 1; i < length; i++) {
            if (at[i] < 0x80 || at[i] > 0xbf)
                return false;
            code = code * 64 + (at[i] - 0x80u);
        }
        if (length > 1 && (*at < 0xc0 || *at > 0xf4 || code < least[length] || code > 0x10ffff))
            return false;
        if ((code < 0x20 && !(code == '\n' && lines)) || (code >= 0x7f && code < 0xa0) ||
            (code >= 0xd800 && code < 0xe000) || code == 0x200e || code == 0x200f || code == 0x61c ||
            (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069))
            return false;
        at += length;
    }
    return true;
}
