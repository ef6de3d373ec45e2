// How what was signed before a match began is written in the database: the start statement, then two for each start
// that was called off, oldest first; a statement as
//
//   varint    the text's length, then its bytes
//   64 bytes  the signature
//   32 bytes  the public key
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "persistence/values.h"

namespace wyrmhall::persistence::sqlite {

std::string encode(const SignedStart& receipt);

// Absent when the bytes are not what encode() wrote.
std::optional<SignedStart> decode_receipt(std::string_view bytes);

}  // namespace wyrmhall::persistence::sqlite
