// A device that holds passkeys, for tests: it makes and uses them as a browser and its authenticator do together.
#pragma once

#include <sodium.h>

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "tests/server/players.h"

namespace wyrmhall::test {

class Authenticator {
 public:
  explicit Authenticator(std::string page) : page_(std::move(page)) {
    crypto_sign_seed_keypair(public_.data(), secret_.data(), seed_.data());
  }

  std::uint32_t counter = 0;  // 0: it does not count

  pb::AddPasskey make(const pb::PasskeyChallenge& asked, const std::string& name = "a phone") const {
    // A map of three: "fmt", "attStmt", "authData" of some 128 bytes; the key is one of Ed25519.
    std::string data = authenticator_data(asked.host(), 0x45);
    data += std::string(16, '\0') + std::string("\0\x08", 2) + kId;
    data += std::string("\xa4\x01\x01\x03\x27\x20\x06\x21\x58\x20") + std::string(public_.begin(), public_.end());
    pb::AddPasskey add;
    add.set_attestation(std::string("\xa3\x63") + "fmt" + "\x64none\x67" + "attStmt\xa0\x68" + "authData\x58" +
                        static_cast<char>(data.size()) + data);
    add.set_client_data(client_data("webauthn.create", asked));
    add.set_name(name);
    return add;
  }

  pb::PasskeyProof use(const pb::PasskeyChallenge& asked) {
    if (counter != 0) ++counter;
    pb::PasskeyProof proof;
    proof.set_id(kId);
    proof.set_authenticator_data(authenticator_data(asked.host(), 0x05));
    proof.set_client_data(client_data("webauthn.get", asked));
    std::array<std::uint8_t, crypto_hash_sha256_BYTES> hash{};
    crypto_hash_sha256(hash.data(), reinterpret_cast<const std::uint8_t*>(proof.client_data().data()),
                       proof.client_data().size());
    const std::string message = proof.authenticator_data() + std::string(hash.begin(), hash.end());
    std::array<std::uint8_t, crypto_sign_BYTES> signature{};
    crypto_sign_detached(signature.data(), nullptr, reinterpret_cast<const std::uint8_t*>(message.data()),
                         message.size(), secret_.data());
    proof.set_signature(signature.data(), signature.size());
    return proof;
  }

 private:
  static constexpr const char* kId = "credenti";

  std::string authenticator_data(const std::string& host, char flags) const {
    std::array<std::uint8_t, crypto_hash_sha256_BYTES> hash{};
    crypto_hash_sha256(hash.data(), reinterpret_cast<const std::uint8_t*>(host.data()), host.size());
    std::string data(hash.begin(), hash.end());
    data += flags;
    for (int shift = 24; shift >= 0; shift -= 8) data += static_cast<char>(counter >> shift & 0xffU);
    return data;
  }
  std::string client_data(const std::string& type, const pb::PasskeyChallenge& asked) const {
    std::string challenge(sodium_base64_ENCODED_LEN(32, sodium_base64_VARIANT_URLSAFE_NO_PADDING), '\0');
    sodium_bin2base64(challenge.data(), challenge.size(),
                      reinterpret_cast<const std::uint8_t*>(asked.challenge().data()), asked.challenge().size(),
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    challenge.pop_back();
    return R"({"type":")" + type + R"(","challenge":")" + challenge + R"(","origin":")" + page_ +
           R"(","crossOrigin":false})";
  }

  std::string page_;
  std::array<std::uint8_t, crypto_sign_SEEDBYTES> seed_{7};
  std::array<std::uint8_t, crypto_sign_PUBLICKEYBYTES> public_{};
  std::array<std::uint8_t, crypto_sign_SECRETKEYBYTES> secret_{};
};

}  // namespace wyrmhall::test
