/* gpubench cache export, cache import: carries compiled programs to another machine. */
#include "cli/verbs/verbs.h"

#include "base/archive.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/output.h"
#include "cli/report_fault.h"
#include "cli/run/device.h"
#include "cli/run/interrupt.h"
#include "reports/format.h"
#include "tuner/origin.h"
#include "tuner/run/tuner.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The path of the key: --key, else `key` in the cache. */
static const char *key_path(const struct options *options, const char *folder)
{
    static char path[PATH_MAX];
    if (options->key)
        return options->key;
    snprintf(path, sizeof path, "%.4000s/key", folder);
    return path;
}

/* ---- export ---- */

/* Reads the key, or makes one. Not OK: the archive will be unsigned, which is reported. */
static bool take_key(const char *path, struct signature_key *key)
{
    struct fault fault = {0};
    enum status status = signature_key_read(path, key, &fault);
    if (status == UNSUPPORTED) {
        fault = (struct fault){0};
        status = signature_key_make(path, key, &fault);
        if (status == OK)
            text_print(stderr,
                       "gpubench: made the key %s: its holders are trusted; copy it to the machines that are to take "
                       "what this one compiles\n",
                       path);
    }
    if (status != OK)
        text_print(stderr, "gpubench: not signed, so that --unsigned alone takes it: %s\n", fault.text);
    return status == OK;
}

int verb_cache_export(UNNEEDED const struct registry *registry, struct options *options)
{
    const char *path = options->word[0], *folder;
    struct signature_key key;
    struct fault fault = {0};
    size_t count;
    uint64_t bytes;
    if (store_folder(&folder, &fault) != OK)
        return report_fault(&fault, 2);
    if (file_within(path, folder)) {
        text_print(stderr, "gpubench: cache export %s: that is in the cache, whose files come and go\n", path);
        return 2;
    }
    const int status = output_check_replaced("cache export", "the archive", path, NULL);
    if (status)
        return status;
    const bool has_key = take_key(key_path(options, folder), &key);
    if (archive_write(path, folder, has_key ? &key : NULL, &count, &bytes, &fault) != OK)
        return report_fault(&fault, 2);
    text_print(file_is_stdout(path) ? stderr : stdout, "exported %zu program%s, %s, %s%s\n", count,
               count == 1 ? "" : "s", format_bytes(bytes).text, has_key ? "signed by the key " : "not signed",
               has_key ? key.id : "");
    return 0;
}

/* ---- import: the signature ---- */

/* 0, or 2 after a line with the reason of a rejection. */
static int check_maker(const char *path, const struct archive *archive, const char *key_file)
{
    struct signature_key key;
    struct fault fault = {0};
    bool good = false;
    enum status status =
        *archive->key_id ? signature_key_read(key_file, &key, &fault) : fail(&fault, INVALID, "it is not signed");
    if (status == OK && strcmp(key.id, archive->key_id) != 0)
        status = fail(&fault, INVALID, "it is signed by the key %s, and that of this machine, %.512s, is %s",
                      archive->key_id, key_file, key.id);
    if (status == OK)
        status = archive_check(archive, &key, &good, &fault);
    if (status == OK && good)
        return 0;
    text_print(stderr,
               "gpubench: %s, from %s: refused: %s; its programs would run here: --unsigned accepts it anyway\n", path,
               archive->from, good || status != OK ? fault.text : "it was changed after it was signed");
    return 2;
}

/* ---- import: this machine's own compilers ---- */

enum { MOST_ORIGINS = 64 };

struct origin {
    struct program_origin made;
    bool known;     /* this machine has the compiler, and a device or target with the name */
    char here[160]; /* this machine's compiler instead; "" without one of that name */
    char why[512];
    size_t programs;
};

struct import {
    const char *path, *folder;
    const struct archive *archive;
    struct launcher launcher;
    struct origin *origin; /* MOST_ORIGINS */
    size_t origins, fresh, there;
    uint64_t bytes;
};

/* Looks up this machine's compiler by the name of a target, or of a device's backend. */
static void find_machine(const struct launcher *launcher, struct origin *origin)
{
    struct compute_inventory *left_out = allocate(sizeof *left_out);
    struct compute_device device;
    struct compute_name name;
    struct fault fault = {0};
    const size_t length = strcspn(origin->made.target, ",");
    const bool targeted = !origin->made.target[length];
    snprintf(name.text, sizeof name.text, "%.*s", (int)length, origin->made.target);
    enum status status = targeted ? compute_name_target(origin->made.target, &name, &fault) : OK;
    for (int index = 0; status == OK && !origin->known && index < COMPUTE_MAX_DEVICES; index++) {
        status = tuner_find(launcher, name.text, index, &device, left_out, &fault);
        if (status != OK)
            break;
        const struct program_origin own = program_origin_of(&device);
        snprintf(origin->here, sizeof origin->here, "%s", device.compiler);
        origin->known = !strcmp(own.target, origin->made.target) && !strcmp(own.compiler, origin->made.compiler);
        if (targeted)
            break;
    }
    snprintf(origin->why, sizeof origin->why, "%.*s", (int)sizeof origin->why - 1, fault.text);
    free(left_out);
}

/* The origin of an entry; NULL with a fault for an entry that is no program, or too many origins. */
static struct origin *find_origin(struct import *import, size_t number, struct fault *fault)
{
    const struct archive_entry *entry = &import->archive->entry[number];
    struct origin origin = {.programs = 0};
    if (!program_origin_read(entry->bytes, entry->size, &origin.made)) {
        fail(fault, INVALID, "%.512s: entry %zu: it is no program", import->path, number + 1);
        return NULL;
    }
    for (size_t i = 0; i < import->origins; i++)
        if (!strcmp(import->origin[i].made.target, origin.made.target) &&
            !strcmp(import->origin[i].made.compiler, origin.made.compiler))
            return &import->origin[i];
    if (import->origins == MOST_ORIGINS) {
        fail(fault, INVALID, "%.512s: entry %zu: it has programs for more than %d devices and compilers", import->path,
             number + 1, MOST_ORIGINS);
        return NULL;
    }
    import->origin[import->origins] = origin;
    return &import->origin[import->origins++];
}

/* Finds all origins, before anything is written. */
static enum status find_origins(struct import *import, struct fault *fault)
{
    for (size_t i = 0; i < import->archive->count; i++) {
        const bool is_program = import->archive->entry[i].kind == STORE_BINARY;
        struct origin *origin = is_program ? find_origin(import, i, fault) : NULL;
        if (is_program && !origin)
            return INVALID;
        if (origin)
            origin->programs++;
    }
    for (size_t i = 0; i < import->origins && !interrupted; i++)
        find_machine(&import->launcher, &import->origin[i]);
    return OK;
}

static void report_left_out(const struct import *import)
{
    for (size_t i = 0; i < import->origins; i++) {
        const struct origin *origin = &import->origin[i];
        if (origin->known)
            continue;
        text_print(stderr, "gpubench: %s: left out: %zu program%s for %s, compiled by %s, and this machine has %s%s\n",
                   import->path, origin->programs, origin->programs == 1 ? "" : "s", origin->made.target,
                   origin->made.compiler,
                   !*origin->here                                 ? "none of that: "
                   : !strcmp(origin->here, origin->made.compiler) ? "another device or driver"
                                                                  : origin->here,
                   *origin->here ? "" : origin->why);
    }
}

/* ---- import: into the store ---- */

static bool is_there(const char *folder, enum store_kind kind, struct store_key key)
{
    struct store_blob blob = store_get(folder, kind, key);
    const bool there = blob.bytes != NULL;
    store_release(&blob);
    return there;
}

/* A list of programs is useless unless all are accepted. */
static bool is_list_of_ours(const char *folder, const struct archive_entry *entry)
{
    struct store_key key;
    bool ours = entry->size && entry->size % sizeof key == 0;
    for (size_t at = 0; at < entry->size && ours; at += sizeof key) {
        memcpy(&key, (const char *)entry->bytes + at, sizeof key);
        ours = !*key.text || (store_key_sound(&key) && is_there(folder, STORE_BINARY, key));
    }
    return ours;
}

/* Existing entries stay: nothing made on this machine is replaced. */
static enum status take_entries(struct import *import, struct fault *fault)
{
    for (size_t i = 0; i < import->archive->count; i++) {
        const struct archive_entry *entry = &import->archive->entry[i];
        const bool is_program = entry->kind == STORE_BINARY;
        if (is_program ? !find_origin(import, i, fault)->known : !is_list_of_ours(import->folder, entry))
            continue;
        const bool there = is_there(import->folder, entry->kind, entry->key);
        if (!there && store_put(import->folder, entry->kind, entry->key, entry->bytes, entry->size, fault) != OK)
            return fault->status;
        import->there += is_program && there;
        import->fresh += is_program && !there;
        import->bytes += entry->size;
    }
    return OK;
}

static int import_all(struct import *import)
{
    struct fault fault = {0};
    int status = launcher_make(&import->launcher, NULL, 0);
    if (status)
        return status;
    if (find_origins(import, &fault) != OK)
        return report_fault(&fault, 2);
    if (interrupted)
        return INTERRUPTED;
    report_left_out(import);
    status = take_entries(import, &fault) == OK ? 0 : report_fault(&fault, 2);
    const size_t taken = import->fresh + import->there;
    if (!status)
        text_print(stdout, "imported %zu program%s, %s, from %s: %zu new, %zu were there\n", taken,
                   taken == 1 ? "" : "s", format_bytes(import->bytes).text, import->archive->from, import->fresh,
                   import->there);
    return status ? status : taken || !import->origins ? 0 : 3;
}

int verb_cache_import(UNNEEDED const struct registry *registry, struct options *options)
{
    struct archive archive;
    struct import import = {.path = options->word[0], .archive = &archive};
    struct fault fault = {0};
    if (options->key && options->not_signed)
        return report_fault(&(struct fault){INVALID, "cache import: --key and --unsigned: one of them is enough"}, 2);
    catch_interrupts();
    if (store_folder(&import.folder, &fault) != OK || archive_read(&archive, import.path, &fault) != OK)
        return report_fault(&fault, 2);
    int status = options->not_signed ? 0 : check_maker(import.path, &archive, key_path(options, import.folder));
    if (!status) {
        import.origin = allocate(MOST_ORIGINS * sizeof *import.origin);
        status = import_all(&import);
        free(import.origin);
    }
    archive_free(&archive);
    return status;
}
