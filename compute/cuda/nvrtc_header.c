/* A header's file is unlinked as soon as it is made, and used through its descriptor, so that its space is freed when
 * this process ends in any way. Until then, for about a second, it is in a scratch folder. */
#include "compute/cuda/nvrtc_header.h"

#include "base/memory.h"
#include "compute/cuda/nvrtc_shared.h"
#include "compute/scratch.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define STOP "#pragma nv_hdrstop"

enum { MOST_WORKERS = 16 };

static const unsigned long long room_bytes = 256ull << 20, most_heap_bytes = 2ull << 30;

/* The header of this process. */
static struct header {
    struct store_key key; /* hash of its inputs */
    bool hopeless;        /* no header of this key works */
    bool borrowed;        /* another process made it */
    bool unshared;        /* another's of this key does not fit here */
    int lock;             /* nvrtc_shared_open's, while it is made */
    size_t heap_bytes;    /* NVRTC's heap size; 0: its default */
    int file;             /* -1 without one */
    struct scratch scratch;
} kept = {.lock = -1, .file = -1, .scratch.lock = -1};

static void drop(void)
{
    nvrtc_shared_offer(-1, &kept.lock);
    nvrtc_shared_withdraw();
    if (kept.file >= 0)
        close(kept.file);
    kept.file = -1;
    kept.borrowed = false;
    scratch_remove(&kept.scratch);
}

static void give_up(void)
{
    drop();
    kept.hopeless = true;
}

/* The length of the source up to and including the line; 0 if it has no includes. */
static size_t head_length(const char *source)
{
    const char *stop = source;
    while ((stop = strstr(stop, STOP)) && stop != source && stop[-1] != '\n')
        stop++;
    const char *include = strstr(source, "#include");
    return stop && include && include < stop ? (size_t)(stop - source) + strlen(STOP) : 0;
}

/* The end of a comment, or of white space, at the begin of a text; else the text itself. */
static const char *skip_blank(const char *text)
{
    const char *end = !strncmp(text, "/*", 2) ? strstr(text, "*/") : NULL;
    if (end)
        return end + 2;
    return text + (!strncmp(text, "//", 2) ? strcspn(text, "\n") : strspn(text, " \t\n"));
}

char *nvrtc_header_share(const char *source, const char *name)
{
    static const char include[] = "#include <";
    const size_t length = head_length(source);
    const char *stop = source + length - (length ? strlen(STOP) : 0), *at = source;
    unsigned line = 2;
    char *text = NULL;
    size_t size;
    FILE *out = memory_stream(&text, &size);
    while (at < stop) {
        const char *next = skip_blank(at);
        if (next == at && strncmp(at, include, strlen(include)) != 0)
            break;
        if (next == at) {
            next += strcspn(at, "\n");
            fprintf(out, "%.*s\n", (int)(next - at), at);
        }
        at = next;
    }
    for (const char *before = source; before < stop; before++)
        line += *before == '\n';
    if (length)
        fprintf(out, STOP "\n#line %u \"%s\"%s", line, name, source + length);
    fclose(out);
    if (length && at == stop)
        return text;
    free(text);
    return NULL;
}

static struct store_key key_of(const struct nvrtc_library *library, const char *architecture, const char *name,
                               const char *source, size_t length, unsigned options)
{
    struct store_hash hash = store_hash_start();
    store_hash_add(&hash, &options, sizeof options);
    store_hash_text(&hash, architecture);
    store_hash_text(&hash, name);
    for (int i = 0; i < NVRTC_MAX_FOLDERS; i++)
        store_hash_text(&hash, library->folder[i]);
    store_hash_add(&hash, source, length);
    return store_hash_key(&hash);
}

static bool is_wanted(const struct nvrtc_library *library)
{
    const char *wish = getenv("GPUBENCH_PCH");
    return library->header.nvrtcGetPCHCreateStatus && !(wish && !strcmp(wish, "0"));
}

void nvrtc_header_prepare(const struct nvrtc_library *library)
{
    if (is_wanted(library))
        nvrtc_shared_possible(library);
}

/* Whether there is space for the headers of all workers, so that workers that make headers at the same time do not fill
 * the disk. There are at most as many workers as processors, and a container may report more of these than it has. */
static bool has_room(const char *folder)
{
    struct statvfs status;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned workers = processors < 1 ? 1 : processors > MOST_WORKERS ? MOST_WORKERS : (unsigned)processors;
    return !statvfs(folder, &status) && status.f_bavail * status.f_frsize >= room_bytes * workers;
}

/* The path of the file while it is made, and of the unlinked file. */
static void made_path(char path[NVRTC_HEADER_PATH])
{
    snprintf(path, NVRTC_HEADER_PATH, "%s/header", kept.scratch.path);
}

static void used_path(char path[NVRTC_HEADER_PATH])
{
    snprintf(path, NVRTC_HEADER_PATH, "/proc/self/fd/%d", kept.file);
}

/* Makes a folder for the file; it is also removed if the process exits before the file is made. */
static bool make_room(void)
{
    static bool registered;
    if (!registered && atexit(drop))
        return false;
    registered = true;
    return scratch_remove(&kept.scratch) && scratch_new(&kept.scratch) && has_room(kept.scratch.path);
}

enum nvrtc_header nvrtc_header_begin(const struct nvrtc_library *library, const char *architecture, const char *name,
                                     const char *source, unsigned options, char option[NVRTC_HEADER_OPTION])
{
    char path[NVRTC_HEADER_PATH];
    size_t length = is_wanted(library) ? head_length(source) : 0;
    if (!length)
        return HEADER_NONE;
    struct store_key key = key_of(library, architecture, name, source, length, options);
    if (strcmp(key.text, kept.key.text)) {
        drop();
        kept.key = key;
        kept.hopeless = kept.unshared = false;
    }
    if (kept.file < 0 && !kept.hopeless && !kept.unshared && nvrtc_shared_possible(library))
        kept.borrowed = (kept.file = nvrtc_shared_open(library, key, &kept.lock)) >= 0;
    if (kept.file < 0 && !kept.hopeless && !make_room())
        give_up();
    if (kept.hopeless)
        return HEADER_NONE;

    bool made = kept.file < 0;
    if (made)
        made_path(path);
    else
        used_path(path);
    snprintf(option, NVRTC_HEADER_OPTION, "--%s-pch=%s", made ? "create" : "use", path);
    return made ? HEADER_MADE : HEADER_USED;
}

/* Opens the file that a build made, and unlinks it. */
static void take(size_t least_bytes)
{
    char path[NVRTC_HEADER_PATH];
    struct stat status;
    made_path(path);
    kept.file = open(path, O_RDONLY | O_CLOEXEC);
    used_path(path);
    if (kept.file < 0 || fstat(kept.file, &status) || (size_t)status.st_size < least_bytes || access(path, R_OK))
        give_up();
    else {
        scratch_remove(&kept.scratch);
        nvrtc_shared_offer(kept.file, &kept.lock);
    }
}

/* Whether a header, or a lack of room for one, may have been the cause of a failed build: if the disk is full, NVRTC
 * reports a header as created, and only its log has the failure, as a catastrophic error. */
static bool log_blames(const char *log)
{
    return strstr(log, "PCH file") || strstr(log, "precompiled header file") || strcasestr(log, "catastrophic error");
}

bool nvrtc_header_end(const struct nvrtc_library *library, enum nvrtc_header header, struct _nvrtcProgram *program,
                      unsigned result, const char *log)
{
    size_t bytes = 0;
    bool blamed = log_blames(log);
    unsigned status = header == HEADER_MADE ? library->header.nvrtcGetPCHCreateStatus(program) : 0;
    if (header == HEADER_MADE && (!status || status == NVRTC_HEAP_EXHAUSTED) &&
        library->header.nvrtcGetPCHHeapSizeRequired(program, &bytes))
        bytes = 0;

    if (header == HEADER_MADE && status == NVRTC_HEAP_EXHAUSTED && bytes > kept.heap_bytes &&
        bytes <= most_heap_bytes && !library->header.nvrtcSetPCHHeapSize(bytes)) {
        kept.heap_bytes = bytes; /* the next build makes it */
        drop();
    } else if (blamed && kept.borrowed) {
        kept.unshared = true; /* the next build makes one */
        drop();
    } else if (status || blamed) {
        give_up();
    } else if (header == HEADER_MADE) {
        take(bytes);
    }
    return !result || !blamed;
}
