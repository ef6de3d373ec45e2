// One of the two players of a duel: sits down, shakes hands over the dice, and plays by choosing among what is offered.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "clients/load/chain.h"
#include "clients/load/guest.h"

namespace wyrmhall::load {

class DuelPlayer;

// What the players of a duel tell the pair that they are.
class DuelMates {
 public:
  virtual ~DuelMates() = default;
  virtual void signed_in() = 0;
  // The opener has a table.
  virtual void table_opened(const std::string& table_id) = 0;
  // The match is open on this player's connection.
  virtual void match_opened() = 0;
  // This player has closed the finished match. By value: the player forgets the id when it sits down anew.
  virtual void match_closed(std::string match_id) = 0;
  // For latencies: an act against a version, sent by a player of this pair.
  virtual TurnClock& turn_clock() = 0;
};

class DuelPlayer final : public Guest {
 public:
  DuelPlayer(Setting& setting, std::size_t connection, DuelMates& mates) : Guest(setting, connection), mates_(mates) {}

  // The three ways to a seat. From there on, the player does everything by itself until its match is over.
  void open_table();
  void take_seat(const std::string& table_id);
  void rematch(const std::string& match_id);

 private:
  void on_signed_in() override { mates_.signed_in(); }
  void on_message(const v1::ServerMessage& message, Bytes bytes) override;
  void on_table(std::uint64_t answer_to, const v1::Table& table);
  void get_ready(const v1::Table& table);
  void reveal();
  void on_match_opened(const v1::MatchOpened& opened);
  void on_update(std::uint64_t answer_to, const v1::MatchUpdate& update, Bytes bytes);
  void on_outcome(const v1::MatchUpdate& update);
  // Picks one of the choices and sends it, at once or after some thinking.
  void decide(const v1::Choices& choices);
  void act();
  void ask_for_seat(v1::ClientMessage& command);

  DuelMates& mates_;
  std::uint64_t seat_command_ = 0;  // the command whose answer names the table
  std::string table_id_;
  std::string server_commitment_;  // what this player has sent its own commitment for
  bool revealed_ = false;
  std::optional<Chain> chain_;
  std::uint32_t channel_ = 0;
  std::uint64_t version_ = 0;
  std::uint64_t act_command_ = 0;  // 0 when none is unanswered
  std::uint64_t close_command_ = 0;
  v1::ClientMessage act_;
};

}  // namespace wyrmhall::load
