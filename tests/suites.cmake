# Programs with suites of their own, and the tests that every suite has.

# What each program embeds beside the kernels of its suites.
set(own_kernels ${PROJECT_SOURCE_DIR}/kernels/common_compute.h ${PROJECT_SOURCE_DIR}/kernels/precision.h)
file(GLOB tuner_kernels CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/tuner/*)
list(APPEND own_kernels ${tuner_kernels})

# The suites that a folder's suites/suites.def lists.
function(list_suites root result)
  file(STRINGS ${root}/suites/suites.def lines REGEX "^SUITE\\(")
  list(TRANSFORM lines REPLACE "^SUITE\\(([a-z0-9_]+)\\).*" "\\1")
  set(${result} ${lines} PARENT_SCOPE)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${root}/suites/suites.def)
endfunction()

# A test of one suite of a program; longer ones begin first.
function(add_suite_test name program root cost script)
  add_test(NAME ${name} COMMAND bash ${PROJECT_SOURCE_DIR}/tests/suites/${script}.sh ${ARGN})
  set_tests_properties(${name} PROPERTIES COST ${cost} FIXTURES_REQUIRED ${program} ENVIRONMENT
    "GPUBENCH=$<TARGET_FILE:${program}>;KERNELS=${PROJECT_SOURCE_DIR}/kernels:${root}/kernels")
endfunction()

# For each suite of a program PREFIX/SUITE/cover, compile, fake, and mutants where tests/suites/SUITE/mutants is; and before
# them all PREFIX/check: that the suites are made as they should be.
function(suite_tests prefix program root)
  list_suites(${root} suites)
  add_test(NAME ${prefix}/check COMMAND ${program} list --check)
  set_tests_properties(${prefix}/check PROPERTIES FIXTURES_SETUP ${program} LABELS asan COST 1000)
  foreach(suite IN LISTS suites)
    add_suite_test(${prefix}/${suite}/cover ${program} ${root} 200 cover ${suite})
    add_suite_test(${prefix}/${suite}/compile ${program} ${root} 100 compile ${suite})
    if(GPUBENCH_FUZZ) # the build with sanitizers, whose test it is
      add_suite_test(${prefix}/${suite}/fake ${program} ${root} 1 fake ${suite})
      set_tests_properties(${prefix}/${suite}/fake PROPERTIES LABELS asan)
    endif()
    file(GLOB mutants CONFIGURE_DEPENDS ${root}/tests/suites/${suite}/mutants)
    if(mutants)
      add_suite_test(${prefix}/${suite}/mutants ${program} ${root} 100 mutants ${suite} ${mutants})
    endif()
  endforeach()
endfunction()

# The fenced blocks of a page as files of a folder: a line that begins with a path in backquotes names the next one's.
function(extract_blocks page folder)
  file(REMOVE_RECURSE ${folder})
  file(MAKE_DIRECTORY ${folder})
  execute_process(COMMAND awk "/^`[^`]+`/ && !inside { split($0, part, \"`\"); file = part[2] }
    /^```/ { inside = !inside && file != \"\"
             if (inside) { path = file; sub(\"/[^/]*$\", \"\", path); system(\"mkdir -p \" path) } else file = \"\"
             next }
    inside { print >> file }" ${page} WORKING_DIRECTORY ${folder} COMMAND_ERROR_IS_FATAL ANY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page})
endfunction()
