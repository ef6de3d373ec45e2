// FindTable: at which table somebody is seated who wants to play with anybody, with these options or with any.
//
// Somebody who waits must be a person who is there and who has not kept others waiting lately, and neither of the two
// may have blocked the other. If several tables fit, each address that somebody waits from is equally likely: nobody is
// met more often for opening many tables. Two who were brought together the last time are not, where somebody else
// waits. The tables that are checked are a few drawn at random, so that the time that this takes does not grow with
// their number. All calls come from one thread at a time.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "server/lobby/opening.h"
#include "server/lobby/seating.h"

namespace wyrmhall::server {

class Finder {
 public:
  Finder(LobbyState& state, TableSaving& saving, Opening& opening, Seating& seating)
      : state_(state), saving_(saving), opening_(opening), seating_(seating) {}

  void find(const Sender& sender, const pb::ClientMessage& message, Outbox& out);
  // AskWaiting: for each game how many tables wait for somebody, and for how long others have waited.
  void tell_waiting(const Sender& sender, std::uint64_t command_id, Outbox& out) const;

 private:
  struct Found {
    HeldTable* held = nullptr;
    Agreement agreed;
  };
  void find_again(HeldTable& own, const Quest& quest, const Sender& sender, const pb::ClientMessage& message,
                  Outbox& out);
  void give_up(HeldTable& held, const AccountId& account, Outbox& out);
  HeldTable* own_table(const AccountId& account, const std::string& pool);
  std::optional<Found> choose(const Sender& sender, const Quest& quest);
  [[nodiscard]] bool suits(const HeldTable& held, const Sender& sender, const Quest& quest, Timestamp now) const;
  void join(const Found& found, const Sender& sender, const pb::ClientMessage& message, const Quest& quest,
            Outbox& out);
  [[nodiscard]] bool has_just_met(const HeldTable& held, const AccountId& account) const;
  [[nodiscard]] std::vector<std::size_t> draw(std::size_t many) const;
  [[nodiscard]] std::size_t random_below(std::size_t bound) const;

  LobbyState& state_;
  TableSaving& saving_;
  Opening& opening_;
  Seating& seating_;
};

}  // namespace wyrmhall::server
