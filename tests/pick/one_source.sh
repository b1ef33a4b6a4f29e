#!/usr/bin/env bash
# The library as one header and one source: standard C17 without warnings, the header also C++; nothing for the thread
# sanitizer to say; no memory allocated by a look-up, nor by a trial's call.
set -u
. "${SOURCE_DIR:?}/tests/script.sh"
recorded=$SOURCE_DIR/reports/h200/reduction.json
include=$(sed -n 's/^JANSSON_INCLUDE:PATH=/-isystem/p' "$BUILD_DIR/CMakeCache.txt")
library=$(sed -n 's/^JANSSON_LIBRARY:FILEPATH=//p' "$BUILD_DIR/CMakeCache.txt")
warnings=(-std=c17 -O1 -g -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
[ "$include" != -isystem/usr/include ] || include=-I. # which is searched anyway, and last

ends 0 cmake -DFOLDER="$SOURCE_DIR/pick" -DOUTPUT="$PWD/gpubench_pick.c" -P "$SOURCE_DIR/pick/one_source.cmake"
cp "$SOURCE_DIR/pick/gpubench_pick.h" .
echo '#include "gpubench_pick.h"' >header.cc
ends 0 c++ -Wall -Wextra -Wpedantic -Werror -fsyntax-only header.cc
ends 0 cc "${warnings[@]}" -I. "$include" -c gpubench_pick.c
ends 0 test "$(nm -g --defined-only gpubench_pick.o | grep -cv ' gpubench_')" = 0

cat >memory.c <<'END'
#include "gpubench_pick.h"
#include <stdio.h>
#include <stdlib.h>
static int asked;
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size) { return asked++, __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return asked++, __real_calloc(count, size); }
void *__wrap_realloc(void *memory, size_t size) { return asked++, __real_realloc(memory, size); }
int main(int argc, char **argv)
{
    const char *path = argv[argc - 1];
    struct gpubench_picks *picks = gpubench_picks_open(&path, 1, NULL, NULL, 0);
    struct gpubench_device device = {.name = "NVIDIA H200"};
    struct gpubench_choice choice;
    struct gpubench_trial *trial = gpubench_trial_open(picks, "reduction/sum_1d_f32", &device, NULL, 3000, 1e9, NULL);
    const int opened = asked;
    for (int i = 0; i < 100; i++) {
        if (gpubench_pick(picks, "reduction/sum_1d_f32", &device, NULL, 1u << i % 31, &choice) || gpubench_refine(trial, &choice))
            return 1;
        gpubench_trial_time(trial, &choice, choice.time_ns);
    }
    printf("%d %d\n", opened > 0, asked - opened);
    gpubench_trial_close(trial);
    gpubench_picks_close(picks);
}
END
ends 0 cc -std=c17 -I. memory.c gpubench_pick.o -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc "$library" -lm -pthread -o memory
ends 0 ./memory "$recorded"
prints '^1 0$'

echo 'int main(void) { return 0; }' >empty.c
if cc -fsanitize=thread empty.c -o empty 2>/dev/null && ./empty 2>/dev/null; then
    mkdir pick
    cp gpubench_pick.h pick/
    ends 0 cc "${warnings[@]}" -D_GNU_SOURCE -fsanitize=thread -I. "$include" gpubench_pick.c "$SOURCE_DIR/tests/pick/threads.c" \
        "$library" -lm -pthread -o threads
    ends 0 env TSAN_OPTIONS=halt_on_error=1 ./threads "$recorded"
else
    echo 'not looked at without: the thread sanitizer'
fi
