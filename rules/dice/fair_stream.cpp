#include "rules/dice/fair_stream.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <string_view>

namespace wyrmhall::rules {
namespace {

// A message under construction; the longest names all seats with a link each.
class Message {
 public:
  explicit Message(std::string_view domain) : size_(domain.size()) { std::ranges::copy(domain, bytes_.begin()); }
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

StreamKey start_key(const ServerSeed& seed, const MatchIdBytes& match, std::span<const std::optional<Link>> roots) {
  assert(roots.size() <= kMaxSeats);
  Message message("wyrmhall dice v1");
  message.add(match);
  message.add(static_cast<std::uint8_t>(roots.size()));
  for (const auto& root : roots) {
    message.add(static_cast<std::uint8_t>(root ? root->size() : 0));
    if (root) message.add(*root);
  }
  return HmacKey(seed).mac(message.bytes());
}

FairStream::FairStream(const ServerSeed& seed, const MatchIdBytes& match, std::span<const std::optional<Link>> roots)
    : key_(start_key(seed, match, roots)), hmac_(key_) {}

void FairStream::reveal(Seat seat, const Link& link) {
  assert(seat < kMaxSeats);
  latest_[seat] = link;
  revealed_.insert(seat);
}

Digest FairStream::first_block() const {
  return block_of(hmac_, 0);
}

void FairStream::mix() {
  Message message("wyrmhall mix v1");
  for (Seat seat = 0; seat < kMaxSeats; ++seat) {
    if (!revealed_.contains(seat)) continue;
    message.add(seat);
    message.add(static_cast<std::uint8_t>(sizeof(Link)));
    message.add(latest_[seat]);
  }
  key_ = hmac_.mac(message.bytes());
  hmac_ = HmacKey(key_);
  revealed_ = {};
  next_block_ = 0;
  used_ = block_.size();
}

void FairStream::refill() {
  block_ = block_of(hmac_, next_block_++);
  used_ = 0;
}

}  // namespace wyrmhall::rules
