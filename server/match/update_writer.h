// What viewers are told of a match: how it stands, a step of it, and the steps that led from one version to another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "persistence/matches.h"
#include "server/games/registry.h"
#include "server/wire/message_writer.h"

namespace wyrmhall::server {

// A match as it is being folded. What it points to must outlive it.
struct FoldedMatch {
  const RunningGame& game;
  const persistence::MatchRow& row;
  std::uint32_t decisions = 0;  // of seats, so far
};

// The fields of a MatchUpdate that say who is waited on, and the end if it is one.
void write_standing(const FoldedMatch& match, MessageWriter& update);

// Of a MatchUpdate, the fields that say what `move`, which has just been played and led to `version`, did for this
// viewer.
void write_step(const FoldedMatch& match, rules::Viewer viewer, std::uint64_t version, const persistence::Move& move,
                MessageWriter& update);

// Updates one after the other, each encoded.
struct Steps {
  std::vector<std::string> updates;
  std::uint64_t version = 0;  // that the last of them leads to
};

// Tells a match from its beginning, and keeps what came after version `since`, up to `limit` bytes. It plays the match
// through: the longest takes milliseconds, which is too long for the core's thread.
class StoryWriter {
 public:
  StoryWriter(const persistence::MatchRow& row, rules::Viewer viewer, std::uint64_t since, std::size_t limit);

  // The next move of the match. False if no further one is of use: it does not fit, or there is no room for it.
  bool tell(const persistence::Move& move);

  // What it has told since the last call.
  [[nodiscard]] Steps take() { return std::exchange(steps_, {.updates = {}, .version = steps_.version}); }

 private:
  const persistence::MatchRow& row_;
  rules::Viewer viewer_;
  std::uint64_t since_;
  std::size_t limit_;
  std::unique_ptr<RunningGame> game_;  // null where the match cannot be started
  std::uint32_t decisions_ = 0;
  std::uint64_t played_ = 0;
  std::size_t bytes_ = 0;
  Steps steps_;
};

// The updates that lead from version `since` on; not all of them if they would be more than `limit` bytes.
template <class Moves>
Steps story_of(const persistence::MatchRow& row, const Moves& moves, rules::Viewer viewer, std::uint64_t since,
               std::size_t limit) {
  StoryWriter writer(row, viewer, since, limit);
  for (const persistence::Move& move : moves) {
    if (!writer.tell(move)) break;
  }
  return writer.take();
}

}  // namespace wyrmhall::server
