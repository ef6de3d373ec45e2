#include "clients/model/signed_statement.h"

#include <utility>

#include "common/bytes.h"

namespace wyrmhall::clients {

std::optional<receipts::Signed> signed_from(std::string text, std::string_view key, std::string_view signature) {
  const auto key_array = array_from<receipts::PublicKey>(key);
  const auto signature_array = array_from<receipts::Signature>(signature);
  if (!key_array || !signature_array) return std::nullopt;
  return receipts::Signed{.text = std::move(text), .signature = *signature_array, .key = *key_array};
}

std::optional<receipts::Signed> signed_from(const v1::Statement& statement) {
  return signed_from(statement.text(), statement.public_key(), statement.signature());
}

bool is_signed_by(const receipts::Signed& statement, std::string_view key) {
  return to_bytes(statement.key) == key && receipts::verifies(statement);
}

}  // namespace wyrmhall::clients
