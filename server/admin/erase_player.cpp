#include "server/admin/erase_player.h"

#include "common/hex.h"
#include "server/core_admin.h"

namespace wyrmhall::server::admin {
namespace {

constexpr const char* kDeletedName = "deleted player";

}  // namespace

std::vector<MatchId> running_matches(persistence::AdminQueries& history, const AccountId& player) {
  const persistence::MatchFilter filter{.player = player, .state = persistence::MatchState::kRunning};
  std::vector<MatchId> running;
  std::optional<persistence::MatchCursor> after;
  for (bool more = true; more;) {
    const auto lines = history.matches(filter, after, kMaxAdminPage);
    for (const auto& line : lines) {
      running.push_back(line.match.id);
      after = line.at;
    }
    more = lines.size() == kMaxAdminPage;
  }
  return running;
}

persistence::Outcome erase_player(Running& running, persistence::AdminQueries& history, const AccountId& player,
                                  bool if_wanted) {
  auto answer = running.ask(persistence::EraseAccount{.account = player,
                                                      .name = kDeletedName,
                                                      // No name's key has a colon, so nobody can take it.
                                                      .name_key = "deleted:" + uuid_text(player),
                                                      .at = running.now(),
                                                      .if_wanted = if_wanted});
  if (!answer.kept()) return answer;
  running.on_core([&](Core& core) { CoreAdmin(core).end_sessions(player, "this account has been deleted"); });
  while (answer.value.left > 0) {
    answer = running.ask(persistence::ContinueErasing{});
    if (!answer.kept()) return answer;
  }
  // Only now: a player who was connected may have started a match until then.
  const std::vector<MatchId> matches = running_matches(history, player);
  running.on_core([&](Core& core) { CoreAdmin(core).forget_player(player, kDeletedName, matches); });
  return answer;
}

}  // namespace wyrmhall::server::admin
