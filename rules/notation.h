// The values of the games as JSON, for records, tests and tools: made of what each struct lists (rules/described.h).
//
// Everything is a template over the JSON type, which must have the interface of nlohmann::json, so that the rules need
// no JSON library; nlohmann finds to_json and from_json through each game's notation.h. Reading is strict and safe on
// hostile input: a wrong type, a number out of range, a field too many or too few throw NotationError and nothing else
// (but for std::bad_alloc).
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include "rules/described.h"

namespace wyrmhall::rules {

// what() is one sentence that names the field, fit to be shown to the person who wrote the text.
class NotationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

template <class Json, Described T>
void to_json(Json& json, const T& value);
template <class Json, Described T>
void from_json(const Json& json, T& value);
// An event is written as the struct that it holds, with its word as `e`.
template <class Json, Described... Events>
void to_json(Json& json, const std::variant<Events...>& event);
template <class Json, Described... Events>
void from_json(const Json& json, std::variant<Events...>& event);

namespace notation {

// The longest list that any game has in its options or values.
inline constexpr std::size_t kMaxListLength = 256;

[[noreturn]] inline void fail(std::string_view field, std::string_view complaint) {
  throw NotationError(std::string(field) + ": " + std::string(complaint));
}

template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

template <class T>
concept Number = (std::integral<T> && !std::same_as<T, bool>) || std::is_enum_v<T>;

// A set that is not a list, such as one of heroes.
template <class T>
concept Set = requires(const T& set) {
  { set.empty() } -> std::same_as<bool>;
} && !std::ranges::range<T>;

template <class Json>
const Json& member(const Json& json, std::string_view field) {
  const auto it = json.find(field);
  if (it == json.end()) fail(field, "is missing");
  return *it;
}

// Refuses what is no list, or one of more elements.
template <class Json>
void check_list(const Json& json, std::string_view field, std::size_t longest) {
  if (!json.is_array()) fail(field, "must be a list");
  if (json.size() > longest) fail(field, "must not be longer than " + std::to_string(longest));
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

// The enumerator of this name: its number is the place of the name in `names`.
template <class Json>
std::size_t index_in(const Json& json, std::string_view field, std::span<const std::string_view> names) {
  if (json.is_string()) {
    const auto& text = json.template get_ref<const std::string&>();
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] == text) return i;
    }
  }
  std::string known;
  for (const std::string_view name : names) known += (known.empty() ? "" : ", ") + std::string(name);
  fail(field, "must be one of " + known);
}

// What a number of this type can be where nothing else is said.
template <class T>
constexpr std::int64_t least_of() {
  if constexpr (std::is_enum_v<T>) {
    return least_of<std::underlying_type_t<T>>();
  } else if constexpr (std::signed_integral<T>) {
    return -std::int64_t{std::numeric_limits<std::int32_t>::max()};
  } else {
    return 0;
  }
}
template <class T>
constexpr std::int64_t most_of() {
  if constexpr (std::is_enum_v<T>) {
    return most_of<std::underlying_type_t<T>>();
  } else if constexpr (std::signed_integral<T>) {
    return std::numeric_limits<std::int32_t>::max();
  } else {
    return std::numeric_limits<T>::max();
  }
}

template <class T>
bool is_none(const T& value, const Notes& notes) {
  if constexpr (kIsOptional<T>) return !value.has_value();
  if constexpr (Number<T> || std::same_as<T, bool>) {
    return notes.none != kUnset && number_of(value) == notes.none;
  }
  if constexpr (Set<T>) return notes.left_out && value.empty();
  return false;
}

template <class Json, class T>
Json json_of(const T& value, const Notes& notes) {
  if (is_none(value, notes)) return Json(nullptr);
  if constexpr (kIsOptional<T>) {
    return json_of<Json>(*value, notes);
  } else if constexpr (std::same_as<T, bool>) {
    return Json(value);
  } else if constexpr (Number<T>) {
    if (notes.names.empty()) return Json(static_cast<std::int64_t>(value));
    const auto i = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
    return Json(std::string(i < notes.names.size() ? notes.names[i] : "?"));
  } else if constexpr (std::ranges::range<T>) {
    Json json = Json::array();
    for (const auto& each : value) json.push_back(json_of<Json>(each, notes));
    return json;
  } else {
    Json json;
    to_json(json, value);
    return json;
  }
}

template <class Json, class T>
void read_value(const Json& json, std::string_view field, T&& to, const Notes& notes) {
  auto& value = to;
  using Value = std::remove_cvref_t<T>;
  if constexpr (kIsOptional<Value>) {
    value.reset();
    if (notes.left_out || !json.is_null()) read_value(json, field, value.emplace(), notes);
  } else if constexpr (std::same_as<Value, bool>) {
    if (!json.is_boolean()) fail(field, "must be true or false");
    value = json.template get<bool>();
    if (is_none(value, notes)) fail(field, "must be left out instead");
  } else if constexpr (Number<Value>) {
    if (notes.none != kUnset && !notes.left_out && json.is_null()) {
      value = static_cast<Value>(notes.none);
    } else if (!notes.names.empty()) {
      value = static_cast<Value>(index_in(json, field, notes.names));
    } else {
      const std::int64_t least = notes.least == kUnset ? least_of<Value>() : notes.least;
      const std::int64_t most = notes.most == kUnset ? most_of<Value>() : notes.most;
      const std::int64_t number = integer(json, field, least, most);
      if (number == notes.none) fail(field, notes.left_out ? "must be left out instead" : "must be null instead");
      value = static_cast<Value>(number);
    }
  } else if constexpr (requires { value.push_back(value[0]); }) {
    std::size_t longest = kMaxListLength;
    if constexpr (requires { Value::capacity(); }) longest = Value::capacity();
    check_list(json, field, longest);
    value.clear();
    for (const Json& each : json) {
      typename Value::value_type element{};
      read_value(each, field, element, notes);
      value.push_back(element);
    }
  } else if constexpr (std::ranges::range<Value>) {
    if (!json.is_array() || json.size() != value.size())
      fail(field, "must be a list of " + std::to_string(value.size()));
    for (std::size_t i = 0; i < value.size(); ++i) read_value(json[i], field, value[i], notes);
  } else {
    from_json(json, value);
    if (is_none(value, notes)) fail(field, "must be left out instead");
  }
}

// Reads the fields of a struct and refuses what is left over. `taken` members are known already.
template <class Json, Described T>
void read_members(const Json& json, T& value, std::size_t taken) {
  visit_fields(value, [&](const auto& field, auto&& member_value) {
    const auto it = json.find(field.name);
    if (it != json.end()) {
      ++taken;
      read_value(*it, field.name, member_value, field.notes);
    } else if (field.notes.left_out) {
      return;  // it is none already
    } else if constexpr (!requires { T::kOptional; }) {
      fail(field.name, "is missing");
    }
  });
  if (taken == json.size()) return;
  for (auto it = json.begin(); it != json.end(); ++it) {
    bool known = false;
    if constexpr (requires { T::kWord; }) known = it.key() == "e";
    visit_fields(value, [&](const auto& field, const auto&) { known = known || it.key() == field.name; });
    if (!known) fail(it.key().substr(0, 40), "is not a field of this");
  }
}

template <class Json, class Event>
bool read_if_named(const Json& json, std::string_view word, auto& variant) {
  if (word != Event::kWord) return false;
  Event event;
  read_members(json, event, 1);
  variant = event;
  return true;
}

}  // namespace notation

template <class Json, Described T>
void to_json(Json& json, const T& value) {
  if constexpr (requires { value.is_none(); }) {
    if (value.is_none()) {
      json = nullptr;
      return;
    }
  }
  if constexpr (requires { T::kInRow; }) {
    json = Json::array();
    visit_fields(value, [&](const auto& field, const auto& member) {
      json.push_back(notation::json_of<Json>(member, field.notes));
    });
    return;
  }
  json = Json::object();
  if constexpr (requires { T::kWord; }) json["e"] = std::string(T::kWord);
  visit_fields(value, [&](const auto& field, const auto& member) {
    if (field.notes.left_out && notation::is_none(member, field.notes)) return;
    json[field.name] = notation::json_of<Json>(member, field.notes);
  });
}

template <class Json, Described T>
void from_json(const Json& json, T& value) {
  value = T{};
  if constexpr (requires { value.is_none(); }) {
    if (json.is_null()) return;
  }
  if constexpr (requires { T::kInRow; }) {
    constexpr std::size_t kLength = std::tuple_size_v<decltype(T::kFields)>;
    if (!json.is_array() || json.size() != kLength) {
      throw NotationError("must be a list of " + std::to_string(kLength) + " values");
    }
    std::size_t i = 0;
    visit_fields(value, [&](const auto& field, auto&& member) {
      notation::read_value(json[i++], field.name, member, field.notes);
    });
    return;
  }
  if (!json.is_object()) throw NotationError("must be an object");
  notation::read_members(json, value, 0);
}

template <class Json, Described... Events>
void to_json(Json& json, const std::variant<Events...>& event) {
  std::visit([&](const auto& one) { to_json(json, one); }, event);
}

template <class Json, Described... Events>
void from_json(const Json& json, std::variant<Events...>& event) {
  if (!json.is_object()) throw NotationError("must be an object");
  constexpr std::array<std::string_view, sizeof...(Events)> kWords = {Events::kWord...};
  const std::string_view word = kWords[notation::index_in(notation::member(json, "e"), "e", kWords)];
  (notation::read_if_named<Json, Events>(json, word, event) || ...);
}

}  // namespace wyrmhall::rules
