// One match as it is on disk, folded move by move beside the server: what each viewer may be shown at each version.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "persistence/store.h"
#include "server/games/registry.h"
#include "server/heroes/match_heroes.h"

namespace wyrmhall::sim {

class MatchLog {
 public:
  // Throws Violation where the row makes no match.
  explicit MatchLog(const persistence::CreateMatch& creation);

  // A move that is on disk now. The same move again changes nothing. Throws Violation where it does not follow.
  // True when it is new.
  bool append(const persistence::AppendMove& append);

  [[nodiscard]] const persistence::MatchRow& row() const { return stored_.row; }
  [[nodiscard]] const std::vector<persistence::Move>& moves() const { return stored_.moves; }
  [[nodiscard]] const persistence::StoredMatch& stored() const { return stored_; }
  [[nodiscard]] std::uint64_t version() const { return stored_.moves.size(); }
  [[nodiscard]] bool over() const { return stored_.end.has_value(); }
  // When the clock that runs is used up; nothing where none runs.
  [[nodiscard]] std::optional<Timestamp> deadline() const { return over() ? std::nullopt : deadline_; }

  // The kept heroes that the latest move gives back, by the rules.
  [[nodiscard]] const std::vector<persistence::HeroBooked>& given_back() const { return given_back_; }

  // The move that a command of a client's led to, or null.
  [[nodiscard]] const persistence::Move* move_of(std::uint8_t seat, std::uint64_t action_id) const;
  // The move that a claim led to, no matter who claimed, or null.
  [[nodiscard]] const persistence::Move* claim_of(std::uint64_t action_id) const;
  [[nodiscard]] std::optional<std::uint8_t> seat_of(const AccountId& account) const;

  // What a viewer (a seat, or -1) may be shown at a version, as canonical bytes.
  struct Shown {
    std::string view;
    std::uint64_t events = 0;  // a hash of them
    std::uint32_t waiting_on = 0;
    std::string choices;  // empty for none
  };
  [[nodiscard]] Shown shown(int seat, std::uint64_t version) const;

 private:
  struct Version {
    std::vector<std::string> views;  // by seat and last the spectator, or one for all
    std::uint64_t events = 0;
    std::vector<std::string> choices;  // by seat
    std::uint32_t waiting_on = 0;
  };
  void note_version();

  persistence::StoredMatch stored_;
  std::optional<Timestamp> deadline_;
  std::unique_ptr<server::RunningGame> game_;
  std::vector<server::HeroInSeat> heroes_;
  std::vector<persistence::HeroBooked> given_back_;
  std::vector<Version> versions_;
  std::set<std::pair<std::uint8_t, std::uint64_t>> commands_;  // (seat, action id) of what is in the log
};

// The events of an update as one number.
std::uint64_t hash_of_events(const server::pb::MatchUpdate& update);

}  // namespace wyrmhall::sim
