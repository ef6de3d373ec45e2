// What the core needs of the world and cannot make itself. The shell hands in the operating system's; tests hand in
// their own, so that a run can be repeated to the letter.
#pragma once

#include <cstdint>
#include <span>

#include "common/time.h"
#include "receipts/signature.h"
#include "server/core/limits.h"

namespace wyrmhall::server {

// Stands for no time: a clock that does not run, something that has not happened. What is to happen at once has a later
// time than this, and an earlier one than everything else.
inline constexpr Timestamp kNever{};
inline constexpr Timestamp kAtOnce = kNever + 1us;

// The one clock: UTC that never goes back. May be read from any thread: bots look at it while they think.
class Clock {
 public:
  Clock() = default;
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;
  virtual ~Clock() = default;
  [[nodiscard]] virtual Timestamp now() const = 0;
};

// Where secrets come from: the operating system's generator.
class Entropy {
 public:
  Entropy() = default;
  Entropy(const Entropy&) = delete;
  Entropy& operator=(const Entropy&) = delete;
  virtual ~Entropy() = default;
  virtual void fill(std::span<std::uint8_t> bytes) = 0;
};

struct Environment {
  const Clock& clock;
  Entropy& entropy;
  const receipts::SigningKey& signing_key;  // what the server signs starts and ends with
  const Limits& limits = kDefaultLimits;    // as they are now: they change while the server runs
};

}  // namespace wyrmhall::server
