// Passkeys as browsers make and use them: the specification's vectors, and what becomes of anything else.
#include <doctest/doctest.h>

#include <fstream>

#include <nlohmann/json.hpp>

#include "common/hex.h"
#include "server/accounts/webauthn/cbor.h"
#include "server/accounts/webauthn/passkeys.h"

namespace wyrmhall::test {
namespace {

using nlohmann::json;
using server::webauthn::CborReader;
using server::webauthn::Expected;
using server::webauthn::Fault;

struct Vector {
  std::string name, attestation, created_by, id, authenticator_data, used_by, signature;
  Expected creation, use;
};

std::string unhex(const json& text) {
  return from_hex(text.get<std::string>()).value();
}

Expected expected(const json& file, const json& part) {
  Expected out{.origin = file.at("page_origin")};
  const std::string challenge = unhex(part.at("challenge"));
  REQUIRE(challenge.size() == out.challenge.size());
  std::ranges::copy(challenge, out.challenge.begin());
  return out;
}

std::vector<Vector> vectors() {
  const json file = json::parse(std::ifstream("tests/vectors/webauthn.vectors.json"));
  std::vector<Vector> all;
  for (const json& one : file.at("vectors")) {
    const json& made = one.at("registration");
    const json& used = one.at("assertion");
    all.push_back({.name = one.at("name"),
                   .attestation = unhex(made.at("attestation_object")),
                   .created_by = unhex(made.at("client_data_json")),
                   .id = unhex(made.at("credential_id")),
                   .authenticator_data = unhex(used.at("authenticator_data")),
                   .used_by = unhex(used.at("client_data_json")),
                   .signature = unhex(used.at("signature")),
                   .creation = expected(file, made),
                   .use = expected(file, used)});
  }
  return all;
}

std::string key_of(const Vector& vector) {
  return server::webauthn::read_new_passkey(vector.attestation, vector.created_by, vector.creation).value().key;
}

std::expected<std::uint32_t, Fault> use(const Vector& vector, std::uint32_t counter = 0) {
  return server::webauthn::check_use(key_of(vector), counter, vector.authenticator_data, vector.used_by,
                                     vector.signature, vector.use);
}

// The same with one text put in the place of another.
std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("the specification's passkeys are read, and their uses are accepted") {
  CHECK(vectors().size() == 2);
  for (const Vector& vector : vectors()) {
    CAPTURE(vector.name);
    const auto made = server::webauthn::read_new_passkey(vector.attestation, vector.created_by, vector.creation);
    REQUIRE(made);
    CHECK(made->id == vector.id);
    CHECK(made->counter == 0);
    CHECK(made->key.size() == (vector.name == "none.ES256" ? 65 : 33));
    CHECK(use(vector) == 0);
  }
}

TEST_CASE("a passkey of another page, another host or for something else is not accepted") {
  for (Vector vector : vectors()) {
    CAPTURE(vector.name);
    const auto read = [](const Vector& one) {
      return server::webauthn::read_new_passkey(one.attestation, one.created_by, one.creation);
    };
    Vector other = vector;
    other.creation.challenge[0] ^= 1;
    CHECK(read(other).error() == Fault::kOtherChallenge);
    other = vector;
    other.creation.origin = "https://evil.example";
    CHECK(read(other).error() == Fault::kOtherOrigin);
    other.created_by = replaced(vector.created_by, "https://example.org", "https://evil.example");
    CHECK(read(other).error() == Fault::kOtherHost);
    other = vector;
    other.created_by = replaced(vector.created_by, "webauthn.create", "webauthn.get");
    CHECK(read(other).error() == Fault::kOtherType);
    other.created_by = replaced(vector.created_by, "\"crossOrigin\":false", "\"crossOrigin\":true");
    CHECK(read(other).error() == Fault::kOtherOrigin);
    other.created_by = "[]";
    CHECK(read(other).error() == Fault::kMalformed);

    // What was made for one challenge is good for no other: nobody gets in by what they have seen.
    other = vector;
    other.use.challenge[5] ^= 1;
    CHECK(use(other).error() == Fault::kOtherChallenge);
    other.used_by = vector.created_by;
    CHECK(use(other).error() == Fault::kOtherType);
    other = vector;
    other.use.origin = "https://example.org.evil.example";
    CHECK(use(other).error() == Fault::kOtherOrigin);
    other.used_by = replaced(vector.used_by, "https://example.org", "https://example.org.evil.example");
    CHECK(use(other).error() == Fault::kOtherHost);
    other = vector;
    other.authenticator_data[32] = 0;  // the flags
    CHECK(use(other).error() == Fault::kAbsent);
    CHECK(use(vector, 1).error() == Fault::kCounterBack);
  }
  CHECK(server::webauthn::check_use(key_of(vectors()[1]), 0, vectors()[0].authenticator_data, vectors()[0].used_by,
                                    vectors()[0].signature, vectors()[0].use)
            .error() == Fault::kSignature);
}

TEST_CASE("whatever is cut off or changed in a use of a passkey, it is not accepted, and nothing breaks") {
  for (const Vector& vector : vectors()) {
    CAPTURE(vector.name);
    for (const auto part : {&Vector::authenticator_data, &Vector::used_by, &Vector::signature}) {
      for (std::size_t i = 0; i < (vector.*part).size(); ++i) {
        Vector cut = vector;
        (cut.*part).resize(i);
        CHECK_FALSE(use(cut));
        Vector changed = vector;
        (changed.*part)[i] = static_cast<char>((changed.*part)[i] ^ 1 << i % 8);
        CHECK_FALSE(use(changed));
      }
    }
    std::size_t accepted = 0;
    for (std::size_t i = 0; i < vector.attestation.size(); ++i) {
      const std::string cut = vector.attestation.substr(0, i);
      CHECK_FALSE(server::webauthn::read_new_passkey(cut, vector.created_by, vector.creation));
      for (int bit = 0; bit < 8; ++bit) {
        std::string changed = vector.attestation;
        changed[i] = static_cast<char>(changed[i] ^ 1 << bit);
        // The id, the model and the statement may be anything; the rest may not.
        if (server::webauthn::read_new_passkey(changed, vector.created_by, vector.creation)) ++accepted;
      }
    }
    CHECK(accepted < 8 * vector.attestation.size());
    CHECK_FALSE(server::webauthn::read_new_passkey(vector.attestation + "x", vector.created_by, vector.creation));
    CHECK_FALSE(server::webauthn::read_new_passkey(std::string(5000, 'x'), vector.created_by, vector.creation));
  }
}

TEST_CASE("keys that are no points of their curve, and other algorithms, are not taken") {
  const std::vector<Vector> all = vectors();
  const auto read = [](const Vector& vector, const std::string& attestation) {
    return server::webauthn::read_new_passkey(attestation, vector.created_by, vector.creation);
  };
  const std::string x = key_of(all[0]).substr(1, 32);
  CHECK(read(all[0], replaced(all[0].attestation, x, std::string(32, '\x01'))).error() == Fault::kAlgorithm);
  // -7 is 0x26 and -257 would be longer: -8 for a key of P-256 is neither.
  CHECK(read(all[0], replaced(all[0].attestation, "\x03\x26\x20\x01", "\x03\x27\x20\x01")).error() ==
        Fault::kAlgorithm);
  const std::string ed = key_of(all[1]).substr(1);
  CHECK(read(all[1], replaced(all[1].attestation, ed, std::string("\x01") + std::string(31, '\0'))).error() ==
        Fault::kAlgorithm);
}

TEST_CASE("CBOR is read as far as it is there, whatever it claims to hold") {
  const auto skips = [](std::string_view bytes) {
    CborReader reader({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
    return reader.skip() && reader.rest().empty();
  };
  using namespace std::string_view_literals;
  CHECK(skips("\x01"));
  CHECK(skips("\xa1\x01\x82\x02\x43xyz"sv));
  CHECK(skips("\xf6"));                                    // null
  CHECK(skips("\xfb\x3f\xf0\x00\x00\x00\x00\x00\x00"sv));  // 1.0
  CHECK(skips("\xc1\x01"));                                // a tag
  CHECK_FALSE(skips(""));
  CHECK_FALSE(skips("\x82\x01"));                              // an array of two with one
  CHECK_FALSE(skips("\x9b\xff\xff\xff\xff\xff\xff\xff\xff"));  // an array of 2^64
  CHECK_FALSE(skips("\xbb\x7f\xff\xff\xff\xff\xff\xff\xff\x01\x01"));
  CHECK_FALSE(skips("\x5b\xff\xff\xff\xff\xff\xff\xff\xffxyz"));
  CHECK_FALSE(skips("\x5f\x41x\xff"));  // of indefinite length
  CHECK_FALSE(skips("\x9f\x01\xff"));
  CHECK_FALSE(skips("\x81\x81\x81\x81\x81\x81\x81\x81\x81\x81\x01"));  // nested too deep
  const std::string_view numbers = "\x19\x01\x00\x26\x3b\xff\xff\xff\xff\xff\xff\xff\xff"sv;
  CborReader reader({reinterpret_cast<const std::uint8_t*>(numbers.data()), numbers.size()});
  CHECK(reader.integer() == 256);
  CHECK(reader.integer() == -7);
  CHECK_FALSE(reader.integer());  // -2^64 fits in nothing here
}

TEST_CASE("the host of an origin is what passkeys are made for") {
  using server::webauthn::host_of;
  CHECK(host_of("https://hall.example") == "hall.example");
  CHECK(host_of("http://localhost:7420") == "localhost");
  CHECK(host_of("null").empty());
  CHECK(host_of("").empty());
}

}  // namespace wyrmhall::test
