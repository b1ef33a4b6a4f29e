#include "compute/cuda/sass.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LABEL = 256, MAX_OPCODE = 32 };

/* By the unit that runs them, from sm_75 to sm_120, less what stands behind the first dot; what begins with U, and is
 * not here, is uniform. */
static const struct {
    size_t member;
    const char *opcodes;
} pipes[] = {
    {offsetof(struct compute_loop, fma), " FFMA FMUL FADD FFMA32I FMUL32I FADD32I FFMA2 FMUL2 FADD2 FSWZADD IMAD IMUL "
                                         "IDP HFMA2 HMUL2 HADD2 HFMA2_32I HADD2_32I HMUL2_32I "},
    {offsetof(struct compute_loop, alu),
     " IADD IADD2 IADD3 IADD32I IADD64 LOP LOP3 LOP32I SHF SHL SHR LEA ISETP FSETP FSET ICMP FCMP SEL FSEL CSEL MOV "
     "MOV32I PRMT IMNMX IMNMX3 FMNMX FMNMX3 VIADD VIADDMNMX VIMNMX VIMNMX3 VHMNMX IABS PLOP3 PSETP P2R R2P SGXT BMSK "
     "VABSDIFF VABSDIFF4 FCHK HSETP2 HSET2 HMNMX2 I2FP F2FP I2IP F2IP CS2R VOTE "},
    {offsetof(struct compute_loop, xu), " MUFU I2F F2I F2F I2I FRND POPC FLO BREV "},
    {offsetof(struct compute_loop, fp64), " DFMA DADD DMUL DSETP DMNMX "},
    {offsetof(struct compute_loop, tensor),
     " HMMA IMMA DMMA BMMA QMMA OMMA HGMMA IGMMA QGMMA BGMMA UTCHMMA UTCIMMA UTCQMMA UTCOMMA "},
    {offsetof(struct compute_loop, memory), " LD LDG LDGSTS LDGDEPBAR LDC ST STG RED REDG ATOM ATOMG CCTL CCTLT MEMBAR "
                                            "UBLKCP UBLKPF UBLKRED UTMALDG UTMASTG UTMAREDG UTMAPF "},
    {offsetof(struct compute_loop, local), " LDL STL CCTLL "},
    {offsetof(struct compute_loop, shared), " LDS LDSM STS STSM ATOMS SHFL SYNCS LDTM STTM "},
    {offsetof(struct compute_loop, texture), " TEX TLD TLD4 TMML TXD TXQ SULD SUST SURED SUATOM "},
    {offsetof(struct compute_loop, uniform), " R2UR S2UR REDUX CREDUX VOTEU "},
    {offsetof(struct compute_loop, control), " BRA BRX BRXU JMP JMX CALL RET EXIT BSSY BSYNC BREAK BMOV BPT KILL "
                                             "WARPSYNC YIELD NANOSLEEP BAR DEPBAR ERRBAR NOP "
                                             "ELECT ENDCOLLECTIVE "},
};

/* ---- what a kernel is made of ---- */

struct instruction {
    size_t member;                         /* of struct compute_loop: where it is counted */
    enum { GOES_ON, RETURNS, EXITS } then; /* whatever predicates are */
};

struct label {
    char name[MAX_LABEL];
    size_t at; /* the instruction that it stands before */
};

/* From the first instruction to that behind the last one; branches to one label make one loop, which ends with the
 * last of them. */
struct span {
    size_t begin, end;
};

struct listing {
    struct instruction *instruction;
    size_t count, capacity;
    struct label *label;
    size_t labels, label_capacity;
    struct span *span;
    size_t spans, span_capacity;
};

static void listing_free(struct listing *listing)
{
    free(listing->instruction);
    free(listing->label);
    free(listing->span);
}

static size_t member_of(const char *opcode)
{
    char word[MAX_OPCODE + 3];
    snprintf(word, sizeof word, " %.*s ", (int)strcspn(opcode, "."), opcode);
    for (size_t i = 0; i < sizeof pipes / sizeof *pipes; i++)
        if (strstr(pipes[i].opcodes, word))
            return pipes[i].member;
    return *opcode == 'U' ? offsetof(struct compute_loop, uniform) : offsetof(struct compute_loop, other);
}

static void add_label(struct listing *listing, const char *line)
{
    struct label label = {.at = listing->count};
    if (sscanf(line, " %255[^: \t]", label.name) != 1)
        return;
    listing->label = grow(listing->label, listing->labels, &listing->label_capacity, sizeof label);
    listing->label[listing->labels++] = label;
}

/* A branch to a label that was there before, if it is no branch to itself. */
static void add_span(struct listing *listing, const char *name)
{
    size_t l = 0;
    while (l < listing->labels && strcmp(listing->label[l].name, name))
        l++;
    if (l == listing->labels || listing->label[l].at == listing->count)
        return;
    const struct span span = {listing->label[l].at, listing->count + 1};
    for (size_t i = span.begin; i < span.end - 1; i++)
        if (listing->instruction[i].then != GOES_ON)
            return;
    for (size_t s = 0; s < listing->spans; s++)
        if (listing->span[s].begin == span.begin) {
            listing->span[s].end = span.end;
            return;
        }
    listing->span = grow(listing->span, listing->spans, &listing->span_capacity, sizeof span);
    listing->span[listing->spans++] = span;
}

/* A line such as "  / *0510* /  @!P0 BRA `(.L_x_2) ;", behind the address. */
static void add_instruction(struct listing *listing, const char *text)
{
    char opcode[MAX_OPCODE], target[MAX_LABEL];
    text += strspn(text, " \t{");
    const bool predicated = *text == '@';
    if (predicated)
        text += strcspn(text, " ;\n");
    if (sscanf(text, " %31[A-Z0-9_.a-z]", opcode) != 1)
        return;
    struct instruction instruction = {.member = member_of(opcode)};
    if (!predicated)
        instruction.then = !strcmp(opcode, "EXIT") ? EXITS : !strncmp(opcode, "RET", strlen("RET")) ? RETURNS : GOES_ON;
    const char *tick = strchr(text, '`');
    const char *line_end = text + strcspn(text, "\n");
    if (!strncmp(opcode, "BRA", strlen("BRA")) && tick && tick < line_end && sscanf(tick, "`(%255[^)]", target) == 1)
        add_span(listing, target);
    listing->instruction = grow(listing->instruction, listing->count, &listing->capacity, sizeof instruction);
    listing->instruction[listing->count++] = instruction;
}

/* The section of a kernel, from its first line on; NULL if there is none. */
static const char *section_of(const char *text, const char *entry)
{
    static const char head[] = ".section\t.text.";
    for (const char *at = text; (at = strstr(at, head)); at++) {
        const char *name = at + strlen(head);
        const size_t length = strlen(entry);
        if (!strncmp(name, entry, length) && name[length] == ',')
            return name + strcspn(name, "\n");
    }
    return NULL;
}

static const char *next_line(const char *line)
{
    line += strcspn(line, "\n");
    return *line ? line + 1 : line;
}

static void list(struct listing *listing, const char *section)
{
    for (const char *line = next_line(section); *line; line = next_line(line)) {
        const char *text = line + strspn(line, " \t");
        unsigned long address;
        int end = 0;
        if (!strncmp(text, ".section\t", strlen(".section\t"))) /* no ".sectioninfo" */
            return;
        if (sscanf(text, "/*%lx*/%n", &address, &end) == 1 && end)
            add_instruction(listing, text + end);
        else if (text == line && *text != '/' && memchr(text, ':', strcspn(text, "\n")))
            add_label(listing, text);
    }
}

/* ---- the hottest ---- */

static struct compute_loop count(const struct listing *listing, struct span span, int depth)
{
    struct compute_loop loop = {.depth = depth};
    for (size_t i = span.begin; i < span.end; i++) {
        ++*(int *)((char *)&loop + listing->instruction[i].member);
        loop.total++;
    }
    return loop;
}

static int depth_of(const struct listing *listing, struct span span)
{
    int depth = 0;
    for (size_t s = 0; s < listing->spans; s++)
        depth += listing->span[s].begin <= span.begin && listing->span[s].end >= span.end;
    return depth;
}

/* All up to where the kernel last ends: functions that it calls, or the branch to itself, and padding are behind. */
static struct span whole(const struct listing *listing)
{
    struct span span = {0, listing->count};
    for (size_t i = 0; i < listing->count; i++)
        if (listing->instruction[i].then == EXITS)
            span.end = i + 1;
    return span;
}

enum status sass_loop(const char *text, const char *entry, struct compute_loop *loop, struct fault *fault)
{
    struct listing listing = {0};
    const char *section = section_of(text, entry);
    *loop = (struct compute_loop){0};
    if (section)
        list(&listing, section);
    for (size_t s = 0; s < listing.spans; s++) {
        const struct span span = listing.span[s];
        const struct compute_loop other = count(&listing, span, depth_of(&listing, span));
        if (compute_loop_hotter(&other, loop))
            *loop = other;
    }
    if (listing.count && !loop->total)
        *loop = count(&listing, whole(&listing), 0);
    listing_free(&listing);
    return loop->total ? OK : fail(fault, INVALID, "nvdisasm prints no instructions of the kernel %s", entry);
}
