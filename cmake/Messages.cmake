# Embeds clients/messages/<catalogue>/<language>.json, and the card of each game and what else lies in folders beside its
# messages (<game>/card/): whatever files there are, but for what only the browser says.
#
#   wyrmhall_embed_messages(TARGET)     makes catalogue_files.h, with catalogue_files()
function(wyrmhall_embed_messages target)
  set(root ${CMAKE_SOURCE_DIR}/clients/messages)
  file(GLOB files CONFIGURE_DEPENDS RELATIVE ${root} ${root}/*/*.json ${root}/*/*/*.json)
  list(FILTER files EXCLUDE REGEX "^(page|pages|dice)/")
  list(TRANSFORM files REPLACE "^(.+)/([^/]+)\\.json$" "\\1=\\2=${root}/\\0")
  wyrmhall_embed_listed(${target} catalogue_files.h CatalogueFile catalogue_files folder json ${files})
endfunction()
