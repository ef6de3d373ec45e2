#include "tests/load/newcomers.h"

#include "tests/load/games.h"

namespace wyrmhall::load {

void Newcomer::come() {
  began_ = Clock::now();
  connect();
}

void Newcomer::on_signed_in(const v1::SignedIn& /*signed_in*/) {
  v1::ClientMessage command;
  v1::OpenTable& open = *command.mutable_open_table();
  open.set_hidden(true);
  write_options(Game::duel, setting().options, 0, *open.mutable_options());
  open_command_ = send(command).command_id;
}

void Newcomer::on_message(const v1::ServerMessage& message, Bytes) {
  if (message.message_case() != v1::ServerMessage::kTableState || message.answer_to() != open_command_) return;
  setting().tally.newcomer_seated(Clock::now() - began_);
  v1::ClientMessage command;
  command.mutable_leave_table()->set_table_id(message.table_state().table_id());
  send(command);
}

void Newcomers::begin() {
  if (setting_.options.newcomers_per_second > 0) bring();
}

void Newcomers::bring() {
  newcomers_.push_back(std::make_unique<Newcomer>(setting_, next_++));
  newcomers_.back()->come();
  const std::chrono::duration<double> pause(1.0 / setting_.options.newcomers_per_second);
  setting_.poller.at(Clock::now() + std::chrono::duration_cast<Clock::duration>(pause), [this] { bring(); });
}

}  // namespace wyrmhall::load
