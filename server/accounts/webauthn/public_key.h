// The public key of a passkey: read as COSE (RFC 9052), kept in a form of our own, and used.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/accounts/webauthn/cbor.h"

namespace wyrmhall::server::webauthn {

// From a COSE key, which `cose` is then behind. As it is kept: a byte for the algorithm (7 for ES256, 8 for EdDSA, the
// numbers of COSE without their sign), then the coordinates x and y of 32 bytes each, or the 32 bytes of Ed25519.
// Nothing where it is of another kind, or no point of the curve.
std::optional<std::string> read_public_key(CborReader& cose);

// Whether the signature is over this message and by this key, as it is kept.
bool is_signed(std::string_view key, Bytes message, Bytes signature);

}  // namespace wyrmhall::server::webauthn
