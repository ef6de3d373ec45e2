// A match as far as it is kept: its row, its moves, and the game that they lead to.
//
// The game, the notes and the count of decisions are the fold of the moves, and are thrown away and made again from the
// store whenever that is in doubt. While a move is on its way to the disk the game is ahead of the moves by it.
// All calls come from one thread at a time.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/core/outbox.h"
#include "server/games/registry.h"
#include "server/heroes/match_heroes.h"
#include "server/match/folding.h"
#include "server/match/seat_notes.h"
#include "server/match/update_writer.h"

namespace wyrmhall::server {

class MatchLog {
 public:
  explicit MatchLog(const MatchId& id) : id_(id) {}

  // The match as it was read, or has just been made.
  void adopt(PlayedThrough played);
  // The dice alone have decided it.
  void end_without_moves() { over_ = true; }
  // It cannot be told whether the last move that was played is on disk: the match is to be read again.
  void doubt() { game_ = nullptr; }
  [[nodiscard]] bool is_known() const { return game_ != nullptr; }
  // The seats of this account have this name from now on.
  void rename(const AccountId& account, const std::string& name);

  // --- Moves ---

  // Plays a move whose time is set, and says what is to be kept; add() follows once that is done. `action` for a move
  // that has one.
  persistence::AppendMove play(const persistence::Move& move, const pb::GameAction* action);
  // It is kept. `ends`: this move ends the match.
  void add(persistence::Move move, bool ends);
  // Puts the link that an Act shows, and its confirmation, into the move; or says why they are refused.
  std::optional<pb::Refusal> check_link(rules::Seat seat, const pb::Act& act, persistence::Move& move) const;

  // --- What there is ---

  [[nodiscard]] const MatchId& id() const { return id_; }
  [[nodiscard]] const persistence::MatchRow& row() const { return row_; }
  [[nodiscard]] const GameKind& kind() const { return *kind_; }
  [[nodiscard]] std::size_t game_index() const { return game_index_; }  // where it stands in all_games()
  [[nodiscard]] RunningGame& game() const { return *game_; }
  [[nodiscard]] const std::deque<persistence::Move>& moves() const { return moves_; }
  // How many moves there are.
  [[nodiscard]] std::uint32_t version() const { return static_cast<std::uint32_t>(moves_.size()); }
  [[nodiscard]] const SeatNotes& notes() const { return notes_; }
  [[nodiscard]] FoldedMatch folded() const { return {.game = *game_, .row = row_, .decisions = decisions_}; }
  [[nodiscard]] bool over() const { return over_; }
  // The dice decided it before anybody could.
  [[nodiscard]] bool over_from_the_start() const { return over_ && moves_.empty(); }
  // When the last move was made, or the match began.
  [[nodiscard]] Timestamp last_at() const { return moves_.empty() ? row_.started_at : moves_.back().at; }
  // When the time of a seat that must decide runs out, the first of them.
  [[nodiscard]] std::optional<Timestamp> deadline() const;

  // --- Seats ---

  [[nodiscard]] rules::Seat seats() const { return static_cast<rules::Seat>(row_.seats.size()); }
  [[nodiscard]] bool is_bot(rules::Seat seat) const { return !row_.seats[seat].account.has_value(); }
  // A person who is still in the match.
  [[nodiscard]] bool plays(rules::Seat seat) const { return !is_bot(seat) && !game_->seats_out().contains(seat); }
  // A person who is to decide now.
  [[nodiscard]] bool decides(rules::Seat seat) const { return plays(seat) && game_->waiting_on().contains(seat); }
  // The seat of an account, as far as the match has been read; kNoSeat for none.
  [[nodiscard]] rules::Seat seat_of(const AccountId& account) const;

  // --- Exactly once (repeats.cpp) ---

  // The version that an action of this seat against `version` led to, if it was this command's.
  [[nodiscard]] std::optional<std::uint64_t> acted_before(rules::Seat seat, std::uint64_t action_id,
                                                          std::uint64_t version, std::string_view action) const;
  // The version that a resignation of this seat led to, or a claim, if it was this command's.
  [[nodiscard]] std::optional<std::uint64_t> resigned_before(rules::Seat seat, std::uint64_t action_id) const;
  [[nodiscard]] std::optional<std::uint64_t> claimed_before(std::uint64_t action_id) const;

 private:
  MatchId id_;
  persistence::MatchRow row_;
  const GameKind* kind_ = nullptr;
  std::vector<HeroInSeat> heroes_;
  std::size_t game_index_ = 0;
  std::unique_ptr<RunningGame> game_;
  std::deque<persistence::Move> moves_;  // grows without those before being moved
  std::uint32_t decisions_ = 0;          // of seats, among them: a match's end does not walk through all of them
  bool over_ = false;
  SeatNotes notes_;
};

}  // namespace wyrmhall::server
