# A game is found, not listed: it is a folder of rules/ with a rules.h, and the option (game) of its file in the protocol
# says its number, by which the games are ordered wherever they stand in a row. From these folders headers are written to
# build/<preset>/generated/. A macro can go through the games, but it cannot include their headers, which are therefore
# written as well:
#
#   rules/games.inc            WYRMHALL_GAME(duel, Duel), a line a game; a file that includes it defines what becomes of a line
#   rules/games.h              includes the rules of each and their notation
#   clients/cli/texts.inc      the same lines, of those games for which the terminal has words of its own
#   clients/cli/texts.h        includes these
#   tests/rules/options.h      includes the options with which tests play each
set(protocol ${CMAKE_SOURCE_DIR}/protocol/wyrmhall/v1)
file(GLOB found CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/rules ${CMAKE_SOURCE_DIR}/rules/*/rules.h)
set(numbered "")
foreach(game ${found})
  cmake_path(GET game PARENT_PATH game)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${protocol}/${game}.proto)
  file(STRINGS ${protocol}/${game}.proto line REGEX "^option \\(game\\) = ")
  if(NOT line MATCHES "code: \"${game}\", number: ([0-9]+)")
    message(FATAL_ERROR "${protocol}/${game}.proto must say: option (game) = { code: \"${game}\", number: N, ...")
  endif()
  list(APPEND numbered "${CMAKE_MATCH_1}/${game}")
endforeach()
list(SORT numbered COMPARE NATURAL)
list(TRANSFORM numbered REPLACE ".*/" "" OUTPUT_VARIABLE WYRMHALL_GAMES)

# wyrmhall_games_file(NAME CONTENT ...): a header of build/<preset>/generated/, written anew only when it changes.
function(wyrmhall_games_file name)
  string(JOIN "" content ${ARGN})
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/${name} CONTENT "// Made by cmake/Games.cmake.\n${content}" @ONLY)
endfunction()

file(GLOB texts CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/clients/cli/games/*/text.h)
foreach(game ${WYRMHALL_GAMES})
  string(SUBSTRING ${game} 0 1 capital)
  string(SUBSTRING ${game} 1 -1 rest)
  string(TOUPPER ${capital} capital)
  set(line "WYRMHALL_GAME(${game}, ${capital}${rest})\n")
  list(APPEND lines ${line})
  list(APPEND rules "#include \"rules/${game}/notation.h\"\n#include \"rules/${game}/rules.h\"\n")
  list(APPEND options "#include \"tests/rules/${game}/options.h\"\n")
  if(clients/cli/games/${game}/text.h IN_LIST texts)
    list(APPEND text_lines ${line})
    list(APPEND text_headers "#include \"clients/cli/games/${game}/text.h\"\n")
  endif()
endforeach()
wyrmhall_games_file(rules/games.inc ${lines} "#undef WYRMHALL_GAME\n")
wyrmhall_games_file(rules/games.h "#pragma once\n\n" ${rules})
wyrmhall_games_file(clients/cli/texts.inc ${text_lines} "#undef WYRMHALL_GAME\n")
wyrmhall_games_file(clients/cli/texts.h "#pragma once\n\n" ${text_headers})
wyrmhall_games_file(tests/rules/options.h "#pragma once\n\n" ${options})
