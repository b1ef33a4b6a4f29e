# Functions that add programs like gpubench with other suites: used in this tree, and with an installed gpubench.
# GPUBENCH_EMBED is the path of embed.sh, GPUBENCH_BUILT_IN of built_in.c, GPUBENCH_KERNELS of the folder of gpubench's
# own kernel files.

# Generates a header, OUTPUT, with the text of files (embed.sh).
function(gpubench_embed output type table folder)
  add_custom_command(OUTPUT ${output}
    COMMAND sh ${GPUBENCH_EMBED} ${output} ${type} ${table} ${folder} ${ARGN} DEPENDS ${ARGN} ${GPUBENCH_EMBED} VERBATIM)
endfunction()

function(gpubench_embed_kernels output)
  gpubench_embed(${output} kernel_file kernel_text /kernels/ ${ARGN})
endfunction()

# Finds the kernel files of folders.
function(gpubench_find_kernels result)
  set(patterns "")
  foreach(suffix h cl cu opencl)
    foreach(folder IN LISTS ARGN)
      list(APPEND patterns ${folder}/*.${suffix})
    endforeach()
  endforeach()
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${patterns})
  set(${result} ${files} PARENT_SCOPE)
endfunction()

# gpubench_add_program(NAME FOLDER): a program like gpubench, with the suites of FOLDER/suites/suites.def instead. Their
# sources are in FOLDER/suites, their kernels in FOLDER/kernels (suites/ADDING.md).
function(gpubench_add_program program folder)
  get_filename_component(root ${folder} ABSOLUTE)
  if(NOT EXISTS ${root}/suites/suites.def)
    message(FATAL_ERROR "gpubench_add_program: ${root}/suites/suites.def is missing: it lists the suites, SUITE(name) a line")
  endif()
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${root}/suites/*.c)
  gpubench_find_kernels(kernels ${root}/kernels ${GPUBENCH_KERNELS})
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/${program}-generated)
  gpubench_embed_kernels(${generated}/cli/kernel_text.h ${kernels})
  add_executable(${program} ${GPUBENCH_BUILT_IN} ${files} ${generated}/cli/kernel_text.h)
  target_compile_definitions(${program} PRIVATE SUITES_DEF="${root}/suites/suites.def")
  target_include_directories(${program} PRIVATE ${generated} ${root})
  target_link_libraries(${program} PRIVATE gpubench::gpubench)
endfunction()
