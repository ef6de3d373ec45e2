#include "server/connections/unsent.h"

#include <algorithm>

namespace wyrmhall::server {

void Unsent::add(Session& session, std::size_t bytes) {
  ++session.queued_messages;
  session.queued_bytes += bytes;
  bytes_ += bytes;
  // A session that already stands in the line has not taken anything because it gets more.
  if (session.place_in_line == 0 && session.queued_bytes > kOutShareBytes) line_up(session);
}

void Unsent::remove(Session& session, std::size_t messages, std::size_t bytes) {
  const std::size_t taken = std::min(bytes, session.queued_bytes);
  session.queued_messages -= std::min(messages, session.queued_messages);
  session.queued_bytes -= taken;
  bytes_ -= taken;
  if (session.place_in_line != 0) line_up(session);
}

void Unsent::forget(Session& session) {
  remove(session, session.queued_messages, session.queued_bytes);
}

std::optional<std::uint64_t> Unsent::slowest() const {
  return line_.empty() ? std::nullopt : std::optional(line_.begin()->second);
}

// To the end of the line, or out of it.
void Unsent::line_up(Session& session) {
  if (session.place_in_line != 0) line_.erase(session.place_in_line);
  session.place_in_line = session.queued_bytes > kOutShareBytes ? next_place_++ : 0;
  if (session.place_in_line != 0) line_.emplace_hint(line_.end(), session.place_in_line, session.id.number);
}

}  // namespace wyrmhall::server
