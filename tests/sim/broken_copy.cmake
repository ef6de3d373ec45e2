# wyrmhall_broken_server(NAME SOURCE file REPLACE text WITH text [REPLACE_TOO text WITH_TOO text] EXPECT checker ...):
# the simulator around a server that is broken on purpose.
#
# A copy of one of the server's sources is written to the build folder with a line or two exchanged, and built into this
# one program. The server's own sources have no switch for it, so no real build can be broken by accident. The test
# passes when the simulator finds the server out, by the checker that is for it. What one fault does first may depend on
# the seed: then several are named.
#
# Where a text is not there any more configuring fails: then say in CMakeLists.txt anew how to break it.
function(wyrmhall_broken_server name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "SOURCE;REPLACE;WITH;REPLACE_TOO;WITH_TOO" "EXPECT")
  set(source ${CMAKE_SOURCE_DIR}/${ARG_SOURCE})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  file(READ ${source} text)
  foreach(more "" _TOO)
    if(NOT DEFINED ARG_REPLACE${more})
      continue()
    endif()
    string(FIND "${text}" "${ARG_REPLACE${more}}" at)
    if(at EQUAL -1)
      message(FATAL_ERROR "${name}: ${ARG_SOURCE} has no \"${ARG_REPLACE${more}}\" to break any more")
    endif()
    string(REPLACE "${ARG_REPLACE${more}}" "${ARG_WITH${more}}" text "${text}")
  endforeach()
  cmake_path(GET ARG_SOURCE FILENAME file)
  set(copy ${CMAKE_CURRENT_BINARY_DIR}/${name}/${file})
  set(before "")
  if(EXISTS ${copy})
    file(READ ${copy} before)
  endif()
  if(NOT before STREQUAL text)
    file(WRITE ${copy} "${text}")
  endif()
  # What is defined here is not taken out of the library, as long as it has an object of its own there.
  set_source_files_properties(${source} TARGET_DIRECTORY wyrmhall_core PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  wyrmhall_executable(${name} SOURCES ${copy} LINKS wyrmhall_sim_main)
  target_precompile_headers(${name} REUSE_FROM wyrmhall_core)
  wyrmhall_fuzzed(${name})
  wyrmhall_quick_to_compile(${name})
  wyrmhall_leave_out(${name} release slow)
  list(TRANSFORM ARG_EXPECT PREPEND "--expect=")
  add_test(NAME ${name} COMMAND ${name} --seeds 1..100 --quiet ${ARG_EXPECT})
  wyrmhall_label(${name} sim release slow)
  wyrmhall_needs(${name} ${name})
  set_tests_properties(${name} PROPERTIES PROCESSORS 2)
endfunction()
