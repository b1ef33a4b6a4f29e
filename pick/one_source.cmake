# Makes a single source of the library, for projects that include it: cmake -DFOLDER=pick -DOUTPUT=FILE -P one_source.cmake
set(text "/* libgpubench-pick in one file, with gpubench_pick.h beside it. It needs jansson and POSIX threads. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include \"gpubench_pick.h\"
")
foreach(file picks.h picks.c failures.c read.c lookup.c trial.c)
  file(READ ${FOLDER}/${file} part)
  string(REGEX REPLACE "#(include \"pick/[a-z_]+\\.h\"|pragma once)\n\n?" "" part "${part}")
  string(APPEND text "\n/* ==== ${file} ==== */\n\n${part}")
endforeach()
file(WRITE ${OUTPUT} "${text}")
