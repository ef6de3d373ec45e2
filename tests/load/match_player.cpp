#include "tests/load/match_player.h"

#include <utility>

#include "clients/model/confirmation.h"
#include "clients/model/handshake.h"
#include "clients/model/ids.h"
#include "clients/model/offered_actions.h"
#include "clients/model/start_check.h"
#include "tests/load/games.h"

namespace wyrmhall::load {

void MatchPlayer::ask_for_seat(v1::ClientMessage& command) {
  table_.reset();
  server_commitment_.clear();
  revealed_ = false;
  seat_command_ = send(command).command_id;
}

void MatchPlayer::open_table(std::uint64_t number) {
  v1::ClientMessage command;
  v1::OpenTable& open = *command.mutable_open_table();
  // Thousands of open tables in the list would be no part of what is measured.
  open.set_hidden(true);
  write_options(game_, setting().options, number, *open.mutable_options());
  ask_for_seat(command);
}

void MatchPlayer::take_seat(const TableId& table) {
  v1::ClientMessage command;
  command.mutable_take_seat()->set_table_id(to_bytes(table));
  ask_for_seat(command);
}

void MatchPlayer::rematch(const MatchId& match) {
  v1::ClientMessage command;
  command.mutable_rematch()->set_match_id(to_bytes(match));
  ask_for_seat(command);
}

void MatchPlayer::on_message(const v1::ServerMessage& message, Bytes bytes) {
  switch (message.message_case()) {
    case v1::ServerMessage::kUpdate:
      return on_update(message.answer_to(), message.update(), bytes);
    case v1::ServerMessage::kTableState:
      return on_table(message.answer_to(), message.table_state());
    case v1::ServerMessage::kMatchOpened:
      return on_match_opened(message.match_opened());
    case v1::ServerMessage::kDone:
      if (message.answer_to() != 0 && message.answer_to() == closing_command_) return;
      if (message.answer_to() != close_command_ || !table_) return error("an answer to nothing");
      return mates_.match_closed(match_id_of(*table_));
    case v1::ServerMessage::kRematchOffer:
      return;  // both ask for it by themselves
    default:
      return error("unexpected message " + std::to_string(message.message_case()));
  }
}

// Where several vote, the first no ends it, and a vote that was on its way comes too late.
bool MatchPlayer::on_refused(std::uint64_t answer_to, const v1::Refusal& refusal) {
  const bool too_late = refusal.code() == v1::REFUSAL_CODE_STALE || refusal.code() == v1::REFUSAL_CODE_NOT_YOUR_TURN ||
                        refusal.code() == v1::REFUSAL_CODE_ILLEGAL || refusal.code() == v1::REFUSAL_CODE_MATCH_OVER;
  if (!too_late || answer_to != act_command_ || act_.act().version() == version_) return false;
  act_command_ = 0;
  deciding_ = false;
  act_times_.take_back();
  if (const v1::Choices later = std::exchange(later_, {}); clients::offers_anything(later)) decide(later);
  return true;
}

void MatchPlayer::on_table(std::uint64_t answer_to, const v1::Table& table) {
  if (answer_to != 0 && answer_to == seat_command_) {
    seat_command_ = 0;
    table_ = clients::id_of(table);
    mates_.table_opened(*table_);
  }
  // News of a table that is none of ours any more.
  if (clients::id_of(table) != table_) return;
  if (table.called_off() != v1::CALLED_OFF_REASON_UNSPECIFIED) {
    return error("called off: " + v1::CalledOffReason_Name(table.called_off()));
  }
  if (table.phase() == v1::TABLE_PHASE_OPEN) get_ready(table);
  if (table.phase() == v1::TABLE_PHASE_REVEALING) reveal(table);
}

void MatchPlayer::get_ready(const v1::Table& table) {
  if (!clients::is_full(table) || server_commitment_ == table.server_commitment()) return;
  server_commitment_ = table.server_commitment();
  // From the run's own generator, so that runs of one seed play the same matches.
  std::string root(clients::kLinkBytes, '\0');
  for (char& byte : root) byte = static_cast<char>(setting().random.roll(256) - 1);
  chain_.emplace(std::move(root), static_cast<int>(setting().options.chain_links));
  next_link_ = 1;
  v1::ClientMessage command = clients::ready_command(table, chain_->commitment());
  send(command);
}

void MatchPlayer::reveal(const v1::Table& table) {
  if (revealed_ || !chain_) return;
  revealed_ = true;
  v1::ClientMessage command = clients::reveal_command(table, chain_->at(0));
  send(command);
}

void MatchPlayer::on_match_opened(const v1::MatchOpened& opened) {
  if (!table_ || clients::id_of(opened.info()) != match_id_of(*table_))
    return error("a match that is not of the table");
  if (opened.updates().empty() || !opened.updates(0).has_snapshot()) return error("a match without a snapshot");
  channel_ = opened.channel();
  const v1::MatchUpdate& last = *opened.updates().rbegin();
  version_ = last.version();
  act_command_ = 0;
  deciding_ = false;
  act_times_.clear();
  later_.Clear();
  // What happened before was the other's doing, and no update will tell of it.
  for (std::uint64_t i = 0; i < version_; ++i) (void)other_->act_times_.told_other();
  mates_.match_opened();
  if (clients::offers_anything(last.choices())) decide(last.choices());
}

void MatchPlayer::on_update(std::uint64_t answer_to, const v1::MatchUpdate& update, Bytes bytes) {
  if (update.channel() != channel_ || update.version() != version_ + 1) {
    return error("an update that does not follow: version " + std::to_string(update.version()));
  }
  version_ = update.version();
  if (answer_to == 0) {
    if (const auto since_act = other_->act_times_.told_other()) figures().turn_at_other(*since_act);
  } else {
    if (answer_to != act_command_) return error("an answer to nothing");
    act_command_ = 0;
    deciding_ = false;
    ++next_link_;
    figures().turn_at_mover(act_times_.since_last(), opens());
  }
  if (const auto weights = weigh_update(bytes)) figures().update_bytes(*weights, story_of(game_, update));
  later_.Clear();
  if (update.has_outcome()) return on_outcome(update);
  // Where both decide at the same time, the other's decision changes nothing about one that is on its way.
  if (deciding_) {
    later_ = update.choices();
  } else if (clients::offers_anything(update.choices())) {
    decide(update.choices());
  }
}

void MatchPlayer::on_outcome(const v1::MatchUpdate& update) {
  if (clients::broken_promise_at_end(server_commitment_, update.server_seed())) {
    return error("the seed that is shown is not the one that was committed to");
  }
  ++decision_;  // a vote that is still thought about comes too late
  close_chain();
  v1::ClientMessage command;
  command.mutable_close_match()->set_channel(channel_);
  close_command_ = send(command).command_id;
}

// So that its last decision is confirmed too. Its answer is not waited for.
void MatchPlayer::close_chain() {
  closing_command_ = 0;
  if (next_link_ == 1 || next_link_ > chain_->length()) return;
  v1::ClientMessage command;
  command.mutable_close_chain()->set_match_id(to_bytes(match_id_of(*table_)));
  command.mutable_close_chain()->set_link(chain_->at(next_link_));
  closing_command_ = send(command).command_id;
}

void MatchPlayer::decide(const v1::Choices& choices) {
  deciding_ = true;
  ++decision_;
  const v1::GameAction* usual = usual_action(setting().options, choices);
  v1::Act& act_now = *act_.mutable_act();
  act_now.set_channel(channel_);
  act_now.set_version(version_);
  *act_now.mutable_action() = usual != nullptr ? *usual : random_action(choices, setting().random);
  act_now.set_choice(clients::place_of(act_now.action(), choices));
  const auto thinking = setting().thinking_time();
  if (thinking.count() == 0) return act();
  setting().poller.at(Clock::now() + thinking, [this, decision = decision_] {
    if (decision == decision_) act();
  });
}

void MatchPlayer::act() {
  v1::Act& act_now = *act_.mutable_act();
  const bool used_up = next_link_ > chain_->length();
  act_now.set_link(used_up ? "" : chain_->at(next_link_));
  act_now.set_chain_lost(used_up);
  act_now.clear_confirmation();
  if (next_link_ < chain_->length()) clients::confirm(match_id_of(*table_), chain_->at(next_link_ + 1), act_now);
  act_times_.sent(Clock::now());
  const Sent sent = send(act_);
  act_command_ = sent.command_id;
  figures().act_bytes(sent.bytes);
}

}  // namespace wyrmhall::load
