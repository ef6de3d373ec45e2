// One of the two players of a match: sits down, shakes hands over the dice, and plays by choosing among what is
// offered.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "clients/model/chain.h"
#include "common/id.h"
#include "tests/load/guest.h"

namespace wyrmhall::load {

// What the two players of a match tell the pair that they are.
class Mates {
 public:
  virtual ~Mates() = default;
  virtual void signed_in() = 0;
  // The opener has a table.
  virtual void table_opened(const TableId& table) = 0;
  // The match is open on this player's connection.
  virtual void match_opened() = 0;
  // This player has closed the finished match.
  virtual void match_closed(const MatchId& match) = 0;
};

class MatchPlayer final : public Guest {
 public:
  MatchPlayer(Setting& setting, std::size_t connection, Game game, Mates& mates)
      : Guest(setting, connection), game_(game), mates_(mates) {}
  // The other of the pair, before anything happens.
  void face(MatchPlayer& other) { other_ = &other; }

  // The three ways to a seat. From there on, the player does everything by itself until its match is over. `number`
  // numbers the pair's matches.
  void open_table(std::uint64_t number);
  void take_seat(const TableId& table);
  void rematch(const MatchId& match);

 private:
  void on_signed_in(const v1::SignedIn& /*signed_in*/) override { mates_.signed_in(); }
  void on_message(const v1::ServerMessage& message, Bytes bytes) override;
  bool on_refused(std::uint64_t answer_to, const v1::Refusal& refusal) override;
  void on_table(std::uint64_t answer_to, const v1::Table& table);
  void get_ready(const v1::Table& table);
  void reveal(const v1::Table& table);
  void on_match_opened(const v1::MatchOpened& opened);
  void on_update(std::uint64_t answer_to, const v1::MatchUpdate& update, Bytes bytes);
  void on_outcome(const v1::MatchUpdate& update);
  void close_chain();
  // Picks one of the choices and sends it, at once or after some thinking.
  void decide(const v1::Choices& choices);
  void act();
  void ask_for_seat(v1::ClientMessage& command);
  [[nodiscard]] Figures& figures() { return setting().tally.of(game_); }

  Game game_;
  Mates& mates_;
  MatchPlayer* other_ = nullptr;
  std::uint64_t seat_command_ = 0;  // the command whose answer names the table
  std::optional<TableId> table_;
  std::string server_commitment_;  // what this player has sent its own commitment for
  bool revealed_ = false;
  std::optional<clients::Chain> chain_;
  int next_link_ = 1;  // of the chain: the same until it has been accepted
  // What it knows of the match. A clients::MatchModel would merge views that nobody looks at, and copy choices that are
  // there: about 2 us of CPU a turn, of 17 that the whole load costs.
  std::uint32_t channel_ = 0;
  std::uint64_t version_ = 0;
  bool deciding_ = false;          // a decision is being thought about, or is on its way
  std::uint64_t act_command_ = 0;  // 0 when none is unanswered
  std::uint64_t decision_ = 0;     // its number; another one, or the end, makes an earlier one void
  v1::Choices later_;              // what an update offered meanwhile
  ActTimes act_times_;
  std::uint64_t closing_command_ = 0;  // of the chain
  std::uint64_t close_command_ = 0;    // of the match
  v1::ClientMessage act_;
};

}  // namespace wyrmhall::load
