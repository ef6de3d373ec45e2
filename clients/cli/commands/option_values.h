// Sets what is typed for an option in the field that it stands for, and writes a field as it is typed. By reflection,
// so that this client needs to know no game's options.
//
// Enumerators are given by what tells them apart, in lower case ("arena"); lists with commas ("1,2"). A list of
// messages has an entry for each with its fields between colons, and "+" instead of commas in these:
// "0:warrior,1:custom:sword:hp_max=30:skills=cleave+heal". A field without its name is the first one, not given yet,
// that takes it. In messages within messages fields are apart by "/": "cleave/1". An option
// that is a message by itself is given as an entry is.
#pragma once

#include <google/protobuf/message.h>

#include <string>
#include <string_view>

namespace wyrmhall::cli {

// Empty when all is well, otherwise what is wrong as a sentence.
std::string set_value(google::protobuf::Message& message, const google::protobuf::FieldDescriptor& field,
                      std::string_view value);

// The entries of a list of messages as one would type them.
std::string entries_text(const google::protobuf::Message& message, const google::protobuf::FieldDescriptor& field);

// The enumerators that can be given, with commas.
std::string value_names(const google::protobuf::EnumDescriptor& type);

// Whether a field is a list of messages.
bool is_message_list(const google::protobuf::FieldDescriptor& field);

}  // namespace wyrmhall::cli
