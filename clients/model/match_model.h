// A match as the server has shown it so far: the view with all diffs merged, and what is asked. No rules, no output.
#pragma once

#include <cstdint>
#include <string>

#include "wyrmhall/v1/match.pb.h"

namespace wyrmhall::clients {

class MatchModel {
 public:
  // How a message fits what was shown before.
  enum class Fit : std::uint8_t {
    kNew,       // taken: the match has gone on
    kRepeated,  // shown before: nothing changed
    kGap,       // something between is missing: the match is to be opened again with version()
    kOlder,     // older than what was shown before, which must never happen; not taken
  };

  // A match that was opened, or opened again.
  Fit open(const v1::MatchOpened& opened);

  // A step. If it answers a command, it may have been seen already, since a command that is repeated is answered as it
  // was the first time: then it is not kOlder but kRepeated.
  Fit take(const v1::MatchUpdate& update, bool is_answer);

  [[nodiscard]] bool is_open() const { return open_; }
  [[nodiscard]] std::uint32_t channel() const { return channel_; }
  [[nodiscard]] const v1::MatchInfo& info() const { return info_; }
  // -1 for a spectator.
  [[nodiscard]] int seat() const { return seat_; }
  [[nodiscard]] std::uint64_t version() const { return version_; }
  [[nodiscard]] const v1::GameView& view() const { return view_; }
  [[nodiscard]] std::uint32_t waiting_on() const { return waiting_on_; }
  [[nodiscard]] const v1::Choices& choices() const { return choices_; }
  // Whether this viewer's seat has something to decide.
  [[nodiscard]] bool my_turn() const;
  // Whether a seat was seen to go out, and nobody comes back to it.
  [[nodiscard]] bool is_out(int seat) const { return (seats_out_ >> static_cast<unsigned>(seat) & 1U) != 0; }
  [[nodiscard]] bool over() const { return over_; }
  [[nodiscard]] const v1::Outcome& outcome() const { return outcome_; }
  // Empty until the match is over.
  [[nodiscard]] const std::string& server_seed() const { return server_seed_; }
  // The last link of this viewer's seat, as of the last time the match was opened; empty for a seat without a chain.
  [[nodiscard]] const std::string& last_link() const { return last_link_; }
  // Microseconds of UTC; 0 when no deadline runs.
  [[nodiscard]] std::uint64_t deadline_us() const { return deadline_us_; }

 private:
  void take_rest(const v1::MatchUpdate& update);

  bool open_ = false;
  std::uint32_t channel_ = 0;
  v1::MatchInfo info_;
  int seat_ = -1;
  std::uint64_t version_ = 0;
  v1::GameView view_;
  std::uint32_t waiting_on_ = 0;
  std::uint32_t seats_out_ = 0;  // one bit each
  v1::Choices choices_;
  bool over_ = false;
  v1::Outcome outcome_;
  std::string server_seed_;
  std::string last_link_;
  std::uint64_t deadline_us_ = 0;
};

}  // namespace wyrmhall::clients
