#include "server/connections/command_table.h"

#include <fmt/format.h>

#include <stdexcept>

namespace wyrmhall::server {
namespace {

namespace pb = wyrmhall::v1;
using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::OneofDescriptor;

const OneofDescriptor* deciding_oneof(const Descriptor& command) {
  for (int i = 0; i < command.real_oneof_decl_count(); ++i) {
    const OneofDescriptor* const parts = command.oneof_decl(i);
    for (int part = 0; part < parts->field_count(); ++part) {
      if (parts->field(part)->options().HasExtension(pb::effect_if_set)) return parts;
    }
  }
  return nullptr;
}

// The field by which a command names what it is carried out at; null if there is none.
const FieldDescriptor* place_of(const FieldDescriptor& command, pb::CommandPlace at) {
  if (at == pb::COMMAND_PLACE_UNSPECIFIED) return nullptr;
  const bool table = at == pb::COMMAND_PLACE_TABLE;
  const FieldDescriptor* const name = command.message_type()->FindFieldByName(table ? "table_id" : "channel");
  const auto type = table ? FieldDescriptor::TYPE_BYTES : FieldDescriptor::TYPE_UINT32;
  if (name == nullptr || name->type() != type) {
    throw std::logic_error(fmt::format("the command {} must name its {}", command.full_name(),
                                       table ? "table: bytes table_id" : "match: uint32 channel"));
  }
  return name;
}

}  // namespace

CommandTable::CommandTable(const Descriptor& message) {
  const OneofDescriptor& commands = *message.FindOneofByName("command");
  for (int i = 0; i < commands.field_count(); ++i) {
    const FieldDescriptor& field = *commands.field(i);
    const pb::CommandOptions& options = field.options().GetExtension(pb::command_options);
    if (options.needs() == pb::COMMAND_NEEDS_UNSPECIFIED || options.effect() == pb::COMMAND_EFFECT_UNSPECIFIED ||
        options.cost() == 0) {
      throw std::logic_error(
          fmt::format("the command {} must say what it needs, its effect and its cost: [(command_options) = {{needs: "
                      "..., effect: ..., "
                      "cost: 1}}], as command_options.proto has it",
                      field.full_name()));
    }
    const auto number = static_cast<std::size_t>(field.number());
    if (entries_.size() <= number) entries_.resize(number + 1);
    entries_[number] = {.properties = {.needs = options.needs(),
                                       .writes = options.effect() == pb::COMMAND_EFFECT_WRITES,
                                       .cost = static_cast<double>(options.cost()),
                                       .at = options.at()},
                        .decided_by = deciding_oneof(*field.message_type()),
                        .command = &field,
                        .named_by = place_of(field, options.at())};
  }
}

CommandProperties CommandTable::of(const pb::ClientMessage& message) const {
  const Entry& entry = entries_[static_cast<std::size_t>(message.command_case())];
  CommandProperties properties = entry.properties;
  if (entry.decided_by == nullptr) return properties;
  const auto& command = message.GetReflection()->GetMessage(message, entry.command);
  const FieldDescriptor* const part = command.GetReflection()->GetOneofFieldDescriptor(command, entry.decided_by);
  if (part != nullptr && part->options().HasExtension(pb::effect_if_set)) {
    properties.writes = part->options().GetExtension(pb::effect_if_set) == pb::COMMAND_EFFECT_WRITES;
  }
  return properties;
}

std::uint32_t CommandTable::channel_of(const pb::ClientMessage& message) const {
  const Entry& entry = entries_[static_cast<std::size_t>(message.command_case())];
  const auto& command = message.GetReflection()->GetMessage(message, entry.command);
  return command.GetReflection()->GetUInt32(command, entry.named_by);
}

}  // namespace wyrmhall::server
