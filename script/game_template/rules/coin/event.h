// The story of a match of Heads or Tails, as it happens.
#pragma once

#include <string_view>
#include <variant>

#include "rules/coin/action.h"
#include "rules/described.h"
#include "rules/seat.h"

namespace wyrmhall::rules::coin {

// The penny was tossed (C-4).
struct Toss {
  Seat seat = 0;  // who called
  Face call = Face::heads;
  Face fell = Face::heads;
  Seat point = 0;  // who has the point
  static constexpr std::string_view kWord = "toss";
  static constexpr auto kFields =
      fields(field("seat", &Toss::seat), field("call", &Toss::call, {.names = kFaceNames}),
             field("fell", &Toss::fell, {.names = kFaceNames}), field("point", &Toss::point));
  friend bool operator==(const Toss&, const Toss&) = default;
};

using Event = std::variant<Toss>;

}  // namespace wyrmhall::rules::coin
