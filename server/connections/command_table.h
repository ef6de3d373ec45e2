// The properties of each command, whatever it contains: read once from the protocol (command_options.proto).
#pragma once

#include <cstdint>
#include <vector>

#include "wyrmhall/v1/client.pb.h"
#include "wyrmhall/v1/command_options.pb.h"

namespace wyrmhall::server {

struct CommandProperties {
  v1::CommandNeeds needs = v1::COMMAND_NEEDS_UNSPECIFIED;
  bool writes = false;
  double cost = 1;  // of a connection's rate
  v1::CommandPlace at = v1::COMMAND_PLACE_UNSPECIFIED;
};

class CommandTable {
 public:
  // `message` is ClientMessage, or, in tests, one like it. Throws std::logic_error if one of its commands does not say
  // everything, naming it.
  explicit CommandTable(const google::protobuf::Descriptor& message = *v1::ClientMessage::descriptor());

  // The properties of a command that this server knows.
  [[nodiscard]] CommandProperties of(const v1::ClientMessage& message) const;
  // The channel that a command in a match names.
  [[nodiscard]] std::uint32_t channel_of(const v1::ClientMessage& message) const;

 private:
  struct Entry {
    CommandProperties properties;
    // A oneof within the command decides whether it writes; null if no oneof does.
    const google::protobuf::OneofDescriptor* decided_by = nullptr;
    const google::protobuf::FieldDescriptor* command = nullptr;
    const google::protobuf::FieldDescriptor* named_by = nullptr;  // by which field the command names table or channel
  };
  std::vector<Entry> entries_;  // by the number of the command's field
};

}  // namespace wyrmhall::server
