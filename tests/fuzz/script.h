// What hostile clients do to a server, as bytes: steps one after the other, so that a fuzzer can take them apart.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace wyrmhall::fuzz {

enum class ActionKind : std::uint8_t {
  kBytes,    // sends the payload as it is
  kMessage,  // sends the payload, a ClientMessage, with its references filled in (player.h)
  kChoice,   // plays the choice that the payload's first byte picks, as a good client does
  kShake,    // takes the next step of the hand-shake at its table, as a good client does
  kArrive,   // connects, says hello and signs in
  kVanish,   // is gone
  kTime,     // this number of tenths of a second pass
  kStore,    // the store: answers (0), does not (1), fails to write (2)
  kDeaf,     // nobody reads what is sent (1), or everybody does (0)
  kRestart,  // the server starts again on the same store
};
inline constexpr int kActionKinds = 10;

struct Step {
  ActionKind kind = ActionKind::kBytes;
  std::uint8_t who = 0;
  std::string payload;
};

inline constexpr std::size_t kMaxSteps = 120;

// A step is one byte of kind, one of who, two of the payload's length (the lower first), and the payload; what is cut
// at the end is as long as there is something. Any bytes are a script.
inline std::vector<Step> read_script(std::span<const std::uint8_t> bytes) {
  std::vector<Step> steps;
  std::size_t at = 0;
  while (at + 4 <= bytes.size() && steps.size() < kMaxSteps) {
    const std::size_t length = bytes[at + 2] + std::size_t{bytes[at + 3]} * 256;
    const std::size_t there = std::min(length, bytes.size() - at - 4);
    steps.push_back({.kind = static_cast<ActionKind>(bytes[at] % kActionKinds),
                     .who = bytes[at + 1],
                     .payload = std::string(reinterpret_cast<const char*>(bytes.data() + at + 4), there)});
    at += 4 + there;
  }
  return steps;
}

inline std::string write_script(const std::vector<Step>& steps) {
  std::string bytes;
  for (const Step& step : steps) {
    bytes.push_back(static_cast<char>(step.kind));
    bytes.push_back(static_cast<char>(step.who));
    bytes.push_back(static_cast<char>(step.payload.size() % 256));
    bytes.push_back(static_cast<char>(step.payload.size() / 256));
    bytes += step.payload;
  }
  return bytes;
}

}  // namespace wyrmhall::fuzz
