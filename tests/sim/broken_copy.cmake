# A server that is broken on purpose, and the simulator around it, which must find it out.
#
#   wyrmhall_broken_server(NAME SOURCE file REPLACE text WITH text [REPLACE_TOO text WITH_TOO text] EXPECT checker ...)
#   wyrmhall_canaries(PROGRAM)     the program that plays them all
#
# Copies of the server's sources are written to the build folder with a line or two exchanged, and built into this one
# program. WITH asks broken("NAME"): the program is broken in the way that WYRMHALL_BROKEN names, and in no other. The
# server's own sources have no switch for it, so no real build can be broken by accident. The test NAME passes when the
# simulator finds the server out, by the checker that is for it. What one fault does first may depend on the seed: then
# several are named.
#
# Where a text is not there any more configuring fails: then say in CMakeLists.txt anew how to break it.
function(wyrmhall_broken_server name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "SOURCE;REPLACE;WITH;REPLACE_TOO;WITH_TOO" "EXPECT")
  set(source ${CMAKE_SOURCE_DIR}/${ARG_SOURCE})
  get_property(text GLOBAL PROPERTY broken_text_${ARG_SOURCE})
  if(NOT text)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    set_property(GLOBAL APPEND PROPERTY broken_sources ${ARG_SOURCE})
    file(READ ${source} text)
  endif()
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
  set_property(GLOBAL PROPERTY broken_text_${ARG_SOURCE} "${text}")
  list(TRANSFORM ARG_EXPECT PREPEND "--expect=")
  set_property(GLOBAL APPEND PROPERTY broken_names ${name})
  set_property(GLOBAL PROPERTY broken_arguments_${name} "${ARG_EXPECT}")
endfunction()

# One program for all, from the release build alone: elsewhere it would only cost time.
function(wyrmhall_canaries program)
  if(NOT CMAKE_BUILD_TYPE STREQUAL "Release")
    return()
  endif()
  get_property(sources GLOBAL PROPERTY broken_sources)
  set(copies "")
  foreach(source ${sources})
    get_property(text GLOBAL PROPERTY broken_text_${source})
    set(copy ${CMAKE_CURRENT_BINARY_DIR}/broken/${source})
    list(APPEND copies ${copy})
    file(CONFIGURE OUTPUT ${copy} @ONLY CONTENT "#include \"tests/sim/broken.h\"\n${text}")
  endforeach()
  wyrmhall_executable(${program} SOURCES ${copies} LINKS wyrmhall_sim_main)
  target_precompile_headers(${program} REUSE_FROM wyrmhall_core)
  wyrmhall_quick_to_compile(${program})
  wyrmhall_leave_out(${program} release slow)
  wyrmhall_apart_from_others(wyrmhall_core ${sources})

  # Broken in no way it is the server.
  set_property(GLOBAL APPEND PROPERTY broken_names ${program}_unbroken)
  get_property(names GLOBAL PROPERTY broken_names)
  foreach(name ${names})
    get_property(arguments GLOBAL PROPERTY broken_arguments_${name})
    set(seeds 1..100)
    if(NOT arguments)
      set(seeds 1..20)
    endif()
    add_test(NAME ${name} COMMAND ${program} --seeds ${seeds} --quiet --any-counters ${arguments})
    wyrmhall_label(${name} sim release slow)
    wyrmhall_needs(${name} ${program})
    set_tests_properties(${name} PROPERTIES PROCESSORS 2 ENVIRONMENT WYRMHALL_BROKEN=${name})
  endforeach()
endfunction()

# Compiles these sources of a library as one, and the others as others: what a program defines anew is not taken out of
# the library, as long as nothing else is in the same object.
function(wyrmhall_apart_from_others library)
  get_target_property(folder ${library} SOURCE_DIR)
  get_target_property(sources ${library} SOURCES)
  get_target_property(batch ${library} UNITY_BUILD_BATCH_SIZE)
  set_target_properties(${library} PROPERTIES UNITY_BUILD_MODE GROUP)
  set(count 0)
  foreach(source ${sources})
    file(RELATIVE_PATH path ${CMAKE_SOURCE_DIR} ${folder}/${source})
    if(path IN_LIST ARGN)
      set(group apart)
    else()
      math(EXPR group "${count} / ${batch}")
      math(EXPR count "${count} + 1")
    endif()
    set_source_files_properties(${folder}/${source} TARGET_DIRECTORY ${library} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()
