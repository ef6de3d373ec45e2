// What waits for a match while the match is being read, or while one of its moves is on its way to the disk. It is
// bounded for each account that plays and for all others together, so that nobody, spectator or opponent, takes up a
// player's room.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/core/limits.h"
#include "server/core/outbox.h"

namespace wyrmhall::server {

// A command that waits, and whose it is.
struct MatchCommand {
  SessionId session;
  std::uint32_t channel = 0;
  bool plays = false;        // the account has a seat
  bool opens = false;        // the match is to be opened; otherwise `command`
  std::uint32_t number = 0;  // of the opening
  std::uint64_t command_id = 0;
  AccountId account{};
  std::optional<std::uint64_t> have_version;
  std::string command;
  Timestamp received_at{};
};

class MatchCommandQueue {
 public:
  // False when there is no room for it.
  bool put(MatchCommand queued) {
    const auto shares = [&](const MatchCommand& one) {
      return one.plays == queued.plays && (!one.plays || one.account == queued.account);
    };
    if (static_cast<std::size_t>(std::ranges::count_if(commands_, shares)) >= kCommandQueue) return false;
    commands_.push_back(std::move(queued));
    return true;
  }
  // There must be one.
  MatchCommand take_first() {
    MatchCommand first = std::move(commands_.front());
    commands_.erase(commands_.begin());
    return first;
  }
  // The command that opens the match on this channel, if it waits.
  [[nodiscard]] const MatchCommand* opening(SessionId session, std::uint32_t channel) const {
    const auto found = std::ranges::find_if(commands_, [&](const MatchCommand& one) {
      return one.opens && one.session == session && one.channel == channel;
    });
    return found == commands_.end() ? nullptr : &*found;
  }
  [[nodiscard]] auto begin() const { return commands_.begin(); }
  [[nodiscard]] auto end() const { return commands_.end(); }
  // Calls drop(command) for each command, and keeps those for which it is false.
  template <class Drop>
  void drop_if(Drop&& drop) {
    std::erase_if(commands_, drop);
  }
  [[nodiscard]] bool empty() const { return commands_.empty(); }
  // The account of the first command; nobody's if there is none.
  [[nodiscard]] AccountId first_account() const { return commands_.empty() ? AccountId{} : commands_.front().account; }
  [[nodiscard]] std::size_t size() const { return commands_.size(); }

 private:
  std::vector<MatchCommand> commands_;
};

}  // namespace wyrmhall::server
