// Values as the admin interface writes them: ids as UUIDs, times as RFC 3339 in UTC, members in camelCase, as their
// schemas (schema.h) have them.
#pragma once

#include <google/protobuf/message.h>

#include <concepts>
#include <optional>
#include <ranges>
#include <string>
#include <variant>

#include <nlohmann/json.hpp>

#include "common/id.h"
#include "common/rfc3339.h"
#include "server/admin/rest/exchange.h"
#include "server/admin/rest/schema.h"
#include "server/core/environment.h"

namespace wyrmhall::server::admin {

using Json = nlohmann::ordered_json;

// A T that is JSON already.
template <class T>
struct Made {
  using Whole = T;
  Json json;
};

// A message of the protocol as protobuf's own JSON: members in camelCase, enums by name, bytes in base64.
Json message_json(const google::protobuf::Message& message);

// Text that is no UTF-8 is mended rather than refused.
std::string to_text(const Json& json);
Response json_response(const Json& json, int status = 200);

// An id of one kind, or of any.
template <class T>
concept IdText = IdType<T> || std::same_as<T, Uuid>;
template <class T>
concept Message = std::derived_from<T, google::protobuf::Message>;
template <class T>
concept Text = std::convertible_to<const T&, std::string_view>;
// Pairs of a name and a number, which JSON has as an object.
template <class T>
concept Figures = std::ranges::range<T> && requires(std::ranges::range_value_t<T> pair) {
  { pair.first } -> std::convertible_to<std::string_view>;
  { pair.second } -> std::convertible_to<std::int64_t>;
};

template <class T>
Json to_json(const T& value, const Notes& notes = {});

template <Described T>
Json object_json(const T& value) {
  Json json = Json::object();
  visit_fields(value, [&]<class Member>(const auto& field, const Member& member) {
    if constexpr (kIsA<Member, std::optional>) {
      if (field.notes.left_out && !member) return;
    } else if constexpr (requires { member.empty(); }) {
      if (field.notes.left_out && member.empty()) return;
    }
    json[field.name] = to_json(member, field.notes);
  });
  return json;
}

template <class T>
Json to_json(const T& value, const Notes& notes) {
  if constexpr (kIsA<T, std::optional>) {
    return value ? to_json(*value, notes) : Json(nullptr);
  } else if constexpr (kIsA<T, std::variant>) {
    return std::visit([](const auto& held) { return to_json(held); }, value);
  } else if constexpr (std::same_as<T, std::monostate>) {
    return nullptr;
  } else if constexpr (std::same_as<T, Json> || std::integral<T>) {
    return value;
  } else if constexpr (kIsA<T, Made>) {
    return value.json;
  } else if constexpr (kIsA<T, Part>) {
    Json whole = object_json(value.whole);
    if (value.names.empty()) return whole;
    Json part = Json::object();
    for (const std::string& name : value.names) part[name] = whole.at(name);
    return part;
  } else if constexpr (Message<T>) {
    return message_json(value);
  } else if constexpr (Described<T>) {
    return object_json(value);
  } else if constexpr (Worded<T>) {
    return word_of(value);
  } else if constexpr (IdText<T>) {
    return uuid_text(value);
  } else if constexpr (Text<T>) {
    const std::string_view text = value;
    return notes.empty_none && text.empty() ? Json(nullptr) : Json(text);
  } else if constexpr (std::same_as<T, Timestamp>) {
    return time_text(value);
  } else if constexpr (std::same_as<T, std::chrono::sys_days>) {
    return day_text(value);
  } else if constexpr (Figures<T>) {
    Json json = Json::object();
    for (const auto& [name, number] : value) json[std::string(name)] = number;
    return json;
  } else {
    Json json = Json::array();
    for (const auto& each : value) json.push_back(to_json(each, notes));
    return json;
  }
}

}  // namespace wyrmhall::server::admin
