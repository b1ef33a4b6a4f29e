/* What a suite writes once, and has as an enumeration and as a table: parameters, the words of their values, entry
 * points; and slots, with their names.
 *
 *     DEFINE_PARAMETERS(parameters, NUMBER(BLOCK_SIZE, "work-items in a group", 64, 128, 256),
 *                       WORD(TILE, "where a work-item reads its points", local, global));
 *
 * is enum { BLOCK_SIZE, TILE }, their positions in a configuration; enum { TILE_local, TILE_global }, the positions of
 * the words; and the table `parameters`, for .space. The rows, 1 to 24, each with its values:
 *
 *     NUMBER(NAME, "summary", 1, 2, 4)   REAL(NAME, "summary", 0.25, 0.5)   WORD(NAME, "summary", one, two)
 *     HOST_NUMBER, HOST_WORD             the same, of a parameter that is no #define of the kernel file
 *     ROW(NAME, "summary", ...)          any fields of struct parameter, such as WORD_TABLE(words)
 *     NAMED(NAME, "TEXT", "summary", ...)  a ROW whose parameter is called TEXT, which another enumeration has
 *     AFTER(LAST, rows)                  rows that are enumerated elsewhere, up to LAST: the list goes on there
 *
 * Words, 1 to 16, are identifiers, and no macros (as `true` is one). Rows that several lists share may be a macro, with
 * commas between them. PARAMETER_ENUM(rows) and PARAMETER_TABLE(rows) are the two halves: an enumeration in a header, a
 * table of some of its first rows.
 *
 * WORD_NAMES(NAME, words) and WORD_TABLE(words) are those of a list of words, which a setting has, or several rows:
 *
 *     #define BOX_WORDS periodic, open
 *     enum { WORD_NAMES(BOX, BOX_WORDS) };      BOX_periodic, BOX_open,
 *     WORD_TABLE(BOX_WORDS)                     WORDS("periodic", "open")
 *
 * Where BOX_WORDS is not defined, that is itself a word: `gpubench list` shows it. */
#pragma once

#include "tuner/space.h"

/* clang-format off */
#define DEFINE_PARAMETERS(table, ...)                                                                                  \
    PARAMETER_ENUM(__VA_ARGS__);                                                                                       \
    static const struct parameter table[] = {PARAMETER_ROWS(__VA_ARGS__)}
/* `struct parameter` takes the semicolon. */
#define PARAMETER_ENUM(...) enum { EACH_ROW(AS_NAME, __VA_ARGS__) }; EACH_ROW(AS_WORDS, __VA_ARGS__) struct parameter
#define PARAMETER_TABLE(...) (const struct parameter[]){PARAMETER_ROWS(__VA_ARGS__)}
#define PARAMETER_ROWS(...) EACH_ROW(AS_ENTRY, __VA_ARGS__) {.name = NULL}

#define WORD_NAMES(name, ...) EACH_WORD(ENUM_OF_WORD, name, __VA_ARGS__)
#define WORD_TABLE(...) WORDS(EACH_WORD(TEXT_OF_WORD, , __VA_ARGS__))

/* Its rows are entries before they are a row of another list: a macro is not expanded within itself. */
#define AFTER(last, ...) ENTRIES_TO(last, EACH_ROW(AS_ENTRY, __VA_ARGS__))

/* Entry points, 1 to 16, by the names that they have in the kernel file: enum { scan_tiles, add_sums }, for LAUNCH, and
 * the list `table`, for .entries. */
#define DEFINE_ENTRIES(table, ...)                                                                                     \
    enum { EACH_WORD(KERNEL_ENTRY, , __VA_ARGS__) };                                                                   \
    static const char *const table[] = NAME_LIST(__VA_ARGS__)
#define KERNEL_ENTRY(table, entry) entry,

/* Figures, 1 to 16, by their names: enum { FIGURE_error, FIGURE_pairs }, their positions, and the list `table`, for
 * .figures. NAME_TABLE(names) is such a list, of names whose enumeration, by WORD_NAMES, is in another file. */
#define DEFINE_FIGURES(table, ...)                                                                                     \
    enum { WORD_NAMES(FIGURE, __VA_ARGS__) };                                                                          \
    static const char *const table[] = NAME_LIST(__VA_ARGS__)
#define NAME_TABLE(...) (const char *const[])NAME_LIST(__VA_ARGS__)
#define NAME_LIST(...) {EACH_WORD(TEXT_OF_WORD, , __VA_ARGS__) NULL}

/* A slot and its name, as messages have it: job_input(job, SLOT(X), bytes). */
#define SLOT(slot) slot, #slot

/* What a row is: in the enumeration of parameters, of its words, and in the table. */
#define AS_NAME_NUMBER(name, ...) name,
#define AS_NAME_REAL(name, ...) name,
#define AS_NAME_WORD(name, ...) name,
#define AS_NAME_HOST_NUMBER(name, ...) name,
#define AS_NAME_HOST_WORD(name, ...) name,
#define AS_NAME_ROW(name, ...) name,
#define AS_NAME_NAMED(name, ...) name,
#define AS_NAME_ENTRIES_TO(last, ...) up_to_##last = last,
#define AS_WORDS_NUMBER(...)
#define AS_WORDS_REAL(...)
#define AS_WORDS_WORD(name, summary, ...) enum { WORD_NAMES(name, __VA_ARGS__) };
#define AS_WORDS_HOST_NUMBER(...)
#define AS_WORDS_HOST_WORD(...) AS_WORDS_WORD(__VA_ARGS__)
#define AS_WORDS_ROW(...)
#define AS_WORDS_NAMED(...)
#define AS_WORDS_ENTRIES_TO(...)
#define AS_ENTRY_NUMBER(name, summary, ...) {#name, summary, VALUES(__VA_ARGS__)},
#define AS_ENTRY_REAL(name, summary, ...) {#name, summary, REALS(__VA_ARGS__)},
#define AS_ENTRY_WORD(name, summary, ...) {#name, summary, WORD_TABLE(__VA_ARGS__)},
#define AS_ENTRY_HOST_NUMBER(name, summary, ...) {#name, summary, VALUES(__VA_ARGS__), .host = true},
#define AS_ENTRY_HOST_WORD(name, summary, ...) {#name, summary, WORD_TABLE(__VA_ARGS__), .host = true},
#define AS_ENTRY_ROW(name, ...) {#name, __VA_ARGS__},
#define AS_ENTRY_NAMED(name, text, ...) {text, __VA_ARGS__},
#define AS_ENTRY_ENTRIES_TO(last, ...) __VA_ARGS__
#define ENUM_OF_WORD(name, word) name##_##word,
#define TEXT_OF_WORD(name, word) #word,

/* as_KIND(...) of each row KIND(...). */
#define EACH_ROW(as, ...)                                                                                              \
    ROWS_OF(__VA_ARGS__, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)        \
    (as, __VA_ARGS__)
#define ROWS_OF(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, count, ...) ROWS_##count
#define ROWS_1(as, row) as##_##row
#define ROWS_2(as, row, ...) as##_##row ROWS_1(as, __VA_ARGS__)
#define ROWS_3(as, row, ...) as##_##row ROWS_2(as, __VA_ARGS__)
#define ROWS_4(as, row, ...) as##_##row ROWS_3(as, __VA_ARGS__)
#define ROWS_5(as, row, ...) as##_##row ROWS_4(as, __VA_ARGS__)
#define ROWS_6(as, row, ...) as##_##row ROWS_5(as, __VA_ARGS__)
#define ROWS_7(as, row, ...) as##_##row ROWS_6(as, __VA_ARGS__)
#define ROWS_8(as, row, ...) as##_##row ROWS_7(as, __VA_ARGS__)
#define ROWS_9(as, row, ...) as##_##row ROWS_8(as, __VA_ARGS__)
#define ROWS_10(as, row, ...) as##_##row ROWS_9(as, __VA_ARGS__)
#define ROWS_11(as, row, ...) as##_##row ROWS_10(as, __VA_ARGS__)
#define ROWS_12(as, row, ...) as##_##row ROWS_11(as, __VA_ARGS__)
#define ROWS_13(as, row, ...) as##_##row ROWS_12(as, __VA_ARGS__)
#define ROWS_14(as, row, ...) as##_##row ROWS_13(as, __VA_ARGS__)
#define ROWS_15(as, row, ...) as##_##row ROWS_14(as, __VA_ARGS__)
#define ROWS_16(as, row, ...) as##_##row ROWS_15(as, __VA_ARGS__)
#define ROWS_17(as, row, ...) as##_##row ROWS_16(as, __VA_ARGS__)
#define ROWS_18(as, row, ...) as##_##row ROWS_17(as, __VA_ARGS__)
#define ROWS_19(as, row, ...) as##_##row ROWS_18(as, __VA_ARGS__)
#define ROWS_20(as, row, ...) as##_##row ROWS_19(as, __VA_ARGS__)
#define ROWS_21(as, row, ...) as##_##row ROWS_20(as, __VA_ARGS__)
#define ROWS_22(as, row, ...) as##_##row ROWS_21(as, __VA_ARGS__)
#define ROWS_23(as, row, ...) as##_##row ROWS_22(as, __VA_ARGS__)
#define ROWS_24(as, row, ...) as##_##row ROWS_23(as, __VA_ARGS__)

/* of(name, word) of each word. */
#define EACH_WORD(of, name, ...)                                                                                       \
    WORDS_OF(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)(of, name, __VA_ARGS__)
#define WORDS_OF(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, count, ...) WORDS_##count
#define WORDS_1(of, name, word) of(name, word)
#define WORDS_2(of, name, word, ...) of(name, word) WORDS_1(of, name, __VA_ARGS__)
#define WORDS_3(of, name, word, ...) of(name, word) WORDS_2(of, name, __VA_ARGS__)
#define WORDS_4(of, name, word, ...) of(name, word) WORDS_3(of, name, __VA_ARGS__)
#define WORDS_5(of, name, word, ...) of(name, word) WORDS_4(of, name, __VA_ARGS__)
#define WORDS_6(of, name, word, ...) of(name, word) WORDS_5(of, name, __VA_ARGS__)
#define WORDS_7(of, name, word, ...) of(name, word) WORDS_6(of, name, __VA_ARGS__)
#define WORDS_8(of, name, word, ...) of(name, word) WORDS_7(of, name, __VA_ARGS__)
#define WORDS_9(of, name, word, ...) of(name, word) WORDS_8(of, name, __VA_ARGS__)
#define WORDS_10(of, name, word, ...) of(name, word) WORDS_9(of, name, __VA_ARGS__)
#define WORDS_11(of, name, word, ...) of(name, word) WORDS_10(of, name, __VA_ARGS__)
#define WORDS_12(of, name, word, ...) of(name, word) WORDS_11(of, name, __VA_ARGS__)
#define WORDS_13(of, name, word, ...) of(name, word) WORDS_12(of, name, __VA_ARGS__)
#define WORDS_14(of, name, word, ...) of(name, word) WORDS_13(of, name, __VA_ARGS__)
#define WORDS_15(of, name, word, ...) of(name, word) WORDS_14(of, name, __VA_ARGS__)
#define WORDS_16(of, name, word, ...) of(name, word) WORDS_15(of, name, __VA_ARGS__)
/* clang-format on */
