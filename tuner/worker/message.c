#include "tuner/worker/message.h"

#include "base/descriptor.h"

#include <elf.h>
#include <link.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* ---- handshakes ---- */

static const char handshake_magic[] = "gpubench worker";

/* Finds the build-id among the notes of a segment. */
static void read_notes(const char *note, const char *end, char *text, size_t size)
{
    while (note + sizeof(ElfW(Nhdr)) <= end) {
        const ElfW(Nhdr) *head = (const void *)note;
        const size_t name = (head->n_namesz + 3) & ~3u, length = head->n_descsz;
        const char *owner = note + sizeof *head;
        const unsigned char *id = (const unsigned char *)owner + name;
        if (head->n_type == NT_GNU_BUILD_ID && head->n_namesz == sizeof "GNU" && !memcmp(owner, "GNU", sizeof "GNU"))
            for (size_t i = 0; i < length && 2 * i + 2 < size; i++)
                snprintf(text + 2 * i, size - 2 * i, "%02x", id[i]);
        note = owner + name + ((length + 3) & ~(size_t)3);
    }
}

/* The first object is the program itself. */
static int read_program(struct dl_phdr_info *program, size_t size, void *user)
{
    struct handshake *handshake = user;
    (void)size;
    for (size_t i = 0; i < program->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &program->dlpi_phdr[i];
        const char *notes = (const char *)program->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_NOTE && segment->p_align <= 4)
            read_notes(notes, notes + segment->p_filesz, handshake->build, sizeof handshake->build);
    }
    return 1;
}

struct handshake handshake_own(void)
{
    struct handshake handshake = {{0}, {0}};
    memcpy(handshake.magic, handshake_magic, sizeof handshake_magic);
    dl_iterate_phdr(read_program, &handshake);
    return handshake;
}

const char *handshake_invalid(const struct handshake *handshake)
{
    const struct handshake own = handshake_own();
    if (memcmp(handshake->magic, own.magic, sizeof own.magic) != 0)
        return "the worker sent an invalid handshake: the program that was started is no gpubench";
    return memcmp(handshake->build, own.build, sizeof own.build) != 0
               ? "the worker is another build of gpubench: start this one again"
               : NULL;
}

/* ---- valid values of each member ---- */

enum rule {
    TEXT,    /* ends within its array */
    FLAG,    /* 0 or 1 */
    WORD,    /* an enum or a number of 32 bits: at most `most` */
    COUNT,   /* a size_t: at most `most` */
    NUMBERS, /* doubles, each finite */
};

struct member {
    const char *name;
    size_t offset, size;
    enum rule rule;
    uint64_t most;
};

#define MEMBER(type, name, rule, most)                                                                                 \
    {                                                                                                                  \
#name, offsetof(struct type, name), sizeof(((struct type *)0)->name), rule, most                               \
    }
#define MEMBERS(list) list, sizeof(list) / sizeof *(list)

static bool member_holds(const unsigned char *at, const struct member *member)
{
    uint32_t word;
    size_t count;
    double number;
    switch (member->rule) {
    case TEXT:
        return memchr(at, 0, member->size) != NULL;
    case FLAG:
        return *at <= 1;
    case WORD:
        memcpy(&word, at, sizeof word);
        return word <= member->most;
    case COUNT:
        memcpy(&count, at, sizeof count);
        return count <= member->most;
    case NUMBERS:
        break;
    }
    for (size_t i = 0; i < member->size; i += sizeof number) {
        memcpy(&number, at + i, sizeof number);
        if (!isfinite(number))
            return false;
    }
    return true;
}

/* The first invalid member of a struct; NULL if all are valid. */
static const char *find_wrong(const void *bytes, const struct member *members, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!member_holds((const unsigned char *)bytes + members[i].offset, &members[i]))
            return members[i].name;
    return NULL;
}

static const struct member device_members[] = {
    MEMBER(compute_device, backend, TEXT, 0),      MEMBER(compute_device, name, TEXT, 0),
    MEMBER(compute_device, uuid, TEXT, 0),         MEMBER(compute_device, platform, TEXT, 0),
    MEMBER(compute_device, driver, TEXT, 0),       MEMBER(compute_device, compiler, TEXT, 0),
    MEMBER(compute_device, architecture, TEXT, 0), MEMBER(compute_device, is_cpu, FLAG, 0),
    MEMBER(compute_device, can_run, FLAG, 0),      MEMBER(compute_device, features, WORD, COMPUTE_ALL_FEATURES),
    MEMBER(compute_device, lacks_cub, TEXT, 0),    MEMBER(compute_device, lacks_child_launch, TEXT, 0),
};

static const struct member request_members[] = {
    MEMBER(request, kind, WORD, REQUEST_MEASURE),
    MEMBER(request, target, TEXT, 0),
    MEMBER(request, cold, FLAG, 0),
    MEMBER(request, at.registry.text, TEXT, 0),
    MEMBER(request, at.setting, NUMBERS, 0),
    MEMBER(request, at.structure.text, TEXT, 0),
    MEMBER(request, at.types, WORD, MAX_ATOM_TYPES),
    MEMBER(request, at.box, NUMBERS, 0),
    MEMBER(request, reference, WORD, MAX_REFERENCES),
    MEMBER(request, binary.text, TEXT, 0),
    MEMBER(request, stage, WORD, STAGE_CHECK),
    MEMBER(request, verified, FLAG, 0),
    MEMBER(request, checks, WORD, MAX_CHECKS),
    MEMBER(request, thorough, FLAG, 0),
    MEMBER(request, other, FLAG, 0),
    MEMBER(request, warm_until, NUMBERS, 0),
    MEMBER(request, effort.check.thorough, FLAG, 0),
    MEMBER(request, effort.blocks, COUNT, MAX_BLOCKS),
    MEMBER(request, effort.stopping, NUMBERS, 0),
    MEMBER(request, effort.alone, FLAG, 0),
    MEMBER(request, effort.energy, FLAG, 0),
    MEMBER(request, effort.sampling, WORD, SAMPLING_SINGLE),
    MEMBER(request, effort.forced, FLAG, 0),
    MEMBER(request, effort.repeated, FLAG, 0),
    MEMBER(request, effort.round, FLAG, 0),
    MEMBER(request, effort.known_ns, NUMBERS, 0),
};

/* Members of every reply. */
static const struct member head_members[] = {
    MEMBER(reply, fault.status, WORD, STATUS_COUNT - 1),
    MEMBER(reply, fault.text, TEXT, 0),
    MEMBER(reply, seconds, NUMBERS, 0),
};

static const struct member inventory_members[] = {
    MEMBER(reply, inventory.devices, COUNT, COMPUTE_MAX_DEVICES),
    MEMBER(reply, inventory.absences, COUNT, COMPUTE_MAX_ABSENCES),
};

static const struct member absence_members[] = {
    MEMBER(compute_absence, backend, TEXT, 0),
    MEMBER(compute_absence, failed, FLAG, 0),
    MEMBER(compute_absence, text, TEXT, 0),
};

static const struct member compiled_members[] = {
    MEMBER(reply, compiled.key.text, TEXT, 0),
    MEMBER(reply, compiled.milliseconds, NUMBERS, 0),
    MEMBER(reply, compiled.unkept, TEXT, 0),
};

static const struct member opened_members[] = {MEMBER(reply, opened, NUMBERS, 0)};

static const struct member result_members[] = {
    MEMBER(reply, result.status, WORD, STATUS_COUNT - 1),
    MEMBER(reply, result.blocks, COUNT, MAX_BLOCKS),
    MEMBER(reply, result.median_ns, NUMBERS, 0),
    MEMBER(reply, result.energy_j, NUMBERS, 0),
    MEMBER(reply, result.iterations, COUNT, INT64_MAX),
    MEMBER(reply, result.sampling, WORD, SAMPLING_SINGLE),
    MEMBER(reply, result.batch, COUNT, INT64_MAX),
    MEMBER(reply, result.cold, FLAG, 0),
    MEMBER(reply, result.dropped, FLAG, 0),
    MEMBER(reply, result.stop, WORD, STOP_LONG),
    MEMBER(reply, result.finalist, FLAG, 0),
    MEMBER(reply, result.unmet, FLAG, 0),
    MEMBER(reply, result.limit.resource, WORD, RESOURCES),
    MEMBER(reply, result.launches, TEXT, 0),
    MEMBER(reply, result.binary, TEXT, 0),
    MEMBER(reply, result.compile_ms, NUMBERS, 0),
    MEMBER(reply, samples.count, WORD, MAX_KEPT),
    MEMBER(reply, samples.each, WORD, MAX_KEPT),
    MEMBER(reply, samples.alone, WORD, MAX_ALONE),
    MEMBER(reply, counting.key.text, TEXT, 0),
    MEMBER(reply, counting.milliseconds, NUMBERS, 0),
    MEMBER(reply, counting.unkept, TEXT, 0),
};

/* The members after the head, by the kind of request. */
static const struct {
    size_t size;
    const struct member *members;
    size_t count;
} payloads[] = {
    [REQUEST_INVENTORY] = {sizeof(struct compute_inventory), MEMBERS(inventory_members)},
    [REQUEST_FIND] = {sizeof(struct compute_device), NULL, 0}, /* device_members, from that index on */
    [REQUEST_COMPILE] = {sizeof(struct program), MEMBERS(compiled_members)},
    [REQUEST_COMPILE_OWN] = {0, NULL, 0},
    [REQUEST_OPEN] = {sizeof(struct opened), MEMBERS(opened_members)},
    [REQUEST_PREPARE] = {0, NULL, 0},
    [REQUEST_MEASURE] = {sizeof(struct result) + sizeof(struct program) + sizeof(struct kept_samples),
                         MEMBERS(result_members)},
};

/* ---- parsing ---- */

size_t reply_size(enum request_kind kind)
{
    return offsetof(struct reply, device) + payloads[kind].size;
}

const char *request_parse(const void *bytes, size_t size, struct request *request)
{
    if (size != sizeof *request)
        return "size";
    const char *wrong = find_wrong(bytes, MEMBERS(request_members));
    if (!wrong)
        wrong = find_wrong((const char *)bytes + offsetof(struct request, device), MEMBERS(device_members));
    if (!wrong)
        memcpy(request, bytes, size);
    return wrong;
}

static const char *find_wrong_entry(const struct compute_inventory *inventory)
{
    const char *wrong = NULL;
    for (size_t i = 0; i < inventory->devices && !wrong; i++)
        wrong = find_wrong(&inventory->device[i], MEMBERS(device_members));
    for (size_t i = 0; i < inventory->absences && !wrong; i++)
        wrong = find_wrong(&inventory->absence[i], MEMBERS(absence_members));
    return wrong;
}

/* Whether a result belongs to the request. */
static bool is_requested(const struct result *result, const struct request *requested)
{
    return result->index == (requested->reference ? NO_CONFIGURATION : requested->index) &&
           result->reference == requested->reference;
}

bool reply_begins_wrong(const void *bytes, size_t size, const struct request *requested)
{
    return memcmp(bytes, &requested->kind, size < sizeof requested->kind ? size : sizeof requested->kind) != 0;
}

const char *reply_parse(const void *bytes, size_t size, const struct request *requested, struct reply *reply)
{
    const enum request_kind kind = requested->kind;
    if (reply_begins_wrong(bytes, size, requested))
        return "kind";
    if (size != reply_size(kind))
        return "size";
    const char *wrong = find_wrong(bytes, MEMBERS(head_members));
    if (!wrong)
        wrong = find_wrong(bytes, payloads[kind].members, payloads[kind].count);
    if (!wrong && kind == REQUEST_FIND)
        wrong = find_wrong((const char *)bytes + offsetof(struct reply, device), MEMBERS(device_members));
    if (wrong)
        return wrong;
    memset(reply, 0, sizeof *reply);
    memcpy(reply, bytes, size);
    if (kind == REQUEST_INVENTORY)
        return find_wrong_entry(&reply->inventory);
    return kind == REQUEST_MEASURE && !is_requested(&reply->result, requested) ? "result.index" : NULL;
}

/* ---- a worker's side ---- */

bool handshake_send(int fd)
{
    const struct handshake handshake = handshake_own();
    return descriptor_write(fd, &handshake, sizeof handshake);
}

bool request_receive(int fd, struct request *request)
{
    static unsigned char bytes[sizeof *request];
    return descriptor_read(fd, bytes, sizeof bytes) && !request_parse(bytes, sizeof bytes, request);
}

bool reply_send(int fd, const struct reply *reply)
{
    return descriptor_write(fd, reply, reply_size(reply->kind));
}
