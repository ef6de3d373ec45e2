#include "server/shell/admin_keys.h"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>

namespace wyrmhall::server {
namespace {

constexpr const char* kTokenVariable = "WYRMHALL_ADMIN_TOKEN";

}  // namespace

std::expected<std::unique_ptr<admin::Keyring>, std::string> admin_keys(const Config& config) {
  const char* named = std::getenv(kTokenVariable);
  if (config.admin_token_file.empty() && config.admin_tokens_file.empty() && named == nullptr) return nullptr;
  if (!config.admin_token_file.empty() && named != nullptr) {
    return std::unexpected(
        fmt::format("--admin-token-file and {} both name an admin token: leave one out", kTokenVariable));
  }
  std::optional<admin::Token> single;
  if (named != nullptr || !config.admin_token_file.empty()) {
    auto token = named != nullptr ? admin::Token::make(named) : admin::Token::from_file(config.admin_token_file);
    if (!token) return std::unexpected(token.error());
    single = *token;
  }
  return admin::Keyring::open(single, config.admin_tokens_file);
}

}  // namespace wyrmhall::server
