# `cpack` in a build folder makes .deb packages of the files that `cmake --install` installs (manual/BUILDING.md): gpubench-dev
# of the component development, gpubench of all others.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME gpubench)
set(CPACK_PACKAGE_VENDOR "the gpubench project")
set(CPACK_PACKAGE_CONTACT "gpubench maintainers <maintainers@users.noreply.a-seed-8b97ac7e.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "microbenchmarks and autotuning of GPU kernels")
set(CPACK_PACKAGE_DESCRIPTION "It compiles every variant of a kernel at run time, proves it right against a
double-precision expectation, times it, records everything as JSON and writes
the best as a C header. Kernels are its own (reductions, direct and cutoff
Coulomb sums, Lennard-Jones forces, the fast multipole method) or the user's;
CUDA and OpenCL, also on a CPU.")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL Unspecified program pick development development-documents)
foreach(component UNSPECIFIED PROGRAM PICK)
  set(CPACK_COMPONENT_${component}_GROUP program)
endforeach()
foreach(component DEVELOPMENT DEVELOPMENT-DOCUMENTS)
  set(CPACK_COMPONENT_${component}_GROUP development)
endforeach()
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "${CPACK_PACKAGE_DESCRIPTION}")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME gpubench)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "ocl-icd-libopencl1 | libopencl1, pocl-opencl-icd | opencl-icd")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "${CPACK_PACKAGE_DESCRIPTION}
.
This package has what suites outside the tree are built against: a library,
headers and kernels, for CMake and pkg-config.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME gpubench-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "g++ | libstdc++-dev, libbenchmark-dev, libjansson-dev, zlib1g-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS "gpubench (= ${PROJECT_VERSION})")

# Debian's policy requires a changelog, and a maintainer.
execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} log -1 --format=%cD OUTPUT_VARIABLE package_date
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT package_date)
  string(TIMESTAMP package_date "%a, %d %b %Y %H:%M:%S +0000" UTC)
endif()
set(package_folder ${PROJECT_BINARY_DIR}/package)
file(WRITE ${package_folder}/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_CONTROL_EXTRA ${package_folder}/triggers)
file(WRITE ${package_folder}/changelog "gpubench (${PROJECT_VERSION}) unstable; urgency=medium

  * CHANGELOG.md of the project has what changed.

 -- ${CPACK_PACKAGE_CONTACT}  ${package_date}
")
set(package_licence "")
if(GPUBENCH_D3 AND GPUBENCH_D3_LICENCE)
  file(READ ${GPUBENCH_D3_LICENCE} package_licence)
  string(PREPEND package_licence "\nThe program contains D3, whose licence is:\n\n")
endif()
file(WRITE ${package_folder}/copyright "gpubench is the work of its maintainers:
${CPACK_PACKAGE_CONTACT}

Copyright 2026 the gpubench project. It has chosen no licence yet.
${package_licence}")
set(package_documents ${package_folder}/copyright)
if(GZIP)
  execute_process(COMMAND ${GZIP} -9nf ${package_folder}/changelog)
  list(APPEND package_documents ${package_folder}/changelog.gz)
endif()
install(FILES ${package_documents} DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${package_documents} DESTINATION ${CMAKE_INSTALL_DOCDIR}-dev COMPONENT development-documents EXCLUDE_FROM_ALL)
include(CPack)
