// Passkeys as browsers make and use them: Web Authentication (Level 3), as far as a server needs it that looks at no
// attestation and knows the algorithms ES256 and EdDSA. Pure functions of bytes from outside; any thread may call them.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "server/accounts/webauthn/fault.h"

namespace wyrmhall::server::webauthn {

// What a passkey is to be made or used for.
struct Expected {
  std::array<std::uint8_t, 32> challenge{};
  std::string origin;  // of the page, such as "https://hall.example"
};

// The host of an origin, which is what passkeys are made for (the relying party's id); empty where there is none.
std::string host_of(std::string_view origin);

struct NewPasskey {
  std::string id;
  std::string key;            // as public_key.h keeps it
  std::uint32_t counter = 0;  // 0 where the device does not count
};

// A new passkey: what navigator.credentials.create() gave (section 7.1). Its attestation may be of any format, and is
// not looked at.
std::expected<NewPasskey, Fault> read_new_passkey(std::string_view attestation, std::string_view client_data,
                                                  const Expected& expected);

// The use of a passkey: what navigator.credentials.get() gave (section 7.2). `counter` is what the device had counted
// to; what it counts now comes back. Verifies a signature: 59 µs of a processor for ES256, 37 µs for EdDSA, as
// measured.
std::expected<std::uint32_t, Fault> check_use(std::string_view key, std::uint32_t counter,
                                              std::string_view authenticator_data, std::string_view client_data,
                                              std::string_view signature, const Expected& expected);

}  // namespace wyrmhall::server::webauthn
