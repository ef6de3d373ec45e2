// What a run has measured so far.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "tests/load/options.h"
#include "tests/load/update_bytes.h"

namespace wyrmhall::load {

// A heap of figures of one kind.
class Samples {
 public:
  void add(std::size_t figure) { figures_.push_back(static_cast<std::uint32_t>(figure)); }
  void add(const Samples& others) { figures_.insert(figures_.end(), others.figures_.begin(), others.figures_.end()); }
  // {"count", "mean", "p50", "p99", "max"}; only the count when there are none.
  [[nodiscard]] nlohmann::json summary() const;

 private:
  std::vector<std::uint32_t> figures_;
};

// The figures of one game, or of several together. What is told while nothing is measured does not count.
class Figures {
 public:
  explicit Figures(const bool& measuring) : measuring_(measuring) {}

  // A turn: when the update that it led to reached the mover, and the other; since the act was sent. `opener`: the
  // mover has opened the match.
  void turn_at_mover(std::chrono::nanoseconds since_act, bool opener);
  void turn_at_other(std::chrono::nanoseconds since_act);
  // Payload of an act.
  void act_bytes(std::size_t bytes);
  // What an update tells of, as far as its weight is looked at by kind.
  enum class Story { other, claw_and_more, claw_alone };
  // Payload of an update as one client got it.
  void update_bytes(const UpdateBytes& bytes, Story story);
  void match_ended();
  void add(const Figures& others);

  [[nodiscard]] std::size_t turns() const { return turns_; }
  [[nodiscard]] nlohmann::json report() const;

 private:
  const bool& measuring_;
  std::size_t turns_ = 0;
  std::size_t matches_ended_ = 0;
  Samples opener_us_, joiner_us_, other_us_;
  Samples act_, update_, update_with_choices_;
  Samples claw_diff_, claw_events_, claw_diff_and_events_, claw_alone_, diff_and_events_, choices_;
};

class Tally {
 public:
  Tally() = default;
  Tally(const Tally&) = delete;
  Tally& operator=(const Tally&) = delete;

  // What is told in between counts; errors and refusals count always.
  void measure(bool on) { measuring_ = on; }
  [[nodiscard]] Figures& of(Game game) { return figures_[static_cast<std::size_t>(game)]; }
  // Somebody new has a seat; since they began to connect.
  void newcomer_seated(std::chrono::nanoseconds since_connecting);
  // Somebody has their match before them again; since they began to connect. Counts always.
  void returned(std::chrono::nanoseconds since_connecting);
  // A refusal that was got over, by its code.
  void refusal(const std::string& code) { ++refusals_[code]; }
  // Something went wrong that makes the run worthless.
  void error(const std::string& what) { ++errors_[what]; }

  // The turns of all games.
  [[nodiscard]] std::size_t turns() const;
  [[nodiscard]] bool failed() const { return !errors_.empty(); }
  // The tally's part of the report: the figures of all games together, and under "games" those of each that was played.
  [[nodiscard]] nlohmann::json report() const;

 private:
  bool measuring_ = false;
  Samples newcomers_us_, returned_us_;
  std::vector<Figures> figures_{kGameNames.size(), Figures(measuring_)};
  std::map<std::string, std::size_t> refusals_, errors_;
};

// When a player's acts were sent: each is told once to the player itself and once to the other, in this order.
class ActTimes {
 public:
  using Time = std::chrono::steady_clock::time_point;

  void clear() { untold_.clear(); }
  void sent(Time when) {
    last_ = when;
    untold_.push_back(when);
  }
  // The newest came to nothing.
  void take_back() {
    if (!untold_.empty()) untold_.pop_back();
  }
  // Since the newest: a player has one act on its way at most.
  [[nodiscard]] std::chrono::nanoseconds since_last() const { return std::chrono::steady_clock::now() - last_; }
  // The other is told of the oldest that it has not been told of: the time since; nothing when there is none.
  std::optional<std::chrono::nanoseconds> told_other() {
    if (untold_.empty()) return std::nullopt;
    const Time when = untold_.front();
    untold_.pop_front();
    return std::chrono::steady_clock::now() - when;
  }

 private:
  Time last_;
  std::deque<Time> untold_;
};

}  // namespace wyrmhall::load
