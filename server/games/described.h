// What the structs of the rules list about themselves (rules/described.h), on the wire: events, and what has changed in
// a state.
//
// A field of a struct belongs to the field of the message that has its name, or has it in lower camel case (roundLimit
// for round_limit). How that takes a value is read off its descriptor, once: a list may be `bytes`, a repeated number
// or a map from the index; an enumerator counts from 1 where the enum's 0 is its UNSPECIFIED; none is -1 in a sint32.
// Where names do not agree, a WireOf throws std::logic_error when it is made, which is when the program starts (Kind in
// adapter.h).
#pragma once

#include <google/protobuf/descriptor.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "rules/described.h"
#include "server/wire/message_writer.h"

namespace wyrmhall::server {

// A field of a message, as what it takes.
struct WireField {
  enum class Takes : std::uint8_t { kNothing, kNumber, kSigned, kBytes, kNumbers, kEntries };
  Takes takes = Takes::kNothing;
  bool zero_left_out = false;
  bool counts_from_one = false;
  int number = 0;
};

// kNothing if the message has no such field, or it holds messages.
WireField wire_field(const google::protobuf::Descriptor& message, std::string_view name);

// The field of this name; throws std::logic_error where there is none.
const google::protobuf::FieldDescriptor& field_named(const google::protobuf::Descriptor& message,
                                                     std::string_view name);

// The number of the value with this name behind the prefix, in capitals; throws std::logic_error where there is none.
int phrase_named(const google::protobuf::EnumDescriptor& phrases, std::string_view prefix, std::string_view name);

template <class T>
concept ListOfNumbers = requires(const T& list) {
  { list[0] } -> std::convertible_to<std::uint32_t>;
  list.size();
};

template <class T>
concept Travels = std::integral<T> || std::is_enum_v<T> || ListOfNumbers<T>;

template <class T>
inline constexpr bool kHoldsWhatTravels = false;
template <class T>
inline constexpr bool kHoldsWhatTravels<std::optional<T>> = Travels<T>;

// T as a message of this kind. With kEvery each field must be in the message; otherwise only those travel that are.
enum class WhichFields : std::uint8_t { kEvery, kThoseNamed };

template <Described T>
class WireOf {
 public:
  explicit WireOf(const google::protobuf::Descriptor& message, WhichFields which = WhichFields::kEvery) {
    std::size_t i = 0;
    visit_fields<T>([&](const auto& field) {
      if (which == WhichFields::kEvery) field_named(message, field.name);
      fields_[i++] = wire_field(message, field.name);
    });
  }

  // The fields in which they differ; all if `before` is null.
  void write(const T* before, const T& now, MessageWriter& to) const {
    std::size_t i = 0;
    visit_fields<T>([&](const auto& field) {
      const WireField& wire = fields_[i++];
      if (wire.takes == WireField::Takes::kNothing) return;
      const auto& value = std::invoke(field.get, now);
      using Value = std::remove_cvref_t<decltype(value)>;
      if constexpr (Travels<Value>) {
        if (before == nullptr) return put(static_cast<const Value*>(nullptr), value, wire, field.notes.none, to);
        const auto& old = std::invoke(field.get, *before);
        if (!same(old, value)) put(&old, value, wire, field.notes.none, to);
      } else if constexpr (kHoldsWhatTravels<Value>) {
        using Held = std::remove_cvref_t<decltype(*value)>;
        if (value) put(static_cast<const Held*>(nullptr), *value, wire, field.notes.none, to);
      }
    });
  }

 private:
  static bool same(const auto& a, const auto& b) {
    if constexpr (ListOfNumbers<std::remove_cvref_t<decltype(a)>>) {
      return std::ranges::equal(a, b);
    } else {
      return a == b;
    }
  }

  template <class Value>
  static void put(const Value* before, const Value& value, const WireField& wire, std::int64_t none,
                  MessageWriter& to) {
    using enum WireField::Takes;
    if constexpr (ListOfNumbers<Value>) {
      if (wire.takes == kBytes) return to.bytes(wire.number, value);
      if (wire.takes == kNumbers) return to.numbers(wire.number, value);
      for (std::uint32_t i = 0; i < value.size(); ++i) {
        if (before == nullptr || (*before)[i] != value[i]) to.entry(wire.number, i, value[i]);
      }
    } else if (wire.takes == kSigned) {
      const std::int32_t number = rules::number_of(value) == none ? -1 : static_cast<std::int32_t>(value);
      wire.zero_left_out ? to.signed_nonzero(wire.number, number) : to.signed_number(wire.number, number);
    } else {
      const auto number = static_cast<std::uint64_t>(value) + (wire.counts_from_one ? 1U : 0U);
      wire.zero_left_out ? to.nonzero(wire.number, number) : to.number(wire.number, number);
    }
  }

  std::array<WireField, std::tuple_size_v<decltype(T::kFields)>> fields_{};
};

// All fields of a struct as those of `Message`.
template <class Message, Described T>
void write_fields(const T& value, MessageWriter& to) {
  static const WireOf<T> kWire(*Message::descriptor());
  kWire.write(nullptr, value, to);
}

// An event, in the field of `Events` that is named after it.
template <class Events, Described T>
void write_event_field(const T& event, MessageWriter& to) {
  static const google::protobuf::FieldDescriptor& kField = field_named(*Events::descriptor(), T::kWord);
  static const WireOf<T> kWire(*kField.message_type());
  static const int kNumber = kField.number();
  const MessageWriter::Nested nested(to, kNumber);
  kWire.write(nullptr, event, to);
}

// What has changed in a state, in the fields of `View` that have the names of its own.
template <class View, Described T>
void write_changed_fields(const T* before, const T& now, MessageWriter& to) {
  static const WireOf<T> kWire(*View::descriptor(), WhichFields::kThoseNamed);
  kWire.write(before, now, to);
}

}  // namespace wyrmhall::server
