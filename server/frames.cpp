#include "server/frames.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/coded_stream.h>

#include <array>
#include <vector>

namespace wyrmhall::server {
namespace {

using google::protobuf::io::CodedOutputStream;

// Tags of the fields that are written by hand.
constexpr std::uint32_t varint_tag(int field) {
  return static_cast<std::uint32_t>(field) << 3U;
}
constexpr std::uint32_t message_tag(int field) {
  return varint_tag(field) | 2U;
}
constexpr auto kAnswerTo = varint_tag(pb::ServerMessage::kAnswerToFieldNumber);
constexpr auto kUpdate = message_tag(pb::ServerMessage::kUpdateFieldNumber);
constexpr auto kTableState = message_tag(pb::ServerMessage::kTableStateFieldNumber);
constexpr auto kChannel = varint_tag(pb::MatchUpdate::kChannelFieldNumber);
static_assert(kAnswerTo < 128 && kUpdate < 128 && kTableState < 128 && kChannel < 128, "each is written as one byte");

using Head = std::array<std::uint8_t, 32>;

// The head of a ServerMessage around a message of so many bytes. Returns its end.
std::uint8_t* write_head(std::uint64_t command_id, std::uint32_t tag, std::size_t bytes, std::uint8_t* at) {
  if (command_id != 0) {
    at = CodedOutputStream::WriteTagToArray(kAnswerTo, at);
    at = CodedOutputStream::WriteVarint64ToArray(command_id, at);
  }
  at = CodedOutputStream::WriteTagToArray(tag, at);
  return CodedOutputStream::WriteVarint32ToArray(static_cast<std::uint32_t>(bytes), at);
}

}  // namespace

std::string frame(std::uint64_t command_id, pb::ServerMessage& message) {
  message.set_answer_to(command_id);
  return message.SerializeAsString();
}

// A table is told to many and at every step of setting one up, so it is not copied into a ServerMessage for it.
std::string table_frame(std::uint64_t command_id, const pb::Table& table) {
  Head head{};
  std::uint8_t* const end = write_head(command_id, kTableState, table.ByteSizeLong(), head.data());
  std::string bytes(head.data(), end);
  table.AppendToString(&bytes);
  return bytes;
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

std::string update_frame(std::uint64_t command_id, std::uint32_t channel, std::string_view common,
                         std::string_view choices) {
  const std::size_t inner = 1 + CodedOutputStream::VarintSize32(channel) + common.size() + choices.size();
  Head head{};
  std::uint8_t* at = write_head(command_id, kUpdate, inner, head.data());
  at = CodedOutputStream::WriteTagToArray(kChannel, at);
  at = CodedOutputStream::WriteVarint32ToArray(channel, at);
  const auto length = static_cast<std::size_t>(at - head.data());
  std::string bytes;
  bytes.reserve(length + common.size() + choices.size());
  bytes.assign(head.begin(), head.begin() + static_cast<std::ptrdiff_t>(length));
  bytes.append(common).append(choices);
  return bytes;
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

}  // namespace wyrmhall::server
