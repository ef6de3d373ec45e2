#include "server/core/password.h"

#include <sodium.h>
#include <zxcvbn.h>

#include <new>

namespace wyrmhall::server {
namespace {

constexpr std::size_t kBytesPerKib = 1024;

static_assert(std::tuple_size_v<PasswordSalt> == crypto_pwhash_argon2id_SALTBYTES);

}  // namespace

persistence::PasswordHash hash_password(std::string_view password, const PasswordCost& cost, const PasswordSalt& salt) {
  persistence::PasswordHash made{.passes = cost.passes, .memory_kib = cost.memory_kib, .salt = salt};
  const int failed = crypto_pwhash(made.key.data(), made.key.size(), password.data(), password.size(), salt.data(),
                                   cost.passes, cost.memory_kib * kBytesPerKib, crypto_pwhash_ALG_ARGON2ID13);
  if (failed != 0) throw std::bad_alloc();
  return made;
}

bool is_password(std::string_view password, const persistence::PasswordHash& kept) {
  const auto made = hash_password(password, {.passes = kept.passes, .memory_kib = kept.memory_kib}, kept.salt);
  return sodium_memcmp(made.key.data(), kept.key.data(), kept.key.size()) == 0;
}

bool is_weak(std::string_view password, std::string_view name) {
  const std::string shortened(password.substr(0, kEstimatedBytes));
  const std::string own(name);
  std::array<const char*, 3> likely = {own.c_str(), "wyrmhall", nullptr};
  return ZxcvbnMatch(shortened.c_str(), likely.data(), nullptr) < kMinPasswordBits;
}

}  // namespace wyrmhall::server
