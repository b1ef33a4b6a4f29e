/* The launch of a kernel: work-groups, given or as ProblemSize divided; and the condition that a device supports
 * them. */
#include "base/memory.h"
#include "spec/json.h"

#include <string.h>

static const char *const sides_of_space[] = {"X", "Y", "Z"};

bool spec_read_sides(struct reader *reader, const json_t *sides, const char *at, enum scope scope,
                     struct expression *side[3])
{
    if (!json_is_object(sides))
        return spec_wrong(reader, at, sides ? "is no object of X, Y, Z: {\"X\": ...}" : "is missing");
    for (int d = 0; d < 3; d++)
        if (!spec_read_expression(reader, json_object_get(sides, sides_of_space[d]),
                                  spec_path("%s.%s", at, sides_of_space[d]).text, scope, &side[d]))
            return false;
    return side[0] || spec_wrong(reader, spec_path("%s.X", at).text, "is missing");
}

/* ---- ProblemSize and its divisors ---- */

static bool read_divisors(struct reader *reader, const json_t *list, const char *at,
                          struct expression *divisor[MAX_DIVISORS])
{
    const size_t count = json_is_array(list) ? json_array_size(list) : 1;
    if (count > MAX_DIVISORS)
        return spec_wrong(reader, at, "has %zu divisors; there may be %d", count, MAX_DIVISORS);
    for (size_t i = 0; i < count; i++) {
        const struct path path = spec_path(json_is_array(list) ? "%s[%zu]" : "%s", at, i);
        const json_t *value = json_is_array(list) ? json_array_get(list, i) : list;
        if (!spec_read_expression(reader, value, path.text, SCOPE_CONFIG, &divisor[i]))
            return false;
        if (!divisor[i])
            return spec_wrong(reader, path.text, "is missing");
    }
    return true;
}

/* Without GridDivX the first size is divided by the work-group's, the others are not, as in Kernel Tuner. */
static bool read_divided(struct reader *reader, const json_t *kernel, struct spec_kernel *to)
{
    struct spec *spec = reader->spec;
    for (int d = 0; d < 3 && spec->problem[d]; d++) {
        const struct path key = spec_path("GridDiv%s", sides_of_space[d]);
        const struct path at = spec_path("KernelSpecification.%s", key.text);
        const json_t *divisors = json_object_get(kernel, key.text);
        struct fault why = {0};
        const struct path size = spec_path("ProblemSize[%d]", d);
        to->groups[d] = spec_compile(spec, size.text, SCOPE_CONFIG, NULL, &why);
        if (!to->groups[d])
            return spec_wrong(reader, spec_path("KernelSpecification.%s", size.text).text, "%s", why.text);
        if (divisors && !json_is_null(divisors)) {
            if (!read_divisors(reader, divisors, at.text, to->divisor[d]))
                return false;
        } else if (d == 0)
            to->divisor[d][0] = to->group[0];
    }
    return true;
}

static bool has_divisors(const json_t *kernel)
{
    bool has = false;
    for (int d = 0; d < 3; d++) {
        const json_t *divisors = json_object_get(kernel, spec_path("GridDiv%s", sides_of_space[d]).text);
        has = has || (divisors && !json_is_null(divisors));
    }
    return has;
}

/* ---- both ---- */

/* Adds the condition that the device supports the work-group; a constant one is checked at launch. */
bool spec_limit_group(struct reader *reader, const json_t *sides)
{
    struct spec *spec = reader->spec;
    size_t at = 0, reads;
    const char *text[3];
    struct fault why = {0};
    for (int d = 0; d < 3; d++) {
        if (!spec_read_formula(reader, json_object_get(sides, sides_of_space[d]), "", &text[d]))
            return false;
        text[d] = text[d] ? spec_expand(spec, text[d], &why) : "1";
    }
    char *condition =
        spec_own(spec, text_make("(%s) * (%s) * (%s) <= device.group_max and (%s) <= device.group_max_x and "
                                 "(%s) <= device.group_max_y and (%s) <= device.group_max_z",
                                 text[0], text[1], text[2], text[0], text[1], text[2]));
    if (!spec_check_condition(reader, condition, NULL, &reads))
        return true; /* it depends on an argument's value, which conditions cannot read */
    while (spec->constraints[at].text)
        at++;
    if (reads)
        spec->constraints[at] = (struct constraint){.text = "a work-group fits the device", .expression = condition};
    return true;
}

bool spec_read_grid(struct reader *reader, const json_t *kernel, struct spec_kernel *to)
{
    const json_t *group = json_object_get(kernel, "LocalSize"), *groups = json_object_get(kernel, "GlobalSize");
    const char *type, *at = "KernelSpecification";
    if (!spec_read_text(reader, kernel, at, "GlobalSizeType", &type))
        return false;
    if (type && strcmp(type, "CUDA") != 0 && strcmp(type, "OpenCL") != 0)
        return spec_wrong(reader, "KernelSpecification.GlobalSizeType", "'%.40s' is neither CUDA nor OpenCL", type);
    if (!spec_read_sides(reader, group, "KernelSpecification.LocalSize", SCOPE_CONFIG, to->group) ||
        !spec_limit_group(reader, group))
        return false;
    const bool divided = reader->spec->problem[0] && (!groups || has_divisors(kernel));
    if (divided && groups)
        spec_pass_over(reader, "KernelSpecification.GlobalSize (GridDiv goes before)");
    if (divided)
        return read_divided(reader, kernel, to);
    to->counts_items = type ? !strcmp(type, "OpenCL") : reader->spec->language == LANGUAGE_OPENCL;
    return spec_read_sides(reader, groups, "KernelSpecification.GlobalSize", SCOPE_CONFIG, to->groups);
}
