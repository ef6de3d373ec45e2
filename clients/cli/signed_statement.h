// Statements that a server has signed (receipts/statement.h), between the protocol and what is kept of them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "receipts/signature.h"
#include "wyrmhall/v1/table.pb.h"

namespace wyrmhall::cli {

// The statement as it came; nothing where its signature or key has not the right length. Says nothing about who signed
// it.
std::optional<receipts::Signed> signed_from(const v1::Statement& statement);

// Whether it is signed by this key, 32 bytes.
bool is_signed_by(const receipts::Signed& statement, std::string_view key);

// The form of it in files: {"text":…,"key":…,"signature":…}.
nlohmann::ordered_json json_of(const receipts::Signed& statement);
std::optional<receipts::Signed> signed_from_json(const nlohmann::ordered_json& json);

// The bytes of an array as the protocol has them, and back.
template <class Array>
std::string string_of(const Array& array) {
  return {array.begin(), array.end()};
}

}  // namespace wyrmhall::cli
