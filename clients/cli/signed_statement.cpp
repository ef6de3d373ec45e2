#include "clients/cli/signed_statement.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "clients/cli/bytes_text.h"

namespace wyrmhall::cli {
namespace {

template <class Array>
bool copy_whole(std::string_view bytes, Array& array) {
  if (bytes.size() != array.size()) return false;
  std::transform(bytes.begin(), bytes.end(), array.begin(), [](char c) { return static_cast<std::uint8_t>(c); });
  return true;
}

std::optional<receipts::Signed> signed_of(std::string text, std::string_view key, std::string_view signature) {
  receipts::Signed statement{.text = std::move(text), .signature = {}, .key = {}};
  if (!copy_whole(key, statement.key) || !copy_whole(signature, statement.signature)) return std::nullopt;
  return statement;
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
          {"key", hex(string_of(statement.key))},
          {"signature", hex(string_of(statement.signature))}};
}

std::optional<receipts::Signed> signed_from_json(const nlohmann::ordered_json& json) {
  const auto text_at = [&](const char* key) -> std::string {
    return json.is_object() && json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : "";
  };
  return signed_of(text_at("text"), from_hex(text_at("key")).value_or(""), from_hex(text_at("signature")).value_or(""));
}

}  // namespace wyrmhall::cli
