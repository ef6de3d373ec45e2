// What administrators see of the core, and what they may do to it.
#include <algorithm>

#include "server/connections/live_sessions.h"
#include "server/core.h"

namespace wyrmhall::server {

LiveFigures Core::figures() const {
  LiveFigures figures{.counts = counts(),
                      .tally = out_.tally,
                      .matches = std::vector<LiveMatches>(all_games().size()),
                      .draining = draining_,
                      .store_refuses = store_.refuses()};
  for (const auto& [number, session] : sessions_.all()) {
    ++figures.sessions.at(static_cast<std::size_t>(session.stage));
    figures.queued_messages += session.queued_messages;
  }
  matches_.count(figures);
  return figures;
}

std::vector<LiveSession> Core::live_sessions(std::uint64_t after, std::size_t limit) const {
  return server::live_sessions(sessions_, after, limit);
}

std::vector<LiveSession> Core::live_sessions_of(const AccountId& account) const {
  return server::live_sessions_of(sessions_, account);
}

std::size_t Core::end_sessions(const AccountId& account, std::string_view reason) {
  std::size_t ended = 0;
  for (const auto& [number, session] : sessions_.all()) {
    // Also those that are only about to sign in.
    if (session.account != account || session.stage == Session::Stage::kClosing) continue;
    out_.close(session.id, 1008, reason);
    ++ended;
  }
  machines_.identity.look_again();
  flush();
  return ended;
}

bool Core::end_session(std::uint64_t number, std::string_view reason) {
  const Session* session = sessions_.find(number);
  if (session == nullptr || session->stage == Session::Stage::kClosing) return false;
  out_.close(session->id, 1008, reason);
  flush();
  return true;
}

Lobby::Closing Core::close_table(const TableId& table) {
  const auto closing = lobby_.close(table, out_);
  flush();
  return closing;
}

void Core::resign_seats(const MatchId& match, rules::SeatSet seats) {
  matches_.resign_seats(match, seats, out_);
  flush();
}

std::vector<AccountId> Core::away(std::vector<AccountId> accounts) {
  std::ranges::sort(accounts);
  std::vector<AccountId> here;
  for (const auto& [number, session] : sessions_.all()) {
    if (std::ranges::binary_search(accounts, session.account)) here.push_back(session.account);
  }
  std::erase_if(accounts, [&](const AccountId& account) {
    return std::ranges::count(here, account) != 0 || lobby_.sits_somewhere(account);
  });
  machines_.identity.look_again();
  return accounts;
}

void Core::leave_tables(const AccountId& account) {
  lobby_.evict(account, out_);
  flush();
}

void Core::resign_player(const AccountId& account, const std::vector<MatchId>& running) {
  matches_.resign_player(account, running, out_);
  flush();
}

void Core::forget_player(const AccountId& account, const std::string& name, const std::vector<MatchId>& running) {
  lobby_.evict(account, out_);
  matches_.forget_player(account, name, running, out_);
  machines_.reports.forget_records();  // they have the name
  flush();
}

void Core::renamed(const AccountId& account, const std::string& name) {
  machines_.identity.renamed(account, name, out_);
  flush();
}

void Core::revoked(const AccountId& account, const std::optional<persistence::Hash>& only,
                   const std::optional<persistence::Hash>& but) {
  machines_.identity.revoked(account, only, but, out_);
  flush();
}

}  // namespace wyrmhall::server
