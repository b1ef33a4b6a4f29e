/* The hash of a problem, by which expectations are kept: two that differ in anything have different ones. */
#include "tuner/suite.h"

#include "tests/check.h"

static const struct bench one = {.name = "one"}, other = {.name = "other"};
static const struct suite told = {.name = "told"}, also = {.name = "also"};
static const struct mm_float4 atoms[] = {{1, 2, 3, 0.5f}, {4, 5, 6, -0.5f}};

static struct store_key key_of(const struct problem *problem)
{
    struct store_hash hash = store_hash_start();
    problem_hash(&hash, problem);
    return store_hash_key(&hash);
}

enum { TYPED_PROBLEMS = 7 };

/* Problems of the same atoms with types and a box. */
static void make_typed(struct problem typed[TYPED_PROBLEMS])
{
    static const uint8_t first[] = {0, 1}, swapped[] = {1, 0};
    for (int i = 0; i < TYPED_PROBLEMS; i++)
        typed[i].inputs = (struct inputs){.atom = atoms,
                                          .atoms = 2,
                                          .atom_type = first,
                                          .type = {{"Ar", 3.4, 0.2, 40}, {"Kr", 3.6, 0.3, 84}},
                                          .types = 2,
                                          .box = {10, 11, 12}};
    typed[1].inputs.atom_type = swapped;
    strcpy(typed[2].inputs.type[1].name, "Xe");
    typed[3].inputs.type[0].sigma = 3.5;
    typed[4].inputs.type[1].epsilon = 0.2;
    typed[5].inputs.type[1].mass = 83;
    typed[6].inputs.box[2] = 13;
}

/* Problems that differ in anything have different keys; the names of a suite and its bench do not run together. */
TEST(hash)
{
    static const struct mm_float4 moved[] = {{1, 2, 3, 0.5f}, {4, 5, 7, -0.5f}}, charged[] = {{1, 2, 3, 0.25f}};
    static const struct bench bc = {.name = "bc"}, c = {.name = "c"};
    static const struct suite a = {.name = "a"}, ab = {.name = "ab"};
    enum { STRUCTURED = 8 + MAX_SETTINGS, TYPED = STRUCTURED + 4, PROBLEMS = TYPED + TYPED_PROBLEMS };
    struct problem problems[PROBLEMS];
    struct store_key keys[PROBLEMS];
    for (size_t i = 0; i < PROBLEMS; i++)
        problems[i] = problem_of(&told, &one, 1000, 42);
    problems[1].suite = &also;
    problems[2].bench = &other;
    problems[3].n = 1001;
    problems[4].seed = 43;
    problems[5].n = 42, problems[5].seed = 1000;
    problems[6].suite = &a, problems[6].bench = &bc;
    problems[7].suite = &ab, problems[7].bench = &c;
    for (size_t s = 0; s < MAX_SETTINGS; s++)
        problems[8 + s].inputs.setting[s] += 1e-12;
    struct problem *structured = &problems[STRUCTURED];
    structured[0].inputs = (struct inputs){.atom = atoms, .atoms = 2};
    structured[1].inputs = (struct inputs){.atom = atoms, .atoms = 1};
    structured[2].inputs = (struct inputs){.atom = moved, .atoms = 2};
    structured[3].inputs = (struct inputs){.atom = charged, .atoms = 1};
    make_typed(&problems[TYPED]);
    for (size_t i = 0; i < PROBLEMS; i++) {
        const struct problem copy = problems[i];
        const struct mm_float4 elsewhere[] = {atoms[0], atoms[1]};
        keys[i] = key_of(&problems[i]);
        CHECK_TEXT(key_of(&copy).text, keys[i].text);
        struct problem same = copy;
        if (copy.inputs.atom == atoms)
            same.inputs.atom = elsewhere;
        CHECK_TEXT(key_of(&same).text, keys[i].text);
        for (size_t j = 0; j < i; j++)
            CHECK(strcmp(keys[i].text, keys[j].text));
    }
}
