// FindTable: which table somebody is seated at who wants to play with anybody, with these options or with any.
//
// Who waits must be a person who is there, must not have kept others waiting lately, and neither may have blocked the
// other. Of several tables that fit, each address that somebody waits from is as likely as any other: whoever opens
// many is met no more often for that. Which tables fit is drawn of a few, so that the time that this takes does not
// grow with their number. All calls come from one thread at a time.
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
  [[nodiscard]] std::vector<std::size_t> draw(std::size_t many) const;
  [[nodiscard]] std::size_t random_below(std::size_t bound) const;

  LobbyState& state_;
  TableSaving& saving_;
  Opening& opening_;
  Seating& seating_;
};

}  // namespace wyrmhall::server
