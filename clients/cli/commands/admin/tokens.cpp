#include "clients/cli/commands/admin/tokens.h"

#include <sodium.h>

#include <array>

#include "common/hex.h"

namespace wyrmhall::cli {
namespace {

constexpr std::size_t kTokenBytes = 32;

}  // namespace

ExitCode make_admin_token(const std::string& name, const std::string& role, const std::string& until, std::ostream& out,
                          std::ostream& log) {
  if (sodium_init() < 0) {
    log << "The operating system gives no random numbers.\n";
    return ExitCode::kUsage;
  }
  std::array<unsigned char, kTokenBytes> secret{};
  randombytes_buf(secret.data(), secret.size());
  const std::string token = hex_text(secret);
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(token.data()), token.size());
  // The token alone on standard output, so that it can go straight into a file.
  out << token << '\n';
  log << "This is the token, shown only once. The line for the server's --admin-tokens-file:\n"
      << name << ' ' << role << " sha256:" << hex_text(hash) << ' ' << (until.empty() ? "never" : until) << '\n';
  return ExitCode::kDone;
}

}  // namespace wyrmhall::cli
