#include "server/match/attendance.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "server/cluster/node.pb.h"

namespace wyrmhall::server {

namespace nodes = node::v1;

void Attendance::came(const AccountId& account, Outbox& out) {
  absences_.came(account);
  tell(account, out);
}

void Attendance::went(const AccountId& account, Outbox& out) {
  absences_.went(account, environment_.clock.now());
  tell(account, out);
  running_.went(account);
}

void Attendance::tell(const AccountId& account, Outbox& out) {
  std::map<persistence::Incarnation, std::vector<MatchId>> elsewhere;
  for (const MatchId& id : running_.of(account)) {
    const persistence::Incarnation owner = placement_.owner_of(id);
    if (owner == placement_.self()) {
      note(id);
    } else if (owner != 0) {
      elsewhere[owner].push_back(id);
    }
  }
  for (const auto& [owner, matches] : elsewhere) out.to_node(owner, presence_of(account, matches));
}

// Only where somebody is there to be told, that is, in a match that is in memory.
void Attendance::note(const MatchId& id) {
  MatchActor* const match = matches_.find(id);
  if (match == nullptr) return;
  match->somebody_came_or_went();
  matches_.arrange(*match);
}

std::string Attendance::presence_of(const AccountId& account, std::span<const MatchId> matches) const {
  nodes::NodeMessage told;
  nodes::Presence& presence = *told.mutable_presence();
  presence.set_account(to_bytes(account));
  const auto gone = absences_.gone_since(account);
  presence.set_there(!gone);
  if (gone) {
    const auto away = std::max(Duration{}, environment_.clock.now() - *gone);
    presence.set_away_us(static_cast<std::uint64_t>(away.count()));
  }
  for (const MatchId& match : matches) presence.add_matches(to_bytes(match));
  return told.SerializeAsString();
}

void Attendance::heard(persistence::Incarnation from, const nodes::AskPresence& ask, Outbox& out) const {
  const auto match = id_from_bytes<MatchId>(ask.match());
  if (!match) return;
  for (const std::string& bytes : ask.accounts()) {
    const auto account = id_from_bytes<AccountId>(bytes);
    if (account) out.to_node(from, presence_of(*account, std::span(&*match, 1)));
  }
}

void Attendance::heard(const nodes::Presence& presence) {
  const auto account = id_from_bytes<AccountId>(presence.account());
  if (!account) return;
  sessions_.told(*account, presence.there());
  if (presence.there()) {
    absences_.came(*account);
  } else {
    absences_.went(*account, environment_.clock.now() - Duration(static_cast<std::int64_t>(presence.away_us())));
  }
  for (const std::string& bytes : presence.matches()) {
    if (const auto match = id_from_bytes<MatchId>(bytes)) note(*match);
  }
}

void Attendance::lobby_moved(Outbox& out) {
  sessions_.be_told(!placement_.has_lobby());
  matches_.each([&](const MatchActor& match) { ask_who_is_there(placement_, match, out); });
}

void ask_who_is_there(const cluster::Placement& placement, const MatchActor& match, Outbox& out) {
  if (placement.alone()) return;
  const persistence::Incarnation lobby = placement.lobby();
  if (lobby == placement.self() || lobby == 0 || !match.log().is_known() || match.log().over()) return;
  nodes::NodeMessage told;
  nodes::AskPresence& ask = *told.mutable_ask_presence();
  ask.set_match(to_bytes(match.id()));
  for (const persistence::SeatRow& seat : match.log().row().seats) {
    if (seat.account) ask.add_accounts(to_bytes(*seat.account));
  }
  out.to_node(lobby, told.SerializeAsString());
}

}  // namespace wyrmhall::server
