// Reads one value of a request as its schema has it (schema.h): from a body's JSON, or from the text of a path or a
// query. False if it is something else; refusal_of() then says what it must be.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "server/admin/rest/json.h"

namespace wyrmhall::server::admin {

template <class T>
concept Number = std::integral<T> && !std::same_as<T, bool>;

template <Number T>
constexpr std::int64_t least_of(const Notes& notes) {
  return notes.least != kUnset ? notes.least : static_cast<std::int64_t>(std::numeric_limits<T>::min());
}
template <Number T>
constexpr std::int64_t most_of(const Notes& notes) {
  constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
  constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  return notes.most != kUnset ? notes.most : static_cast<std::int64_t>(std::min(kMax, kLargest));
}

// Whether a text or a list has a permitted size.
constexpr bool fits(std::size_t size, const Notes& notes) {
  const auto count = static_cast<std::int64_t>(size);
  return count >= notes.least && (notes.most == kUnset || count <= notes.most);
}

template <class T, class Parsed>
bool assign(T& value, const std::optional<Parsed>& parsed) {
  if (parsed) value = static_cast<T>(*parsed);
  return parsed.has_value();
}

template <class T>
bool read_text(std::string_view given, T& value, const Notes& notes) {
  if constexpr (kIsA<T, std::optional>) {
    return read_text(given, value.emplace(), notes);
  } else if constexpr (ReadFromText<T>) {
    return assign(value, kSchema<T>.parse(given));
  } else if constexpr (kIsA<T, Chosen>) {
    const auto names = T::names_there();
    for (const auto word : std::views::split(given, ',')) {
      value.names.emplace_back(word.begin(), word.end());
      if (std::ranges::find(names, value.names.back()) == names.end()) return false;
    }
    return !given.empty();
  } else if constexpr (Worded<T>) {
    return assign(value, parse_word<T>(given));
  } else if constexpr (IdText<T>) {
    return assign(value, parse_uuid(given));
  } else if constexpr (std::same_as<T, bool>) {
    value = given == "true";
    return value || given == "false";
  } else if constexpr (std::same_as<T, Timestamp>) {
    return assign(value, parse_time(given));
  } else if constexpr (std::same_as<T, std::chrono::sys_days>) {
    return assign(value, parse_day(given));
  } else if constexpr (Number<T>) {
    const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), value);
    return error == std::errc() && end == given.data() + given.size() &&
           std::cmp_greater_equal(value, least_of<T>(notes)) && std::cmp_less_equal(value, most_of<T>(notes));
  } else {
    value = given;
    return fits(given.size(), notes);
  }
}

template <class T>
bool read_json(const Json& given, T& value, const Notes& notes) {
  if constexpr (kIsA<T, std::optional>) {
    return given.is_null() || read_json(given, value.emplace(), notes);
  } else if constexpr (std::same_as<T, bool>) {
    if (given.is_boolean()) value = given.get<bool>();
    return given.is_boolean();
  } else if constexpr (Number<T>) {
    // A number that does not fit turns up as another kind of number.
    if (!given.is_number_unsigned()) return false;
    const auto number = given.get<std::uint64_t>();
    value = static_cast<T>(number);
    return std::cmp_greater_equal(number, least_of<T>(notes)) && std::cmp_less_equal(number, most_of<T>(notes));
  } else if constexpr (Worded<T> || IdText<T> || std::same_as<T, Timestamp> || std::same_as<T, std::string>) {
    return given.is_string() && read_text(given.get_ref<const std::string&>(), value, notes);
  } else {
    return given.is_array() && fits(given.size(), notes) &&
           std::ranges::all_of(given, [&](const Json& each) { return read_json(each, value.emplace_back(), {}); });
  }
}

// For the TextForm of a struct that holds one number, whatever it numbers.
template <class T>
inline constexpr auto kReadNumber = [](std::string_view given) -> std::optional<T> {
  T number;
  return read_text(given, number.value, {}) ? std::optional(number) : std::nullopt;
};

template <class T>
std::string refusal_of(const Notes& notes) {
  if (!notes.refusal.empty()) return fmt::format(fmt::runtime(notes.refusal), notes.least, notes.most);
  if constexpr (kIsA<T, std::optional>) {
    return refusal_of<typename T::value_type>(notes);
  } else if constexpr (ReadFromText<T>) {
    return std::string(kSchema<T>.refusal);
  } else if constexpr (Worded<T>) {
    return fmt::format("is one of {}", fmt::join(kSchema<T>.words, ", "));
  } else if constexpr (kIsA<T, Chosen>) {
    return fmt::format("must be a list with commas, each one of {}", fmt::join(T::names_there(), ", "));
  } else if constexpr (IdText<T>) {
    return "is an id such as 0190f3a2-1b2c-7d3e-8f40-5a6b7c8d9e0f";
  } else if constexpr (std::same_as<T, bool>) {
    return "is true or false";
  } else if constexpr (std::same_as<T, Timestamp>) {
    return "is a time such as 2026-11-21T09:30:00Z, or a day such as 2026-11-21";
  } else if constexpr (std::same_as<T, std::chrono::sys_days>) {
    return "is a day such as 2026-11-21";
  } else if constexpr (Number<T>) {
    return fmt::format("is a whole number from {} to {}", least_of<T>(notes), most_of<T>(notes));
  } else if (notes.least != kUnset) {
    return fmt::format("has {} to {} bytes", notes.least, notes.most);
  } else {
    return fmt::format("is a text of at most {} bytes", notes.most);
  }
}

}  // namespace wyrmhall::server::admin
