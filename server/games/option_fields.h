// The options of a game as its message (rules/described.h says what they are made of): described to clients, read from
// it, written to it, and named in a refusal. An option belongs to the field of the message that has its name.
#pragma once

#include <google/protobuf/message.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "rules/described.h"
#include "rules/fault.h"
#include "server/games/described.h"
#include "server/games/refusals.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server {

// Of any option that is a list. What is longer than its game allows is the game's to refuse.
inline constexpr int kMaxOptionEntries = 64;

// A number far out of every range stays so, and becomes an int.
inline int option_number(std::uint32_t value) {
  return static_cast<int>(std::min(value, 1U << 20U));
}

// Why the message is no set of options, or nothing. What is absent keeps its default.
template <rules::Described Options>
std::optional<v1::Refusal> read_option_fields(const google::protobuf::Message& message, Options& options) {
  const auto& reflection = *message.GetReflection();
  std::optional<v1::Refusal> refusal;
  rules::visit_fields(options, [&](const auto& field, auto& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    const auto* from = &field_named(*message.GetDescriptor(), field.name);
    if constexpr (std::is_enum_v<Value>) {
      const int number = reflection.GetEnumValue(message, from);
      if (from->enum_type()->FindValueByNumber(number) == nullptr) {
        refusal = refuse(v1::REFUSAL_CODE_OPTIONS_INVALID, "there is no such " + from->name(), from->name());
      } else if (number != 0) {
        value = static_cast<Value>(number - 1);
      }
    } else if constexpr (std::same_as<Value, bool>) {
      value = reflection.GetBool(message, from);
    } else if constexpr (requires { value->push_back(0); }) {
      const int size = reflection.FieldSize(message, from);
      if (size > kMaxOptionEntries) {
        refusal =
            refuse(v1::REFUSAL_CODE_OPTIONS_INVALID,
                   "a list of options has at most " + std::to_string(kMaxOptionEntries) + " entries", from->name());
      } else if (size > 0) {
        value.emplace();
        for (int i = 0; i < size; ++i) value->push_back(option_number(reflection.GetRepeatedUInt32(message, from, i)));
      }
    } else if (reflection.HasField(message, from)) {
      value = option_number(reflection.GetUInt32(message, from));
    }
  });
  return refusal;
}

// Those for which is_used(number of the option): what has no effect is left out, so that two sets of options that mean
// the same match are the same message.
template <rules::Described Options, class IsUsed>
void write_option_fields(const Options& options, IsUsed&& is_used, google::protobuf::Message& message) {
  const auto& reflection = *message.GetReflection();
  std::size_t option = 0;
  rules::visit_fields(options, [&](const auto& field, const auto& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    if (!is_used(option++)) return;
    const auto* to = &field_named(*message.GetDescriptor(), field.name);
    const auto number = [](int of) { return static_cast<std::uint32_t>(of); };
    if constexpr (std::is_enum_v<Value>) {
      reflection.SetEnumValue(&message, to, static_cast<int>(value) + 1);
    } else if constexpr (std::same_as<Value, bool>) {
      reflection.SetBool(&message, to, value);
    } else if constexpr (std::same_as<Value, int>) {
      reflection.SetUInt32(&message, to, number(value));
    } else if (value) {
      if constexpr (requires { value->size(); }) {
        for (const int each : *value) reflection.AddUInt32(&message, to, number(each));
      } else {
        reflection.SetUInt32(&message, to, number(*value));
      }
    }
  });
}

// The message of this game's options.
inline const google::protobuf::Descriptor& option_message(std::string_view game) {
  return *field_named(*v1::GameOptions::descriptor(), game).message_type();
}

// What can be set up, from what the rules say of each option: so a range stands nowhere else.
template <rules::Described Options>
void describe_options(const google::protobuf::Descriptor& message, v1::GameOffer& offer) {
  Options defaults;
  rules::visit_fields(defaults, [&](const auto& field, auto& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    v1::OptionOffer& option = *offer.add_options();
    option.set_name(field_named(message, field.name).name());
    const auto ranged = [&](v1::OptionKind kind) {
      const rules::Range& range = field.notes.range;
      option.set_kind(kind);
      option.set_least(static_cast<std::uint32_t>(range.least));
      option.set_most(static_cast<std::uint32_t>(range.most));
      if (range.step > 1) option.set_step(static_cast<std::uint32_t>(range.step));
      option.set_or_zero(field.notes.or_zero);
    };
    if constexpr (std::is_enum_v<Value>) {
      option.set_kind(v1::OPTION_KIND_ENUMERATOR);
      for (const std::string_view name : field.notes.names) option.add_enumerators(std::string(name));
      option.set_default_value(static_cast<std::uint32_t>(value) + 1);
    } else if constexpr (std::same_as<Value, bool>) {
      option.set_kind(v1::OPTION_KIND_SWITCH);
      option.set_default_value(value ? 1 : 0);
    } else if constexpr (requires { value->push_back(0); }) {
      ranged(v1::OPTION_KIND_LIST);
    } else {
      ranged(v1::OPTION_KIND_NUMBER);
      if constexpr (std::same_as<Value, int>) option.set_default_value(static_cast<std::uint32_t>(value));
    }
  });
}

// The field of the option with this number.
template <rules::Described Options>
const google::protobuf::FieldDescriptor& option_field(const google::protobuf::Descriptor& message, std::size_t option) {
  const char* name = "";
  std::size_t i = 0;
  std::apply([&](const auto&... each) { ((name = i++ == option ? each.name : name), ...); }, Options::kFields);
  return field_named(message, name);
}

// Names the option that a refusal is about.
template <rules::Described Options, class Message>
void name_option(v1::Refusal& refusal, std::int32_t option) {
  refusal.set_field(option_field<Options>(*Message::descriptor(), static_cast<std::size_t>(option)).name());
  refusal.set_detail("option " + refusal.field() + " is refused by rule " + refusal.rule());
}

}  // namespace wyrmhall::server
