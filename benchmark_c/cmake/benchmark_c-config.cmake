# find_package(benchmark_c): the target benchmark_c::benchmark_c.
include(${CMAKE_CURRENT_LIST_DIR}/find_benchmark.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/benchmark_c-targets.cmake)
