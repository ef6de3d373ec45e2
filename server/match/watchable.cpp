#include "server/match/watchable.h"

#include <algorithm>
#include <utility>

#include "server/cluster/node.pb.h"
#include "server/games/registry.h"
#include "server/match/lists.h"
#include "server/wire/message_writer.h"

namespace wyrmhall::server {

// Newest first; of every game where `game` is empty.
std::vector<pb::MatchSummary> WatchableMatches::newest(std::string_view game) const {
  std::vector<pb::MatchSummary> found;
  const std::set<MatchId>& listed = matches_.listed();
  for (auto id = listed.rbegin(); id != listed.rend() && found.size() < kRunningListed; ++id) {
    MatchActor* const match = matches_.find(*id);
    if (match == nullptr || !match->log().is_known() || match->log().over() || match->viewers().empty()) continue;
    const persistence::MatchRow& row = match->log().row();
    if (!game.empty() && game != row.game) continue;
    write_summary({.id = row.id, .game = row.game, .seats = row.seats, .started_at = row.started_at, .end = {}},
                  found.emplace_back());
  }
  return found;
}

std::string WatchableMatches::list(const pb::ListTables& ask) const {
  if (!ask.after().empty()) return {};
  std::vector<pb::MatchSummary> found = newest(ask.game());
  for (const auto& [server, matches] : elsewhere_) {
    for (const pb::MatchSummary& match : matches) {
      if (ask.game().empty() || ask.game() == match.game()) found.push_back(match);
    }
  }
  // An id begins with the time at which it was made.
  std::ranges::sort(found, std::ranges::greater(), &pb::MatchSummary::match_id);
  MessageWriter running;
  for (std::size_t i = 0; i < std::min(found.size(), kRunningListed); ++i) {
    running.bytes(pb::Tables::kRunningFieldNumber, found[i].SerializeAsString());
  }
  return running.take();
}

void WatchableMatches::tell(Outbox& out) {
  const persistence::Incarnation lobby = placement_.lobby();
  if (lobby == 0 || lobby == placement_.self()) return;
  node::v1::NodeMessage told;
  node::v1::Watchable& watchable = *told.mutable_watchable();
  for (const GameKind* game : all_games()) {
    for (const pb::MatchSummary& match : newest(game->offer().game())) watchable.add_matches(match.SerializeAsString());
  }
  std::string message = told.SerializeAsString();
  if (lobby == told_to_ && message == told_) return;
  told_to_ = lobby;
  told_ = message;
  out.to_node(lobby, std::move(message));
}

void WatchableMatches::heard(persistence::Incarnation from, const node::v1::Watchable& watchable) {
  std::vector<pb::MatchSummary>& matches = elsewhere_[from];
  matches.clear();
  for (const std::string& bytes : watchable.matches()) {
    if (pb::MatchSummary match; match.ParseFromString(bytes)) matches.push_back(std::move(match));
  }
}

void WatchableMatches::placed() {
  const bool has_lobby = placement_.has_lobby();
  std::erase_if(elsewhere_, [&](const auto& one) { return !has_lobby || !placement_.knows(one.first); });
  told_.clear();
}

}  // namespace wyrmhall::server
