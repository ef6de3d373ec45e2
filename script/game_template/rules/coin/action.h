// What a seat can decide in Heads or Tails (C-3).
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string_view>

#include "rules/described.h"
#include "rules/inline_vector.h"

namespace wyrmhall::rules::coin {

enum class Face : std::uint8_t { heads, tails };
inline constexpr std::array<std::string_view, 2> kFaceNames = {"heads", "tails"};

struct Action {
  Face call = Face::heads;

  static constexpr auto kFields = fields(field("call", &Action::call, {.names = kFaceNames}));
  friend auto operator<=>(const Action&, const Action&) = default;
};

// The longest list of choices has both calls.
using ActionList = InlineVector<Action, 2>;

}  // namespace wyrmhall::rules::coin
