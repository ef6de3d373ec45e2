# What every target of the project shares: language level, warnings, sanitizers, where binaries land.

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

set(WYRMHALL_SANITIZE "" CACHE STRING "Sanitizers to build with, as -fsanitize takes them: address,undefined or thread")

find_program(WYRMHALL_CCACHE ccache)
if(WYRMHALL_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${WYRMHALL_CCACHE})
endif()
find_program(WYRMHALL_MOLD mold)
if(WYRMHALL_MOLD)
  add_link_options(-fuse-ld=mold)
endif()

if(WYRMHALL_SANITIZE)
  add_compile_options(-fsanitize=${WYRMHALL_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  if(WYRMHALL_SANITIZE MATCHES "undefined")
    # What is read or written through a null pointer, or beyond an object, AddressSanitizer stops as well, and few of our
    # types are virtual. To look for these before each access takes a fifth of the time that a test takes to compile.
    add_compile_options(-fno-sanitize=null,object-size,vptr
                        -fsanitize-ignorelist=${CMAKE_SOURCE_DIR}/cmake/sanitizers.ignore)
  endif()
  add_link_options(-fsanitize=${WYRMHALL_SANITIZE})
endif()

option(WYRMHALL_FUZZ "Build the fuzzers too, which takes clang" OFF)

find_package(Threads REQUIRED)

# Libraries of others. Each is a Debian 12 package; script/install-dependencies names them.
find_package(PkgConfig REQUIRED)
find_package(OpenSSL 3.0 REQUIRED)
pkg_check_modules(SODIUM REQUIRED IMPORTED_TARGET libsodium)
find_library(ZXCVBN zxcvbn REQUIRED)
pkg_check_modules(CBOR REQUIRED IMPORTED_TARGET libcbor)
pkg_check_modules(SQLITE REQUIRED IMPORTED_TARGET sqlite3)
pkg_check_modules(POSTGRES REQUIRED IMPORTED_TARGET libpq)
find_library(NATS nats REQUIRED)
pkg_check_modules(ZLIB REQUIRED IMPORTED_TARGET zlib)
pkg_check_modules(SPDLOG REQUIRED IMPORTED_TARGET spdlog)
pkg_check_modules(NCURSES REQUIRED IMPORTED_TARGET ncursesw formw)
pkg_check_modules(ICU REQUIRED IMPORTED_TARGET icu-uc icu-i18n)
find_package(Protobuf REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(prometheus-cpp REQUIRED)

# The warnings that our own code must be free of. Generated code and other people's headers are not held to them.
add_library(wyrmhall_warnings INTERFACE)
set(warnings -Wall -Wextra -Wpedantic -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual -Wimplicit-fallthrough
  -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Clang has other ideas of what these two mean; what is served and shipped is compiled by GCC.
  list(APPEND warnings -Wshadow -Wconversion)
  # GCC 12 reports these from inside the standard library and Asio once they are inlined; they are not about our lines.
  list(APPEND warnings -Wno-null-dereference -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread
    -Wno-maybe-uninitialized -Wno-restrict)
else()
  # What a designated initializer leaves out has its default, which is why one uses it.
  list(APPEND warnings -Wreserved-identifier -Wno-missing-designated-field-initializers)
endif()
target_compile_options(wyrmhall_warnings INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${warnings}>")

# wyrmhall_library(NAME [FOLDERS folder ...] [EXCEPT source ...] [SOURCES source ...] [LINKS library ...]): a static library
# of ours, includes relative to the project's root, or to the build's for what stands in generated/ (cmake/Games.cmake). Of
# each folder, which may be a pattern, it has all sources: a new one is found by itself.
function(wyrmhall_library name)
  cmake_parse_arguments(ARG "" "" "FOLDERS;EXCEPT;SOURCES;LINKS" ${ARGN})
  set(found "")
  foreach(folder ${ARG_FOLDERS})
    file(GLOB sources RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS ${folder}/*.cpp)
    list(APPEND found ${sources})
  endforeach()
  foreach(source ${ARG_EXCEPT})
    if(NOT source IN_LIST found)
      message(FATAL_ERROR "${name}: EXCEPT names ${source}, which is in none of its folders")
    endif()
    list(REMOVE_ITEM found ${source})
  endforeach()
  add_library(${name} STATIC ${found} ${ARG_SOURCES})
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
  target_link_libraries(${name} PUBLIC ${ARG_LINKS} PRIVATE wyrmhall_warnings)
endfunction()

# wyrmhall_fuzzed(NAME ...): what the fuzzers go through, so that it tells libFuzzer where it is.
function(wyrmhall_fuzzed)
  if(WYRMHALL_FUZZ)
    foreach(name ${ARGN})
      target_compile_options(${name} PRIVATE -fsanitize=fuzzer-no-link)
    endforeach()
  endif()
endfunction()

# wyrmhall_quick_to_compile(NAME ...): libraries that are not on a turn's path: in the release build too they are optimised only
# as far as costs little time, since somebody who runs ./run for the first time waits for it.
function(wyrmhall_quick_to_compile)
  foreach(name ${ARGN})
    target_compile_options(${name} PRIVATE $<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:CXX>>:-O1>)
  endforeach()
endfunction()

# wyrmhall_not_optimised(NAME ...): what only tests are made of, which in the release build too is not optimised: what takes the
# time of a test there is in the libraries that it goes through.
function(wyrmhall_not_optimised)
  foreach(name ${ARGN})
    target_compile_options(${name} PRIVATE $<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:CXX>>:-O0>)
  endforeach()
endfunction()

# wyrmhall_no_threads(NAME ...): libraries in which no thread is started and nothing is shared, so that ThreadSanitizer has
# nothing to look at in them. The style test forbids the rules to know threads.
function(wyrmhall_no_threads)
  if(WYRMHALL_SANITIZE MATCHES "thread")
    foreach(name ${ARGN})
      target_compile_options(${name} PRIVATE -fno-sanitize=thread)
    endforeach()
  endif()
endfunction()

# wyrmhall_executable(NAME SOURCES ... LINKS ...): a program of ours, in build/<preset>/bin/.
function(wyrmhall_executable name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
  target_link_libraries(${name} PRIVATE ${ARG_LINKS} wyrmhall_warnings)
endfunction()

# wyrmhall_benchmark(NAME SOURCES ... LINKS ... [RUN_BY_CHECK]): a program that measures, from a release build. ./check --all
# compiles those that it does not run in its build for AddressSanitizer; elsewhere they are there by name.
function(wyrmhall_benchmark name)
  cmake_parse_arguments(ARG "RUN_BY_CHECK" "" "" ${ARGN})
  wyrmhall_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  if(WYRMHALL_SANITIZE MATCHES "address" AND NOT ARG_RUN_BY_CHECK)
    target_compile_options(${name} PRIVATE -fno-sanitize=all -g0)  # nobody runs it here
  else()
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
endfunction()
