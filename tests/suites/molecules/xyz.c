/* Structures in XYZ format: detection of the format, contents, and the message for each malformed line. */
#include "tests/suites/molecules/reading.h"

static const struct structure_needs types = {.elements = &built_in_alone, .box = true};

static void check_read(const char *text, const char *symbols)
{
    read_text("a.xyz", text, strlen(text), types, "");
    same_symbols(symbols);
}

static void check_box(const char *text, const char *symbols, double x, double y, double z)
{
    check_read(text, symbols);
    same_box(x, y, z);
}

static void check_refused(const char *text, const char *reason)
{
    read_text("a.xyz", text, strlen(text), types, reason);
}

TEST(atoms)
{
    check_read("3\nwater\nO 0 0.25 -1e-1\nH 1 2 3 anything 7\n  H\t-10.5 1000000 0\n", " O H H");
    same_atom(0, 0, 0.25, -0.1, 0);
    same_atom(1, 1, 2, 3, 0);
    same_atom(2, -10.5, 1e6, 0, 0);
    same_box(0, 0, 0);
    CHECK(given.types == 2 && given.type[1].mass == 1.008);
    check_read("2\r\n\r\nAr 1 2 3\r\nKr 4 5 6", " Ar Kr"); /* Windows' line ends, and none */
    same_atom(1, 4, 5, 6, 0);
    check_read("\xef\xbb\xbf 1 \nx\nNa 1 2 3\n", " Na");
    check_read("1\n\nAr 1 2 3\n2\nthe next frame\nbroken\n", " Ar");
    check_read("1\n\nAr 1 2 3\n\n\n", " Ar");
    check_read("1\n\nAr 1 2 3\n \t\nnotes\n", " Ar");
    check_refused(
        "2\nLattice=\"30.0 0 0 0 30.0 0 0 0 30.0\" Properties=species:S:1:pos:R:3\nAr 1 1 1\nAr 29 1 1\nAr 5 5 5\n",
        "5: behind atom 2, the last by line 1, stands neither a blank line nor a frame: 'Ar 5 5 5'");
    check_refused("1\n\nAr 1 2 3\nnotes\n",
                  "4: behind atom 1, the last by line 1, stands neither a blank line nor a frame: 'notes'");
    check_refused("1\n\nAr 1 2 3\n1.5\n",
                  "4: behind atom 1, the last by line 1, stands neither a blank line nor a frame: '1.5'");
}

/* Recognised by the end of the name, or by the first line. */
TEST(format)
{
    static const char xyz[] = "1\n\nAr 1 2 3\n", pqr[] = "ATOM 1 C C 1 1 2 3 4 5\n",
                      both[] = "1\nATOM 1 C C 1 1 2 3 4 5\n";
    static const char *const names[] = {"a.xyz", "A.XYZ", "b.pqr.extxyz", "a", "a.txt", "xyz"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        read_text(names[i], xyz, strlen(xyz), types, "");
    read_text("a.xyz.pqr", xyz, strlen(xyz), types, " no atom: no line begins with ATOM or HETATM");
    read_text("a.pqr", both, strlen(both), types, "");
    read_text("a", both, strlen(both), types, "2: the file ends after 0 of 1 atoms");
    read_text("a.xyz", pqr, strlen(pqr), types, "1: expected the number of atoms alone, not 'ATOM 1 C C 1 1 2 3 4 5'");
    for (size_t i = 3; i < sizeof names / sizeof *names; i++)
        read_text(names[i], pqr, strlen(pqr), types, "");
}

TEST(malformed)
{
    check_refused("", " no atom: the file is empty");
    check_refused("\n1\n\nAr 1 2 3\n", "1: expected the number of atoms alone, not ''");
    check_refused("-1\n\n", "1: expected the number of atoms alone, not '-1'");
    check_refused("1 2\n\n", "1: expected the number of atoms alone, not '1 2'");
    check_refused("1.5\n\n", "1: expected the number of atoms alone, not '1.5'");
    check_refused("0\n\n", "1: no atom");
    check_refused("5\n\n", "1: more than 4 atoms");
    check_refused("99999999999999999999999999\n\n", "1: more than 4 atoms");
    check_refused("2\n", "1: the file ends after 0 of 2 atoms");
    check_refused("2\n\nAr 1 2 3\n", "3: the file ends after 1 of 2 atoms");
    check_refused("2\n\nAr 1 2 3\n\nAr 1 2 3\n", "4: an atom has at least 4 fields, not 0");
    check_refused("1\n\nAr 1 2\n", "3: an atom has at least 4 fields, not 3");
    check_refused("1\n\nAr 1 -45.700-100.400\n",
                  "3: y touches another number: '-45.700-100.400': blanks have to stand between them");
    check_refused("1\n\nAr 1-2-3\n", "3: x touches another number: '1-2-3': blanks have to stand between them");
    check_refused("1\n\nAr 1 2,5 3\n", "3: y is not a number: '2,5'");
    check_refused("1\n\nAr 1 2 inf\n", "3: z is not finite: 'inf'");
    check_refused("1\n\nAr 1000000.5 2 3\n", "3: x is beyond 1000000: '1000000.5'");
    check_refused("1\n\nQq 1 2 3\n", "3: no parameters of element 'Qq' are known; --elements FILE gives them");
    check_refused("1\n\nAR 1 2 3\n", "3: no parameters of element 'AR' are known; --elements FILE gives them");
    check_refused("1\n\n18 1 2 3\n", "3: no parameters of element '18' are known; --elements FILE gives them");
    read_text("a.xyz", "1\n\nAr 1 2 3\0\n", 13, types, "3: a zero byte: this is no text");
}

TEST(charges)
{
    static const char text[] = "1\n\nAr 1 2 3\n",
                      none[] = "XYZ has no charges, and a chosen suite needs them: take a PQR file";
    char expected[200];
    snprintf(expected, sizeof expected, "1: %s", none);
    read_text("a.xyz", text, strlen(text), (struct structure_needs){.charges = true}, expected);
    read_text("a.xyz", text, strlen(text), (struct structure_needs){.charges = true, .elements = &built_in_alone},
              expected);
}

#define COMMENT(comment) "1\n" comment "\nAr 1 2 3\n"

TEST(box)
{
    check_box(COMMENT("Lattice=\"10.5 0 0 0 11 0 0 0 12\""), " Ar", 10.5, 11, 12);
    check_box(COMMENT("energy=-1.5 lattice=\"34.8 0.0 0.0 1e-9 34.8 0.0 0.0 -1e-9 34.8\" "
                      "Properties=species:S:1:pos:R:3 "
                      "pbc=\"T T T\""),
              " Ar", 34.8, 34.8, 34.8);
    check_box(COMMENT("Lattice=\"1 2 3 4 5 6 7 8 9\" pbc=\"F F F\""), " Ar", 0, 0, 0);
    check_box(COMMENT("MyLattice=\"1 2\" the Lattice is cubic"), " Ar", 0, 0, 0);
    check_box(COMMENT("NoLattice=3 Lattice=\"1 0 0 0 2 0 0 0 3\""), " Ar", 1, 2, 3);
    static const char oblique[] = COMMENT("Lattice=\"10 1 0 0 11 0 0 0 12\" pbc=\"T T F\"");
    read_text("a.xyz", oblique, strlen(oblique), (struct structure_needs){.elements = &built_in_alone}, "");
    same_box(0, 0, 0);
    check_refused(COMMENT("Lattice=\"10 1 0 0 11 0 0 0 12\""),
                  "2: the lattice is not orthorhombic: only boxes along the axes are taken");
    check_refused(COMMENT("Lattice=\"0 10 0 11 0 0 0 0 12\""),
                  "2: the lattice is not orthorhombic: only boxes along the axes are taken");
    check_refused(COMMENT("Lattice=\"10 0 0 0 11 0 0 2e-6 12\""),
                  "2: the lattice is not orthorhombic: only boxes along the axes are taken");
    check_refused(COMMENT("Lattice=\"10 0 0 0 11 0 0 0 0\""),
                  "2: the periodic box is 10 x 11 x 0 A: all three are above 0");
    check_refused(COMMENT("Lattice=\"10 0 0 0 -11 0 0 0 12\""),
                  "2: the periodic box is 10 x -11 x 12 A: all three are above 0");
    check_refused(COMMENT("Lattice=\"10 11\""), "2: Lattice has 9 numbers, not 2");
    check_refused(COMMENT("Lattice=10"), "2: Lattice has 9 numbers, not 1");
    check_refused(COMMENT("Lattice=\"\""), "2: Lattice has 9 numbers, not 0");
    check_refused(COMMENT("Lattice=\"10 0 0 0 y 0 0 0 12\""), "2: a number of Lattice is not a number: 'y'");
    check_refused(COMMENT("pbc=\"T T F\" Lattice=\"10 0 0 0 11 0 0 0 12\""),
                  "2: pbc is neither \"T T T\" nor \"F F F\": boxes are periodic on all sides or none");
    check_refused(COMMENT("pbc=yes Lattice=\"10 0 0 0 11 0 0 0 12\""),
                  "2: pbc is neither \"T T T\" nor \"F F F\": boxes are periodic on all sides or none");
}

/* As the format's specification has them: blanks around =, words, quotes and two kinds of arrays. */
TEST(keys)
{
    check_box("2\nLattice = \"30.0 0 0 0 30.0 0 0 0 30.0\" Properties = species:S:1:pos:R:3\nAr 1 1 1\nAr 29 1 1\n",
              " Ar Ar", 30, 30, 30);
    static const char *const same[] = {
        COMMENT("Lattice\t=\t\"10 0 0 0 11 0 0 0 12\""),
        COMMENT("Lattice={10 0 0 0 11 0 0 0 12}"),
        COMMENT("Lattice=[[10, 0, 0], [0, 11, 0], [0,0,12]] pbc=[T,true, TRUE]"),
        COMMENT("\"Lattice\" = [10,0,0,0,11,0,0,0,12]"),
        COMMENT("Lattice=\"10 11 12\""),
        COMMENT("flag title=\"a \\\" Lattice=\" Lattice =[10, 11, 12]"),
        COMMENT("title=\"Lattice=1 of 2\" dft={a Lattice=3} all=[1, [2], 3] energy= Lattice=\"10 11 12\""),
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        check_box(same[i], " Ar", 10, 11, 12);
    }
    static const char *const none[] = {
        COMMENT("Lattice=\"10 11 12\" pbc = \"F F F\""),
        COMMENT("Lattice={10 11 12} pbc=[F, false, False]"),
        COMMENT("Lattice \"10 11 12\""),
        COMMENT("a Lattice of 3 = 4"),
        COMMENT("="),
        COMMENT("pbc == 2"),
        COMMENT("[ a { 5\" pipe"),
    };
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        check_box(none[i], " Ar", 0, 0, 0);
    }
    check_refused(COMMENT("Lattice=\"10 11 12"), "2: Lattice has 9 numbers, not 1"); /* no end */
    check_refused(COMMENT("Lattice = "), "2: Lattice has 9 numbers, not 0");
}

TEST(columns)
{
    check_read("2\nLattice=\"30.0 0 0 0 30.0 0 0 0 30.0\" Properties = species:S:1:forces:R:3:pos:R:3\n"
               "Ar 0.01 0.02 0.03 1 1 1\nAr -0.01 -0.02 -0.03 29 1 1\n",
               " Ar Ar");
    same_atom(0, 1, 1, 1, 0);
    same_atom(1, 29, 1, 1, 0);
    same_box(30, 30, 30);
    check_read("1\nProperties=id:I:1:pos:R:3:fixed:L:1:species:S:1\n7 1 2 3 T Kr\n", " Kr");
    same_atom(0, 1, 2, 3, 0);
    check_read("1\nProperties=\"species:S:1:pos:R:3\"\nKr 1 2 3\n", " Kr");
    check_refused("1\nProperties=species:S:1:pos:R:3:forces:R:3\nAr 1 2 3\n",
                  "3: an atom has 7 fields, as Properties say, not 4");
    check_refused("1\nProperties=species:S:1:pos:R:3\nAr 1 2 3 4\n",
                  "3: an atom has 4 fields, as Properties say, not 5");
    check_refused(COMMENT("Properties=species:S:1:forces:R:3"), "2: Properties have no pos:R:3");
    check_refused(COMMENT("Properties=Z:I:1:pos:R:3"), "2: Properties have no species:S:1");
    static const char *const triplets[] = {"species:S:2", "pos:R:2",     "pos:I:3",    "pos:R:0",
                                           "pos:R:-3",    "pos:R:3x",    "pos:R:",     "pos:R:3.0",
                                           "pos:X:3",     "species:R:1", "pos:R:9999", "pos:RR:3"};
    for (size_t i = 0; i < sizeof triplets / sizeof *triplets; i++) {
        char text[200], expected[200];
        snprintf(text, sizeof text, COMMENT("Properties=%s"), triplets[i]);
        snprintf(expected, sizeof expected, "2: Properties: %s is no NAME:TYPE:COLUMNS that is taken", triplets[i]);
        check_refused(text, expected);
    }
    check_refused(COMMENT("Properties=species:S:1:species:S:1"),
                  "2: Properties: species:S:1 is no NAME:TYPE:COLUMNS that is taken");
    check_refused(COMMENT("Properties=pos"), "2: Properties: pos:: is no NAME:TYPE:COLUMNS that is taken");
    check_refused(COMMENT("Properties="), "2: Properties: :: is no NAME:TYPE:COLUMNS that is taken");
    check_refused(COMMENT("Properties=x:R:999"), "2: Properties have more than 500 columns");
}

/* Exponents of Fortran's double precision. */
TEST(exponents)
{
    check_read("2\nLattice=\"30.0d0 0 0 0 3D1 0 0 0 +300.0d-1\" Properties=species:S:1:pos:R:3\nAr 1.0d0 1.0D+00 1\n"
               "Ar 2.9d+01 .1d1 -1.d0\n",
               " Ar Ar");
    same_atom(0, 1, 1, 1, 0);
    same_atom(1, 29, 1, -1, 0);
    same_box(30, 30, 30);
    static const char *const none[] = {"1.0d", "1.0d+", "1.0d+-1", "d1", "1d1d1", "1.0dx", "nand1"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        char text[100], expected[100];
        snprintf(text, sizeof text, "1\n\nAr 1 %s 2 3\n", none[i]);
        snprintf(expected, sizeof expected, "3: y is not a number: '%s'", none[i]);
        check_refused(text, expected);
    }
    check_refused("1\n\nAr 1 1.0d999 2\n", "3: y is not finite: '1.0d999'");
    check_refused("1\n\nAr 1 1.0d7 2\n", "3: y is beyond 1000000: '1.0d7'");
    check_read("1\n\nAr 0x1d 0 0\n", " Ar"); /* a digit there */
    same_atom(0, 29, 0, 0, 0);
}

/* Comments of programs may be long: more than a thousand characters. */
TEST(long)
{
    static char text[5000], fields[4 * MAX_FIELDS + 40];
    snprintf(text, sizeof text,
             "2\nLattice=\"30.0 0 0 0 30.0 0 0 0 30.0\" Properties=species:S:1:pos:R:3 dft=\"%02000d\"\n"
             "Ar 1 1 1\nAr 29 1 1\n",
             1);
    check_box(text, " Ar Ar", 30, 30, 30);
    snprintf(fields, sizeof fields, "1\n\nAr 1 2 3");
    for (int i = 0; i < MAX_FIELDS; i++)
        strcat(fields, " 7");
    check_read(fields, " Ar");
    same_atom(0, 1, 2, 3, 0);
}

TEST(no_file)
{
    check_file_refused("nothing.xyz", "nothing.xyz: cannot read: No such file or directory");
}
