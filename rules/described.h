// What the structs of the rules list about themselves (common/described.h). The list gives their JSON
// (rules/notation.h), the fields that travel as an event or as options (server/games/), and the tests that hold both to
// the .proto files.
//
// Beside kFields a described struct may have
//   kWord      the word by which its JSON says which event it is
//   kInRow     true: its JSON is the list of its values, without their names
//   kOptional  true: a field may be missing from its JSON, and then has its default
//   is_none()  whether it is nothing, which JSON writes as null
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "common/described.h"

namespace wyrmhall::rules {

// The numbers that an option may be.
struct Range {
  int least = 0;
  int most = 0;
  int step = 1;
  [[nodiscard]] constexpr bool holds(int value) const {
    return value >= least && value <= most && (value - least) % step == 0;
  }
};

// What is to be known of a field beside its name and type.
struct Notes {
  std::span<const std::string_view> names = {};  // of an enumeration: the word of each enumerator, by its number
  std::int64_t least = kUnset;                   // of a number: its range, where that is less than its type holds
  std::int64_t most = kUnset;
  // The value that stands for none: null in JSON, -1 where the wire has a signed number. With `left_out` it may be the
  // default of an option that came later: then what is written without it stays as it was.
  std::int64_t none = kUnset;
  bool left_out = false;  // none, or a set that is empty, is left out instead of being written as null
  Range range = {};       // of an option that is a number, or of its entries: for check() and for setting it up
  bool or_zero = false;   // 0 is allowed besides the range
  std::span<const int> values = {};  // of an option that is a number: all that it can be, where they are no range
  bool retired = false;              // an option of older rules versions alone, which nobody is offered
};

constexpr std::int64_t number_of(auto value) {
  return static_cast<std::int64_t>(value);
}

constexpr auto field(std::string_view name, auto get, Notes notes = {}) {
  return Field<decltype(get), Notes>{name, get, notes};
}

// A field that only those structs have for which holds(struct) is true.
constexpr auto field_if(auto holds, std::string_view name, auto get, Notes notes = {}) {
  return Field<decltype(get), Notes, decltype(holds)>{name, get, notes, holds};
}

}  // namespace wyrmhall::rules
