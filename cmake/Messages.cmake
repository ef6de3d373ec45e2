# Embeds clients/messages/<catalogue>/<language>.json, and the card of each game beside its messages (<game>/card/): whatever
# files there are, but for what only the browser says.
#
#   wyrmhall_embed_messages(TARGET)     makes catalogue_files.h, with catalogue_files()
function(wyrmhall_embed_messages target)
  set(root ${CMAKE_SOURCE_DIR}/clients/messages)
  file(GLOB files CONFIGURE_DEPENDS RELATIVE ${root} ${root}/*/*.json ${root}/*/card/*.json)
  list(FILTER files EXCLUDE REGEX "^(page|dice)/")
  set(entries "")
  set(declarations "")
  set(rows "")
  foreach(file ${files})
    string(REGEX MATCH "^(.+)/([^/]+)\\.json$" matched "${file}")
    set(folder ${CMAKE_MATCH_1})
    set(language ${CMAKE_MATCH_2})
    string(MAKE_C_IDENTIFIER "messages_${folder}_${language}" name)
    list(APPEND entries "${name}=${root}/${file}")
    string(APPEND declarations "std::string_view ${name}();\n")
    string(APPEND rows "      {\"${folder}\", \"${language}\", ${name}()},\n")
  endforeach()
  set(header ${CMAKE_CURRENT_BINARY_DIR}/catalogue_files.h)
  file(CONFIGURE OUTPUT ${header} @ONLY CONTENT "#pragma once

#include <string_view>
#include <vector>

namespace wyrmhall::cli {

struct CatalogueFile {
  std::string_view folder;
  std::string_view language;
  std::string_view json;
};

${declarations}
inline std::vector<CatalogueFile> catalogue_files() {
  return {
${rows}  };
}

}  // namespace wyrmhall::cli
")
  wyrmhall_embed(${target} wyrmhall::cli ${header} ${entries})
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()
