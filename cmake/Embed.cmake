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
  set(base ${CMAKE_CURRENT_BINARY_DIR}/${target}_assets)
  file(CONFIGURE OUTPUT ${base}.s CONTENT "${bytes}" @ONLY)
  file(CONFIGURE OUTPUT ${base}.cpp CONTENT "${code}" @ONLY)
  set_source_files_properties(${base}.s PROPERTIES OBJECT_DEPENDS "${files}")
  target_sources(${target} PRIVATE ${base}.s ${base}.cpp)
endfunction()
