#include "server/accounts/webauthn/passkeys.h"

#include <sodium.h>

#include <algorithm>
#include <optional>

#include <nlohmann/json.hpp>

#include "server/accounts/webauthn/public_key.h"
#include "server/core/limits.h"

namespace wyrmhall::server::webauthn {
namespace {

using Sha256 = std::array<std::uint8_t, crypto_hash_sha256_BYTES>;

Bytes bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

Sha256 sha256(std::string_view text) {
  Sha256 hash{};
  crypto_hash_sha256(hash.data(), bytes_of(text).data(), text.size());
  return hash;
}

std::string base64url(std::span<const std::uint8_t> bytes) {
  std::string text(sodium_base64_ENCODED_LEN(bytes.size(), sodium_base64_VARIANT_URLSAFE_NO_PADDING), '\0');
  sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(), sodium_base64_VARIANT_URLSAFE_NO_PADDING);
  text.pop_back();  // the zero at its end
  return text;
}

std::optional<Fault> fault_in_client_data(std::string_view text, std::string_view type, const Expected& expected) {
  if (text.size() > kPasskeyDataBytes) return Fault::kMalformed;
  const auto data = nlohmann::json::parse(text, nullptr, false);
  if (!data.is_object()) return Fault::kMalformed;
  const auto says = [&](const char* name) -> std::string {
    const auto field = data.find(name);
    return field != data.end() && field->is_string() ? field->get<std::string>() : std::string();
  };
  if (says("type") != type) return Fault::kOtherType;
  if (says("challenge") != base64url(expected.challenge)) return Fault::kOtherChallenge;
  if (says("origin") != expected.origin) return Fault::kOtherOrigin;
  const auto crossed = data.find("crossOrigin");
  if (crossed != data.end() && *crossed != false) return Fault::kOtherOrigin;
  return std::nullopt;
}

// Section 6.1: the hash of the host, flags, a counter, and what may follow.
struct AuthenticatorData {
  static constexpr std::size_t kMinBytes = 37;  // bytes
  static constexpr std::uint8_t kPresent = 0x01;
  static constexpr std::uint8_t kHasKey = 0x40;
  std::uint8_t flags = 0;
  std::uint32_t counter = 0;
  Bytes rest = {};
};

std::expected<AuthenticatorData, Fault> read_authenticator_data(Bytes bytes, const Expected& expected) {
  if (bytes.size() < AuthenticatorData::kMinBytes) return std::unexpected(Fault::kMalformed);
  const Sha256 host = sha256(host_of(expected.origin));
  if (!std::ranges::equal(bytes.first(host.size()), host)) return std::unexpected(Fault::kOtherHost);
  bytes = bytes.subspan(host.size());
  AuthenticatorData data{.flags = bytes[0]};
  for (const std::uint8_t byte : bytes.subspan(1, 4)) data.counter = data.counter << 8U | byte;
  data.rest = bytes.subspan(5);
  if ((data.flags & AuthenticatorData::kPresent) == 0) return std::unexpected(Fault::kAbsent);
  return data;
}

// The authenticator data within an attestation (section 6.5).
std::optional<Bytes> data_in(Bytes attestation) {
  CborReader reader(attestation);
  const auto pairs = reader.map();
  if (!pairs || *pairs > attestation.size()) return std::nullopt;
  std::optional<Bytes> data;
  for (std::uint64_t i = 0; i < *pairs; ++i) {
    const auto name = reader.text();
    if (!name) return std::nullopt;
    if (*name != "authData") {
      if (!reader.skip()) return std::nullopt;
    } else if (data = reader.bytes(); !data) {
      return std::nullopt;
    }
  }
  return reader.rest().empty() ? data : std::nullopt;
}

}  // namespace

std::string host_of(std::string_view origin) {
  const auto scheme = origin.find("://");
  if (scheme == std::string_view::npos) return {};
  const std::string_view host = origin.substr(scheme + 3);
  return std::string(host.substr(0, host.find(':')));  // an address of IPv6 has no passkeys
}

std::expected<NewPasskey, Fault> read_new_passkey(std::string_view attestation, std::string_view client_data,
                                                  const Expected& expected) {
  if (attestation.size() > kAttestationBytes) return std::unexpected(Fault::kMalformed);
  if (const auto fault = fault_in_client_data(client_data, "webauthn.create", expected)) return std::unexpected(*fault);
  const auto bytes = data_in(bytes_of(attestation));
  if (!bytes) return std::unexpected(Fault::kMalformed);
  const auto data = read_authenticator_data(*bytes, expected);
  if (!data) return std::unexpected(data.error());
  // The id of the model, the length of the passkey's id in two bytes, the id, and the key.
  constexpr std::size_t kModel = 16;
  Bytes rest = data->rest;
  if ((data->flags & AuthenticatorData::kHasKey) == 0 || rest.size() < kModel + 2) {
    return std::unexpected(Fault::kMalformed);
  }
  const std::size_t length = static_cast<std::size_t>(rest[kModel]) << 8U | rest[kModel + 1];
  rest = rest.subspan(kModel + 2);
  if (length == 0 || length > kPasskeyIdBytes || length > rest.size()) return std::unexpected(Fault::kMalformed);
  const Bytes id = rest.first(length);
  CborReader cose(rest.subspan(length));
  auto key = read_public_key(cose);
  if (!key) return std::unexpected(Fault::kAlgorithm);
  // What extensions say may follow.
  if (!cose.rest().empty() && (!cose.skip() || !cose.rest().empty())) return std::unexpected(Fault::kMalformed);
  return NewPasskey{.id = {id.begin(), id.end()}, .key = *std::move(key), .counter = data->counter};
}

std::expected<std::uint32_t, Fault> check_use(std::string_view key, std::uint32_t counter,
                                              std::string_view authenticator_data, std::string_view client_data,
                                              std::string_view signature, const Expected& expected) {
  if (authenticator_data.size() > kPasskeyDataBytes || signature.size() > kPasskeySignatureBytes) {
    return std::unexpected(Fault::kMalformed);
  }
  if (const auto fault = fault_in_client_data(client_data, "webauthn.get", expected)) return std::unexpected(*fault);
  const auto data = read_authenticator_data(bytes_of(authenticator_data), expected);
  if (!data) return std::unexpected(data.error());
  std::string message(authenticator_data);
  for (const std::uint8_t byte : sha256(client_data)) message += static_cast<char>(byte);
  if (!is_signed(key, bytes_of(message), bytes_of(signature))) return std::unexpected(Fault::kSignature);
  const bool counts = data->counter != 0 || counter != 0;
  if (counts && data->counter <= counter) return std::unexpected(Fault::kCounterBack);
  return data->counter;
}

}  // namespace wyrmhall::server::webauthn
