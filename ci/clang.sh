# Sourced by scripts that build the preset asan, or check that it can be built.
# shellcheck shell=bash

# Whether clang works here, with its sanitizers and its fuzzer.
clang_works() {
    clang++ -x c++ -fsanitize=address,undefined,fuzzer -o /dev/null - 2>/dev/null \
        <<<'extern "C" int LLVMFuzzerTestOneInput() { return 0; }'
}
