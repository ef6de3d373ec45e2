// What a match tells its viewers: the match as it stands, and each step as it is kept.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "server/match/match_log.h"
#include "server/match/viewers.h"

namespace wyrmhall::server {

// An update as each viewer gets it, all in one string.
struct EncodedUpdate {
  struct Part {
    std::uint32_t at = 0;
    std::uint32_t size = 0;
  };
  std::string bytes;
  bool alike = true;                              // then all share the spectator's
  std::array<Part, rules::kMaxSeats + 1> common;  // the last is the spectator's
  std::array<Part, rules::kMaxSeats> choices;

  [[nodiscard]] std::string_view view(Part part) const { return std::string_view(bytes).substr(part.at, part.size); }
};

// It refers to the log, which must be known.
class UpdateWriter {
 public:
  explicit UpdateWriter(const MatchLog& log) : log_(log) {}

  // The last move, which has just been kept.
  [[nodiscard]] EncodedUpdate encode() const;
  void send(const Viewing& viewer, const EncodedUpdate& encoded, std::uint64_t command_id, Outbox& out) const;
  // The match as it is now.
  void tell_snapshot(Viewing& viewer, std::uint64_t command_id, Answered answers, Outbox& out) const;
  // The answer to OpenMatch.
  void tell_opened(const Viewing& viewer, std::uint64_t command_id, std::optional<std::uint64_t> have_version,
                   Outbox& out) const;

 private:
  void write_deadline(MessageWriter& update) const;
  void write_snapshot(rules::Viewer viewer, MessageWriter& update) const;
  // Nothing where the seat has nothing to choose.
  void write_choices(rules::Seat seat, MessageWriter& update) const;
  void write_info(pb::MatchInfo& info) const;

  const MatchLog& log_;
};

}  // namespace wyrmhall::server
