// Statements that a server has signed (receipts/statement.h), as they come in messages.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "receipts/signature.h"
#include "wyrmhall/v1/table.pb.h"

namespace wyrmhall::clients {

// The statement as it came; nothing if its signature or key has the wrong length. Says nothing about who signed it.
std::optional<receipts::Signed> signed_from(const v1::Statement& statement);
std::optional<receipts::Signed> signed_from(std::string text, std::string_view key, std::string_view signature);

// Whether it is signed with this key, 32 bytes.
bool is_signed_by(const receipts::Signed& statement, std::string_view key);

}  // namespace wyrmhall::clients
