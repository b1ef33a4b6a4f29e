/* The metadata is a note in MessagePack: a string follows its length, a number its key. The whole file is searched: no
 * text of a program begins with such a byte by chance. */
#include "compute/hip/code_object.h"

#include <stdio.h>
#include <string.h>

enum { WORD = 0xa0, LONG_WORD = 0xd9, BYTE = 0xcc, TWO_BYTES = 0xcd, FOUR_BYTES = 0xce }; /* heads of what follows */
enum { MAX_SHORT = 31, MAX_WORD = 255 };

/* Encodes a string in MessagePack; returns its bytes. */
static size_t packed(const char *word, size_t length, unsigned char to[MAX_WORD + 2])
{
    size_t head = 0;
    if (length > MAX_SHORT)
        to[head++] = LONG_WORD;
    to[head] = (unsigned char)(head ? length : WORD | length);
    memcpy(to + ++head, word, length);
    return head + length;
}

/* Decodes a number; -1 if it is not one. */
static int number_at(const unsigned char *at, size_t left)
{
    const size_t bytes = !left                 ? 0
                         : at[0] < 0x80        ? 1
                         : at[0] == BYTE       ? 2
                         : at[0] == TWO_BYTES  ? 3
                         : at[0] == FOUR_BYTES ? 5
                                               : 0;
    uint32_t number = 0;
    if (!bytes || bytes > left)
        return -1;
    for (size_t i = bytes > 1; i < bytes; i++)
        number = number << 8 | at[i];
    return number > INT32_MAX ? -1 : (int)number;
}

/* The largest number after a key; -1 if the key is missing. */
static int most(const void *bytes, size_t size, const char *word)
{
    unsigned char key[MAX_WORD + 2];
    const size_t length = packed(word, strlen(word), key);
    const unsigned char *at = bytes, *end = at + size;
    int largest = -1;
    while ((at = memmem(at, (size_t)(end - at), key, length))) {
        at += length;
        const int number = number_at(at, (size_t)(end - at));
        largest = number > largest ? number : largest;
    }
    return largest;
}

struct compute_resources code_object_resources(const void *bytes, size_t size)
{
    const int spilled = most(bytes, size, ".vgpr_spill_count");
    return (struct compute_resources){.registers = most(bytes, size, ".vgpr_count"),
                                      .shared_bytes = most(bytes, size, ".group_segment_fixed_size"),
                                      .spill_bytes = spilled < 0 ? -1 : 4 * spilled};
}

void code_object_compiler(const void *bytes, size_t size, char *text, size_t capacity)
{
    static const char words[] = "clang version ";
    const char *start = bytes, *end = start + size, *found = NULL;
    for (const char *at = start; (at = memmem(at, (size_t)(end - at), words, sizeof words - 1)); at++)
        found = at; /* the first are of the libraries of its devices */
    while (found && found > start && found[-1])
        found--;
    snprintf(text, capacity, "%.*s", found ? (int)strnlen(found, (size_t)(end - found)) : 0, found ? found : "");
}

enum status code_object_check_kernel(const void *bytes, size_t size, const char *entry, struct fault *fault)
{
    unsigned char name[MAX_WORD + 2], pair[sizeof ".name" + sizeof name];
    const size_t length = strlen(entry), key = packed(".name", strlen(".name"), pair);
    if (length > MAX_WORD)
        return fail(fault, LAUNCH_FAILED, "the name of a kernel has %zu bytes", length);
    const size_t bytes_of_name = packed(entry, length, name);
    memcpy(pair + key, name, bytes_of_name);
    return memmem(bytes, size, pair, key + bytes_of_name)
               ? OK
               : fail(fault, LAUNCH_FAILED, "no kernel \"%s\" in this program: is it extern \"C\"?", entry);
}
