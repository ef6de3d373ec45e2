# Embeds files that are found by two words each, such as a game and a language, and makes HEADER with
#
#   struct STRUCT { std::string_view FIRST; std::string_view language; std::string_view LAST; };
#   std::vector<STRUCT> LISTING();
#
#   wyrmhall_embed_listed(TARGET HEADER STRUCT LISTING FIRST LAST WORD=LANGUAGE=FILE ...)     FILE in full
function(wyrmhall_embed_listed target header_name struct listing first last)
  set(entries "")
  set(declarations "")
  set(rows "")
  foreach(row ${ARGN})
    string(REGEX MATCH "^([^=]+)=([^=]+)=(.+)$" matched "${row}")
    set(word ${CMAKE_MATCH_1})
    set(language ${CMAKE_MATCH_2})
    set(file ${CMAKE_MATCH_3})
    string(MAKE_C_IDENTIFIER "${listing}_${word}_${language}" name)
    list(APPEND entries "${name}=${file}")
    string(APPEND declarations "std::string_view ${name}();\n")
    string(APPEND rows "      {\"${word}\", \"${language}\", ${name}()},\n")
  endforeach()
  set(header ${CMAKE_CURRENT_BINARY_DIR}/${header_name})
  file(CONFIGURE OUTPUT ${header} @ONLY CONTENT "#pragma once

#include <string_view>
#include <vector>

namespace wyrmhall::cli {

struct ${struct} {
  std::string_view ${first};
  std::string_view language;
  std::string_view ${last};
};

${declarations}
inline std::vector<${struct}> ${listing}() {
  return {
${rows}  };
}

}  // namespace wyrmhall::cli
")
  wyrmhall_embed(${target} wyrmhall::cli ${header} ${entries})
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()

# Writes an assembly source that holds files, which the assembler reads by itself, and a C++ source with a function for
# each that gives back its bytes.
#
#   wyrmhall_embed(TARGET NAMESPACE HEADER NAME=FILE ...)     HEADER declares std::string_view NAME();
function(wyrmhall_embed target namespace header)
  set(bytes "")
  set(code "#include \"${header}\"\n\n#include <cstddef>\n\nextern \"C\" {\n")
  set(functions "namespace ${namespace} {\n")
  set(files "")
  foreach(entry ${ARGN})
    string(REGEX MATCH "^([^=]+)=(.+)$" matched "${entry}")
    set(name ${CMAKE_MATCH_1})
    cmake_path(ABSOLUTE_PATH CMAKE_MATCH_2 OUTPUT_VARIABLE file)
    list(APPEND files ${file})
    string(APPEND bytes
      ".global wyrmhall_asset_${name}\nwyrmhall_asset_${name}: .incbin \"${file}\"\n"
      ".global wyrmhall_asset_${name}_end\nwyrmhall_asset_${name}_end: .byte 0\n")
    string(APPEND code "extern const char wyrmhall_asset_${name}[];\nextern const char wyrmhall_asset_${name}_end[];\n")
    string(APPEND functions
      "std::string_view ${name}() {\n"
      "  return {wyrmhall_asset_${name}, static_cast<std::size_t>(wyrmhall_asset_${name}_end - wyrmhall_asset_${name})};\n}\n")
  endforeach()
  string(PREPEND bytes ".section .rodata\n")
  string(APPEND bytes ".section .note.GNU-stack,\"\",@progbits\n")
  string(APPEND code "}\n\n${functions}}\n")
  cmake_path(GET header STEM stem)
  set(base ${CMAKE_CURRENT_BINARY_DIR}/${target}_${stem})
  file(CONFIGURE OUTPUT ${base}.s CONTENT "${bytes}" @ONLY)
  file(CONFIGURE OUTPUT ${base}.cpp CONTENT "${code}" @ONLY)
  set_source_files_properties(${base}.s PROPERTIES OBJECT_DEPENDS "${files}")
  target_sources(${target} PRIVATE ${base}.s ${base}.cpp)
endfunction()
