#include "base/gzip.h"

#include "base/file.h"
#include "base/memory.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* The decompressed bytes; there is always room for more, and for a zero at the end. */
struct unpacked {
    char *text;
    size_t length, capacity;
};

static void make_room(struct unpacked *unpacked)
{
    if (unpacked->length + 1 < unpacked->capacity)
        return;
    unpacked->capacity = unpacked->capacity ? 2 * unpacked->capacity : 1 << 16;
    unpacked->text = resize(unpacked->text, unpacked->capacity);
}

/* Decompresses all members of the stream's input, one after the other. NULL, or an error. */
static const char *unpack(z_stream *stream, size_t left, struct unpacked *unpacked)
{
    int state = Z_OK;
    while (left || stream->avail_in || state != Z_STREAM_END) {
        if (!stream->avail_in) {
            stream->avail_in = left > UINT_MAX ? UINT_MAX : (uInt)left;
            left -= stream->avail_in;
        }
        if (state == Z_STREAM_END && inflateReset(stream) != Z_OK)
            return "damaged";
        make_room(unpacked);
        const size_t room = unpacked->capacity - 1 - unpacked->length;
        const uInt most = room > UINT_MAX ? UINT_MAX : (uInt)room;
        stream->next_out = (Bytef *)unpacked->text + unpacked->length;
        stream->avail_out = most;
        state = inflate(stream, Z_NO_FLUSH);
        unpacked->length += most - stream->avail_out;
        if (unpacked->length > GZIP_MOST)
            return "too much: more than 1 GiB when it is unpacked";
        if (state == Z_BUF_ERROR)
            return "not whole";
        if (state != Z_OK && state != Z_STREAM_END)
            return "damaged";
    }
    return NULL;
}

enum status gzip_read(const char *path, char **text, size_t *length, struct fault *fault)
{
    enum { GZIP_ALONE = 16 + MAX_WBITS };
    if (file_read(path, text, length, fault) != OK)
        return INVALID;
    if (*length < 2 || memcmp(*text, "\x1f\x8b", 2) != 0)
        return OK;
    FREED char *packed = *text;
    struct unpacked unpacked = {0};
    z_stream stream = {.next_in = (Bytef *)packed};
    const char *wrong = inflateInit2(&stream, GZIP_ALONE) == Z_OK ? unpack(&stream, *length, &unpacked) : "damaged";
    inflateEnd(&stream);
    *text = NULL;
    *length = unpacked.length;
    if (wrong) {
        free(unpacked.text);
        return fail(fault, INVALID, "%.512s: packed by gzip, and %s", path, wrong);
    }
    *text = unpacked.text;
    (*text)[*length] = 0;
    return OK;
}
