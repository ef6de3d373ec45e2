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
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

namespace wyrmhall::server::admin {

inline constexpr std::int64_t kUnset = std::numeric_limits<std::int64_t>::min();

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

// `get` is a pointer to a member, or a function of the struct.
template <class Get>
struct Field {
  std::string_view name;
  Get get;
  Notes notes;
};

template <class Get>
constexpr auto field(std::string_view name, Get get, Notes notes = {}) {
  return Field<Get>{name, get, notes};
}

// The fields of the struct that this one derives from.
template <class Base>
struct FieldsOf {};
template <class Base>
constexpr auto fields_of() {
  return FieldsOf<Base>{};
}

struct Title {
  std::string_view name = {};  // in the document; without one it stands where it is used
  std::string_view about = {};
  bool partial = false;  // any member may be missing
};

template <class... Fields>
struct Object {
  Title title;
  std::tuple<Fields...> fields;
};

template <class... Fields>
constexpr auto object(Title title, Fields... fields) {
  return Object<Fields...>{title, {fields...}};
}

// The parameters of a query.
template <class... Fields>
struct Parameters : Object<Fields...> {};

template <class... Fields>
constexpr auto query(Fields... fields) {
  return Parameters<Fields...>{{{}, {fields...}}};
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

namespace detail {
template <class T>
inline constexpr bool kIsObject = false;
template <class... Fields>
inline constexpr bool kIsObject<Object<Fields...>> = true;
template <class... Fields>
inline constexpr bool kIsObject<Parameters<Fields...>> = true;
template <class T>
inline constexpr bool kIsQuery = false;
template <class... Fields>
inline constexpr bool kIsQuery<Parameters<Fields...>> = true;
template <class T>
inline constexpr bool kIsWords = false;
template <std::size_t kCount>
inline constexpr bool kIsWords<Words<kCount>> = true;
template <class T>
inline constexpr bool kIsTextForm = false;
template <class Parse>
inline constexpr bool kIsTextForm<TextForm<Parse>> = true;
template <class T>
using SchemaOf = std::remove_cvref_t<decltype(kSchema<T>)>;
}  // namespace detail

template <class T>
concept Described = detail::kIsObject<detail::SchemaOf<T>>;
template <class T>
concept DescribedQuery = detail::kIsQuery<detail::SchemaOf<T>>;
template <class T>
concept Worded = detail::kIsWords<detail::SchemaOf<T>>;
template <class T>
concept ReadFromText = detail::kIsTextForm<detail::SchemaOf<T>>;

// Calls visit(field) for each field of a T in order, those of the structs that it derives from among them.
template <class T, class Visit>
constexpr void visit_fields(Visit&& visit) {
  const auto one = [&]<class Each>(const Each& field) {
    if constexpr (requires { field.get; }) {
      visit(field);
    } else {
      []<class Base>(const FieldsOf<Base>&, Visit& inner) { visit_fields<Base>(inner); }(field, visit);
    }
  };
  std::apply([&](const auto&... each) { (one(each), ...); }, kSchema<T>.fields);
}

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
