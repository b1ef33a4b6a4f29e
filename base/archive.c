#include "base/archive.h"

#include "base/file.h"
#include "base/folder.h"
#include "base/gzip.h"
#include "base/memory.h"

#include <dirent.h>
#include <pwd.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_LINE = 256 };
static const char title[] = "gpubench cache 1\n";

static const struct {
    enum store_kind kind;
    const char *word;
} kinds[] = {{STORE_BINARY, "binary"}, {STORE_PROGRAMS, "programs"}}; /* in the order of a file */
enum { KINDS = sizeof kinds / sizeof *kinds };

bool archive_takes(enum store_kind kind)
{
    for (size_t k = 0; k < KINDS; k++)
        if (kinds[k].kind == kind)
            return true;
    return false;
}

static const char *word_of(enum store_kind kind)
{
    size_t k = 0;
    while (kinds[k].kind != kind)
        k++;
    return kinds[k].word;
}

/* The index of the kind with a word of this length; KINDS if there is none. */
static size_t kind_of(const char *word, size_t length)
{
    size_t k = 0;
    while (k < KINDS && (strlen(kinds[k].word) != length || memcmp(kinds[k].word, word, length) != 0))
        k++;
    return k;
}

static int by_key(const void *left, const void *right)
{
    const struct archive_entry *a = left, *b = right;
    return a->kind == b->kind ? strcmp(a->key.text, b->key.text) : (a->kind > b->kind) - (a->kind < b->kind);
}

static struct store_key hash_of(const struct archive_entry *entry)
{
    struct store_hash hash = store_hash_start();
    store_hash_text(&hash, word_of(entry->kind));
    store_hash_text(&hash, entry->key.text);
    store_hash_add(&hash, entry->bytes, entry->size);
    return store_hash_key(&hash);
}

static void entry_line(const struct archive_entry *entry, char line[MOST_LINE])
{
    snprintf(line, MOST_LINE, "entry %s %s %zu %s\n", word_of(entry->kind), entry->key.text, entry->size,
             hash_of(entry).text);
}

void archive_free(struct archive *archive)
{
    free(archive->entry);
    free(archive->text);
    *archive = (struct archive){.from = ""};
}

static bool is_printable(const char *text)
{
    while (*text >= ' ' && *text <= '~')
        text++;
    return !*text;
}

/* ---- reading ---- */

struct reader {
    struct archive *archive;
    const char *path;
    size_t at;
    struct fault *fault;
};

__attribute__((format(printf, 2, 3))) static enum status wrong(const struct reader *reader, const char *format, ...)
{
    char what[256];
    va_list words;
    va_start(words, format);
    vsnprintf(what, sizeof what, format, words);
    va_end(words);
    return fail(reader->fault, INVALID, "%.512s: %s", reader->path, what);
}

/* Reads the next line, without its end, into `line`; false if there is none, or it is too long. */
static bool next_line(struct reader *reader, char line[MOST_LINE])
{
    const struct archive *archive = reader->archive;
    const char *begin = archive->text + reader->at;
    const size_t left = archive->length - reader->at, most = left < MOST_LINE ? left : MOST_LINE;
    const char *end = memchr(begin, '\n', most);
    if (!end || memchr(begin, 0, (size_t)(end - begin)))
        return false;
    memcpy(line, begin, (size_t)(end - begin));
    line[end - begin] = '\0';
    reader->at += (size_t)(end - begin) + 1;
    return true;
}

/* Parses an entry's line; false unless it is written canonically. */
static bool parse_entry(const char *line, struct archive_entry *entry, char hash[33])
{
    int word_end = 0, end = 0;
    if (sscanf(line, "entry %*[a-z]%n %32[0-9a-f] %zu %32[0-9a-f]%n", &word_end, entry->key.text, &entry->size, hash,
               &end) != 3 ||
        line[end])
        return false;
    const size_t begin = strlen("entry "), k = kind_of(line + begin, (size_t)word_end - begin);
    if (k == KINDS || !store_key_sound(&entry->key))
        return false;
    entry->kind = kinds[k].kind;
    return true;
}

static enum status read_entry(struct reader *reader, const char *line)
{
    struct archive *archive = reader->archive;
    struct archive_entry entry = {.bytes = archive->text + reader->at};
    char hash[33] = "", again[MOST_LINE];
    const size_t number = archive->count + 1, left = archive->length - reader->at;
    if (!parse_entry(line, &entry, hash))
        return wrong(reader, "entry %zu: its line is none", number);
    if (entry.size >= left)
        return wrong(reader, "entry %zu: %zu bytes of it, and %zu are left: the file is not whole", number, entry.size,
                     left);
    if (archive->text[reader->at + entry.size] != '\n')
        return wrong(reader, "entry %zu: it does not end where it says", number);
    entry_line(&entry, again);
    if (strncmp(line, again, strlen(line)) != 0 || strlen(line) + 1 != strlen(again))
        return wrong(reader, "entry %zu: its bytes are not those of its hash", number);
    if (archive->count && by_key(&archive->entry[archive->count - 1], &entry) >= 0)
        return wrong(reader, "entry %zu: it is there twice, or behind one that follows it", number);
    reader->at += entry.size + 1;
    archive->entry = grow(archive->entry, archive->count, &archive->capacity, sizeof *archive->entry);
    archive->entry[archive->count++] = entry;
    return OK;
}

static enum status read_end(struct reader *reader, const char *last)
{
    struct archive *archive = reader->archive;
    char line[MOST_LINE], expected[MOST_LINE];
    snprintf(expected, sizeof expected, "end %zu", archive->count);
    if (strcmp(last, expected) != 0)
        return wrong(reader, "behind entry %zu: expected another one, or \"%s\"", archive->count, expected);
    archive->signed_bytes = reader->at;
    if (!next_line(reader, line) || reader->at != archive->length)
        return wrong(reader, "it does not end with one line that says whether it is signed");
    if (!strcmp(line, "unsigned"))
        return OK;
    int end = 0;
    if (sscanf(line, "signed %16[0-9a-f] %64[0-9a-f]%n", archive->key_id, archive->signature.text, &end) != 2 ||
        line[end] || strlen(archive->key_id) != 16 || strlen(archive->signature.text) != 64)
        return wrong(reader, "its last line is no signature");
    return OK;
}

static enum status read_all(struct reader *reader)
{
    struct archive *archive = reader->archive;
    char line[MOST_LINE];
    const size_t head = strlen(title);
    if (archive->length < head || memcmp(archive->text, title, head) != 0)
        return wrong(reader, "it is no cache that `gpubench cache export` wrote, or another version's");
    reader->at = head;
    if (!next_line(reader, line) || strncmp(line, "from ", strlen("from ")) != 0 || !is_printable(line) ||
        strlen(line) - strlen("from ") >= sizeof archive->from)
        return wrong(reader, "it does not name who made it");
    strcpy(archive->from, line + strlen("from "));
    enum status status = OK;
    for (;;) {
        if (!next_line(reader, line))
            return wrong(reader, "behind entry %zu: the file is not whole", archive->count);
        if (strncmp(line, "entry ", strlen("entry ")) != 0)
            return read_end(reader, line);
        status = read_entry(reader, line);
        if (status != OK)
            return status;
    }
}

enum status archive_read(struct archive *archive, const char *path, struct fault *fault)
{
    *archive = (struct archive){.from = ""};
    struct reader reader = {archive, path, 0, fault};
    enum status status = gzip_read(path, &archive->text, &archive->length, fault);
    if (status == OK)
        status = read_all(&reader);
    if (status != OK)
        archive_free(archive);
    return status;
}

enum status archive_check(const struct archive *archive, const struct signature_key *key, bool *signed_by,
                          struct fault *fault)
{
    struct signature own;
    const enum status status = signature_make(key, archive->text, archive->signed_bytes, &own, fault);
    *signed_by = status == OK && signature_same(&own, &archive->signature);
    return status;
}

/* ---- writing ---- */

/* The programs of a store by name: KIND-KEY. */
static struct archive_entry *list(const char *folder, size_t *count)
{
    char path[PATH_MAX];
    struct archive_entry *entry = NULL;
    size_t capacity = 0;
    *count = 0;
    if (snprintf(path, sizeof path, "%s/entries", folder) >= (int)sizeof path || *folder_distrust(path))
        return NULL;
    DIR *listing = opendir(path);
    for (struct dirent *found; listing && (found = readdir(listing));) {
        const size_t length = strcspn(found->d_name, "-"), k = kind_of(found->d_name, length);
        struct archive_entry one = {.size = 0};
        if (k == KINDS || strlen(found->d_name) != length + sizeof one.key.text)
            continue;
        one.kind = kinds[k].kind;
        strcpy(one.key.text, found->d_name + length + 1);
        entry = grow(entry, *count, &capacity, sizeof *entry);
        entry[(*count)++] = one;
    }
    if (listing)
        closedir(listing);
    if (*count)
        qsort(entry, *count, sizeof *entry, by_key);
    return entry;
}

/* Only printable characters: the text must not control a terminal that prints it. */
static void put_maker(FILE *file)
{
    char host[64] = "", date[32], line[MOST_LINE];
    const struct passwd *user = getpwuid(geteuid());
    const time_t now = time(NULL);
    struct tm utc;
    gethostname(host, sizeof host - 1);
    strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", gmtime_r(&now, &utc));
    snprintf(line, sizeof line, "from %.32s@%.64s %s", user ? user->pw_name : "?", host, date);
    for (char *at = line; *at; at++)
        if (*at < ' ' || *at > '~')
            *at = '?';
    fprintf(file, "%s\n", line);
}

static void put_entry(FILE *file, const struct archive_entry *entry)
{
    char line[MOST_LINE];
    entry_line(entry, line);
    fputs(line, file);
    fwrite(entry->bytes, 1, entry->size, file);
    fputc('\n', file);
}

/* Writes the complete entries; returns their number. */
static size_t put_entries(FILE *file, const char *folder, size_t *programs, uint64_t *bytes)
{
    size_t count, put = 0;
    struct archive_entry *entry = list(folder, &count);
    *programs = 0;
    *bytes = 0;
    for (size_t i = 0; i < count; i++) {
        struct store_blob blob = store_get(folder, entry[i].kind, entry[i].key);
        if (!blob.bytes)
            continue;
        entry[i].bytes = blob.bytes;
        entry[i].size = blob.size;
        put_entry(file, &entry[i]);
        *programs += entry[i].kind == STORE_BINARY;
        *bytes += blob.size;
        put++;
        store_release(&blob);
    }
    free(entry);
    return put;
}

enum status archive_write(const char *path, const char *folder, const struct signature_key *key, size_t *count,
                          uint64_t *bytes, struct fault *fault)
{
    FREED char *text = NULL;
    size_t length;
    struct signature signature;
    enum status status = OK;
    FILE *file = open_memstream(&text, &length);
    if (!file)
        return fail(fault, INVALID, "%.512s: no memory for it", path);
    fputs(title, file);
    put_maker(file);
    fprintf(file, "end %zu\n", put_entries(file, folder, count, bytes));
    const bool whole = !fflush(file) && !ferror(file);
    if (whole && key)
        status = signature_make(key, text, length, &signature, fault);
    if (!key)
        fputs("unsigned\n", file);
    else if (status == OK)
        fprintf(file, "signed %s %s\n", key->id, signature.text);
    const bool closed = !fclose(file);
    if (status == OK && !(whole && closed))
        status = fail(fault, INVALID, "%.512s: no memory for it", path);
    if (status == OK && length > GZIP_MOST)
        status =
            fail(fault, INVALID, "%.512s: %zu MiB of programs, where %zu MiB are the most: compile fewer, or parts",
                 path, length >> 20, GZIP_MOST >> 20);
    return status == OK ? file_save(path, text, length, fault) : status;
}
