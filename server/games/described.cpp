#include "server/games/described.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>

namespace wyrmhall::server {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

namespace {

const FieldDescriptor* find_field(const Descriptor& message, const std::string& name) {
  const FieldDescriptor* field = message.FindFieldByName(name);
  return field != nullptr ? field : message.FindFieldByCamelcaseName(name);
}

}  // namespace

WireField wire_field(const Descriptor& message, std::string_view name) {
  using enum WireField::Takes;
  const FieldDescriptor* field = find_field(message, std::string(name));
  if (field == nullptr) return {};
  WireField wire{.takes = kNumber, .zero_left_out = !field->has_presence(), .number = field->number()};
  switch (field->type()) {
    case FieldDescriptor::TYPE_MESSAGE:
      wire.takes =
          field->is_map() && field->message_type()->map_value()->message_type() == nullptr ? kEntries : kNothing;
      return wire;
    case FieldDescriptor::TYPE_BYTES:
      wire.takes = kBytes;
      return wire;
    case FieldDescriptor::TYPE_SINT32:
      wire.takes = kSigned;
      return wire;
    case FieldDescriptor::TYPE_ENUM:
      wire.counts_from_one = field->enum_type()->FindValueByNumber(0)->name().ends_with("_UNSPECIFIED");
      return wire;
    case FieldDescriptor::TYPE_BOOL:
    case FieldDescriptor::TYPE_UINT32:
      if (field->is_repeated()) wire.takes = kNumbers;
      return wire;
    default:
      throw std::logic_error(field->full_name() + " has a type that no value of the rules has");
  }
}

const FieldDescriptor& field_named(const Descriptor& message, std::string_view name) {
  if (const FieldDescriptor* field = find_field(message, std::string(name))) return *field;
  throw std::logic_error(message.full_name() + " has no field \"" + std::string(name) + "\"");
}

int phrase_named(const google::protobuf::EnumDescriptor& phrases, std::string_view prefix, std::string_view name) {
  std::string full(prefix);
  std::ranges::transform(name, std::back_inserter(full),
                         [](char c) { return static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c); });
  if (const auto* value = phrases.FindValueByName(full)) return value->number();
  throw std::logic_error(phrases.full_name() + " has no " + full);
}

}  // namespace wyrmhall::server
