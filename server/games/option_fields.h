// The options of a game as its message (rules/described.h says what they are made of): described to clients, read from
// it, written to it, and named in a refusal. An option belongs to the field of the message that has its name. It is a
// number, an enumerator, a switch, or a list of numbers, enumerators or structs that are described in their turn.
#pragma once

#include <google/protobuf/message.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "rules/described.h"
#include "rules/fault.h"
#include "server/games/described.h"
#include "server/games/refusals.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server {

// The greatest length of any option that is a list. A list that is longer than its game allows is for the game to
// refuse.
inline constexpr int kMaxOptionEntries = 64;

// What an option may be beside a number, an enumerator or a switch.
template <class T>
concept OptionList = requires(T& list) { list.push_back(list[0]); };
template <class T>
concept OptionalOption = requires(T& option) { option.emplace(); };

// Lists that may be left out, and lists of structs that are described or of lists: traits, since clang 19 crashes on a
// requires-expression with a nested requirement in a generic lambda.
template <class T>
inline constexpr bool kIsOptionalList = false;
template <OptionalOption T>
inline constexpr bool kIsOptionalList<T> = OptionList<typename T::value_type>;
template <class T>
inline constexpr bool kIsListOfStructs = false;
template <OptionList T>
inline constexpr bool kIsListOfStructs<T> = Described<typename T::value_type> || OptionList<typename T::value_type>;
template <OptionalOption T>
inline constexpr bool kIsListOfStructs<T> = kIsListOfStructs<typename T::value_type>;

// A number far out of every range stays out of range, and becomes one of the rules' type.
template <class Number>
Number option_number(std::uint32_t value, const rules::Range& range) {
  constexpr auto kMax = static_cast<std::uint32_t>(std::numeric_limits<Number>::max());
  constexpr std::uint32_t kFarOut = 1U << 20U;
  return static_cast<Number>(std::min(value, range.most > 0 ? std::min(kMax, kFarOut) : kMax));
}

// Reads a message as the options, or as one of a list of them.
class OptionReader {
 public:
  // `path` stands before the name of a field in a refusal.
  OptionReader(const google::protobuf::Message& message, std::string path)
      : message_(message), reflection_(*message.GetReflection()), path_(std::move(path)) {}

  template <Described Options>
  std::optional<v1::Refusal> read(Options& options) {
    visit_fields(options, [&](const auto& field, auto& value) {
      if (refusal_) return;
      range_ = field.notes.range;
      read_value(field_named(*message_.GetDescriptor(), field.name), value);
    });
    return std::move(refusal_);
  }

 private:
  using Field = google::protobuf::FieldDescriptor;

  template <class Value>
  void read_value(const Field& field, Value& value) {
    if (!is_given(field)) {
      // In an entry of a list an enumerator has no default, unless the rules can do without it.
      const bool needed = std::is_enum_v<Value> && !path_.empty();
      return needed ? say("it must say its " + field.name(), field) : void();
    }
    if constexpr (OptionalOption<Value>) {
      read_value(field, value.emplace());
    } else if constexpr (OptionList<Value>) {
      read_list(field, value);
    } else {
      read_one(field, value);
    }
  }

  bool is_given(const Field& field) const {
    if (field.is_repeated()) return reflection_.FieldSize(message_, &field) > 0;
    if (field.has_presence() || field.enum_type() == nullptr) return reflection_.HasField(message_, &field);
    return reflection_.GetEnumValue(message_, &field) != 0;
  }

  template <class Value>
  void read_one(const Field& field, Value& value) {
    if constexpr (std::is_enum_v<Value>) {
      read_enumerator(field, reflection_.GetEnumValue(message_, &field), value);
    } else if constexpr (std::same_as<Value, bool>) {
      value = reflection_.GetBool(message_, &field);
    } else {
      value = option_number<Value>(reflection_.GetUInt32(message_, &field), range_);
    }
  }

  template <class List>
  void read_list(const Field& field, List& list) {
    const int size = reflection_.FieldSize(message_, &field);
    if (size > kMaxOptionEntries) {
      return say("a list of options has at most " + std::to_string(kMaxOptionEntries) + " entries", field);
    }
    list.clear();
    for (int i = 0; i < size && !refusal_; ++i) {
      typename List::value_type each{};
      if constexpr (Described<typename List::value_type>) {
        refusal_ =
            OptionReader(reflection_.GetRepeatedMessage(message_, &field, i), path_ + field.name() + ".").read(each);
      } else if constexpr (std::is_enum_v<typename List::value_type>) {
        read_enumerator(field, reflection_.GetRepeatedEnumValue(message_, &field, i), each);
      } else {
        each = option_number<typename List::value_type>(reflection_.GetRepeatedUInt32(message_, &field, i), range_);
      }
      list.push_back(std::move(each));
    }
  }

  template <class Value>
  void read_enumerator(const Field& field, int number, Value& value) {
    if (number == 0 || field.enum_type()->FindValueByNumber(number) == nullptr) {
      return say("there is no such " + field.name(), field);
    }
    value = static_cast<Value>(number - 1);
  }

  void say(std::string detail, const Field& field) {
    refusal_ = refuse(v1::REFUSAL_CODE_OPTIONS_INVALID, std::move(detail), path_ + field.name());
  }

  const google::protobuf::Message& message_;
  const google::protobuf::Reflection& reflection_;
  std::string path_;
  rules::Range range_;  // of the field that is read
  std::optional<v1::Refusal> refusal_;
};

// Why the message is no set of options, or nothing. What is absent keeps its default.
template <Described Options>
std::optional<v1::Refusal> read_option_fields(const google::protobuf::Message& message, Options& options) {
  return OptionReader(message, {}).read(options);
}

template <Described Options, class IsUsed>
void write_option_fields(const Options& options, IsUsed&& is_used, google::protobuf::Message& message);

// Writes an option to its field; for a list, one entry, which is added.
template <class Value>
void write_option(const Value& value, const google::protobuf::FieldDescriptor& field,
                  google::protobuf::Message& message) {
  const auto& reflection = *message.GetReflection();
  if constexpr (OptionalOption<Value>) {
    if (value) write_option(*value, field, message);
  } else if constexpr (OptionList<Value>) {
    for (const auto& each : value) write_option(each, field, message);
  } else if constexpr (Described<Value>) {
    write_option_fields(value, [](std::size_t /*option*/) { return true; }, *reflection.AddMessage(&message, &field));
  } else if constexpr (std::is_enum_v<Value>) {
    const int number = static_cast<int>(value) + 1;
    field.is_repeated() ? reflection.AddEnumValue(&message, &field, number)
                        : reflection.SetEnumValue(&message, &field, number);
  } else if constexpr (std::same_as<Value, bool>) {
    reflection.SetBool(&message, &field, value);
  } else {
    const auto number = static_cast<std::uint32_t>(value);
    field.is_repeated() ? reflection.AddUInt32(&message, &field, number)
                        : reflection.SetUInt32(&message, &field, number);
  }
}

// The options for which is_used(number of the option): what has no effect is left out, so that two sets of options that
// mean the same match are the same message.
template <Described Options, class IsUsed>
void write_option_fields(const Options& options, IsUsed&& is_used, google::protobuf::Message& message) {
  std::size_t option = 0;
  visit_fields(options, [&](const auto& field, const auto& value) {
    if (is_used(option++)) write_option(value, field_named(*message.GetDescriptor(), field.name), message);
  });
}

inline std::string in_lower_case(std::string_view name) {
  std::string text(name);
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

// What can be set up, from what the rules say of each option: so a range stands nowhere else. Lists of structs are not
// described.
template <Described Options>
void describe_options(const google::protobuf::Descriptor& message, v1::GameOffer& offer) {
  Options defaults;
  visit_fields(defaults, [&](const auto& field, auto& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    if constexpr (kIsListOfStructs<Value>) return;
    if (field.notes.retired) return;
    v1::OptionOffer& option = *offer.add_options();
    option.set_name(field_named(message, field.name).name());
    const auto ranged = [&](v1::OptionKind kind) {
      const std::span<const int> values = field.notes.values;
      const rules::Range range = values.empty() ? field.notes.range : rules::Range{values.front(), values.back()};
      for (const int each : values) option.add_values(static_cast<std::uint32_t>(each));
      option.set_kind(kind);
      option.set_least(static_cast<std::uint32_t>(range.least));
      option.set_most(static_cast<std::uint32_t>(range.most));
      if (range.step > 1) option.set_step(static_cast<std::uint32_t>(range.step));
      option.set_or_zero(field.notes.or_zero);
    };
    // What the rules number but have names for, such as terrains, is chosen by its name too.
    if constexpr (std::is_enum_v<Value> || std::same_as<Value, std::uint8_t>) {
      option.set_kind(v1::OPTION_KIND_ENUMERATOR);
      for (const std::string_view name : field.notes.names) option.add_enumerators(in_lower_case(name));
      option.set_default_value(static_cast<std::uint32_t>(value) + 1);
    } else if constexpr (std::same_as<Value, bool>) {
      option.set_kind(v1::OPTION_KIND_SWITCH);
      option.set_default_value(value ? 1 : 0);
    } else if constexpr (kIsOptionalList<Value>) {
      ranged(v1::OPTION_KIND_LIST);
      if (field.notes.names.empty()) return;
      for (const std::string_view name : field.notes.names) option.add_enumerators(in_lower_case(name));
      option.set_least(1);
      option.set_most(static_cast<std::uint32_t>(field.notes.names.size()));
    } else {
      ranged(v1::OPTION_KIND_NUMBER);
      if constexpr (std::same_as<Value, int>) option.set_default_value(static_cast<std::uint32_t>(value));
      // What is never written has the value that it has when it is left out.
      if constexpr (std::same_as<Value, std::optional<int>>) {
        const std::int64_t none = field.notes.none;
        if (none != kUnset) option.set_default_value(static_cast<std::uint32_t>(none));
      }
    }
  });
}

// All of them.
template <Described Options>
void write_option_fields(const Options& options, google::protobuf::Message& message) {
  write_option_fields(options, [](std::size_t /*option*/) { return true; }, message);
}

// The field of the option with this number.
template <Described Options, class Message>
const google::protobuf::FieldDescriptor& option_field(std::int32_t option) {
  std::string_view name;
  std::int32_t i = 0;
  visit_fields<Options>([&](const auto& each) { name = i++ == option ? each.name : name; });
  return field_named(*Message::descriptor(), name);
}

// Names the option that a refusal is about.
template <Described Options, class Message>
void name_option(v1::Refusal& refusal, std::int32_t option) {
  refusal.set_field(option_field<Options, Message>(option).name());
  refusal.set_detail("option " + refusal.field() + " is refused by rule " + refusal.rule());
}

// For an option out of its range, what was given and what is allowed: the arguments of its Fault after the first.
inline void name_range(v1::Refusal& refusal, const rules::Fault& fault) {
  refusal.set_given(fault.arguments[1]);
  refusal.set_lowest(fault.arguments[2]);
  refusal.set_highest(fault.arguments[3]);
}

}  // namespace wyrmhall::server
