#include "receipts/signature.h"

#include <sodium.h>

#include <utility>

namespace wyrmhall::receipts {
namespace {

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

static_assert(sizeof(PublicKey) == crypto_sign_PUBLICKEYBYTES && sizeof(Signature) == crypto_sign_BYTES &&
              sizeof(SigningKey::Seed) == crypto_sign_SEEDBYTES);

bool verifies(const PublicKey& key, std::string_view text, const Signature& signature) {
  return crypto_sign_verify_detached(signature.data(), bytes_of(text), text.size(), key.data()) == 0;
}

bool verifies(const Signed& signed_text) {
  return verifies(signed_text.key, signed_text.text, signed_text.signature);
}

SigningKey::SigningKey(const Seed& seed) {
  static_assert(sizeof(secret_) == crypto_sign_SECRETKEYBYTES);
  crypto_sign_seed_keypair(public_.data(), secret_.data(), seed.data());
}

Signed SigningKey::sign(std::string text) const {
  Signed done{.text = std::move(text), .signature = {}, .key = public_};
  crypto_sign_detached(done.signature.data(), nullptr, bytes_of(done.text), done.text.size(), secret_.data());
  return done;
}

}  // namespace wyrmhall::receipts
