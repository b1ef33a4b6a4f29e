#!/usr/bin/env bash
# What is passed to a kernel is checked by the compiler: arrays where arrays belong, and no host pointers as values.
compiler=${CC:-cc}
failures=0

# compiles NAME: a function's statements on standard input
compiles() {
    {
        echo '#include "compute/compute.h"'
        echo 'struct pair { int a; float b; };'
        echo 'typedef float four __attribute__((vector_size(16)));'
        echo 'void use(const struct compute_argument *arguments);'
        echo 'void test(struct compute_array *array, struct compute_array *const *arrays, void *any, float *floats)'
        echo '{ (void)array, (void)arrays, (void)any, (void)floats;'
        cat
        echo '}'
    } >"$1.c"
    "$compiler" -std=c17 -Wall -Wextra -Werror -fsyntax-only -I "$SOURCE_DIR" "$1.c" >"$1.log" 2>&1
}

accepted() {
    if ! compiles "$1"; then
        echo "$1 is refused:"
        cat "$1.log"
        failures=$((failures + 1))
    fi
}

# refused NAME TEXT: with a message that has TEXT
refused() {
    if compiles "$1"; then
        echo "$1 is accepted"
        failures=$((failures + 1))
    elif ! grep -q "$2" "$1.log"; then
        echo "$1 is refused for another reason:"
        cat "$1.log"
        failures=$((failures + 1))
    fi
}

accepted right <<'END'
    int i = 1; const double d = 2; unsigned long long u = 3; struct pair p = {1, 2}; four v = {0}; _Bool b = 1;
    enum compute_filter filter = COMPUTE_LINEAR;
    const struct compute_argument arguments[] = {
        COMPUTE_ARRAY(array), COMPUTE_ARRAY(arrays[1]), COMPUTE_VALUE(i), COMPUTE_VALUE(d), COMPUTE_VALUE(u),
        COMPUTE_VALUE(p), COMPUTE_VALUE(p.b), COMPUTE_VALUE(v), COMPUTE_VALUE(b), COMPUTE_VALUE(filter),
        COMPUTE_VALUE(floats[3]), COMPUTE_CONSTANT("table", array, 4, sizeof p)};
    _Static_assert(sizeof(arguments) / sizeof *arguments == 12, "an initialiser like any other");
    struct compute_argument later;
    later = COMPUTE_VALUE(i);
    use(&later);
    use(arguments);
END

pointer='COMPUTE_VALUE takes no pointer or array'
refused value_pointer "$pointer" <<<'struct compute_argument a = COMPUTE_VALUE(floats); use(&a);'
refused value_void "$pointer" <<<'struct compute_argument a = COMPUTE_VALUE(any); use(&a);'
refused value_compute_array "$pointer" <<<'struct compute_argument a = COMPUTE_VALUE(array); use(&a);'
refused value_host_array "$pointer" <<<'float f[4] = {0}; struct compute_argument a = COMPUTE_VALUE(f); use(&a);'
refused value_text "$pointer" <<<'struct compute_argument a = COMPUTE_VALUE("text"); use(&a);'

type='struct compute_array\|_Generic'
refused array_floats "$type" <<<'struct compute_argument a = COMPUTE_ARRAY(floats); use(&a);'
refused array_void "$type" <<<'struct compute_argument a = COMPUTE_ARRAY(any); use(&a);'
refused array_zero "$type" <<<'struct compute_argument a = COMPUTE_ARRAY(0); use(&a);'
refused array_address "$type" <<<'struct compute_argument a = COMPUTE_ARRAY(&array); use(&a);'
refused array_constant "$type" <<<'struct compute_argument a = COMPUTE_CONSTANT("table", any, 0, 4); use(&a);'
exit $((failures != 0))
