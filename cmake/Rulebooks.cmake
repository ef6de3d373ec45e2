# Embeds the rulebooks: docs/rules/<game>.md in English, and docs/rules/<language>/<game>.md in others.
#
#   wyrmhall_embed_rulebooks(TARGET)     makes rulebook_files.h, with rulebook_files()
function(wyrmhall_embed_rulebooks target)
  set(root ${CMAKE_SOURCE_DIR}/docs/rules)
  file(GLOB english CONFIGURE_DEPENDS RELATIVE ${root} ${root}/*.md)
  file(GLOB others CONFIGURE_DEPENDS RELATIVE ${root} ${root}/*/*.md)
  list(TRANSFORM english REPLACE "^(.+)\\.md$" "\\1=en=${root}/\\0")
  list(TRANSFORM others REPLACE "^(.+)/(.+)\\.md$" "\\2=\\1=${root}/\\0")
  wyrmhall_embed_listed(${target} rulebook_files.h RulebookFile rulebook_files game markdown ${english} ${others})
endfunction()
