# Sourced by who builds the preset asan or sees to it that it can be built.
# shellcheck shell=bash

# Whether clang is here, with its sanitizers and its fuzzer.
clang_works() {
    clang++ -x c++ -fsanitize=address,undefined,fuzzer -o /dev/null - 2>/dev/null \
        <<<'extern "C" int LLVMFuzzerTestOneInput() { return 0; }'
}
