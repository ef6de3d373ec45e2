#include "record/compact_text.h"

#include <algorithm>

#include "record/json.h"

namespace wyrmhall::record {

void append_string(std::string& to, std::string_view text) {
  const auto as_it_is = [](char c) { return c >= ' ' && c < '\x7f' && c != '"' && c != '\\'; };
  if (std::ranges::all_of(text, as_it_is)) {
    to.append(1, '"').append(text).append(1, '"');
  } else {
    to += compact(Json(std::string(text)));
  }
}

}  // namespace wyrmhall::record
