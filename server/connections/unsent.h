// What waits to be sent to all connections together, and which of them take nothing.
//
// Counted where it is queued and where it goes, so that asking costs nothing however many connections there are. Those
// for which more than a share of kOutShareBytes waits stand in a line: the first is the one that has taken nothing for
// the longest. A connection that reads is seldom in it, and then at its end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "server/core/session.h"

namespace wyrmhall::server {

class Unsent {
 public:
  // A message has been handed to the connection.
  void add(Session& session, std::size_t bytes);
  // It has taken this many. If that is more than waits, everything that waits counts as taken.
  void remove(Session& session, std::size_t messages, std::size_t bytes);
  // Nothing of what waits for it will be sent.
  void forget(Session& session);

  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  // The number of the session that is first in the line.
  [[nodiscard]] std::optional<std::uint64_t> slowest() const;

 private:
  void line_up(Session& session);

  std::size_t bytes_ = 0;
  std::map<std::uint64_t, std::uint64_t> line_;  // numbers of sessions, by their place
  std::uint64_t next_place_ = 1;
};

}  // namespace wyrmhall::server
