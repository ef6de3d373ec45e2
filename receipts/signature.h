// Signatures of statements: Ed25519 (RFC 8032), by libsodium. Everything here may run at once.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace wyrmhall::receipts {

using PublicKey = std::array<std::uint8_t, 32>;
using Signature = std::array<std::uint8_t, 64>;

// A text with its signature and the key to check it with. That the key stands here is no reason to trust it.
struct Signed {
  std::string text;
  Signature signature{};
  PublicKey key{};
  friend bool operator==(const Signed&, const Signed&) = default;
};

bool verifies(const PublicKey& key, std::string_view text, const Signature& signature);
bool verifies(const Signed& signed_text);

// A server's key pair. The same key signs the same text in the same way every time.
class SigningKey {
 public:
  using Seed = std::array<std::uint8_t, 32>;

  // From 32 secret bytes, which are all there is to be kept.
  explicit SigningKey(const Seed& seed);

  [[nodiscard]] const PublicKey& public_key() const { return public_; }
  [[nodiscard]] Signed sign(std::string text) const;

 private:
  PublicKey public_{};
  std::array<std::uint8_t, 64> secret_{};
};

}  // namespace wyrmhall::receipts
