// What a value looks like as JSON, listed once. From that list come the JSON of answers (json.h), how bodies and
// queries are read (call.h, reading.h), and the schemas of the OpenAPI document (schemas.h).
//
//   template <>
//   inline constexpr auto kSchema<persistence::Ban> =
//       object({"Ban"}, field("network", &persistence::Ban::network, {.about = "As the server writes it."}),
//              field("until", &persistence::Ban::until));
//
// A type's schema is an Object, the Words of an enumeration, or a TextForm. Numbers, texts, ids, optionals, lists,
// messages of the protocol and variants need none.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "common/described.h"

namespace wyrmhall::server::admin {

// What is to be known of a field beside its name and type.
struct Notes {
  std::string_view about = {};    // for the document
  std::string_view pattern = {};  // of a text, for the document
  // What it must be, told when another value is refused, with {0} and {1} for the limits. Unless set it follows from
  // the type.
  std::string_view refusal = {};
  std::int64_t least = kUnset;  // of a number; of a text in bytes; of a list how many
  std::int64_t most = kUnset;
  bool required = false;    // in a body
  bool left_out = false;    // in an answer: none is left out instead of being null
  bool empty_none = false;  // in an answer: an empty text is null
};

constexpr auto field(std::string_view name, auto get, Notes notes = {}) {
  return Field<decltype(get), Notes>{name, get, notes};
}

struct Title {
  std::string_view name = {};  // in the document; without one it stands where it is used
  std::string_view about = {};
  bool partial = false;  // any member may be missing
};

template <class Fields>
struct Object {
  Title title;
  Fields fields;
};

constexpr auto object(Title title, const auto&... all) {
  return Object{title, fields(all...)};
}

// The parameters of a query.
template <class Fields>
struct Parameters {
  Fields fields;
};

constexpr auto query(const auto&... all) {
  return Parameters{fields(all...)};
}

// The word of each enumerator, by its number from `first` on.
template <std::size_t kCount>
struct Words {
  Title title;
  std::size_t first;
  std::array<std::string_view, kCount> words;
};

template <class... Text>
constexpr auto words(Title title, std::size_t first, Text... text) {
  return Words<sizeof...(Text)>{title, first, {text...}};
}

// A value that is read from a text, in a path or a query. `parse` gives back an optional.
template <class Parse>
struct TextForm {
  Parse parse;
  std::string_view refusal;
  std::string_view about;
  std::string_view type = "string";  // in the document
};

template <class T>
inline constexpr auto kSchema = nullptr;

// Whether T is one of a template, such as std::optional.
template <class T, template <class...> class Template>
inline constexpr bool kIsA = false;
template <class... T, template <class...> class Template>
inline constexpr bool kIsA<Template<T...>, Template> = true;

template <class T>
concept DescribedQuery = kIsA<std::remove_const_t<decltype(kSchema<T>)>, Parameters>;
template <class T>
concept Worded = requires { kSchema<T>.words; };
template <class T>
concept ReadFromText = requires { kSchema<T>.parse; };

template <class T>
std::vector<std::string_view> field_names() {
  std::vector<std::string_view> names;
  visit_fields<T>([&](const auto& field) { names.push_back(field.name); });
  return names;
}

template <Worded T>
constexpr std::string_view word_of(T value) {
  return kSchema<T>.words.at(static_cast<std::size_t>(value) - kSchema<T>.first);
}

template <Worded T>
constexpr std::optional<T> parse_word(std::string_view text) {
  for (std::size_t i = 0; i < kSchema<T>.words.size(); ++i) {
    if (kSchema<T>.words.at(i) == text) return static_cast<T>(i + kSchema<T>.first);
  }
  return std::nullopt;
}

// Some members of a T, in this order; all of them if none are named.
template <class T>
struct Part {
  using Whole = T;
  T whole;
  std::vector<std::string> names;
};

// The names of members of a T that a query chooses.
template <class T>
struct Chosen {
  std::vector<std::string> names;
  static std::vector<std::string_view> names_there() { return field_names<T>(); }
};

}  // namespace wyrmhall::server::admin

template <class T>
  requires requires { wyrmhall::server::admin::kSchema<T>.fields; }
inline constexpr auto wyrmhall::kFieldsOf<T> = wyrmhall::server::admin::kSchema<T>.fields;
