#include "server/wire/frames.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/coded_stream.h>

#include <vector>

#include "server/wire/message_writer.h"
#include "server/wire/wire_time.h"

namespace wyrmhall::server {

std::string frame(std::uint64_t command_id, pb::ServerMessage& message) {
  message.set_answer_to(command_id);
  return message.SerializeAsString();
}

// A table is told to many and at every step of setting one up, so it is not copied into a ServerMessage for it.
std::string table_frame(std::uint64_t command_id, const pb::Table& table) {
  MessageWriter message;
  message.nonzero(pb::ServerMessage::kAnswerToFieldNumber, command_id);
  message.bytes(pb::ServerMessage::kTableStateFieldNumber, table.SerializeAsString());
  return message.take();
}

std::string refusal_frame(std::uint64_t command_id, pb::Refusal refusal) {
  pb::ServerMessage message;
  *message.mutable_refusal() = std::move(refusal);
  return frame(command_id, message);
}

pb::Refusal refusal(pb::RefusalCode code, std::string_view detail, std::string_view field) {
  pb::Refusal made;
  made.set_code(code);
  made.set_detail(std::string(detail));
  made.set_field(std::string(field));
  return made;
}

pb::Refusal again_after(pb::Refusal refusal, std::chrono::milliseconds time) {
  refusal.set_retry_after_ms(wire_ms(time));
  return refusal;
}

std::string update_frame(std::uint64_t command_id, std::uint32_t channel, std::string_view common,
                         std::string_view choices) {
  MessageWriter message;
  message.nonzero(pb::ServerMessage::kAnswerToFieldNumber, command_id);
  {
    const MessageWriter::Nested update(message, pb::ServerMessage::kUpdateFieldNumber);
    message.nonzero(pb::MatchUpdate::kChannelFieldNumber, channel);
    message.raw(common);
    message.raw(choices);
  }
  return message.take();
}

std::string repeat_frame(std::uint64_t command_id, std::uint32_t channel, std::uint64_t version) {
  pb::ServerMessage answer;
  answer.mutable_update()->set_channel(channel);
  answer.mutable_update()->set_version(version);
  return frame(command_id, answer);
}

bool has_unknown_fields(const google::protobuf::Message& message) {
  const auto* reflection = message.GetReflection();
  if (!reflection->GetUnknownFields(message).empty()) return true;
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  reflection->ListFields(message, &fields);
  for (const auto* field : fields) {
    if (field->cpp_type() != google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (!field->is_repeated()) {
      if (has_unknown_fields(reflection->GetMessage(message, field))) return true;
      continue;
    }
    for (int i = 0; i < reflection->FieldSize(message, field); ++i) {
      if (has_unknown_fields(reflection->GetRepeatedMessage(message, field, i))) return true;
    }
  }
  return false;
}

// Fields are written in the order of their numbers, and this one is the first.
std::uint64_t answered_by(std::string_view frame) {
  static_assert(pb::ServerMessage::kAnswerToFieldNumber == 1);
  google::protobuf::io::CodedInputStream bytes(reinterpret_cast<const std::uint8_t*>(frame.data()),
                                               static_cast<int>(frame.size()));
  constexpr std::uint32_t kVarintTag = 1U << 3U;
  std::uint64_t command_id = 0;
  return bytes.ReadTag() == kVarintTag && bytes.ReadVarint64(&command_id) ? command_id : 0;
}

}  // namespace wyrmhall::server
