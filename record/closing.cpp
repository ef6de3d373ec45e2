#include "record/closing.h"

#include "record/notation.h"
#include "record/write.h"

namespace wyrmhall::record {

std::string closing_text(std::span<const SeatLink> links) {
  return ",\n  \"closingLinks\": " + compact(links_json(links)) + std::string(kTextEnd);
}

std::string with_closing_links(std::string text, std::span<const SeatLink> links) {
  if (links.empty()) return text;
  text.resize(text.size() - kTextEnd.size());
  return text + closing_text(links);
}

}  // namespace wyrmhall::record
