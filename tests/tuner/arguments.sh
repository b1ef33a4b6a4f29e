#!/usr/bin/env bash
# Compilers check LAUNCH's arguments: values of any expression, with each installed compiler, and neither pointers nor
# arrays of the host. A group has three sides at most.
failures=0

# compiles COMPILER STATEMENT: in a function with enqueue()'s parameters
compiles() {
    printf '%s\n' '#include "tuner/job.h"' 'uint32_t count(void);' \
        'enum status queue(struct job *job, float *floats, struct fault *fault);' \
        'enum status queue(struct job *job, float *floats, struct fault *fault)' \
        "{ const float four[4] = {0}, *first = floats ? floats : four; (void)first, (void)job, (void)fault; $2 }" >queue.c
    "$1" -std=gnu17 -Wall -Wextra -Wconversion -Wshadow -Werror -fsyntax-only -I "$SOURCE_DIR" queue.c >log 2>&1
}

launch='return LAUNCH(0, launch_groups(1, 1), ARRAY(1)'

accepted() {
    compiles "$compiler" "$1" || { echo "$compiler refuses $1" && cat log && failures=1; }
}

# refused STATEMENT REASON
refused() {
    if compiles "$compiler" "$1" || ! grep -q "$2" log; then
        echo "$compiler takes $1, or refuses it for another reason:"
        cat log
        failures=1
    fi
}

for compiler in gcc clang; do
    command -v "$compiler" >/dev/null || continue
    accepted "$launch);"
    accepted "$launch, VALUE(job->n), VALUE((uint32_t)job->n + 1), VALUE(count()), VALUE(1 / floats[3]), VALUE(four[2]));"
    accepted "const struct mm_float4 vector = {1, 2, 3, 4}; $launch, VALUE(vector), VALUE(vector.x));"
    refused "$launch, VALUE(floats));" 'takes no pointer or array'
    refused "$launch, VALUE(&job->n));" 'takes no pointer or array'
    refused "$launch, VALUE(four));" 'takes no pointer or array'
    refused "$launch, floats);" 'initializ'
    accepted 'const struct constraint fits = GROUP_FITS(A, B, C); (void)fits; return OK;'
    refused 'const struct constraint fits = GROUP_FITS(A, B, C, D); (void)fits; return OK;' 'GROUP_FITS_D'
done
exit $failures
