// What a run has measured so far.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "clients/load/update_bytes.h"

namespace wyrmhall::load {

// A heap of figures of one kind.
class Samples {
 public:
  void add(std::size_t figure) { figures_.push_back(static_cast<std::uint32_t>(figure)); }
  // {"count", "mean", "p50", "p99", "max"}; only the count when there are none.
  [[nodiscard]] nlohmann::json summary() const;

 private:
  std::vector<std::uint32_t> figures_;
};

class Tally {
 public:
  // What is told in between counts; errors and refusals count always.
  void measure(bool on) { measuring_ = on; }

  // A turn: when the update that it led to reached the mover, and the other; since the act was sent.
  void turn_at_mover(std::chrono::nanoseconds since_act);
  void turn_at_other(std::chrono::nanoseconds since_act);
  // Payload of an act.
  void act_bytes(std::size_t bytes);
  // What an update tells of, as far as its weight is looked at by kind.
  enum class Story { other, claw_and_more, claw_alone };
  // Payload of an update as one client got it.
  void update_bytes(const UpdateBytes& bytes, Story story);
  void match_ended();
  // A refusal that was got over, by its code.
  void refusal(const std::string& code) { ++refusals_[code]; }
  // Something went wrong that makes the run worthless.
  void error(const std::string& what) { ++errors_[what]; }

  [[nodiscard]] std::size_t turns() const { return turns_; }
  [[nodiscard]] bool failed() const { return !errors_.empty(); }
  // For each thing that went wrong, how often.
  [[nodiscard]] const std::map<std::string, std::size_t>& errors() const { return errors_; }
  // The tally's part of the report.
  [[nodiscard]] nlohmann::json report() const;

 private:
  bool measuring_ = false;
  std::size_t turns_ = 0;
  std::size_t matches_ended_ = 0;
  Samples mover_us_, other_us_;
  Samples act_, update_, update_with_choices_;
  Samples claw_diff_, claw_events_, claw_diff_and_events_, claw_alone_, diff_and_events_, choices_;
  std::map<std::string, std::size_t> refusals_, errors_;
};

// When the last few acts of a match were sent, by the version that they answer: the next one may be sent before both
// players have been told of the one before.
class TurnClock {
 public:
  void sent(std::uint64_t version, std::chrono::steady_clock::time_point when) { sent_[version % kKept] = when; }
  [[nodiscard]] std::chrono::nanoseconds since(std::uint64_t version) const {
    return std::chrono::steady_clock::now() - sent_[version % kKept];
  }

 private:
  static constexpr std::size_t kKept = 8;
  std::chrono::steady_clock::time_point sent_[kKept] = {};
};

}  // namespace wyrmhall::load
