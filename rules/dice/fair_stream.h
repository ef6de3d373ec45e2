// The auditable stream of dice that every real match is rolled with (docs/dice.md). It is a value: copying it
// forks the stream, and both copies then roll the same. One object must not be used by two threads at once.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "rules/dice/chain.h"
#include "rules/dice/dice.h"
#include "rules/dice/sha256.h"
#include "rules/seat.h"

namespace wyrmhall::rules {

using ServerSeed = std::array<std::uint8_t, 32>;
using MatchIdBytes = std::array<std::uint8_t, 16>;
using StreamKey = Digest;

// What everybody at the table is shown before the match, so that the seed cannot be exchanged afterwards.
Digest commitment(const ServerSeed& seed);

// `roots` has an entry for each seat in order, at most kMaxSeats: its x_0, or nothing for a seat without a chain.
StreamKey start_key(const ServerSeed& seed, const MatchIdBytes& match, std::span<const std::optional<Link>> roots);

class FairStream {
 public:
  FairStream(const ServerSeed& seed, const MatchIdBytes& match, std::span<const std::optional<Link>> roots);

  // Notes the latest link of a seat, seat < kMaxSeats. It is mixed into the key before the next byte is read, together
  // with all others noted until then. Whether the link fits its chain is for the caller to check, with follows().
  void reveal(Seat seat, const Link& link);

  // kMinSides <= sides <= kMaxSides; the result is 1..sides, each exactly equally likely.
  int roll(int sides) {
    const auto n = static_cast<unsigned>(sides);
    const unsigned limit = 256U - (256U % n);
    unsigned byte = next_byte();
    while (byte >= limit) byte = next_byte();
    return static_cast<int>(1U + (byte % n));
  }

  // The key in force: it changes when revealed links are mixed in.
  [[nodiscard]] const StreamKey& key() const { return key_; }

  // block[0] of the key in force, as the vectors name it.
  [[nodiscard]] Digest first_block() const;

 private:
  FairStream(const ServerSeed& seed, Bytes start);
  unsigned next_byte() {
    if (!revealed_.empty()) mix();
    if (used_ == block_.size()) refill();
    return block_[used_++];
  }
  void mix();
  void begin(const HmacKey::Turned& turned);
  void refill();

  StreamKey key_{};
  HmacKey hmac_;
  std::uint64_t next_block_ = 0;
  Digest block_{};
  std::size_t used_ = 0;  // bytes of block_
  SeatSet revealed_;
  std::array<Link, kMaxSeats> latest_{};
};

static_assert(Dice<FairStream>);

}  // namespace wyrmhall::rules
