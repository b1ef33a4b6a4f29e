# gpubench as a library without its table of suites, for programs with suites of their own: those of tests in this tree,
# and those that use an installed gpubench. `cmake --install BUILD --component development` installs it alone.
add_library(gpubench_library STATIC cli/main.c $<TARGET_OBJECTS:gpubench_suites> $<TARGET_OBJECTS:gpubench_modules>
            $<TARGET_OBJECTS:benchmark_c>)
add_library(gpubench::gpubench ALIAS gpubench_library)
set_target_properties(gpubench_library PROPERTIES OUTPUT_NAME gpubench EXPORT_NAME gpubench)
target_compile_features(gpubench_library INTERFACE c_std_17)
target_compile_definitions(gpubench_library PUBLIC _GNU_SOURCE)
target_include_directories(gpubench_library PUBLIC
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/gpubench>)
target_link_libraries(gpubench_library PUBLIC $<BUILD_INTERFACE:benchmark_c> $<INSTALL_INTERFACE:benchmark::benchmark>
                      $<BUILD_INTERFACE:${JANSSON_LIBRARY}> $<INSTALL_INTERFACE:jansson>
                      $<INSTALL_INTERFACE:stdc++> ZLIB::ZLIB m ${CMAKE_DL_LIBS})
target_link_options(gpubench_library INTERFACE LINKER:--build-id) # workers compare it
if(OpenMP_C_FOUND)
  target_link_libraries(gpubench_library PUBLIC OpenMP::OpenMP_C)
endif()

# The headers that a suite includes, and those that these include.
foreach(header base/memory base/status base/store cli/built_in compute/compute compute/vectors tuner/job tuner/lists tuner/registry tuner/resource
        tuner/result tuner/space tuner/suite tuner/values)
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES ${header}.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gpubench/${folder} COMPONENT development)
endforeach()
install(DIRECTORY suites/molecules DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gpubench/suites COMPONENT development
        FILES_MATCHING PATTERN *.h)
install(DIRECTORY kernels DESTINATION ${CMAKE_INSTALL_DATADIR}/gpubench COMPONENT development
        FILES_MATCHING PATTERN *.h PATTERN *.cl PATTERN *.cu PATTERN *.opencl)
install(PROGRAMS ${GPUBENCH_EMBED} DESTINATION ${CMAKE_INSTALL_DATADIR}/gpubench/program COMPONENT development)
install(FILES ${GPUBENCH_BUILT_IN} DESTINATION ${CMAKE_INSTALL_DATADIR}/gpubench/program COMPONENT development)

set(development_folder ${CMAKE_INSTALL_LIBDIR}/cmake/gpubench)
install(TARGETS gpubench_library EXPORT gpubench ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(EXPORT gpubench NAMESPACE gpubench:: FILE gpubench-targets.cmake DESTINATION ${development_folder} COMPONENT development)
include(CMakePackageConfigHelpers)
configure_package_config_file(cmake/gpubench-config.cmake.in gpubench-config.cmake INSTALL_DESTINATION ${development_folder}
                              PATH_VARS CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/gpubench-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/gpubench-config.cmake ${PROJECT_BINARY_DIR}/gpubench-config-version.cmake
              cmake/gpubench-program.cmake benchmark_c/cmake/find_benchmark.cmake
        DESTINATION ${development_folder} COMPONENT development)
file(RELATIVE_PATH development_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX}) # relocatable
configure_file(cmake/gpubench.pc.in gpubench.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/gpubench.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
