// What administrators see of the hall, and what they may do to it.
#include <algorithm>
#include <utility>

#include "server/frames.h"
#include "server/hall.h"

namespace wyrmhall::server {

LiveFigures Hall::figures() const {
  LiveFigures figures{.counts = counts(),
                      .tally = out_.tally,
                      .matches = std::vector<LiveMatches>(all_games().size()),
                      .draining = draining_,
                      .store_refuses = store_refuses_};
  for (const auto& [number, session] : sessions_.all()) {
    ++figures.sessions.at(static_cast<std::size_t>(session.stage));
    figures.queued_messages += session.queued_messages;
  }
  for (const auto& [id, match] : matches_) {
    LiveMatches& of_game = figures.matches.at(match->game_index());
    figures.mailboxes += match->waiting_commands();
    if (match->in_doubt()) {
      ++of_game.reading;
    } else if (match->over()) {
      ++of_game.over;
    } else {
      ++(match->has_viewers() ? of_game.playing : of_game.idle);
    }
  }
  return figures;
}

std::size_t Hall::playing() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      matches_, [](const auto& entry) { return !entry.second->over() && entry.second->has_viewers(); }));
}

std::vector<LiveSession> Hall::live_sessions(std::uint64_t after, std::size_t limit) const {
  std::vector<std::uint64_t> numbers;
  for (const auto& [number, session] : sessions_.all()) {
    if (number > after) numbers.push_back(number);
  }
  const std::size_t count = std::min(limit, numbers.size());
  std::ranges::partial_sort(numbers, numbers.begin() + static_cast<std::ptrdiff_t>(count));
  std::vector<LiveSession> sessions;
  sessions.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Session& session = sessions_.all().at(numbers[i]);
    LiveSession& line = sessions.emplace_back(LiveSession{.number = session.id.number,
                                                          .stage = session.stage,
                                                          .account = session.account,
                                                          .name = session.name,
                                                          .client = session.client,
                                                          .connected_at = session.connected_at,
                                                          .queued_messages = session.queued_messages,
                                                          .queued_bytes = session.queued_bytes,
                                                          .matches = {}});
    for (const Session::Channel& channel : session.channels) line.matches.push_back(channel.match);
  }
  return sessions;
}

std::vector<LiveSession> Hall::live_sessions_of(const Id& account) const {
  std::vector<LiveSession> sessions = live_sessions(0, sessions_.all().size());
  std::erase_if(sessions, [&](const LiveSession& session) { return session.account != account; });
  return sessions;
}

std::size_t Hall::end_sessions(const Id& account, std::string_view reason) {
  std::size_t ended = 0;
  for (auto& [number, session] : sessions_.all()) {
    // Also those that are only about to sign in.
    if (session.account != account || session.stage == Session::Stage::kClosing) continue;
    close(session, 1008, reason);
    ++ended;
  }
  look_again();
  return ended;
}

bool Hall::end_session(std::uint64_t number, std::string_view reason) {
  Session* session = sessions_.find(number);
  if (session == nullptr || session->stage == Session::Stage::kClosing) return false;
  close(*session, 1008, reason);
  return true;
}

Lobby::Closing Hall::close_table(const Id& table) {
  const auto closing = lobby_.close(table, out_);
  flush();
  return closing;
}

void Hall::resign_seats(const Id& match, rules::SeatSet seats) {
  MatchActor& ending = actor(match);
  ending.resign_seats(seats, out_);
  arrange(ending);
  flush();
}

std::vector<Id> Hall::away(std::vector<Id> accounts) {
  std::ranges::sort(accounts);
  std::vector<Id> here;
  for (const auto& [number, session] : sessions_.all()) {
    if (std::ranges::binary_search(accounts, session.account)) here.push_back(session.account);
  }
  std::erase_if(accounts, [&](const Id& account) {
    return std::ranges::count(here, account) != 0 || lobby_.sits_somewhere(account);
  });
  look_again();
  return accounts;
}

void Hall::leave_tables(const Id& account) {
  lobby_.evict(account, out_);
  flush();
}

void Hall::resign_player(const Id& account, const std::vector<Id>& running) {
  for (const Id& id : running) {
    MatchActor& match = actor(id);
    match.resign_player(account, out_);
    arrange(match);
  }
  flush();
}

void Hall::forget_player(const Id& account, const std::string& name, const std::vector<Id>& running) {
  lobby_.evict(account, out_);
  for (const Id& match : running) actor(match);
  for (auto& [id, match] : matches_) {
    match->forget_player(account, name, out_);
    arrange(*match);
  }
  exports_.forget();  // they have the name
  flush();
}

}  // namespace wyrmhall::server
