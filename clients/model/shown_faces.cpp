#include "clients/model/shown_faces.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <string>

#include "wyrmhall/v1/field_options.pb.h"

namespace wyrmhall::clients {
namespace {

using google::protobuf::FieldDescriptor;
using Faces = std::vector<std::uint16_t>;

// One value of a field: a number, or the number of an enum's value.
std::uint16_t face(const google::protobuf::Message& message, const FieldDescriptor& field, int index) {
  const auto& reflection = *message.GetReflection();
  const bool repeated = field.is_repeated();
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
    const int number =
        repeated ? reflection.GetRepeatedEnumValue(message, &field, index) : reflection.GetEnumValue(message, &field);
    return static_cast<std::uint16_t>(number);
  }
  return static_cast<std::uint16_t>(repeated ? reflection.GetRepeatedUInt32(message, &field, index)
                                             : reflection.GetUInt32(message, &field));
}

void add_field(const google::protobuf::Message& message, const FieldDescriptor& field, Faces& faces) {
  const auto& reflection = *message.GetReflection();
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
    // Dice in bytes are one byte each.
    for (const char byte : reflection.GetString(message, &field)) faces.push_back(static_cast<std::uint8_t>(byte));
    return;
  }
  const int count = field.is_repeated() ? reflection.FieldSize(message, &field) : 1;
  for (int i = 0; i < count; ++i) faces.push_back(face(message, field, i));
}

void add(const google::protobuf::Message& message, Faces& faces) {
  const auto& reflection = *message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor* const field : fields) {
    if (field->options().GetExtension(v1::faces)) {
      add_field(message, *field, faces);
    } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      const int count = field->is_repeated() ? reflection.FieldSize(message, field) : 1;
      for (int i = 0; i < count; ++i) {
        add(field->is_repeated() ? reflection.GetRepeatedMessage(message, field, i)
                                 : reflection.GetMessage(message, field),
            faces);
      }
    }
  }
}

}  // namespace

void add_faces(const v1::GameEvent& event, Faces& faces) {
  add(event, faces);
}

}  // namespace wyrmhall::clients
