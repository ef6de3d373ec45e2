// SHA-256 and HMAC-SHA256, which the auditable dice are made of. The processor's own SHA instructions are used where it
// has them; both paths give the same bytes. Everything here is pure and may run at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace wyrmhall::rules {

using Digest = std::array<std::uint8_t, 32>;
using Bytes = std::span<const std::uint8_t>;

// The eight working words of SHA-256 after a whole number of 64-byte blocks.
using Sha256Words = std::array<std::uint32_t, 8>;

enum class Sha256Path : std::uint8_t { portable, instructions };

// The path that this processor takes; `instructions` only where it has them.
Sha256Path sha256_path();

Digest sha256(Bytes message);

// The same by a path of the caller's choice, for tests. Asking for `instructions` on a processor without them is an
// error of the caller's that ends the program.
Digest sha256(Bytes message, Sha256Path path);

// A key of HMAC-SHA256 with both its pads already hashed: a short message then costs two compressions instead of four.
class HmacKey {
 public:
  // Keys longer than 64 bytes are hashed first, as RFC 2104 has it.
  explicit HmacKey(Bytes key);
  [[nodiscard]] Digest mac(Bytes message) const;

 private:
  Sha256Words inner_;
  Sha256Words outer_;
};

}  // namespace wyrmhall::rules
