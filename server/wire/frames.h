// Messages to clients as bytes.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::server {

namespace pb = wyrmhall::v1;

// `message` with answer_to set, serialised. A command_id of 0 answers nothing.
std::string frame(std::uint64_t command_id, pb::ServerMessage& message);
std::string table_frame(std::uint64_t command_id, const pb::Table& table);
std::string refusal_frame(std::uint64_t command_id, pb::Refusal refusal);

// A refusal with its code and one English sentence.
pb::Refusal refusal(pb::RefusalCode code, std::string_view detail, std::string_view field = {});
// The refusal of an id in this field that is not an id.
inline pb::Refusal no_id(std::string_view field) {
  return refusal(pb::REFUSAL_CODE_FIELD_INVALID, "an id has 16 bytes", field);
}
// The same refusal, with the time after which the command may be tried again.
pb::Refusal again_after(pb::Refusal refusal, std::chrono::milliseconds time);

// The command that a message in bytes, made by one of these, answers; 0 if none.
std::uint64_t answered_by(std::string_view frame);

// An update put together from parts that were encoded before, as protobuf allows: the parts are encoded once a match
// and sent to many. `common` is a MatchUpdate without channel and choices; `choices` is an encoded MatchUpdate that has
// nothing but choices, or empty.
std::string update_frame(std::uint64_t command_id, std::uint32_t channel, std::string_view common,
                         std::string_view choices);

// The answer to a command that is in the log of a match: the version that it led to, and nothing else.
std::string repeat_frame(std::uint64_t command_id, std::uint32_t channel, std::uint64_t version);

// Whether a message itself, apart from those inside it, has a field that this protocol does not know.
template <class Message>
bool has_own_unknown_fields(const Message& message) {
  static const google::protobuf::Reflection* const reflection = Message::GetReflection();
  return !reflection->GetUnknownFields(message).empty();
}

// Whether a message, or any message inside it, has one. Walks the message by reflection: too slow for the path of a
// turn.
bool has_unknown_fields(const google::protobuf::Message& message);

}  // namespace wyrmhall::server
