// Messages as JSON: what --json prints.
#include "clients/cli/terminal/message_json.h"

#include <doctest/doctest.h>
#include <google/protobuf/descriptor.h>

#include <set>

#include "wyrmhall/v1/client.pb.h"
#include "wyrmhall/v1/field_options.pb.h"
#include "wyrmhall/v1/server.pb.h"

using namespace wyrmhall;
using namespace wyrmhall::cli;

namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

// All messages that one can hold, itself among them; entries of maps are messages too.
void collect(const Descriptor& type, std::set<const Descriptor*>& types) {
  if (!types.insert(&type).second) return;
  for (int i = 0; i < type.field_count(); ++i) {
    if (const Descriptor* inner = type.field(i)->message_type()) collect(*inner, types);
  }
}

std::set<const Descriptor*> whole_contract() {
  std::set<const Descriptor*> types;
  collect(*v1::ClientMessage::descriptor(), types);
  collect(*v1::ServerMessage::descriptor(), types);
  return types;
}

const std::string kId = "\x01\x90\xf3\xa2\x1b\x2c\x7d\x3e\x8f\x40\x5a\x6b\x7c\x8d\x9e\x0f";

}  // namespace

TEST_CASE("each field of bytes in the contract says what it holds") {
  int fields = 0;
  for (const Descriptor* type : whole_contract()) {
    for (int i = 0; i < type->field_count(); ++i) {
      const FieldDescriptor& field = *type->field(i);
      // A map says it of its values.
      const FieldDescriptor& value = field.is_map() ? *field.message_type()->map_value() : field;
      if (value.type() != FieldDescriptor::TYPE_BYTES || type->options().map_entry()) continue;
      ++fields;
      CHECK_MESSAGE(field.options().GetExtension(v1::content) != v1::BYTES_CONTENT_UNSPECIFIED, field.full_name());
      if (field.name() == "token") CHECK(field.options().GetExtension(v1::content) == v1::BYTES_CONTENT_SECRET);
    }
  }
  CHECK(fields > 40);
}

TEST_CASE("ids are UUIDs and hashes hexadecimal, wherever they stand") {
  v1::ServerMessage message;
  v1::MatchInfo& info = *message.mutable_match_opened()->mutable_info();
  info.set_match_id(kId);
  info.set_server_commitment("\xff\x01");
  info.set_turn_seconds(30);
  info.add_seats()->mutable_player()->set_account_id(kId);
  info.mutable_start()->set_text("é\n");
  CHECK(json_text(message) == R"({"matchOpened":{"info":{"matchId":"0190f3a2-1b2c-7d3e-8f40-5a6b7c8d9e0f",)"
                              R"("seats":[{"player":{"accountId":"0190f3a2-1b2c-7d3e-8f40-5a6b7c8d9e0f"}}],)"
                              R"("serverCommitment":"ff01","turnSeconds":30,"start":{"text":"\u00e9\n"}}}})");
}

TEST_CASE("lists and maps") {
  v1::ServerMessage message;
  message.mutable_welcome()->add_older_receipt_keys("\x0a");
  message.mutable_welcome()->add_older_receipt_keys("\x0b");
  CHECK(json_text(message) == R"({"welcome":{"olderReceiptKeys":["0a","0b"]}})");
  v1::DuelDragon& dragon = (*message.mutable_update()->mutable_diff()->mutable_duel()->mutable_dragons())[1];
  dragon.set_claw_dice(std::string("\x06\x00\x0c", 3));
  CHECK(json_text(message) == R"({"update":{"diff":{"duel":{"dragons":{"1":{"clawDice":[6,0,12]}}}}}})");
  (*message.mutable_update()->mutable_diff()->mutable_dance()->mutable_dice())[0] = std::string("\x06\x00", 2);
  CHECK(json_text(message) == R"({"update":{"diff":{"dance":{"dice":{"0":[6,0]}}}}})");
}

TEST_CASE("no token is printed, and a part of a file stays as it is") {
  v1::ServerMessage message;
  message.mutable_signed_in()->mutable_player()->set_name("Mira");
  message.mutable_signed_in()->set_token("do not tell");
  CHECK(json_text(message) == R"({"signedIn":{"player":{"name":"Mira"}}})");
  message.mutable_sign_in_added()->set_token("do not tell");
  CHECK(json_text(message) == R"({"signInAdded":{}})");
  message.mutable_record()->set_data("{\xc3");
  CHECK(json_text(message) == R"({"record":{"data":"e8M="}})");
}

TEST_CASE("a statement that is not UTF-8 is printed all the same") {
  v1::Statement statement;
  statement.set_text("a\xff");
  CHECK(json_text(statement) == R"({"text":"a\ufffd"})");
}

TEST_CASE("nothing is printed raw that could steer a terminal") {
  v1::Refusal refusal;
  refusal.set_detail("a\x1b]0;\u009B\u202E\u200B\x7F");
  CHECK(json_text(refusal) == R"({"detail":"a\u001b]0;\u009b\u202e\u200b\u007f"})");
}
