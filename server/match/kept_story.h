// The story of a match for one viewer, kept so that any part of it can be told without playing the match through again.
// What has been played since is added to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "persistence/matches.h"
#include "server/match/update_writer.h"

namespace wyrmhall::server {

class KeptStory {
 public:
  KeptStory(persistence::MatchRow row, rules::Viewer viewer)
      : row_(std::move(row)), writer_(row_, viewer, 0, std::numeric_limits<std::size_t>::max()) {
    take_over();
  }
  KeptStory(const KeptStory&) = delete;
  KeptStory& operator=(const KeptStory&) = delete;
  ~KeptStory() = default;

  // Adds what has been played since the last call; `moves` are all moves of the match. The longest match takes tens of
  // milliseconds. False if it cannot be told to its end: it was played by rules that are not there, or is not the match
  // that was told before.
  template <class Moves>
  bool tell(const Moves& moves) {
    if (moves.size() < version_) return false;
    for (auto move = moves.begin() + version_; move != moves.end(); ++move) {
      if (!writer_.tell(*move)) return false;
      ++version_;
      take_over();
    }
    return begin_.size() == version_ + 1;
  }
  // No move comes after the last one that was told.
  void end() { over_ = true; }

  // Updates of a pb::Story, as its fields; where there are more, the version that the next part goes on from.
  struct Part {
    std::string_view fields;
    std::optional<std::uint64_t> continue_from;
  };
  // What came after `since`, which is not above version(), in at most `most` bytes, but at least one move.
  [[nodiscard]] Part part(std::uint64_t since, std::size_t most) const;
  // Whether that part is the same whatever is played from now on.
  [[nodiscard]] bool is_lasting(const Part& part) const { return over_ || part.continue_from; }

  [[nodiscard]] std::uint64_t version() const { return version_; }
  // Roughly: most of a long story is what it tells, most of a short one the match that it goes on from.
  [[nodiscard]] std::size_t bytes() const {
    return kMatchBytes + fields_.capacity() + (begin_.capacity() * sizeof begin_[0]);
  }

 private:
  static constexpr std::size_t kMatchBytes = 16UL * 1024;  // of one that is played through, its row included

  // What the writer has told becomes part of the fields.
  void take_over();

  persistence::MatchRow row_;
  StoryWriter writer_;
  std::string fields_;
  std::vector<std::size_t> begin_;  // where in `fields_` the update begins that leads to a version
  std::uint32_t version_ = 0;
  bool over_ = false;
};

}  // namespace wyrmhall::server
