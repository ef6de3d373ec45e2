// Why Heads or Tails refuses something. Each reason names the arguments of its Fault in order; an Option is the number
// of that enumerator.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "rules/enumerators.h"
#include "rules/fault.h"

namespace wyrmhall::rules::coin {

// Each has a phrase of the same name in coin_sentence.proto.
enum class Reason : std::uint8_t {
  option_range,   // (Option, value, least, most)
  match_over,     // ()
  not_your_turn,  // (seat that calls, seat that asked)
};
inline constexpr auto kReasonNames = kNamesUpTo<Reason::not_your_turn>;

constexpr Fault refuse(std::string_view rule, Reason reason, std::initializer_list<std::int32_t> arguments = {}) {
  return {.rule = rule, .reason = static_cast<std::uint8_t>(reason), .arguments = arguments};
}

constexpr std::int32_t number(auto enumerator) {
  return static_cast<std::int32_t>(enumerator);
}

}  // namespace wyrmhall::rules::coin
