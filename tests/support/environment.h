// A clock and a source of secrets of a test's own, so that a run of the core can be repeated to the letter.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include "rules/dice/fast_dice.h"
#include "server/core/environment.h"

namespace wyrmhall::test {

class ManualClock final : public server::Clock {
 public:
  [[nodiscard]] Timestamp now() const override { return now_ += each_look; }
  void pass(Duration time) { now_ += time; }

  Duration each_look{};  // passes whenever somebody looks

 private:
  mutable Timestamp now_ = from_unix_micros(1'750'000'000'000'000);
};

class SeededEntropy final : public server::Entropy {
 public:
  explicit SeededEntropy(std::uint64_t seed) : dice_(seed) {}
  void fill(std::span<std::uint8_t> bytes) override {
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(dice_.roll(256) - 1);
    if (!given_ || bytes.size() != given_->size()) return;
    std::ranges::copy(*given_, bytes.begin());
    given_.reset();
  }

  // The next secret of 32 bytes, a token or a server's seed, will be this one. All others are what they would have
  // been.
  void give(const persistence::Hash& secret) { given_ = secret; }

 private:
  std::optional<persistence::Hash> given_;
  rules::FastDice dice_;
};

// The same key in every test.
inline const receipts::SigningKey& signing_key() {
  static const receipts::SigningKey key({0x77, 0x79, 0x72, 0x6d});
  return key;
}

}  // namespace wyrmhall::test
