/* Files compressed by gzip: with one member and several; other files; damaged ones. */
#include "base/gzip.h"
#include "tests/own_folder.h"
#include "tests/text_file.h"

#include <zlib.h>

IN_OWN_FOLDER;

enum { MOST = 1 << 18 };
static char text[MOST], packed[2 * MOST];

/* Compresses the first `length` bytes of the text behind position `at`; returns the new end. */
static size_t pack(size_t at, size_t length)
{
    z_stream stream = {.next_in = (Bytef *)text,
                       .avail_in = (uInt)length,
                       .next_out = (Bytef *)packed + at,
                       .avail_out = (uInt)(sizeof packed - at)};
    CHECK(deflateInit2(&stream, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY) == Z_OK);
    CHECK(deflate(&stream, Z_FINISH) == Z_STREAM_END);
    deflateEnd(&stream);
    return sizeof packed - stream.avail_out;
}

static void make_text(void)
{
    for (size_t i = 0; i < MOST; i++)
        text[i] = (char)('a' + (i * i / 7 + i / 1000) % 26);
}

static void check_whole(size_t bytes, size_t length, size_t members)
{
    char *got;
    size_t got_length;
    text_write("packed", packed, bytes);
    CHECK_OK(gzip_read("packed", &got, &got_length, &caught));
    CHECK(got_length == members * length && !got[got_length]);
    for (size_t m = 0; m < members; m++)
        CHECK(!memcmp(got + m * length, text, length));
    free(got);
}

static void check_damaged(size_t bytes, const char *words)
{
    char *got;
    size_t length;
    text_write("packed", packed, bytes);
    CHECK_FAULT(gzip_read("packed", &got, &length, &caught), INVALID, words);
    CHECK(!got);
}

TEST(whole)
{
    static const size_t lengths[] = {0, 1, 1000, (1 << 16) - 2, (1 << 16) - 1, 1 << 16, MOST};
    make_text();
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        const size_t once = pack(0, lengths[i]);
        check_whole(once, lengths[i], 1);
        check_whole(pack(once, lengths[i]), lengths[i], 2);
    }
}

/* Uncompressed: as by file_read. */
TEST(plain)
{
    static const char *const texts[] = {"", "\x1f", "{}", "\x1fz"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *got;
        size_t length;
        text_put("plain", texts[i]);
        CHECK_OK(gzip_read("plain", &got, &length, &caught));
        CHECK_TEXT(got, texts[i]);
        CHECK(length == strlen(texts[i]));
        free(got);
    }
    char *got;
    size_t length;
    CHECK_FAULT(gzip_read("nowhere", &got, &length, &caught), INVALID,
                "nowhere: cannot read: No such file or directory");
}

TEST(damaged)
{
    make_text();
    const size_t bytes = pack(0, 5000);
    for (size_t cut = 2; cut < bytes; cut += cut < 40 ? 1 : 37)
        check_damaged(cut, "packed: packed by gzip, and not whole");
    packed[bytes / 2] ^= 0x55;
    check_damaged(bytes, "packed: packed by gzip, and damaged");
    packed[bytes / 2] ^= 0x55;
    packed[bytes - 6] ^= 1; /* of the checksum */
    check_damaged(bytes, "packed: packed by gzip, and damaged");
    packed[bytes - 6] ^= 1;
    memcpy(packed + bytes, "more", 4);
    check_damaged(bytes + 4, "packed: packed by gzip, and damaged");
    memcpy(packed, "\x1f\x8bnothing of it", 15);
    check_damaged(15, "packed: packed by gzip, and damaged");
}
