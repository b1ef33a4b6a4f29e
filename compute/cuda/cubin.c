#include "compute/cuda/cubin.h"

#include "base/memory.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CUDA_ENTRY = 0x10 }; /* in a symbol's st_other: a kernel, and no function that kernels call */

struct file {
    const char *bytes;
    size_t size;
};

/* Copies a structure from the file, of any alignment; false if the file is too short. */
static bool read_at(struct file file, size_t offset, void *to, size_t bytes)
{
    if (offset > file.size || bytes > file.size - offset)
        return false;
    memcpy(to, file.bytes + offset, bytes);
    return true;
}

/* A section's header; false after the last. A section of shared memory is larger than the file, and not in it. */
static bool read_section(struct file file, const Elf64_Ehdr *head, size_t number, Elf64_Shdr *section)
{
    return number < head->e_shnum && head->e_shentsize >= sizeof *section &&
           read_at(file, head->e_shoff + number * head->e_shentsize, section, sizeof *section);
}

static bool is_within(struct file file, const Elf64_Shdr *section)
{
    return section->sh_offset <= file.size && section->sh_size <= file.size - section->sh_offset;
}

/* Whether a name in a string table is `entry`. */
static bool is_named(struct file file, const Elf64_Shdr *names, size_t at, const char *entry)
{
    size_t bytes = strlen(entry) + 1;
    return at <= names->sh_size && bytes <= names->sh_size - at &&
           !memcmp(file.bytes + names->sh_offset + at, entry, bytes);
}

bool cubin_has_kernel(const void *bytes, size_t size, const char *entry)
{
    const struct file file = {bytes, size};
    Elf64_Ehdr head;
    Elf64_Shdr symbols, names;
    Elf64_Sym symbol;
    if (!read_at(file, 0, &head, sizeof head) || memcmp(head.e_ident, ELFMAG, SELFMAG) ||
        head.e_ident[EI_CLASS] != ELFCLASS64)
        return false;
    for (size_t s = 0; read_section(file, &head, s, &symbols); s++) {
        if (symbols.sh_type != SHT_SYMTAB || !is_within(file, &symbols) ||
            !read_section(file, &head, symbols.sh_link, &names) || !is_within(file, &names))
            continue;
        for (size_t at = 0; at + sizeof symbol <= symbols.sh_size; at += sizeof symbol)
            if (read_at(file, symbols.sh_offset + at, &symbol, sizeof symbol) &&
                ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_other & CUDA_ENTRY &&
                is_named(file, &names, symbol.st_name, entry))
                return true;
    }
    return false;
}

/* ---- names: "name NAME\tLOWERED\n" ---- */

#define NAME "name "

void cubin_add_name(struct compute_binary *binary, const char *name, const char *lowered)
{
    const size_t length = strlen(NAME) + strlen(name) + strlen(lowered) + 2;
    char *bytes = allocate(length + binary->size + 1);
    snprintf(bytes, length + 1, NAME "%s\t%s\n", name, lowered);
    memcpy(bytes + length, binary->bytes, binary->size);
    free(binary->bytes);
    binary->bytes = bytes;
    binary->size += length;
}

size_t cubin_names(const void *bytes, size_t size)
{
    const char *const text = bytes, *end;
    size_t at = 0;
    while (size - at > strlen(NAME) && !memcmp(text + at, NAME, strlen(NAME)) &&
           (end = memchr(text + at, '\n', size - at)))
        at = (size_t)(end - text) + 1;
    return at;
}

char *cubin_lowered(const void *bytes, size_t size, const char *name)
{
    const size_t names = cubin_names(bytes, size), length = strlen(name);
    const char *line = bytes, *const end = line + names;
    while (line < end) {
        const char *const begin = line + strlen(NAME), *const next = memchr(line, '\n', (size_t)(end - line));
        if ((size_t)(next - begin) > length && !memcmp(begin, name, length) && begin[length] == '\t')
            return text_make("%.*s", (int)(next - begin - (long)length - 1), begin + length + 1);
        line = next + 1;
    }
    return allocate_text(name);
}

/* ---- kernels ---- */

enum status cubin_fail_kernel(const char *entry, struct fault *fault)
{
    return fail(fault, LAUNCH_FAILED, "no kernel \"%s\" in this program: is it extern \"C\"?", entry);
}

enum status cubin_check_kernel(const void *bytes, size_t size, const char *entry, struct fault *fault)
{
    const size_t names = cubin_names(bytes, size);
    FREED char *lowered = cubin_lowered(bytes, size, entry);
    return cubin_has_kernel((const char *)bytes + names, size - names, lowered) ? OK : cubin_fail_kernel(entry, fault);
}
