// The key that the server signs its statements with, and those that it had before (docs/dice.md).
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "receipts/signature.h"

namespace wyrmhall::server {

struct ReceiptKeys {
  receipts::SigningKey now;
  std::vector<receipts::PublicKey> older;  // newest first

  // What /.well-known/wyrmhall answers.
  [[nodiscard]] std::string json() const;
};

// The keys of a data folder, which must be there: FOLDER/receipt.key, readable by its owner alone, with 32 secret bytes
// in hexadecimal on each line, first the key that signs. The file is made if it is not there. On failure, a sentence.
std::expected<ReceiptKeys, std::string> receipt_keys(const std::string& folder);

// The same, but nothing if the file is not there.
std::expected<std::optional<ReceiptKeys>, std::string> kept_receipt_keys(const std::string& folder);

inline constexpr const char* kReceiptKeyFile = "receipt.key";

}  // namespace wyrmhall::server
