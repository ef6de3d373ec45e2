// What a struct is made of, listed once. The list gives its JSON (rules/notation.h), the fields that travel as an event
// or as options (server/games/), and the tests that hold both to the .proto files.
//
//   struct Waited {
//     std::uint8_t actor = 0, energy = 0;
//     static constexpr auto kFields = fields(field("actor", &Waited::actor), field("energy", &Waited::energy));
//   };
//
// Beside kFields a described struct may have
//   kWord      the word by which its JSON says which event it is
//   kInRow     true: its JSON is the list of its values, without their names
//   kOptional  true: a field may be missing from its JSON, and then has its default
//   is_none()  whether it is nothing, which JSON writes as null
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

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
  static constexpr std::int64_t kUnset = std::numeric_limits<std::int64_t>::min();

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

// `get` is a pointer to a member, or a function from the struct to a reference or a span into it. `holds` is null, or
// says whether a struct has this field; it may look at the fields before it.
template <class Get, class Holds>
struct Field {
  const char* name;
  Get get;
  Notes notes;
  Holds holds;
};

template <class Get>
constexpr auto field(const char* name, Get get, Notes notes = {}) {
  return Field<Get, std::nullptr_t>{name, get, notes, nullptr};
}

template <class Get, class Holds>
constexpr auto field_if(Holds holds, const char* name, Get get, Notes notes = {}) {
  return Field<Get, Holds>{name, get, notes, holds};
}

// The fields of an inner struct stand among those of the outer one.
template <class Get>
constexpr auto fields_of(Get get) {
  return Field<Get, std::nullptr_t>{nullptr, get, {}, nullptr};
}

constexpr auto fields(auto... all) {
  return std::tuple(all...);
}

template <class T>
concept Described = requires { T::kFields; };

// Calls visit(field, value) for each field that the struct has, in order; `object` may be const.
template <class T, class Visit>
constexpr void visit_fields(T& object, Visit&& visit) {
  const auto one = [&](const auto& field) {
    if constexpr (!std::is_null_pointer_v<decltype(field.holds)>) {
      if (!field.holds(std::as_const(object))) return;
    }
    auto&& value = std::invoke(field.get, object);
    if (field.name != nullptr) {
      visit(field, value);
      return;
    }
    if constexpr (Described<std::remove_cvref_t<decltype(value)>>) visit_fields(value, visit);
  };
  std::apply([&](const auto&... each) { (one(each), ...); }, std::remove_cvref_t<T>::kFields);
}

}  // namespace wyrmhall::rules
