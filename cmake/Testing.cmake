# Test programs. Each source of one is a test of its own for ctest, so that a failure says where to look, and what waits
# runs beside what computes.

# wyrmhall_tests(NAME LABEL label ... SOURCES source ... LINKS library ... [PCH target]): a doctest program, of all sources
# whose names end in _test.cpp and of what these need. ctest knows each as NAME_<what stands before _test>. PCH: a target
# whose precompiled headers it takes, or NONE where it has its own; without it, doctest's and JSON's.
function(wyrmhall_tests name)
  cmake_parse_arguments(ARG "" "PCH" "LABEL;SOURCES;LINKS" ${ARGN})
  wyrmhall_executable(${name} SOURCES ${ARG_SOURCES} LINKS ${ARG_LINKS} wyrmhall_doctest_main)
  wyrmhall_not_optimised(${name})
  if(WYRMHALL_SANITIZE)
    # What a sanitizer tells of is in the libraries, which have their lines. To write those of tests down as well takes an
    # eighth of the time that a test takes to compile.
    target_compile_options(${name} PRIVATE -g0)
  endif()
  wyrmhall_leave_out(${name} ${ARG_LABEL})
  if(NOT ARG_PCH)
    set(ARG_PCH wyrmhall_doctest_main)
  endif()
  if(NOT ARG_PCH STREQUAL "NONE")
    target_link_libraries(${name} PRIVATE ${ARG_PCH})
    target_precompile_headers(${name} REUSE_FROM ${ARG_PCH})
  endif()
  foreach(source ${ARG_SOURCES})
    cmake_path(ABSOLUTE_PATH source NORMALIZE)
    if(source MATCHES "/([^/]+)_test\\.cpp$")
      set(test ${name}_${CMAKE_MATCH_1})
      add_test(NAME ${test} COMMAND ${name} --source-file=${source} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
      wyrmhall_label(${test} ${ARG_LABEL})
      wyrmhall_needs(${test} ${name})
      # It computes: two tests that only wait may run in its stead (script/check).
      set_tests_properties(${test} PROPERTIES PROCESSORS 2)
    endif()
  endforeach()
endfunction()

# wyrmhall_python_test(NAME SCRIPT LABEL label ... [TIMEOUT seconds] [COST seconds] [ARGUMENTS argument ...]
# [NEEDS program ...]): a script that is given the folder of the programs, and drives the real server and client from
# outside. COST: about how long it mostly waits, so that what waits for long begins first. NEEDS: what else it starts.
function(wyrmhall_python_test name script)
  cmake_parse_arguments(ARG "" "TIMEOUT;COST" "LABEL;ARGUMENTS;NEEDS" ${ARGN})
  if(NOT Python3_FOUND)
    return()
  endif()
  cmake_path(ABSOLUTE_PATH script NORMALIZE)
  add_test(NAME ${name} COMMAND ${Python3_EXECUTABLE} ${script} $<TARGET_FILE_DIR:wyrmhalld> ${ARG_ARGUMENTS})
  wyrmhall_label(${name} ${ARG_LABEL})
  if(ARG_TIMEOUT)
    set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT})
  endif()
  if(ARG_COST)
    set_tests_properties(${name} PROPERTIES COST ${ARG_COST})
  endif()
  wyrmhall_needs(${name} wyrmhalld wyrmhall ${ARG_NEEDS})
endfunction()

# wyrmhall_leave_out(PROGRAM LABEL ...): tests with the label `release` are not run under sanitizers, those with `slow` by
# ./check --all alone, and in the release build few: their programs are then built by name alone.
function(wyrmhall_leave_out program)
  if(CMAKE_BUILD_TYPE STREQUAL "Release" OR (WYRMHALL_SANITIZE AND "release" IN_LIST ARGN) OR "slow" IN_LIST ARGN)
    set_target_properties(${program} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
endfunction()

# wyrmhall_label(TEST LABEL ...): marks a test, and gives it the time that a test has, in seconds, unless it is said otherwise
# afterwards. What has the label `walks` does all of its cases in the release build alone (tests/support/effort.h).
function(wyrmhall_label test)
  set(cases 25)
  set(timeout 120)
  if(WYRMHALL_SANITIZE)
    set(cases 10)
    set(timeout 300)
  endif()
  if("walks" IN_LIST ARGN AND CMAKE_BUILD_TYPE STREQUAL "Debug")
    set_tests_properties(${test} PROPERTIES ENVIRONMENT WYRMHALL_CASES=${cases})
  endif()
  set_tests_properties(${test} PROPERTIES LABELS "${ARGN}" TIMEOUT ${timeout})
endfunction()

# wyrmhall_needs(TEST PROGRAM ...): the targets tests_<label> build what the tests with that label need, so call it after
# wyrmhall_label.
function(wyrmhall_needs test)
  get_test_property(${test} LABELS labels)
  foreach(label ${labels})
    if(NOT TARGET tests_${label})
      add_custom_target(tests_${label})
    endif()
    add_dependencies(tests_${label} ${ARGN})
  endforeach()
endfunction()
