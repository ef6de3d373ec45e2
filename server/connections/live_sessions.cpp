#include "server/connections/live_sessions.h"

#include <algorithm>

namespace wyrmhall::server {

std::vector<LiveSession> live_sessions(const Sessions& all, std::uint64_t after, std::size_t limit) {
  std::vector<std::uint64_t> numbers;
  for (const auto& [number, session] : all.all()) {
    if (number > after) numbers.push_back(number);
  }
  const std::size_t count = std::min(limit, numbers.size());
  std::ranges::partial_sort(numbers, numbers.begin() + static_cast<std::ptrdiff_t>(count));
  std::vector<LiveSession> sessions;
  sessions.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Session& session = all.all().at(numbers[i]);
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

std::vector<LiveSession> live_sessions_of(const Sessions& all, const AccountId& account) {
  std::vector<LiveSession> sessions = live_sessions(all, 0, all.all().size());
  std::erase_if(sessions, [&](const LiveSession& session) { return session.account != account; });
  return sessions;
}

}  // namespace wyrmhall::server
