# Writes the commit of SOURCE ($GPUBENCH_COMMIT if there is no repository) to OUTPUT, only if it has changed.
cmake_minimum_required(VERSION 3.22)
set(commit $ENV{GPUBENCH_COMMIT})
if(NOT commit)
  execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --exclude=* --abbrev=12
                  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT commit)
  set(commit unknown)
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define GPUBENCH_COMMIT \"@commit@\"\n" @ONLY)
