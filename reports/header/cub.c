#include "reports/header/cub.h"

#include "base/text.h"
#include "reports/header/header.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct type {
    const char *name, *cpp;
    int bytes;
} types[] = {{"f32", "float", 4}, {"f64", "double", 8}, {"u32", "unsigned", 4}};

/* A configuration in CUB's terms: a cub::ReducePassPolicy, and of the one for a single tile what is not common. */
struct policy {
    long threads, items, vector, single_threads, single_items;
    const char *algorithm, *load;
};

/* CUB's own for 6.0 and later. */
static struct policy common_policy(const struct type *type)
{
    const int items = 64 / type->bytes;
    return (struct policy){256, items, 4, 256, items, "WARP_REDUCTIONS", "LDG"};
}

/* The best at a size for a compute capability, 90 for 9.0. */
struct choice {
    uint64_t size;
    long capability;
    struct policy policy;
    const struct entry *entry;
};

struct choices {
    struct choice *choice; /* by size, then capability */
    size_t count;
    const struct type *type;
};

/* ---- from configurations ---- */

/* A vector has 16 bytes if loads are vectorized; single loads are striped in CUB's order. */
static void take_word(struct policy *policy, const struct type *type, const char *name, const char *word)
{
    static const struct {
        const char *name, *word, *cub;
    } words[] = {{"ALGORITHM", "raking", "RAKING"},
                 {"ALGORITHM", "raking_commutative_only", "RAKING_COMMUTATIVE_ONLY"},
                 {"LOAD_MODIFIER", "default", "DEFAULT"},
                 {"LOAD_MODIFIER", "cg", "CG"},
                 {"LOAD_MODIFIER", "cs", "CS"}};
    const struct {
        const char *name;
        long *value;
    } numbers[] = {{"BLOCK_SIZE", &policy->threads},
                   {"ITEMS_PER_THREAD", &policy->items},
                   {"VECTOR_WIDTH", &policy->vector},
                   {"SINGLE_BLOCK_SIZE", &policy->single_threads},
                   {"SINGLE_ITEMS", &policy->single_items}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!strcmp(name, numbers[i].name))
            *numbers[i].value = strtol(word, NULL, 10);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(name, words[i].name) && !strcmp(word, words[i].word))
            *(*name == 'A' ? &policy->algorithm : &policy->load) = words[i].cub;
    if (!strcmp(name, "LOAD") && !strcmp(word, "vectorized"))
        policy->vector = 16 / type->bytes;
}

static struct policy policy_of(const struct entry *entry, const struct type *type)
{
    const struct named_problem *problem = entry->problem;
    struct policy policy = common_policy(type);
    policy.threads = policy.items = 0;
    policy.vector = 1;
    for (size_t p = 0; p < problem->parameters; p++)
        take_word(&policy, type, problem->parameter[p].name, problem_word(problem, entry->best->result.index, p));
    return policy;
}

/* "sm_90": 90; 0: no NVIDIA device. */
static long capability_of(const struct results *results)
{
    const char *architecture = results->context.device.architecture;
    return strncmp(architecture, "sm_", 3) ? 0 : strtol(architecture + 3, NULL, 10);
}

static int by_size(const void *left, const void *right)
{
    const struct choice *a = left, *b = right;
    int order = (a->size > b->size) - (a->size < b->size);
    if (!order)
        order = (a->capability > b->capability) - (a->capability < b->capability);
    return order ? order : (a->entry->number > b->entry->number) - (a->entry->number < b->entry->number);
}

/* The bests of a bench of that name, the last of each size and capability. */
static struct choices collect(const struct entries *entries, const struct type *type, const char *suffix)
{
    char bench[32];
    struct choices choices = {.choice = allocate((entries->count + 1) * sizeof *choices.choice), .type = type};
    size_t kept = 0;
    snprintf(bench, sizeof bench, "sum_1d_%s%s", type->name, suffix);
    for (size_t i = 0; i < entries->count; i++) {
        const struct entry *entry = &entries->entry[i];
        const struct policy policy = policy_of(entry, type);
        if (!strcmp(entry->problem->bench, bench) && capability_of(entry->from) && policy.threads > 0 &&
            policy.items > 0)
            choices.choice[choices.count++] =
                (struct choice){entry->problem->size, capability_of(entry->from), policy, entry};
    }
    qsort(choices.choice, choices.count, sizeof *choices.choice, by_size);
    for (size_t i = 0; i < choices.count; i++) {
        const struct choice *one = &choices.choice[i], *next = one + 1;
        if (i + 1 == choices.count || one->size != next->size || one->capability != next->capability)
            choices.choice[kept++] = *one;
    }
    choices.count = kept;
    return choices;
}

/* ---- to text ---- */

static void print_policy(FILE *file, const struct policy *policy)
{
    fprintf(file,
            "            return {{%ld, %ld, %ld, cub::BLOCK_REDUCE_%s, cub::LOAD_%s},\n"
            "                    {%ld, %ld, 4, cub::BLOCK_REDUCE_WARP_REDUCTIONS, cub::LOAD_LDG}};\n",
            policy->threads, policy->items, policy->vector, policy->algorithm, policy->load, policy->single_threads,
            policy->single_items);
}

/* The choice of a capability with the nearest size in ratio; at equal distance the smaller. */
static const struct choice *nearest(const struct choices *choices, long capability, uint64_t size)
{
    const struct choice *found = NULL;
    for (size_t i = 0; i < choices->count; i++) {
        const struct choice *one = &choices->choice[i];
        const double off = fabs(log2((double)one->size / (double)size));
        if (one->capability == capability && (!found || off < fabs(log2((double)found->size / (double)size))))
            found = one;
    }
    return found;
}

/* The next larger capability; 0: none. */
static long next_capability(const struct choices *choices, long above)
{
    long next = 0;
    for (size_t i = 0; i < choices->count; i++)
        if (choices->choice[i].capability > above && (!next || choices->choice[i].capability < next))
            next = choices->choice[i].capability;
    return next;
}

static void print_origins(FILE *file, const struct choices *choices, uint64_t size)
{
    for (long capability = 0; (capability = next_capability(choices, capability));)
        header_origin(file, nearest(choices, capability, size)->entry, "");
}

static void print_selector(FILE *file, const struct choices *choices, uint64_t size)
{
    const struct policy common = common_policy(choices->type);
    fprintf(file,
            "struct sum_%s_%" PRIu64 " {\n"
            "    __host__ __device__ constexpr cub::ReducePolicy operator()(cuda::compute_capability device) const\n"
            "    {\n",
            choices->type->name, size);
    for (long capability = 0; (capability = next_capability(choices, capability));) {
        fprintf(file, "        if (device == cuda::compute_capability{%ld, %ld})\n", capability / 10, capability % 10);
        print_policy(file, &nearest(choices, capability, size)->policy);
    }
    fputs("        else\n", file);
    print_policy(file, &common);
    fputs("    }\n};\n\n", file);
}

/* Whether all capabilities have the same policies at two sizes. */
static bool is_alike(const struct choices *choices, uint64_t a, uint64_t b)
{
    bool alike = true;
    for (long capability = 0; alike && (capability = next_capability(choices, capability));) {
        const struct policy *x = &nearest(choices, capability, a)->policy,
                            *y = &nearest(choices, capability, b)->policy;
        alike = x->threads == y->threads && x->items == y->items && x->vector == y->vector &&
                x->single_threads == y->single_threads && x->single_items == y->single_items &&
                !strcmp(x->algorithm, y->algorithm) && !strcmp(x->load, y->load);
    }
    return alike;
}

/* Equal policies are one type, which is compiled once. */
static void print_size(FILE *file, const struct choices *choices, uint64_t size, uint64_t before)
{
    print_origins(file, choices, size);
    if (before && is_alike(choices, size, before))
        fprintf(file, "using sum_%s_%" PRIu64 " = sum_%s_%" PRIu64 ";\n\n", choices->type->name, size,
                choices->type->name, before);
    else
        print_selector(file, choices, size);
}

/* The largest size at least as near to a as to b. */
static uint64_t middle(uint64_t a, uint64_t b)
{
    return (uint64_t)sqrtl((long double)a * (long double)b);
}

static uint64_t next_size(const struct choices *choices, size_t *at)
{
    const uint64_t size = choices->choice[*at].size;
    while (*at < choices->count && choices->choice[*at].size == size)
        ++*at;
    return size;
}

static void print_type(FILE *file, const struct choices *choices)
{
    uint64_t size, before = 0;
    fputs("\n/* ---- ", file);
    header_comment(file, choices->choice->entry->problem->suite);
    fputc('/', file);
    header_comment(file, choices->choice->entry->problem->bench);
    fputs(" ---- */\n\n", file);
    for (size_t i = 0; i < choices->count; before = size) {
        size = next_size(choices, &i);
        print_size(file, choices, size, before);
    }
    fprintf(file,
            "/* What call(policy) returns, with the policy of the size that is nearest to n in ratio. */\n"
            "template <class Call> auto sum_%s(unsigned long long n, Call &&call)\n{\n",
            choices->type->name);
    for (size_t i = 0; i < choices->count;) {
        size = next_size(choices, &i);
        if (i < choices->count)
            fprintf(file, "    if (n <= %" PRIu64 "u)\n    ", middle(size, choices->choice[i].size));
        fprintf(file, "    return call(sum_%s_%" PRIu64 "{});\n", choices->type->name, size);
    }
    fputs("}\n", file);
}

static void print_head(FILE *file)
{
    fputs("/* The fastest correct sums that gpubench measured, as policies for cub::DeviceReduce. " HEADER_MARK "\n"
          " * Times and gains of benches whose names end in _policy are those of CUB's kernels. Those of others are of "
          "gpubench's\n"
          " * own: what CUB takes with such a policy has to be timed.\n"
          " *\n"
          " *     gpubench::sum_f32(n, [&](auto policy) {\n"
          " *         return cub::DeviceReduce::Sum(in, out, n, cuda::execution::tune(policy));\n"
          " *     });\n"
          " *\n"
          " * in is of float (f32), double (f64) or unsigned (u32). Each size is compiled; a program of one size takes "
          "its\n"
          " * policy, tune(gpubench::sum_f32_65536{}). CUB tells devices apart by their compute capability alone. A\n"
          " * capability that was not measured, and what fits in a single tile, has what CUB's own policy was for 6.0 "
          "and\n"
          " * later when this was written. */\n"
          "#ifndef GPUBENCH_CUB_POLICY_CUH\n"
          "#define GPUBENCH_CUB_POLICY_CUH\n"
          "\n"
          "#include <cub/device/device_reduce.cuh>\n"
          "\n"
          "#if CCCL_VERSION < 3005000\n"
          "#error \"CCCL 3.5 or later is needed: cuda::execution::tune\"\n"
          "#endif\n"
          "\n"
          "namespace gpubench {\n",
          file);
}

/* A line for each device that another one of its capability replaces. */
static void print_overlap(FILE *notes, const struct results *const *results, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = count; --j > i;) {
            const struct compute_device *one = &results[i]->context.device, *later = &results[j]->context.device;
            if (!capability_of(results[i]) || capability_of(results[i]) != capability_of(results[j]) ||
                !strcmp(one->name, later->name))
                continue;
            text_print(notes,
                       "gpubench: header: where both have a size, %s counts for %s, too: to CUB both are %s, and it is "
                       "named later\n",
                       later->name, one->name, one->architecture);
            break;
        }
}

/* The benches of a type, by how near they are to CUB: itself, its blocks, other kernels. Their times do not compare: a
 * faster kernel of another kind is not what CUB does by its parameters. */
static const char *const suffixes[] = {"_policy", "_cub", ""};

enum status cub_write(FILE *file, const struct results *const *results, size_t count, FILE *notes, struct fault *fault)
{
    struct entries entries = entries_collect(results, count);
    size_t written = 0;
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        struct choices choices = {.count = 0};
        for (size_t s = 0; !choices.count && s < sizeof suffixes / sizeof *suffixes; s++) {
            free(choices.choice);
            choices = collect(&entries, &types[t], suffixes[s]);
        }
        if (choices.count && !written++)
            print_head(file);
        if (choices.count)
            print_type(file, &choices);
        free(choices.choice);
    }
    entries_free(&entries);
    if (!written)
        return fail(fault, INVALID, "the results have no best sum_1d_f32, _f64 or _u32 of an NVIDIA device, by CUDA");
    fputs("} // namespace gpubench\n\n#endif\n", file);
    if (notes)
        print_overlap(notes, results, count);
    return OK;
}
