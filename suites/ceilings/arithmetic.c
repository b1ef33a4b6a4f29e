/* The rate of arithmetic pipes. A work-item of the kernel performs a fixed number of operations in independent
 * chains and writes a number that depends on all of them; the size is the number of work-items. */
#include "suites/ceilings/ceilings.h"

#include <math.h>

enum { NUMBERS, OUT }; /* slots */
enum { TABLE = 4096 }; /* initial values of chains, and as many of each of two operands */

/* OPERANDS is of FMA only. */
#define GROUP_ROW NUMBER(BLOCK_SIZE, "work-items in a group", 256, 512, 1024)
#define FMA_CHAINS                                                                                                     \
    GROUP_ROW, NUMBER(CHAINS, "FMA of a work-item that do not wait for each other", 1, 4, 8),                          \
        NUMBER(UNROLL, "FMA in the body of the loop", 128, 512),                                                       \
        WORD(OPERANDS, "registers that an FMA reads", three, two)
#define SLOW_CHAINS                                                                                                    \
    GROUP_ROW, NUMBER(CHAINS, "operations of a work-item that do not wait for each other", 1, 2, 4, 8),                \
        NUMBER(UNROLL, "operations in the body of the loop", 8, 32)
PARAMETER_ENUM(FMA_CHAINS);

/* A chain as the host computes it: its initial value, operands, operations. */
struct chain {
    double number;
    float a, b;
    int steps;
    bool three;
};

/* What differs between the benches. */
struct arithmetic {
    int operations; /* of a work-item */
    enum resource resource;
    double flops; /* of an operation and of those beside it */
    enum outcome_type type;
    bool rough;   /* not exact by IEEE 754: compared with a relative tolerance */
    double first; /* initial values of chains: from here up to 1 more, in multiples of 2^-12; NAN for FMA, in [0, 1) */
    double (*result)(struct chain chain);
};

static const struct arithmetic *arithmetic_of(const struct job *job)
{
    return job->bench->own;
}

/* Numbers that are multiples of 2^-12, below 2^12, advance without rounding, so the operands are known exactly. FMA get
 * all 24 bits, and operands below 2^-11. */
static void setup(struct job *job)
{
    double from = arithmetic_of(job)->first;
    float *first = job_input(job, SLOT(NUMBERS), 3 * TABLE * sizeof *first), *a = first + TABLE, *b = a + TABLE;
    for (uint64_t i = 0; i < TABLE; i++) {
        float any[3];
        for (uint64_t k = 0; k < 3; k++)
            any[k] = job_uniform_float(job->seed, 3 * i + k);
        first[i] = isnan(from) ? any[0] : (float)(from + floor(any[0] * 4096) / 4096);
        a[i] = isnan(from) ? any[1] * 0x1p-11f : (float)((1 + floor(any[1] * 64)) / 4096);
        b[i] = isnan(from) ? any[2] * 0x1p-11f : (float)((1 + floor(any[2] * 4096)) / 4096);
    }
    job_scratch(job, SLOT(OUT), job->n * outcome_bytes(arithmetic_of(job)->type));
}

static enum status enqueue(struct job *job, const struct config *config, struct fault *fault)
{
    static const float one = 1;
    const uint64_t block = config_count(config, BLOCK_SIZE);
    return LAUNCH(0, launch_over(job->n, block, block), ARRAY(NUMBERS), ARRAY(OUT), VALUE(one), VALUE(job->n));
}

/* ---- expectation ---- */

static double follow_fp32(struct chain chain)
{
    float number = (float)chain.number, a = chain.three ? 1 - chain.a : chain.a - 1.f / 4096;
    for (int i = 0; i < chain.steps; i++)
        number = fmaf(number, a, chain.three ? chain.b : number);
    return number;
}

static double follow_fp64(struct chain chain)
{
    double number = chain.number, a = chain.three ? 1. - chain.a : chain.a - 1. / 4096;
    for (int i = 0; i < chain.steps; i++)
        number = fma(number, a, chain.three ? chain.b : number);
    return number;
}

/* The sums of benches of slow operations: a term for each step. */
#define FOLLOW(name, term)                                                                                             \
    static double name(struct chain chain)                                                                             \
    {                                                                                                                  \
        double sum = 0;                                                                                                \
        for (int i = 0; i < chain.steps; i++, chain.number += chain.a)                                                 \
            sum += term;                                                                                               \
        return sum;                                                                                                    \
    }
FOLLOW(follow_rsqrt, 1 / sqrt(chain.number))
FOLLOW(follow_rsqrt_fma, chain.b / sqrt(chain.number * chain.number + chain.b))
FOLLOW(follow_rint, rint(chain.number))
FOLLOW(follow_to_int, trunc(chain.number))

/* Some of the benches have one kind of operands, and no parameter for it. */
static bool three_operands(const struct config *config)
{
    return OPERANDS < space_parameters(&config->problem->bench->space) && config->value[OPERANDS] == OPERANDS_three;
}

/* The expected number of work-item i. */
static double expected(const struct job *job, const struct config *config, uint64_t i)
{
    const struct arithmetic *arithmetic = arithmetic_of(job);
    const float *number = job_host(job, NUMBERS);
    int chains = config->value[CHAINS];
    uint64_t other = (i >> 6) % TABLE;
    double all = 0;
    for (int c = 0; c < chains; c++) {
        double one = arithmetic->result((struct chain){.number = number[i % TABLE] + (double)c,
                                                       .a = number[TABLE + other],
                                                       .b = number[2 * TABLE + other],
                                                       .steps = arithmetic->operations / chains,
                                                       .three = three_operands(config)});
        all = arithmetic->type == FLOATS ? (float)(all + one) : all + one;
    }
    return all;
}

/* ---- verification ---- */

/* An approximate reciprocal root is off by at most 2 units in the last place (2^-22 of it), as CUDA and OpenCL
 * guarantee; its argument is rounded once; and each addition of a chain, and of the chains, rounds by 2^-24 of a
 * growing sum. Everything else is exact: FMA are rounded once by definition, the rest are whole numbers below 2^24. */
static double tolerance(const struct arithmetic *arithmetic, int chains)
{
    return arithmetic->rough ? 0x1p-22 + 0x1p-25 + (arithmetic->operations / chains + chains) * 0x1p-24 : 0;
}

static enum status verify(const struct job *job, const struct config *config, struct verdict *verdict,
                          struct fault *fault)
{
    const struct arithmetic *arithmetic = arithmetic_of(job);
    *verdict = (struct verdict){.tolerance = tolerance(arithmetic, config->value[CHAINS])};
    return outcome_compare(job, config, (struct outcome){OUT, arithmetic->type, job->n, arithmetic->rough, expected},
                           verdict, fault);
}

static struct work work(const struct job *job, UNNEEDED const struct config *config)
{
    const struct arithmetic *arithmetic = arithmetic_of(job);
    double operations = (double)job->n * arithmetic->operations;
    struct work work = {.flops = operations * arithmetic->flops};
    work.amount[arithmetic->resource] = operations;
    return work;
}

/* So that 2048 work-items take a multiprocessor of an H200 about 30 us, and the medium size takes all 132 about 1
 * ms. */
#define FMA_OPERATIONS 4096
#define FP64_OPERATIONS 2048
#define SLOW_OPERATIONS 512
#define MEDIUM_SIZE (UINT64_C(132) * 2048 * 32)

/* clang-format off */
#define ARITHMETIC(word, what, need, operation, operations, real, out, small, unroll, chains, ...)                     \
    {                                                                                                                  \
        .name = word, .summary = what, .needs = need,                                                                  \
        .kernel = {.file = "ceilings/arithmetic.cl", .entries = NAMES("operate"),                                      \
                   .defines = "#define OPERATION " operation "\n#define OPERATIONS " DEFINE_TEXT(operations)           \
                              "\n#define REAL " real "\n#define RESULT " out},                                         \
        .own = &(const struct arithmetic){operations, __VA_ARGS__},                                                    \
        .size = {.unit = "work-items", .classes = {small, MEDIUM_SIZE, 4 * MEDIUM_SIZE}, .most = UINT64_C(1) << 31},   \
        .space = {.parameters = PARAMETER_TABLE(chains), .constraints = CONSTRAINTS(GROUP_FITS(BLOCK_SIZE))},          \
        DEFAULTS(256, 4, unroll), .problem = {.variants = 1, .setup = setup, .verify = verify},                        \
        .device.enqueue = enqueue, .report.work = work, .tests = NAMES("--size 1,2049"),                               \
    }

const struct bench
    ceiling_fp32_fma = ARITHMETIC("fp32_fma", "fused multiplications and additions of floats", 0, "FMA",
                                  FMA_OPERATIONS, "float", "float", 16384, 128, FMA_CHAINS,
                                  RESOURCE_FP32_FMA, 2, FLOATS, false, NAN, follow_fp32),
    ceiling_fp64_fma = ARITHMETIC("fp64_fma", "fused multiplications and additions of doubles", NEEDS_FP64, "FMA",
                                  FP64_OPERATIONS, "double", "double", 16384, 128, FMA_CHAINS,
                                  RESOURCE_FP64_FMA, 2, DOUBLES, false, NAN, follow_fp64),
    ceiling_rsqrt = ARITHMETIC("rsqrt", "approximate reciprocal square roots of floats", 0, "RSQRT",
                               SLOW_OPERATIONS, "float", "float", 32768, 32, SLOW_CHAINS,
                               RESOURCE_RSQRT, 3, FLOATS, true, 1, follow_rsqrt),
    ceiling_rsqrt_fma = ARITHMETIC("rsqrt_fma", "approximate reciprocal square roots, with three FMA beside each", 0,
                                   "RSQRT_FMA", SLOW_OPERATIONS, "float", "float", 32768, 32, SLOW_CHAINS,
                                   RESOURCE_RSQRT_FMA, 7, FLOATS, true, 0, follow_rsqrt_fma),
    ceiling_rint = ARITHMETIC("rint", "floats rounded to whole numbers", 0, "RINT",
                              SLOW_OPERATIONS, "float", "float", 2048, 32, SLOW_CHAINS,
                              RESOURCE_RINT, 3, FLOATS, false, -4, follow_rint),
    ceiling_float_to_int = ARITHMETIC("float_to_int", "floats converted to integers", 0, "FLOAT_TO_INT",
                                      SLOW_OPERATIONS, "float", "int", 262144, 32, SLOW_CHAINS,
                                      RESOURCE_FLOAT_TO_INT, 1, INTS, false, -4, follow_to_int);
/* clang-format on */
