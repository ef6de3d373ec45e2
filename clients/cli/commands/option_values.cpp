#include "clients/cli/commands/option_values.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/reflection.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <memory>
#include <set>
#include <vector>

#include "clients/cli/messages.h"
#include "clients/cli/terminal/message_text.h"
#include "clients/model/code_name.h"

namespace wyrmhall::cli {
namespace {

using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

using Complaint = std::string;

// What stands between the values of a list, and between the fields of an entry: in options, and in the messages that
// are listed there.
constexpr std::array<char, 2> kListSeparators = {',', '+'};
constexpr std::array<char, 2> kFieldSeparators = {':', '/'};
constexpr std::size_t kEntryDepths = kListSeparators.size();

Complaint set_field(Message& message, const FieldDescriptor& field, std::string_view value, std::size_t depth);

std::vector<std::string_view> split(std::string_view text, char between) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto end = text.find(between);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

// Sets, or where the field is a list appends, an enumerator.
Complaint add_enum(Message& message, const FieldDescriptor& field, std::string_view value) {
  const Reflection& reflect = *message.GetReflection();
  for (int i = 1; i < field.enum_type()->value_count(); ++i) {
    const auto* each = field.enum_type()->value(i);
    if (clients::short_name(*each) != value) continue;
    field.is_repeated() ? reflect.AddEnum(&message, &field, each) : reflect.SetEnum(&message, &field, each);
    return {};
  }
  return t("option.oneOf", {{"option", field.name()}, {"list", value_names(*field.enum_type())}, {"given", value}});
}

Complaint set_bool(Message& message, const FieldDescriptor& field, std::string_view value) {
  const bool on = value == "true" || value == "yes" || value == "on" || value == "1";
  const bool off = value == "false" || value == "no" || value == "off" || value == "0";
  if (!on && !off) return t("option.onOff", {{"option", field.name()}, {"given", value}});
  message.GetReflection()->SetBool(&message, &field, on);
  return {};
}

// Sets, or where the field is a list appends, one whole number.
Complaint add_number(Message& message, const FieldDescriptor& field, std::string_view value) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  const bool is_unsigned = field.cpp_type() == FieldDescriptor::CPPTYPE_UINT32;
  const std::int64_t least = is_unsigned ? 0 : std::numeric_limits<std::int32_t>::min();
  const std::int64_t most =
      is_unsigned ? std::numeric_limits<std::uint32_t>::max() : std::numeric_limits<std::int32_t>::max();
  if (error != std::errc() || end != value.data() + value.size() || number < least || number > most) {
    return t(field.is_repeated() ? "option.numbers" : "option.number", {{"option", field.name()}, {"given", value}});
  }
  const Reflection& reflect = *message.GetReflection();
  if (is_unsigned) {
    const auto wanted = static_cast<std::uint32_t>(number);
    field.is_repeated() ? reflect.AddUInt32(&message, &field, wanted) : reflect.SetUInt32(&message, &field, wanted);
  } else {
    const auto wanted = static_cast<std::int32_t>(number);
    field.is_repeated() ? reflect.AddInt32(&message, &field, wanted) : reflect.SetInt32(&message, &field, wanted);
  }
  return {};
}

// The values and the fields that an entry still takes: "amazon_30, …, species=…".
std::string what_fits(const google::protobuf::Descriptor& type, const std::set<const FieldDescriptor*>& given) {
  constexpr int kMaxValues = 20;  // of a field
  std::string fits;
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    if (given.contains(&field)) continue;
    const EnumDescriptor* values = field.is_repeated() ? nullptr : field.enum_type();
    const bool are_named = values != nullptr && values->value_count() <= kMaxValues;
    fits += (fits.empty() ? "" : ", ") + (are_named ? value_names(*values) : field.name() + "=…");
  }
  return fits;
}

// If nothing is left to be given, a separator was meant for another depth.
Complaint fits_nothing(const google::protobuf::Descriptor& type, std::string_view part, std::size_t depth,
                       const std::set<const FieldDescriptor*>& given) {
  const std::string fits = what_fits(type, given);
  if (!fits.empty() || depth >= kEntryDepths) return t("option.part", {{"given", part}, {"list", fits}});
  return t("option.noPart", {{"given", part},
                             {"fields", std::string(1, kFieldSeparators[depth])},
                             {"items", std::string(1, kListSeparators[depth])}});
}

// The field that "name=value" names, or the first one not given yet that takes the value.
Complaint set_part(Message& entry, std::string_view part, std::size_t depth, std::set<const FieldDescriptor*>& given) {
  const auto& type = *entry.GetDescriptor();
  if (const auto equals = part.find('='); equals != std::string_view::npos) {
    const FieldDescriptor* field = type.FindFieldByName(std::string(part.substr(0, equals)));
    if (field == nullptr || !given.insert(field).second) {
      return fits_nothing(type, part, depth, given);
    }
    return set_field(entry, *field, part.substr(equals + 1), depth);
  }
  for (int i = 0; !part.empty() && i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    if (given.contains(&field)) continue;
    const std::unique_ptr<Message> tried(entry.New());
    if (!set_field(*tried, field, part, depth).empty()) continue;
    given.insert(&field);
    return set_field(entry, field, part, depth);
  }
  return fits_nothing(type, part, depth, given);
}

// The fields of an entry, or of a message that stands alone.
Complaint set_message(Message& entry, std::string_view value, std::size_t depth) {
  std::set<const FieldDescriptor*> given;
  for (const std::string_view part : split(value, kFieldSeparators[depth])) {
    if (Complaint wrong = set_part(entry, part, depth + 1, given); !wrong.empty()) return wrong;
  }
  return {};
}

Complaint set_list(Message& message, const FieldDescriptor& field, std::string_view value, std::size_t depth) {
  if (value.empty()) return {};
  for (const std::string_view each : split(value, kListSeparators[depth])) {
    const Complaint wrong = is_message_list(field)
                                ? set_message(*message.GetReflection()->AddMessage(&message, &field), each, depth)
                            : field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM ? add_enum(message, field, each)
                                                                                : add_number(message, field, each);
    if (!wrong.empty()) return wrong;
  }
  return {};
}

Complaint set_field(Message& message, const FieldDescriptor& field, std::string_view value, std::size_t depth) {
  const bool is_list = field.is_repeated() && depth < kEntryDepths;
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_ENUM:
      return is_list ? set_list(message, field, value, depth) : add_enum(message, field, value);
    case FieldDescriptor::CPPTYPE_BOOL:
      return set_bool(message, field, value);
    case FieldDescriptor::CPPTYPE_UINT32:
    case FieldDescriptor::CPPTYPE_INT32:
      return is_list ? set_list(message, field, value, depth) : add_number(message, field, value);
    case FieldDescriptor::CPPTYPE_STRING:
      message.GetReflection()->SetString(&message, &field, std::string(value));
      return {};
    case FieldDescriptor::CPPTYPE_MESSAGE:
      if (is_list) return set_list(message, field, value, depth);
      if (!field.is_repeated() && depth == 0) {
        return set_message(*message.GetReflection()->MutableMessage(&message, &field), value, depth);
      }
      [[fallthrough]];
    default:
      return t("option.notHere", {{"option", field.name()}});
  }
}

std::string entries_at(const Message& message, const FieldDescriptor& field, std::size_t depth);

// The fields of a message that are set, each with its name.
std::string entry_text(const Message& entry, std::size_t depth) {
  const std::unique_ptr<Message> simple(entry.New());
  simple->CopyFrom(entry);
  std::vector<std::string> lists;
  for (int i = 0; i < entry.GetDescriptor()->field_count(); ++i) {
    const FieldDescriptor& field = *entry.GetDescriptor()->field(i);
    if (!is_message_list(field) || depth + 1 == kEntryDepths) continue;
    if (const std::string list = entries_at(entry, field, depth + 1); !list.empty()) {
      lists.push_back(field.name() + "=" + list);
    }
    simple->GetReflection()->ClearField(simple.get(), &field);
  }
  std::string text = line_text(*simple);
  std::ranges::replace(text, ' ', kFieldSeparators[depth]);
  std::ranges::replace(text, ',', kListSeparators.back());
  for (const std::string& list : lists) text += (text.empty() ? "" : std::string(1, kFieldSeparators[depth])) + list;
  return text;
}

std::string entries_at(const Message& message, const FieldDescriptor& field, std::size_t depth) {
  const Reflection& reflect = *message.GetReflection();
  std::string text;
  for (int i = 0; i < reflect.FieldSize(message, &field); ++i) {
    if (i > 0) text += kListSeparators[depth];
    text += entry_text(reflect.GetRepeatedMessage(message, &field, i), depth);
  }
  return text;
}

}  // namespace

std::string value_names(const EnumDescriptor& type) {
  std::string names;
  // The first value says only that none was given.
  for (int i = 1; i < type.value_count(); ++i) names += (i > 1 ? ", " : "") + clients::short_name(*type.value(i));
  return names;
}

bool is_message_list(const FieldDescriptor& field) {
  return field.is_repeated() && !field.is_map() && field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
}

std::string set_value(Message& message, const FieldDescriptor& field, std::string_view value) {
  return set_field(message, field, value, 0);
}

std::string entries_text(const Message& message, const FieldDescriptor& field) {
  return entries_at(message, field, 0);
}

}  // namespace wyrmhall::cli
