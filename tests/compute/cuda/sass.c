/* Which loop is the hottest, and what is in it: short forms of what nvdisasm prints of kernels/. */
#include "compute/cuda/sass.h"
#include "tests/check.h"

#define HEAD(entry)                                                                                                    \
    "\t.section\t.text." entry ",\"ax\",@progbits\n\t.sectioninfo\t@\"SHI_REGISTERS=28\"\n\t.align\t128\n" entry       \
    ":\n.text." entry ":\n"
#define TAIL(label, address)                                                                                           \
    label ":\n        /*" address "*/                   BRA `(" label ");\n"                                           \
          "        /*0ff0*/                   NOP;\n"

/* coulomb: two loops one behind the other, of 13 and 6 instructions. */
static const char coulomb[] =
    HEAD("coulomb") "        /*0050*/                   I2F.U32.RP R0, R7 ;\n"
                    "        /*0240*/              @!P2 BRA `(.L_x_0) ;\n"
                    ".L_x_1:\n"
                    "        /*0280*/                   IMAD.U32 R9, RZ, RZ, UR5 ;\n"
                    "        /*0290*/                   ULDC.64 UR6, c[0x3][UR5+0x8] ;\n"
                    "        /*02a0*/                   UIADD3 UR4, UR4, 0x1, URZ ;\n"
                    "        /*02b0*/                   LDC.64 R10, c[0x3][R9] ;\n"
                    "        /*02c0*/                   UIADD3 UR5, UR5, 0x10, URZ ;\n"
                    "        /*02d0*/                   ISETP.LE.U32.AND P2, PT, R8, UR4, PT ;\n"
                    "        /*02e0*/                   FFMA.FTZ R11, R6, 0.5, -R11 ;\n"
                    "        /*02f0*/                   FFMA.FTZ R10, R7, 0.5, -R10 ;\n"
                    "        /*0300*/                   FFMA.FTZ R11, R11, R11, UR6 ;\n"
                    "        /*0310*/                   FFMA.FTZ R11, R10, R10, R11 ;\n"
                    "        /*0320*/                   MUFU.RSQ R11, R11 ;\n"
                    "        /*0330*/                   FFMA.FTZ R0, R11, UR7, R0 ;\n"
                    "        /*0340*/              @!P2 BRA `(.L_x_1) ;\n"
                    ".L_x_0:\n"
                    "        /*0350*/              @!P1 BRA `(.L_x_2) ;\n"
                    ".L_x_3:\n"
                    "        /*0380*/                   VIADD R8, R8, 0x1 ;\n"
                    "        /*0390*/                   LDC.64 R10, c[0x3][R9] ;\n"
                    "        /*0410*/               @P1 MUFU.RSQ R10, R10 ;\n"
                    "        /*0420*/               @P1 FFMA.FTZ R0, R13, R10, R0 ;\n"
                    "        /*0430*/              @!P2 BRA `(.L_x_3) ;\n"
                    ".L_x_2:\n"
                    "        /*0440*/                   EXIT ;\n" TAIL(".L_x_4", "0450");

/* As in fmm's p2p: a short loop within one within one; a branch to an outer label twice; and behind it all a slow path
 * that comes back, and a function that is called. */
static const char nested[] =
    HEAD("p2p") ".L_x_8:\n"
                "        /*0010*/                   LDG.E R1, desc[UR6][R2.64] ;\n"
                ".L_x_7:\n"
                "        /*0020*/                   LDS R3, [R4] ;\n"
                "        /*0030*/                   STL [R1], R3 ;\n"
                "        /*0040*/              @!P1 BRA `(.L_x_7) ;\n"
                ".L_x_6:\n"
                "        /*0050*/                   DFMA R8, R2, R2, R8 ;\n"
                "        /*0060*/                   HMMA.16816.F32 R8, R2, R4, R8 ;\n"
                "        /*0070*/                   TEX.LL R3, R4, R5 ;\n"
                "        /*0080*/                   SHFL.BFLY PT, R3, R4, 0x1, 0x1f ;\n"
                "        /*0090*/                   WIBBLE.X R3, R4 ;\n"
                "        /*00a0*/              @!P2 BRA `(.L_x_6) ;\n"
                "        /*00b0*/              @!P1 BRA `(.L_x_7) ;\n"
                ".L_x_9:\n"
                "        /*00c0*/              @!P0 BRA `(.L_x_8) ;\n"
                "        /*00d0*/               @P0 EXIT ;\n"
                "        /*00e0*/                   STG.E desc[UR4][R2.64], R3 ;\n"
                "        /*00f0*/                   EXIT ;\n"
                "        /*0100*/                   WARPSYNC.COLLECTIVE R15, `(.L_x_10) ;\n"
                "        /*0110*/                   BRA `(.L_x_9) ;\n"
                "\t.weak\t\t$__internal_0_$__cuda_sm20_div_u64\n"
                "        /*0120*/                   MUFU.RCP R3, R4 ;\n"
                "        /*0130*/                   RET.REL.NODEC R2 `(p2p) ;\n" TAIL(".L_x_11", "0140");

static const char straight[] =
    HEAD("integrate_more") "        /*0010*/                   FADD R1, R2, R3 ;\n"
                           "        /*0020*/                   EXIT ;\n" TAIL(".L_x_1", "0030")
                               HEAD("integrate") "        /*0010*/                   LDG.E R1, desc[UR6][R2.64] ;\n"
                                                 "        /*0020*/               @P0 EXIT ;\n"
                                                 "        /*0030*/                   FMUL R1, R2, R3 ;\n"
                                                 "        /*0040*/                   EXIT ;\n" TAIL(".L_x_2", "0050")
                                                     HEAD("behind") "        /*0010*/                   EXIT ;\n";

static struct compute_loop loop_of(const char *text, const char *entry)
{
    struct compute_loop loop;
    CHECK_OK(sass_loop(text, entry, &loop, &caught));
    return loop;
}

static bool same(struct compute_loop a, struct compute_loop b)
{
    return !memcmp(&a, &b, sizeof a);
}

TEST(longest)
{
    CHECK(same(loop_of(coulomb, "coulomb"),
               (struct compute_loop){
                   .depth = 1, .total = 13, .fma = 6, .alu = 1, .xu = 1, .memory = 1, .uniform = 3, .control = 1}));
}

TEST(deepest)
{
    /* The loop of .L_x_6: within .L_x_7, which ends behind it, within .L_x_8; of six instructions, fewer than those. */
    CHECK(
        same(loop_of(nested, "p2p"),
             (struct compute_loop){
                 .depth = 3, .total = 6, .fp64 = 1, .tensor = 1, .texture = 1, .shared = 1, .other = 1, .control = 1}));
}

/* All of it up to its end; and of this kernel, not of one whose name begins so. */
TEST(none)
{
    CHECK(same(loop_of(straight, "integrate"),
               (struct compute_loop){.depth = 0, .total = 4, .fma = 1, .memory = 1, .control = 2}));
    CHECK(same(loop_of(straight, "integrate_more"),
               (struct compute_loop){.depth = 0, .total = 2, .fma = 1, .control = 1}));
}

/* Two branches to one label are one loop; and what comes back from behind the end is none. */
TEST(one)
{
    CHECK(same(loop_of(HEAD("add") ".L_x_1:\n"
                                   "        /*0010*/              @!P1 BRA `(.L_x_1_) ;\n"
                                   "        /*0020*/                   FADD R1, R1, R2 ;\n"
                                   ".L_x_2:\n"
                                   "        /*0030*/              @!P1 BRA `(.L_x_1) ;\n"
                                   "        /*0040*/              @!P2 BRA `(.L_x_1) ;\n"
                                   "        /*0050*/                   EXIT ;\n"
                                   "        /*0060*/                   BRA `(.L_x_2) ;\n" TAIL(".L_x_3", "0070"),
                       "add"),
               (struct compute_loop){.depth = 1, .total = 4, .fma = 1, .control = 3}));
    CHECK(same(loop_of(HEAD("add") ".L_x_2:\n"
                                   "        /*0010*/                   FADD R1, R1, R2 ;\n"
                                   "        /*0020*/                   EXIT ;\n"
                                   "        /*0030*/                   BRA `(.L_x_2) ;\n" TAIL(".L_x_3", "0040"),
                       "add"),
               (struct compute_loop){.depth = 0, .total = 2, .fma = 1, .control = 1}));
}

TEST(hotter)
{
    const struct compute_loop unknown = {0}, none = {.total = 90}, outer = {.depth = 1, .total = 50},
                              inner = {.depth = 2, .total = 5}, longer = {.depth = 2, .total = 6};
    const struct compute_loop *order[] = {&unknown, &none, &outer, &inner, &longer};
    for (size_t a = 0; a < 5; a++)
        for (size_t b = 0; b < 5; b++)
            CHECK(compute_loop_hotter(order[a], order[b]) == (a > b));
}

TEST(malformed)
{
    static const char *const texts[] = {
        "",
        "nvdisasm",
        coulomb, /* has another kernel */
        HEAD("absent"),
        HEAD("absent") ".L_x_0:\n        /*0010*/\n        /*zz*/ EXIT ;\n  BRA `(.L_x_0) ;",
        "\t.section\t.text.absent",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct compute_loop loop = {.total = 1};
        CHECK_FAULT(sass_loop(texts[i], "absent", &loop, &caught), INVALID,
                    "nvdisasm prints no instructions of the kernel absent");
        CHECK(!loop.total);
    }
    /* A branch to nowhere, without its end, is a branch. */
    CHECK(
        same(loop_of(HEAD("cut") ".L_x_0:\n        /*0010*/  @P0 BRA `(.L_x_9) ;\n        /*0020*/ BRA `(.L_x", "cut"),
             (struct compute_loop){.depth = 0, .total = 2, .control = 2}));
}
