#include "suites/molecules/elements.h"

#include "base/memory.h"
#include "suites/molecules/lines.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* UFF has x_I, the distance at the minimum of the potential of two equal atoms; it is zero at x_I / 2^(1/6). */
#define UFF(symbol, x, depth, mass)                                                                                    \
    {                                                                                                                  \
        symbol, (x) / 1.122462048309373, depth, mass                                                                   \
    }

/* x_I and D_I of table 1 of Rappe et al. (1992), shared by all types of an element; standard atomic weights of IUPAC
 * (2021), abridged to five digits. */
static const struct atom_type built_in[] = {
    UFF("H", 2.886, 0.044, 1.008),   UFF("He", 2.362, 0.056, 4.0026), UFF("Li", 2.451, 0.025, 6.94),
    UFF("C", 3.851, 0.105, 12.011),  UFF("N", 3.660, 0.069, 14.007),  UFF("O", 3.500, 0.060, 15.999),
    UFF("F", 3.364, 0.050, 18.998),  UFF("Ne", 3.243, 0.042, 20.180), UFF("Na", 2.983, 0.030, 22.990),
    UFF("Mg", 3.021, 0.111, 24.305), UFF("Al", 4.499, 0.505, 26.982), UFF("Si", 4.295, 0.402, 28.085),
    UFF("P", 4.147, 0.305, 30.974),  UFF("S", 4.035, 0.274, 32.06),   UFF("Cl", 3.947, 0.227, 35.45),
    UFF("Ar", 3.868, 0.185, 39.95),  UFF("K", 3.812, 0.035, 39.098),  UFF("Ca", 3.399, 0.238, 40.078),
    UFF("Fe", 2.912, 0.013, 55.845), UFF("Zn", 2.763, 0.124, 65.38),  UFF("Br", 4.189, 0.251, 79.904),
    UFF("Kr", 4.141, 0.220, 83.798), UFF("I", 4.500, 0.339, 126.90),  UFF("Xe", 4.404, 0.332, 131.29),
};

static const struct atom_type *find(const struct atom_type *type, size_t count, const char *symbol)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(type[i].name, symbol))
            return &type[i];
    return NULL;
}

const struct atom_type *elements_find(const struct elements *elements, const char *symbol)
{
    const struct atom_type *own = find(elements->type, elements->count, symbol);
    return own ? own : find(built_in, sizeof built_in / sizeof *built_in, symbol);
}

void elements_free(struct elements *elements)
{
    free(elements->type);
    *elements = (struct elements){0};
}

static bool is_symbol(const char *text)
{
    size_t length = strlen(text);
    bool good = isalpha((unsigned char)*text) && length < sizeof((struct atom_type){0}).name;
    for (const char *at = text; good && *at; at++)
        good = isgraph((unsigned char)*at);
    return good;
}

static bool take_type(struct lines *lines, char **field, size_t count, struct elements *elements)
{
    struct atom_type type = {0};
    if (count != 4)
        return lines_refuse(lines, "expected a symbol, sigma, epsilon and mass, not %zu fields", count);
    if (!is_symbol(field[0]))
        return lines_refuse(lines, "'%.40s' is no symbol: a letter, and at most 6 characters behind it", field[0]);
    if (find(elements->type, elements->count, field[0]))
        return lines_refuse(lines, "%s is there twice", field[0]);
    if (!field_number(lines, "sigma", field[1], &type.sigma) ||
        !field_number(lines, "epsilon", field[2], &type.epsilon) ||
        !field_number(lines, "the mass", field[3], &type.mass))
        return false;
    const bool none = type.sigma == 0 && type.epsilon == 0;
    if (!((type.sigma > 0 || none) && type.mass > 0 && type.epsilon >= 0))
        return lines_refuse(lines, "sigma and the mass are above 0, and epsilon is not below; sigma may be 0 where "
                                   "epsilon is");
    memcpy(type.name, field[0], strlen(field[0]));
    elements->type = grow(elements->type, elements->count, &elements->capacity, sizeof *elements->type);
    elements->type[elements->count++] = type;
    return true;
}

enum status elements_read(const char *path, struct elements *elements, struct fault *fault)
{
    struct fault own = {0};
    struct lines lines;
    char *field[MAX_FIELDS];
    *elements = (struct elements){0};
    lines_open(&lines, path, &own);
    while (lines_next(&lines)) {
        lines.text[strcspn(lines.text, "#")] = '\0';
        size_t count = fields_split(lines.text, field);
        if (count && !take_type(&lines, field, count, elements))
            break;
    }
    if (lines_close(&lines) && !elements->count)
        fail(&own, INVALID, "%.512s: no element: expected lines of a symbol, sigma, epsilon and mass", path);
    if (own.status == OK)
        return OK;
    elements_free(elements);
    return fail(fault, own.status, "%s", own.text);
}
