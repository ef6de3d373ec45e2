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

// A piece of a short message. Handed over in pieces it is hashed from registers: what has just been written to memory
// byte by byte cannot be read as a whole at once.
using Bytes16 = std::array<std::uint8_t, 16>;

// Of front ‖ back.
Digest sha256(const Bytes16& front, const Bytes16& back, Sha256Path path = sha256_path());

// A key of HMAC-SHA256 with both its pads already hashed: a short message then costs two compressions instead of four.
class HmacKey {
 public:
  // Keys longer than 64 bytes are hashed first, as RFC 2104 has it. `path` as above.
  explicit HmacKey(Bytes key, Sha256Path path = sha256_path());
  [[nodiscard]] Digest mac(Bytes message) const;

  struct Turned {
    Digest key;   // mac(message) of the key before
    Digest code;  // mac of eight zero bytes by the new key
  };
  // Makes mac(message) the key. Takes less time than to do it step by step.
  Turned turn(Bytes message);
  // With front ‖ between ‖ back as the message.
  Turned turn(const Bytes16& front, std::uint8_t between, const Bytes16& back);

 private:
  Sha256Words inner_;
  Sha256Words outer_;
  Sha256Path path_;
};

}  // namespace wyrmhall::rules
