/* Archives of programs, packed ones, too: refused with a reason in one line, or read; then each entry lies within the
 * file and has a sound key, each key is there once, and its head has its origin. */
#include "base/archive.h"
#include "tests/fuzz/fuzz.h"
#include "tuner/origin.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct archive archive;
    struct fault fault = {0};
    const enum status status = archive_read(&archive, memory_file(bytes, size), &fault);
    must_report(status, &fault);
    for (size_t i = 0; i < archive.count && status == OK; i++) {
        const struct archive_entry *entry = &archive.entry[i];
        struct program_origin origin;
        MUST(archive_takes(entry->kind) && store_key_sound(&entry->key));
        MUST((const char *)entry->bytes >= archive.text && entry->size <= archive.length &&
             (const char *)entry->bytes + entry->size <= archive.text + archive.length);
        MUST(!i || entry[-1].kind < entry->kind || strcmp(entry[-1].key.text, entry->key.text) < 0);
        if (program_origin_read(entry->bytes, entry->size, &origin))
            MUST(strlen(origin.target) < sizeof origin.target && strlen(origin.compiler) < sizeof origin.compiler);
    }
    MUST(status != OK || (archive.signed_bytes < archive.length && strlen(archive.from) < sizeof archive.from));
    archive_free(&archive);
    return 0;
}
