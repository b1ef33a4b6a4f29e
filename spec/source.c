#include "spec/source.h"

#include "base/memory.h"
#include "spec/tokens.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The time of reading may be quadratic in the length. */
static bool is_too_long(const struct spec *spec)
{
    enum { LONGEST = 1 << 18 };
    size_t length = 0;
    for (const struct kernel_file *file = spec->files; file->name; file++)
        length += strlen(file->text);
    return length > LONGEST;
}

struct source source_read(struct spec *spec)
{
    struct source source = {.kernel = spec_own(spec, allocate(MAX_SOURCE_KERNELS * sizeof *source.kernel)),
                            .too_long = is_too_long(spec)};
    size_t count = 0;
    while (spec->files[count].name && !source.too_long)
        count++;
    FREED struct tokens *texts = allocate((count + 1) * sizeof *texts);
    for (size_t f = 0; f < count; f++) {
        texts[f] = tokens_read(spec->files[f].text);
        source_add_kernels(spec, &source, texts[f].code);
    }
    source_add_macros(spec, &source, texts, count);
    for (size_t f = 0; f < count; f++)
        tokens_free(&texts[f]);
    return source;
}

const struct signature *source_find(const struct source *source, const char *entry)
{
    const size_t length = strcspn(entry, "< ");
    for (size_t k = 0; k < source->kernels; k++)
        if (strlen(source->kernel[k].entry) == length && !memcmp(source->kernel[k].entry, entry, length))
            return &source->kernel[k];
    return NULL;
}

bool source_mentions(const struct spec *spec, const char *name)
{
    bool mentions = is_too_long(spec);
    for (const struct kernel_file *file = spec->files; file->name && !mentions; file++) {
        struct tokens tokens = tokens_read(file->text);
        for (size_t t = 0; t < tokens.codes; t++)
            mentions = mentions || token_is(&tokens.code[t], name);
        for (size_t t = 0; t < tokens.directives; t++)
            mentions = mentions || token_is(&tokens.directive[t], name);
        tokens_free(&tokens);
    }
    return mentions;
}
