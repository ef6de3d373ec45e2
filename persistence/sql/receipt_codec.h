// How what was signed about a match is written in the database. Before it began: the start statement, then two for each
// start that was called off, oldest first. About its end: one statement. A statement as
//
//   varint    the text's length, then its bytes
//   64 bytes  the signature
//   32 bytes  the public key
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "persistence/matches.h"

namespace wyrmhall::persistence::sql {

std::string encode(const SignedStart& receipt);
std::string encode(const receipts::Signed& statement);

// Absent when the bytes are not what encode() wrote.
std::optional<SignedStart> decode_receipt(std::string_view bytes);
std::optional<receipts::Signed> decode_statement(std::string_view bytes);

}  // namespace wyrmhall::persistence::sql
