#include "tests/load/returner.h"

namespace wyrmhall::load {

void Returner::connect() {
  began_ = Clock::now();
  Guest::connect();
}

void Returner::on_signed_in(const v1::SignedIn& signed_in) {
  if (signed_in.matches().empty()) return error("somebody who comes back has no running match");
  v1::ClientMessage command;
  command.mutable_open_match()->set_match_id(signed_in.matches(0).match_id());
  send(command);
}

void Returner::on_message(const v1::ServerMessage& message, Bytes) {
  if (message.message_case() != v1::ServerMessage::kMatchOpened) return;
  settled_ = true;
  setting().tally.returned(Clock::now() - began_);
}

}  // namespace wyrmhall::load
