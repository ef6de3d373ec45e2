#include "server/accounts/webauthn/public_key.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <sodium.h>

#include <array>
#include <memory>

namespace wyrmhall::server::webauthn {
namespace {

constexpr std::size_t kCoordinate = 32;
constexpr char kEs256 = 7;
constexpr char kEdDsa = 8;

// RFC 9053: labels and values.
constexpr std::int64_t kLabelType = 1;
constexpr std::int64_t kLabelAlgorithm = 3;
constexpr std::int64_t kLabelCurve = -1;
constexpr std::int64_t kLabelX = -2;
constexpr std::int64_t kLabelY = -3;
constexpr std::int64_t kTypeOkp = 1;
constexpr std::int64_t kTypeEc2 = 2;
constexpr std::int64_t kCurveP256 = 1;
constexpr std::int64_t kCurveEd25519 = 6;

using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;

// Null where it is no point of the curve.
Key p256(std::string_view coordinates) {
  std::string point = "\x04";  // not compressed
  point += coordinates;
  std::string group = "prime256v1";
  const std::array params = {
      OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group.data(), group.size()),
      OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size()),
      OSSL_PARAM_construct_end(),
  };
  const std::unique_ptr<EVP_PKEY_CTX, decltype(&EVP_PKEY_CTX_free)> context(
      EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr), &EVP_PKEY_CTX_free);
  EVP_PKEY* key = nullptr;
  const bool made =
      context && EVP_PKEY_fromdata_init(context.get()) > 0 &&
      EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY, const_cast<OSSL_PARAM*>(params.data())) > 0;
  return {made ? key : nullptr, &EVP_PKEY_free};
}

struct Cose {
  std::int64_t type = 0;
  std::int64_t algorithm = 0;
  std::int64_t curve = 0;
  Bytes x = {};
  Bytes y = {};
};

std::optional<Cose> read_cose(CborReader& reader) {
  const auto pairs = reader.map();
  if (!pairs || *pairs > reader.rest().size()) return std::nullopt;
  Cose key;
  const auto take = [](auto& into, auto value) {
    if (value) into = *value;
    return value.has_value();
  };
  for (std::uint64_t i = 0; i < *pairs; ++i) {
    const auto label = reader.integer();
    if (!label) return std::nullopt;
    const bool read = *label == kLabelType        ? take(key.type, reader.integer())
                      : *label == kLabelAlgorithm ? take(key.algorithm, reader.integer())
                      : *label == kLabelCurve     ? take(key.curve, reader.integer())
                      : *label == kLabelX         ? take(key.x, reader.bytes())
                      : *label == kLabelY         ? take(key.y, reader.bytes())
                                                  : reader.skip();
    if (!read) return std::nullopt;
  }
  return key;
}

std::string_view view(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

std::optional<std::string> read_public_key(CborReader& cose) {
  const auto key = read_cose(cose);
  if (!key || key->x.size() != kCoordinate) return std::nullopt;
  if (key->type == kTypeEc2 && key->algorithm == -kEs256 && key->curve == kCurveP256 && key->y.size() == kCoordinate) {
    std::string kept(view(key->x));
    kept += view(key->y);
    if (p256(kept) == nullptr) return std::nullopt;
    return kEs256 + kept;
  }
  const bool okp = key->type == kTypeOkp && key->algorithm == -kEdDsa && key->curve == kCurveEd25519;
  if (!okp || !key->y.empty() || crypto_core_ed25519_is_valid_point(key->x.data()) != 1) return std::nullopt;
  return kEdDsa + std::string(view(key->x));
}

bool is_signed(std::string_view key, Bytes message, Bytes signature) {
  if (key.empty()) return false;
  const std::string_view rest = key.substr(1);
  if (key.front() == kEdDsa) {
    return rest.size() == crypto_sign_PUBLICKEYBYTES && signature.size() == crypto_sign_BYTES &&
           crypto_sign_verify_detached(signature.data(), message.data(), message.size(),
                                       reinterpret_cast<const std::uint8_t*>(rest.data())) == 0;
  }
  if (key.front() != kEs256 || rest.size() != 2 * kCoordinate) return false;
  const Key point = p256(rest);
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  return point != nullptr && context &&
         EVP_DigestVerifyInit(context.get(), nullptr, EVP_sha256(), nullptr, point.get()) == 1 &&
         EVP_DigestVerify(context.get(), signature.data(), signature.size(), message.data(), message.size()) == 1;
}

}  // namespace wyrmhall::server::webauthn
