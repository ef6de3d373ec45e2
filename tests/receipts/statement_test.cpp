// Statements and signatures against tests/vectors/statements.vectors.json, which other implementations are held to too.
#include "receipts/statement.h"

#include <doctest/doctest.h>

#include <fstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "common/hex.h"
#include "receipts/signature.h"

using namespace wyrmhall;
using namespace wyrmhall::receipts;
using Json = nlohmann::json;

namespace {

const Json& vectors() {
  static const Json json = Json::parse(std::ifstream("tests/vectors/statements.vectors.json"));
  return json;
}

std::string text_at(const Json& json, const char* key) {
  return json.at(key).get<std::string>();
}

template <std::size_t N>
std::array<std::uint8_t, N> bytes_at(const Json& json, const char* key) {
  std::array<std::uint8_t, N> bytes{};
  REQUIRE(read_hex(text_at(json, key), bytes));
  return bytes;
}

std::string message_at(const Json& json) {
  const std::string hex = text_at(json, "message");
  std::vector<std::uint8_t> bytes(hex.size() / 2);
  REQUIRE(read_hex(hex, bytes));
  return {bytes.begin(), bytes.end()};
}

// What is read of a text, written again; empty where it is no such statement.
std::string read_and_written(const std::string& kind, const std::string& text) {
  if (kind == "start") {
    const auto statement = read_start(text);
    return statement ? write(*statement) : "";
  }
  if (kind == "aborted") {
    const auto statement = read_aborted(text);
    return statement ? write(*statement) : "";
  }
  const auto statement = read_end(text);
  return statement ? write(*statement) : "";
}

}  // namespace

TEST_CASE("Ed25519 is that of RFC 8032") {
  for (const Json& vector : vectors().at("ed25519")) {
    const SigningKey key(bytes_at<32>(vector, "seed"));
    CHECK(hex_text(key.public_key()) == text_at(vector, "public_key"));
    const Signed done = key.sign(message_at(vector));
    CHECK(hex_text(done.signature) == text_at(vector, "signature"));
    CHECK(verifies(done));
  }
}

TEST_CASE("statements are read and written to the letter, and signed the same everywhere") {
  const SigningKey key(bytes_at<32>(vectors(), "signing_seed"));
  for (const Json& vector : vectors().at("statements")) {
    const std::string text = text_at(vector, "text");
    const std::string kind = text_at(vector, "kind");
    CAPTURE(text);
    for (const char* as : {"start", "aborted", "end"}) CHECK(read_and_written(as, text) == (as == kind ? text : ""));
    CHECK(hex_text(hash_of(text)) == text_at(vector, "hash"));
    const Signed done = key.sign(text);
    CHECK(hex_text(done.key) == text_at(vector, "key"));
    CHECK(hex_text(done.signature) == text_at(vector, "signature"));
    CHECK(verifies(done));
  }
}

TEST_CASE("what would be written otherwise is no statement") {
  for (const Json& vector : vectors().at("malformed")) {
    const std::string why = text_at(vector, "why");
    CAPTURE(why);
    for (const char* as : {"start", "aborted", "end"}) CHECK(read_and_written(as, text_at(vector, "text")).empty());
  }
}

TEST_CASE("forged signatures do not verify") {
  for (const Json& vector : vectors().at("forged")) {
    const std::string why = text_at(vector, "why");
    CAPTURE(why);
    CHECK_FALSE(verifies(bytes_at<32>(vector, "key"), text_at(vector, "text"), bytes_at<64>(vector, "signature")));
  }
}

TEST_CASE("what is read holds what was written") {
  const auto& all = vectors().at("statements");
  const auto start = read_start(text_at(all[0], "text"));
  REQUIRE(start);
  CHECK(start->attempt == 1);
  CHECK(start->game == "duel");
  CHECK(start->seats.size() == 3);
  CHECK(start->seats[0].player.has_value());
  CHECK(start->seats[1].bot == "greedy");
  const auto aborted = read_aborted(text_at(all[1], "text"));
  REQUIRE(aborted);
  CHECK(aborted->reason == AbortReason::kNoReveal);
  CHECK(aborted->named == std::vector<std::uint8_t>{2});
  CHECK(aborted->shown.size() == 3);
  CHECK(aborted->shown[0].has_value());
  CHECK_FALSE(aborted->shown[2].has_value());
  CHECK(aborted->start == hash_of(text_at(all[0], "text")));
  const auto end = read_end(text_at(all[3], "text"));
  REQUIRE(end);
  CHECK(end->foresight == Foresight{.unforeseeable = 31, .after_bot = 9});
}
