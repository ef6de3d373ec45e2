#include "server/accounts/secret_code.h"

#include <cctype>

#include "server/accounts/secret_hash.h"

namespace wyrmhall::server {
namespace {

constexpr std::string_view kAlphabet = "0123456789abcdefghjkmnpqrstvwxyz";
constexpr unsigned kBitsPerLetter = 5;
constexpr std::size_t kLettersPerGroup = 4;

static_assert(kAlphabet.size() == 1U << kBitsPerLetter);
static_assert(kInvitationSecretBytes * 8 % kBitsPerLetter == 0);
static_assert(kRecoverySecretBytes * 8 % kBitsPerLetter == 0);

}  // namespace

std::string secret_code(std::span<const std::uint8_t> secret) {
  std::string code;
  std::size_t letters = 0;
  unsigned waiting = 0;
  unsigned bits = 0;
  for (const std::uint8_t byte : secret) {
    waiting = waiting << 8U | byte;
    for (bits += 8; bits >= kBitsPerLetter;) {
      bits -= kBitsPerLetter;
      if (letters != 0 && letters % kLettersPerGroup == 0) code += '-';
      code += kAlphabet[waiting >> bits & (kAlphabet.size() - 1)];
      ++letters;
    }
    waiting &= (1U << bits) - 1;
  }
  return code;
}

persistence::Hash secret_code_hash(std::string_view code) {
  std::string plain;
  for (const char c : code) {
    if (c != '-' && c != ' ') plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return hash_of(plain);
}

}  // namespace wyrmhall::server
