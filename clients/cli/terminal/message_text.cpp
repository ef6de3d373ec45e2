#include "clients/cli/terminal/message_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "clients/model/code_name.h"
#include "common/hex.h"

namespace wyrmhall::cli {
namespace {

using google::protobuf::EnumDescriptor;
using google::protobuf::EnumValueDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

// One value that is no message; `index` counts in a repeated field, -1 for a single one.
std::string scalar_text(const Message& message, const FieldDescriptor& field, int index) {
  const Reflection& reflect = *message.GetReflection();
  const bool many = index >= 0;
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return std::to_string(many ? reflect.GetRepeatedInt32(message, &field, index)
                                 : reflect.GetInt32(message, &field));
    case FieldDescriptor::CPPTYPE_INT64:
      return std::to_string(many ? reflect.GetRepeatedInt64(message, &field, index)
                                 : reflect.GetInt64(message, &field));
    case FieldDescriptor::CPPTYPE_UINT32:
      return std::to_string(many ? reflect.GetRepeatedUInt32(message, &field, index)
                                 : reflect.GetUInt32(message, &field));
    case FieldDescriptor::CPPTYPE_UINT64:
      return std::to_string(many ? reflect.GetRepeatedUInt64(message, &field, index)
                                 : reflect.GetUInt64(message, &field));
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return std::to_string(many ? reflect.GetRepeatedDouble(message, &field, index)
                                 : reflect.GetDouble(message, &field));
    case FieldDescriptor::CPPTYPE_FLOAT:
      return std::to_string(many ? reflect.GetRepeatedFloat(message, &field, index)
                                 : reflect.GetFloat(message, &field));
    case FieldDescriptor::CPPTYPE_BOOL:
      return (many ? reflect.GetRepeatedBool(message, &field, index) : reflect.GetBool(message, &field)) ? "yes" : "no";
    case FieldDescriptor::CPPTYPE_ENUM:
      return clients::short_name(many ? *reflect.GetRepeatedEnum(message, &field, index)
                                      : *reflect.GetEnum(message, &field));
    case FieldDescriptor::CPPTYPE_STRING: {
      std::string text = many ? reflect.GetRepeatedString(message, &field, index) : reflect.GetString(message, &field);
      return field.type() == FieldDescriptor::TYPE_BYTES ? hex_text(text) : text;
    }
    case FieldDescriptor::CPPTYPE_MESSAGE:
      break;
  }
  return {};
}

std::string words(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

// All scalars of a repeated field, with a separator.
std::string list_text(const Message& message, const FieldDescriptor& field, std::string_view separator) {
  std::string text;
  for (int i = 0; i < message.GetReflection()->FieldSize(message, &field); ++i) {
    if (i > 0) text += separator;
    text += scalar_text(message, field, i);
  }
  return text;
}

std::vector<const FieldDescriptor*> fields_of(const Message& message) {
  std::vector<const FieldDescriptor*> fields;
  message.GetReflection()->ListFields(message, &fields);
  return fields;
}

bool is_message(const FieldDescriptor& field) {
  return field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
}

// The entries of a map in the order of their keys, each as its entry message.
std::vector<const Message*> map_entries(const Message& message, const FieldDescriptor& field) {
  const Reflection& reflect = *message.GetReflection();
  std::vector<const Message*> entries;
  entries.reserve(static_cast<std::size_t>(reflect.FieldSize(message, &field)));
  for (int i = 0; i < reflect.FieldSize(message, &field); ++i) {
    entries.push_back(&reflect.GetRepeatedMessage(message, &field, i));
  }
  const FieldDescriptor& key = *field.message_type()->map_key();
  const auto key_text = [&](const Message& entry) { return scalar_text(entry, key, -1); };
  std::sort(entries.begin(), entries.end(), [&](const Message* a, const Message* b) {
    const std::string left = key_text(*a);
    const std::string right = key_text(*b);
    return left.size() != right.size() ? left.size() < right.size() : left < right;
  });
  return entries;
}

void add_tree(const Message& message, const std::string& indent, std::vector<std::string>& lines);

void add_map(const Message& message, const FieldDescriptor& field, const std::string& indent,
             std::vector<std::string>& lines) {
  const FieldDescriptor& key = *field.message_type()->map_key();
  const FieldDescriptor& value = *field.message_type()->map_value();
  for (const Message* entry : map_entries(message, field)) {
    const std::string head = indent + "  " + scalar_text(*entry, key, -1);
    if (is_message(value)) {
      lines.push_back(head + ":");
      add_tree(entry->GetReflection()->GetMessage(*entry, &value), indent + "    ", lines);
    } else {
      lines.push_back(head + ": " + scalar_text(*entry, value, -1));
    }
  }
}

void add_tree(const Message& message, const std::string& indent, std::vector<std::string>& lines) {
  const Reflection& reflect = *message.GetReflection();
  for (const FieldDescriptor* field : fields_of(message)) {
    const std::string head = indent + words(field->name()) + ":";
    if (field->is_map()) {
      lines.push_back(head);
      add_map(message, *field, indent, lines);
    } else if (field->is_repeated() && is_message(*field)) {
      lines.push_back(head);
      for (int i = 0; i < reflect.FieldSize(message, field); ++i) {
        lines.push_back(indent + "  - " + line_text(reflect.GetRepeatedMessage(message, field, i)));
      }
    } else if (field->is_repeated()) {
      lines.push_back(head + " " + list_text(message, *field, ", "));
    } else if (is_message(*field)) {
      lines.push_back(head);
      add_tree(reflect.GetMessage(message, field), indent + "  ", lines);
    } else {
      lines.push_back(head + " " + scalar_text(message, *field, -1));
    }
  }
}

}  // namespace

std::vector<std::string> tree_text(const Message& message) {
  std::vector<std::string> lines;
  add_tree(message, "", lines);
  return lines;
}

std::string line_text(const Message& message) {
  const Reflection& reflect = *message.GetReflection();
  std::string text;
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : " ") + part; };
  for (const FieldDescriptor* field : fields_of(message)) {
    const std::string& name = field->name();
    if (field->is_map()) {
      for (const Message* entry : map_entries(message, *field)) add(name + " {" + line_text(*entry) + "}");
    } else if (field->is_repeated() && is_message(*field)) {
      for (int i = 0; i < reflect.FieldSize(message, field); ++i) {
        add(name + " {" + line_text(reflect.GetRepeatedMessage(message, field, i)) + "}");
      }
    } else if (field->is_repeated()) {
      add(name + "=" + list_text(message, *field, ","));
    } else if (is_message(*field)) {
      const std::string inner = line_text(reflect.GetMessage(message, field));
      if (field->real_containing_oneof() == nullptr) {
        add(fmt::format("{} {{{}}}", name, inner));
      } else {
        add(inner.empty() ? name : fmt::format("{} {}", name, inner));
      }
    } else {
      add(name + "=" + scalar_text(message, *field, -1));
    }
  }
  return text;
}

const Message& inner_message(const Message& message) {
  for (const FieldDescriptor* field : fields_of(message)) {
    if (!field->is_repeated() && is_message(*field)) return message.GetReflection()->GetMessage(message, field);
  }
  return message;
}

}  // namespace wyrmhall::cli
