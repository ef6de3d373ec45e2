#include "server/core_admin.h"

#include <algorithm>

#include "server/connections/live_sessions.h"

namespace wyrmhall::server {

LiveFigures CoreAdmin::figures() const {
  LiveFigures figures{.counts = core_.counts(),
                      .totals = core_.out_.totals,
                      .matches = std::vector<LiveMatches>(all_games().size()),
                      .draining = core_.draining_,
                      .store_refuses = core_.store_.refuses()};
  for (const auto& [number, session] : core_.sessions_.all()) {
    ++figures.sessions.at(static_cast<std::size_t>(session.stage));
    figures.queued_messages += session.queued_messages;
  }
  core_.matches_.each([&](const MatchActor& match) {
    LiveMatches& of_game = figures.matches.at(match.log().game_index());
    figures.match_commands += match.queue().size();
    if (!match.log().is_known()) {
      ++of_game.reading;
    } else if (match.log().over()) {
      ++of_game.over;
    } else {
      ++(match.viewers().empty() ? of_game.idle : of_game.playing);
    }
  });
  return figures;
}

std::vector<LiveSession> CoreAdmin::live_sessions(std::uint64_t after, std::size_t limit) const {
  return server::live_sessions(core_.sessions_, after, limit);
}

std::vector<LiveSession> CoreAdmin::live_sessions_of(const AccountId& account) const {
  return server::live_sessions_of(core_.sessions_, account);
}

std::size_t CoreAdmin::end_sessions(const AccountId& account, std::string_view reason) {
  std::size_t ended = 0;
  for (const auto& [number, session] : core_.sessions_.all()) {
    // Also those that are only about to sign in.
    if (session.account != account || session.stage == Session::Stage::kClosing) continue;
    core_.out_.close(session.id, 1008, reason);
    ++ended;
  }
  core_.machines_.identity.look_again();
  core_.flush();
  return ended;
}

bool CoreAdmin::end_session(std::uint64_t number, std::string_view reason) {
  const Session* session = core_.sessions_.find(number);
  if (session == nullptr || session->stage == Session::Stage::kClosing) return false;
  core_.out_.close(session->id, 1008, reason);
  core_.flush();
  return true;
}

Lobby::Closing CoreAdmin::close_table(const TableId& table) {
  const auto closing = core_.lobby_.close(table, core_.out_);
  core_.flush();
  return closing;
}

void CoreAdmin::resign_seats(const MatchId& match, rules::SeatSet seats) {
  MatchActor& ending = core_.matches_.actor(match, core_.out_);
  ending.resign_seats(seats, core_.out_);
  core_.matches_.arrange(ending);
  core_.flush();
}

std::vector<AccountId> CoreAdmin::away(std::vector<AccountId> accounts) {
  std::ranges::sort(accounts);
  std::vector<AccountId> here;
  for (const auto& [number, session] : core_.sessions_.all()) {
    if (std::ranges::binary_search(accounts, session.account)) here.push_back(session.account);
  }
  std::erase_if(accounts, [&](const AccountId& account) {
    return std::ranges::count(here, account) != 0 || core_.lobby_.sits_somewhere(account);
  });
  core_.machines_.identity.look_again();
  return accounts;
}

void CoreAdmin::leave_tables(const AccountId& account) {
  core_.lobby_.evict(account, core_.out_);
  core_.flush();
}

void CoreAdmin::resign_player(const AccountId& account, const std::vector<MatchId>& running) {
  for (const MatchId& id : running) {
    MatchActor& match = core_.matches_.actor(id, core_.out_);
    match.resign_player(account, core_.out_);
    core_.matches_.arrange(match);
  }
  core_.flush();
}

void CoreAdmin::forget_player(const AccountId& account, const std::string& name, const std::vector<MatchId>& running) {
  core_.lobby_.evict(account, core_.out_);
  for (const MatchId& match : running) core_.matches_.actor(match, core_.out_);
  core_.matches_.each([&](MatchActor& match) {
    match.forget_player(account, name, core_.out_);
    core_.matches_.arrange(match);
  });
  core_.machines_.reports.forget_records();  // they have the name
  core_.flush();
}

void CoreAdmin::renamed(const AccountId& account, const std::string& name) {
  core_.machines_.identity.renamed(account, name, core_.out_);
  core_.flush();
}

void CoreAdmin::revoked(const AccountId& account, const std::optional<persistence::Hash>& only,
                        const std::optional<persistence::Hash>& but) {
  core_.machines_.identity.revoked(account, only, but, core_.out_);
  core_.flush();
}

}  // namespace wyrmhall::server
