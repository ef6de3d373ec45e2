// What waits for a match while it is being read, or while a move of its is on its way to the disk. It is bounded for
// each account that plays and for all others together, so that nobody fills it for a player: no spectator, and no
// opponent.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/limits.h"
#include "server/outbox.h"

namespace wyrmhall::server {

// A command that waits, and whose it is.
struct MatchLetter {
  SessionId session;
  std::uint32_t channel = 0;
  bool plays = false;  // the account has a seat
  bool opens = false;  // the match is to be opened; otherwise `command`
  std::uint64_t command_id = 0;
  Id account{};
  std::optional<std::uint64_t> have_version;
  std::string command;
  Timestamp received_at{};
};

class MatchMailbox {
 public:
  // False when there is no room for it.
  bool put(MatchLetter letter) {
    const auto shares = [&](const MatchLetter& one) {
      return one.plays == letter.plays && (!one.plays || one.account == letter.account);
    };
    if (static_cast<std::size_t>(std::ranges::count_if(letters_, shares)) >= kMailbox) return false;
    letters_.push_back(std::move(letter));
    return true;
  }
  // There must be one.
  MatchLetter take_first() {
    MatchLetter first = std::move(letters_.front());
    letters_.erase(letters_.begin());
    return first;
  }
  // The letter that opens the match on this channel, if it waits.
  [[nodiscard]] const MatchLetter* opening(SessionId session, std::uint32_t channel) const {
    const auto found = std::ranges::find_if(letters_, [&](const MatchLetter& one) {
      return one.opens && one.session == session && one.channel == channel;
    });
    return found == letters_.end() ? nullptr : &*found;
  }
  // Calls drop(letter) for each and keeps those for which it is false.
  template <class Drop>
  void drop_if(Drop&& drop) {
    std::erase_if(letters_, drop);
  }
  [[nodiscard]] bool empty() const { return letters_.empty(); }
  [[nodiscard]] std::size_t size() const { return letters_.size(); }

 private:
  std::vector<MatchLetter> letters_;
};

}  // namespace wyrmhall::server
