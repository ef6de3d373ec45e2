#include "clients/cli/profile/statement_json.h"

#include <string>

#include <nlohmann/json.hpp>

#include "clients/model/signed_statement.h"
#include "common/hex.h"

namespace wyrmhall::cli {

nlohmann::ordered_json json_of(const receipts::Signed& statement) {
  return {{"text", statement.text}, {"key", hex_text(statement.key)}, {"signature", hex_text(statement.signature)}};
}

std::optional<receipts::Signed> signed_from_json(const nlohmann::ordered_json& json) {
  const auto text_at = [&](const char* key) -> std::string {
    return json.is_object() && json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : "";
  };
  const auto bytes_at = [&](const char* key) { return from_hex(text_at(key)).value_or(""); };
  return clients::signed_from(text_at("text"), bytes_at("key"), bytes_at("signature"));
}

}  // namespace wyrmhall::cli
