// What somebody was shown of a match while it was played, kept to be compared with its record when it is over
// (docs/dice.md).
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "wyrmhall/v1/match.pb.h"

namespace wyrmhall::clients {

// The dice of one step: version 0 has what was rolled before the first decision, version v has the dice of move v - 1.
struct ShownStep {
  std::uint64_t version = 0;
  std::vector<std::uint16_t> faces;
  friend auto operator<=>(const ShownStep&, const ShownStep&) = default;
};

// A decision of this client that the server has acknowledged.
struct ShownAct {
  std::uint64_t command_id = 0;
  std::uint64_t answers = 0;            // the version that it answered
  std::optional<std::uint64_t> led_to;  // the version that it led to; nothing if the server did not say it
  // As it was confirmed (confirmation.h); both empty if it was not.
  std::string decision;
  std::string confirmation;
};

class ShownMatch {
 public:
  // Steps beyond these are not kept, and so not compared: only a server that lies has more steps than this.
  static constexpr std::size_t kMaxSteps = 100'000;

  // What an update shows to have happened. A snapshot skips steps, and nothing is known of their dice.
  void step(const v1::MatchUpdate& update);
  void acted(const ShownAct& act) { acts_.push_back(act); }

  // By version. A version that was shown in two ways is here twice.
  [[nodiscard]] const std::set<ShownStep>& steps() const { return steps_; }
  [[nodiscard]] const std::vector<ShownAct>& acts() const { return acts_; }

 private:
  std::set<ShownStep> steps_;
  std::vector<ShownAct> acts_;
};

}  // namespace wyrmhall::clients
