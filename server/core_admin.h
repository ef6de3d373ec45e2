// What administrators see of the core: what there is now, copied. And what they may do to it, which tells everybody
// whom it concerns, also at other servers of the store. One is made for each use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/core.h"

namespace wyrmhall::node::v1 {
class Administered;
}

namespace wyrmhall::server {

class CoreAdmin {
 public:
  // It must outlive this.
  explicit CoreAdmin(Core& core) : core_(core) {}

  [[nodiscard]] LiveFigures figures() const;
  [[nodiscard]] bool has_session(std::uint64_t number) const { return core_.sessions_.all().contains(number); }
  // In the order of their numbers, from the first after `after`.
  [[nodiscard]] std::vector<LiveSession> live_sessions(std::uint64_t after, std::size_t limit) const;
  [[nodiscard]] std::vector<LiveSession> live_sessions_of(const AccountId& account) const;
  // From the oldest after `after`.
  [[nodiscard]] std::vector<LiveTable> live_tables(const std::optional<TableId>& after, std::size_t limit) const {
    return core_.lobby_.live(after, limit);
  }

  // How many connections were ended here; those at other servers are not counted.
  std::size_t end_sessions(const AccountId& account, std::string_view reason);
  // False when there is none of this number.
  bool end_session(std::uint64_t number, std::string_view reason);
  // Closes a table for everybody who sits there.
  Lobby::Closing close_table(const TableId& table);
  // These seats of a match resign, as long as it runs. It must be there. Nothing where no server runs it at the moment.
  void resign_seats(const MatchId& match, rules::SeatSet seats);
  // After an account was given another name: its connections are told, and it sits at tables by the new one.
  void renamed(const AccountId& account, const std::string& name);
  // After tokens of an account were revoked, `only` this one or else all but `but`: those who have signed in with one
  // of them, or are about to, are told and signed out.
  void revoked(const AccountId& account, const std::optional<persistence::Hash>& only,
               const std::optional<persistence::Hash>& but);
  // After an account was erased: its seats at tables become free, and in its running matches, all of which are named,
  // it resigns. From now on its seats have this name.
  void forget_player(const AccountId& account, const std::string& name, const std::vector<MatchId>& running);
  // Of these accounts, those that are neither here, nor about to sign in, nor at a table; none where another server has
  // the lobby, which knows of all. What the store is asked about them straight after this comes before those who sign
  // in as one of them: that is looked up again.
  [[nodiscard]] std::vector<AccountId> away(std::vector<AccountId> accounts);
  void guests_expired(std::uint64_t count) { core_.out_.totals.guests_expired += count; }
  // Its seats at tables become free.
  void leave_tables(const AccountId& account);
  // In these matches, as long as they run, it resigns.
  void resign_player(const AccountId& account, const std::vector<MatchId>& running);

  // What an administrator did at another server.
  void repeat(const node::v1::Administered& act);

 private:
  std::size_t end_own_sessions(const AccountId& account, std::string_view reason);
  void resign_own_seats(const MatchId& match, rules::SeatSet seats);
  void leave_own_tables(const AccountId& account);
  void resign_from_own(const AccountId& account, const std::vector<MatchId>& running);
  void forget_here(const AccountId& account, const std::string& name, const std::vector<MatchId>& running);
  void tell(persistence::Incarnation to, node::v1::Administered act);
  [[nodiscard]] std::vector<MatchId> own(const std::vector<MatchId>& matches) const;

  Core& core_;
};

}  // namespace wyrmhall::server
