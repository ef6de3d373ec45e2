#include "clients/cli/signed_statement.h"

#include <nlohmann/json.hpp>

#include "common/bytes.h"
#include "common/hex.h"

namespace wyrmhall::cli {
namespace {

std::optional<receipts::Signed> signed_of(std::string text, std::string_view key, std::string_view signature) {
  const auto key_array = array_from<receipts::PublicKey>(key);
  const auto signature_array = array_from<receipts::Signature>(signature);
  if (!key_array || !signature_array) return std::nullopt;
  return receipts::Signed{.text = std::move(text), .signature = *signature_array, .key = *key_array};
}

}  // namespace

std::optional<receipts::Signed> signed_from(const v1::Statement& statement) {
  return signed_of(statement.text(), statement.public_key(), statement.signature());
}

bool is_signed_by(const receipts::Signed& statement, std::string_view key) {
  return string_of(statement.key) == key && receipts::verifies(statement);
}

nlohmann::ordered_json json_of(const receipts::Signed& statement) {
  return {{"text", statement.text},
          {"key", hex_text(string_of(statement.key))},
          {"signature", hex_text(string_of(statement.signature))}};
}

std::optional<receipts::Signed> signed_from_json(const nlohmann::ordered_json& json) {
  const auto text_at = [&](const char* key) -> std::string {
    return json.is_object() && json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : "";
  };
  return signed_of(text_at("text"), from_hex(text_at("key")).value_or(""), from_hex(text_at("signature")).value_or(""));
}

}  // namespace wyrmhall::cli
