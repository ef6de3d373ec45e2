// The values of the games as JSON, for records, tests and tools: what each game's notation.h is written with.
//
// Everything is a template over the JSON type, which must have the interface of nlohmann::json, so that the rules need
// no JSON library; nlohmann finds the games' to_json and from_json by their namespaces. Reading is strict and safe on
// hostile input: a wrong type, a number out of range, a field too many or too few throw NotationError and nothing else
// (but for std::bad_alloc).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>

namespace wyrmhall::rules {

// what() is one sentence that names the field, fit to be shown to whoever wrote the text.
class NotationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

namespace notation {

// The longest list that any game has in its options or values.
inline constexpr std::size_t kMaxListLength = 256;

[[noreturn]] inline void fail(std::string_view field, std::string_view complaint) {
  throw NotationError(std::string(field) + ": " + std::string(complaint));
}

// Refuses anything but an object with no other fields than these.
template <class Json>
void check_fields(const Json& json, std::string_view what, std::initializer_list<std::string_view> fields) {
  if (!json.is_object()) fail(what, "must be an object");
  for (auto it = json.begin(); it != json.end(); ++it) {
    bool known = false;
    for (const std::string_view field : fields) known = known || field == it.key();
    if (!known) fail(what, "has no field \"" + it.key().substr(0, 40) + "\"");
  }
}

template <class Json>
const Json& member(const Json& json, const char* field) {
  const auto it = json.find(field);
  if (it == json.end()) fail(field, "is missing");
  return *it;
}

template <class Json>
std::int64_t integer(const Json& json, std::string_view field, std::int64_t least, std::int64_t most) {
  bool inside = false;
  std::int64_t value = 0;
  if (json.is_number_unsigned()) {
    const auto number = json.template get<std::uint64_t>();
    inside = most >= 0 && number <= static_cast<std::uint64_t>(most);
    value = inside ? static_cast<std::int64_t>(number) : 0;
  } else if (json.is_number_integer()) {
    value = json.template get<std::int64_t>();
    inside = value <= most;
  }
  if (!inside || value < least) {
    fail(field, "must be a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  }
  return value;
}

// Reads a whole number into a field of any width, within least..most.
template <class Json, class Number>
void read(const Json& json, const char* field, Number& number, std::int64_t least, std::int64_t most) {
  number = static_cast<Number>(integer(member(json, field), field, least, most));
}

// The same, with null for `none`.
template <class Json, class Number>
void read_or_none(const Json& json, const char* field, Number& number, Number none, std::int64_t most) {
  const Json& value = member(json, field);
  number = value.is_null() ? none : static_cast<Number>(integer(value, field, 0, most));
}

template <class Json>
void read(const Json& json, const char* field, bool& flag) {
  const Json& value = member(json, field);
  if (!value.is_boolean()) fail(field, "must be true or false");
  flag = value.template get<bool>();
}

// Reads an enumerator whose name stands in `names` at its number.
template <class Json, class Enumeration, std::size_t N>
void read(const Json& json, const char* field, Enumeration& enumerator, const std::array<std::string_view, N>& names) {
  const Json& value = member(json, field);
  if (value.is_string()) {
    const auto& text = value.template get_ref<const std::string&>();
    for (std::size_t i = 0; i < N; ++i) {
      if (names[i] != text) continue;
      enumerator = static_cast<Enumeration>(i);
      return;
    }
  }
  std::string known;
  for (const std::string_view name : names) known += (known.empty() ? "" : ", ") + std::string(name);
  fail(field, "must be one of " + known);
}

// The list under a field, of at most `longest` elements.
template <class Json>
const Json& list(const Json& json, const char* field, std::size_t longest = kMaxListLength) {
  const Json& value = member(json, field);
  if (!value.is_array()) fail(field, "must be a list");
  if (value.size() > longest) fail(field, "must not be longer than " + std::to_string(longest));
  return value;
}

// The name of an enumerator, "?" for one that there is not.
template <class Enumeration, std::size_t N>
std::string name(Enumeration enumerator, const std::array<std::string_view, N>& names) {
  const auto i = static_cast<std::size_t>(enumerator);
  return std::string(i < N ? names[i] : "?");
}

// A number, or null for `none`.
template <class Json, class Number>
Json or_null(Number number, Number none) {
  return number == none ? Json(nullptr) : Json(number);
}

}  // namespace notation
}  // namespace wyrmhall::rules
