// The id of a table or match, as a person gives it: the whole, how it begins, a link to its page, or "last".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/id.h"

namespace wyrmhall::cli {

struct TypedId {
  std::optional<MatchId> whole;
  std::string begins;  // in lower case, where it is not the whole; kLastId stands for the newest one
  std::string server;  // of a link, as `--server` takes it; empty otherwise
};

inline constexpr std::string_view kLastId = "last";

// Nothing where the text is none of these.
std::optional<TypedId> parse_typed_id(std::string_view text);

}  // namespace wyrmhall::cli
