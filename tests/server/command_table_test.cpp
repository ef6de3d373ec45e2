// Every command says what holds of it, where it stands in the protocol.
#include "server/connections/command_table.h"

#include <doctest/doctest.h>
#include <google/protobuf/descriptor.pb.h>

#include <set>
#include <string>

namespace wyrmhall::test {
namespace {

namespace pb = wyrmhall::v1;
using google::protobuf::DescriptorPool;
using google::protobuf::FileDescriptorProto;
using server::CommandTable;

FileDescriptorProto contract() {
  FileDescriptorProto file;
  pb::ClientMessage::descriptor()->file()->CopyTo(&file);
  return file;
}

google::protobuf::FieldDescriptorProto& field_of(FileDescriptorProto& file, const std::string& command) {
  for (auto& message : *file.mutable_message_type()) {
    if (message.name() != "ClientMessage") continue;
    for (auto& field : *message.mutable_field()) {
      if (field.name() == command) return field;
    }
  }
  throw std::logic_error("no such command");
}

// A table of the protocol as this file has it.
void read(const FileDescriptorProto& file) {
  DescriptorPool pool(DescriptorPool::generated_pool());
  // Beside the generated file, under another name and in a package of its own.
  FileDescriptorProto changed = file;
  changed.set_name("changed.proto");
  changed.set_package("changed");
  std::set<std::string> own;
  for (const auto& message : file.message_type()) own.insert(".wyrmhall.v1." + message.name());
  for (const auto& values : file.enum_type()) own.insert(".wyrmhall.v1." + values.name());
  for (auto& message : *changed.mutable_message_type()) {
    for (auto& field : *message.mutable_field()) {
      if (own.contains(field.type_name())) field.set_type_name(".changed" + field.type_name().substr(12));
    }
  }
  const auto* const built = pool.BuildFile(changed);
  REQUIRE(built != nullptr);
  const CommandTable table(*built->FindMessageTypeByName("ClientMessage"));
}

}  // namespace

TEST_CASE("every command says what it needs, whether it writes and what it costs") {
  CHECK_NOTHROW(CommandTable());
  CHECK_NOTHROW(read(contract()));
}

TEST_CASE("a command that says not all of it is refused, by name") {
  for (const auto forget :
       {&pb::CommandOptions::clear_needs, &pb::CommandOptions::clear_effect, &pb::CommandOptions::clear_cost}) {
    FileDescriptorProto file = contract();
    (field_of(file, "rename").mutable_options()->MutableExtension(pb::command_options)->*forget)();
    CHECK_THROWS_WITH_AS(read(file), doctest::Contains("ClientMessage.rename"), std::logic_error);
  }
  FileDescriptorProto nameless = contract();
  field_of(nameless, "rename")
      .mutable_options()
      ->MutableExtension(pb::command_options)
      ->set_at(pb::COMMAND_PLACE_TABLE);
  CHECK_THROWS_WITH_AS(read(nameless), doctest::Contains("ClientMessage.rename must name its table"), std::logic_error);
  FileDescriptorProto silent = contract();
  field_of(silent, "act").clear_options();
  CHECK_THROWS_WITH_AS(read(silent), doctest::Contains("ClientMessage.act"), std::logic_error);
}

TEST_CASE("what is read while the disk refuses, who need not have signed in, and where commands are carried out") {
  const CommandTable table;
  std::set<std::string> reading;
  std::set<std::string> early;
  std::set<std::string> at_tables;
  std::set<std::string> in_matches;
  const auto& commands = *pb::ClientMessage::descriptor()->FindOneofByName("command");
  for (int i = 0; i < commands.field_count(); ++i) {
    pb::ClientMessage message;
    message.GetReflection()->MutableMessage(&message, commands.field(i));
    if (!table.of(message).writes) reading.insert(commands.field(i)->name());
    if (table.of(message).needs != pb::COMMAND_NEEDS_SIGN_IN) early.insert(commands.field(i)->name());
    if (table.of(message).at == pb::COMMAND_PLACE_TABLE) at_tables.insert(commands.field(i)->name());
    if (table.of(message).at == pb::COMMAND_PLACE_MATCH) in_matches.insert(commands.field(i)->name());
    CHECK(table.of(message).cost == 1);
  }
  CHECK(reading == std::set<std::string>{"hello",
                                         "ping",
                                         "ask_waiting",
                                         "list_tables",
                                         "open_match",
                                         "close_match",
                                         "ask_odds",
                                         "ask_story",
                                         "export",
                                         "list_matches",
                                         "list_nuggets",
                                         "list_richest",
                                         "list_high_scores",
                                         "ask_luck",
                                         "ask_receipt",
                                         "list_blocked",
                                         "list_followed",
                                         "list_sign_ins",
                                         "look_up_sign_in",
                                         "ask_passkey_challenge",
                                         "ask_membership",
                                         "list_heroes",
                                         "ask_hero_story",
                                         "list_famous_heroes",
                                         "say"});
  CHECK(early == std::set<std::string>{"hello", "ping", "sign_in", "ask_passkey_challenge"});
  CHECK(at_tables == std::set<std::string>{"take_seat", "decline_challenge", "leave_table", "seat_bot", "ready",
                                           "reveal", "bring_heroes", "set_part"});
  CHECK(in_matches == std::set<std::string>{"act", "resign", "ask_odds", "claim_absence"});
}

TEST_CASE("who has a token signs in without a write, and a new guest does not") {
  const CommandTable table;
  pb::ClientMessage message;
  message.mutable_sign_in()->set_token("known");
  CHECK_FALSE(table.of(message).writes);
  message.mutable_sign_in()->set_new_guest("Mira");
  CHECK(table.of(message).writes);
  message.mutable_sign_in()->clear_new_guest();
  CHECK(table.of(message).writes);
}

}  // namespace wyrmhall::test
