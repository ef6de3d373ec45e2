#include "rules/dice/fair_stream.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <string_view>

namespace wyrmhall::rules {
namespace {

// A message under construction; the longest names all seats with a link each.
class Message {
 public:
  explicit Message(std::string_view domain) : size_(domain.size()) {
    std::memcpy(bytes_.data(), domain.data(), domain.size());
  }
  void add(std::uint8_t byte) { bytes_[size_++] = byte; }
  void add(const std::array<std::uint8_t, 16>& bytes) {
    std::memcpy(bytes_.data() + size_, bytes.data(), bytes.size());
    size_ += bytes.size();
  }
  [[nodiscard]] Bytes bytes() const { return {bytes_.data(), size_}; }

 private:
  std::size_t size_;
  std::array<std::uint8_t, 16 + sizeof(MatchIdBytes) + 1 + (kMaxSeats * (2 + sizeof(Link)))> bytes_;
};

Digest block_of(const HmacKey& key, std::uint64_t index) {
  std::array<std::uint8_t, 8> number;
  for (std::size_t i = 0; i < number.size(); ++i) number[i] = static_cast<std::uint8_t>(index >> (56 - (8 * i)));
  return key.mac(number);
}

}  // namespace

Digest commitment(const ServerSeed& seed) {
  return sha256(seed);
}

namespace {

Message start_message(const MatchIdBytes& match, std::span<const std::optional<Link>> roots) {
  assert(roots.size() <= kMaxSeats);
  Message message("wyrmhall dice v1");
  message.add(match);
  message.add(static_cast<std::uint8_t>(roots.size()));
  for (const auto& root : roots) {
    message.add(static_cast<std::uint8_t>(root ? root->size() : 0));
    if (root) message.add(*root);
  }
  return message;
}

constexpr std::string_view kMixDomain = "wyrmhall mix v1";

// The domain and a seat.
constexpr auto kMixFronts = [] {
  std::array<Bytes16, kMaxSeats> fronts{};
  for (std::size_t seat = 0; seat < kMaxSeats; ++seat) {
    fronts[seat][kMixDomain.size()] = static_cast<std::uint8_t>(seat);
    std::ranges::copy(kMixDomain, fronts[seat].begin());
  }
  return fronts;
}();

}  // namespace

StreamKey start_key(const ServerSeed& seed, const MatchIdBytes& match, std::span<const std::optional<Link>> roots) {
  return HmacKey(seed).mac(start_message(match, roots).bytes());
}

FairStream::FairStream(const ServerSeed& seed, const MatchIdBytes& match, std::span<const std::optional<Link>> roots)
    : FairStream(seed, start_message(match, roots).bytes()) {}

FairStream::FairStream(const ServerSeed& seed, Bytes start) : hmac_(seed) {
  begin(hmac_.turn(start));
}

void FairStream::reveal(Seat seat, const Link& link) {
  assert(seat < kMaxSeats);
  latest_[seat] = link;
  revealed_.insert(seat);
}

Digest FairStream::first_block() const {
  return block_of(hmac_, 0);
}

void FairStream::mix() {
  if (std::has_single_bit(revealed_.bits())) {
    const auto seat = static_cast<Seat>(std::countr_zero(revealed_.bits()));
    begin(hmac_.turn(kMixFronts[seat], sizeof(Link), latest_[seat]));
  } else {
    Message message(kMixDomain);
    for (Seat seat = 0; seat < kMaxSeats; ++seat) {
      if (!revealed_.contains(seat)) continue;
      message.add(seat);
      message.add(static_cast<std::uint8_t>(sizeof(Link)));
      message.add(latest_[seat]);
    }
    begin(hmac_.turn(message.bytes()));
  }
  revealed_ = {};
}

void FairStream::begin(const HmacKey::Turned& turned) {
  key_ = turned.key;
  block_ = turned.code;
  next_block_ = 1;
  used_ = 0;
}

void FairStream::refill() {
  block_ = block_of(hmac_, next_block_++);
  used_ = 0;
}

}  // namespace wyrmhall::rules
