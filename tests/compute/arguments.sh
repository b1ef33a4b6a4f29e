#!/usr/bin/env bash
# The compiler checks a kernel's arguments: arrays where arrays belong, and no host pointers as values.
compiler=${CC:-cc}
failures=0

# compiles STATEMENTS: in a function that gets arrays and pointers
compiles() {
    printf '%s\n' '#include "compute/compute.h"' \
        'struct pair { int a; float b; };' \
        'typedef float four __attribute__((vector_size(16)));' \
        'void use(const struct compute_argument *arguments);' \
        'void test(struct compute_array *array, struct compute_array *const *arrays, void *any, float *floats)' \
        "{ float host[4] = {0}; (void)array, (void)arrays, (void)any, (void)floats, (void)host; $1 }" >test.c
    "$compiler" -std=c17 -Wall -Wextra -Werror -fsyntax-only -I "$SOURCE_DIR" test.c >log 2>&1
}

# refused STATEMENTS TEXT: with a message that has TEXT
refused() {
    if compiles "struct compute_argument a = $1; use(&a);" || ! grep -q "$2" log; then
        echo "$1 is accepted, or refused for another reason:"
        cat log
        failures=1
    fi
}

compiles '
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
    use(arguments);' || { echo 'what is right is refused:' && cat log && failures=1; }

pointer='COMPUTE_VALUE takes no pointer or array'
refused 'COMPUTE_VALUE(floats)' "$pointer"
refused 'COMPUTE_VALUE(any)' "$pointer"
refused 'COMPUTE_VALUE(array)' "$pointer"
refused 'COMPUTE_VALUE(host)' "$pointer"
refused 'COMPUTE_VALUE("text")' "$pointer"

type='struct compute_array\|_Generic'
refused 'COMPUTE_ARRAY(floats)' "$type"
refused 'COMPUTE_ARRAY(any)' "$type"
refused 'COMPUTE_ARRAY(0)' "$type"
refused 'COMPUTE_ARRAY(&array)' "$type"
refused 'COMPUTE_CONSTANT("table", any, 0, 4)' "$type"
exit $failures
