# gpubench_install_libraries(DESTINATION FILE...): installs shared libraries that commands built, not CMake. Where CMake strips its
# own, as for a package, these are stripped, too, and lose the RUNPATH, which names folders of the machine that built them:
# what they need is then found as the loader finds it.
function(gpubench_install_libraries destination)
  install(FILES ${ARGN} DESTINATION ${destination})
  foreach(file IN LISTS ARGN)
    get_filename_component(name ${file} NAME)
    install(CODE "
      if(CMAKE_INSTALL_DO_STRIP)
        set(library \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${destination}/${name}\")
        execute_process(COMMAND \"${CMAKE_STRIP}\" --strip-unneeded \"\${library}\" COMMAND_ERROR_IS_FATAL ANY)
        file(RPATH_REMOVE FILE \"\${library}\") # as CMake's own
      endif()")
  endforeach()
endfunction()
