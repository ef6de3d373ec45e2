#include "rules/dice/dice.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "rules/dice/chain.h"
#include "rules/dice/fair_stream.h"
#include "rules/dice/fast_dice.h"
#include "rules/dice/outcomes.h"
#include "rules/dice/recorder.h"
#include "rules/dice/sha256.h"
#include "rules/dice/tape.h"
#include "rules/notation.h"
#include "tests/rules/vectors.h"

using namespace wyrmhall::rules;
using testing::Json;

namespace {

std::vector<std::uint8_t> bytes_of(std::string_view text) {
  return {text.begin(), text.end()};
}

std::string hex(Bytes bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

template <class Array>
Array from_hex(const std::string& text) {
  Array array{};
  REQUIRE(text.size() == 2 * array.size());
  for (std::size_t i = 0; i < array.size(); ++i) {
    array[i] = static_cast<std::uint8_t>(std::stoi(text.substr(2 * i, 2), nullptr, 16));
  }
  return array;
}

std::vector<Sha256Path> paths() {
  std::vector<Sha256Path> paths = {Sha256Path::portable};
  if (sha256_path() == Sha256Path::instructions) paths.push_back(Sha256Path::instructions);
  return paths;
}

}  // namespace

TEST_CASE("SHA-256 gives the digests of FIPS 180-4 on every path") {
  for (const Sha256Path path : paths()) {
    CHECK(hex(sha256({}, path)) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(hex(sha256(bytes_of("abc"), path)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(hex(sha256(bytes_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"), path)) ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK(hex(sha256(std::vector<std::uint8_t>(1'000'000, 'a'), path)) ==
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  }
}

TEST_CASE("both paths of SHA-256 agree at every length around a block's end") {
  std::vector<std::uint8_t> message;
  for (unsigned length = 0; length < 200; ++length) {
    for (const Sha256Path path : paths()) CHECK(sha256(message, path) == sha256(message, Sha256Path::portable));
    message.push_back(static_cast<std::uint8_t>(length * 7));
  }
}

TEST_CASE("HMAC-SHA256 gives the codes of RFC 4231") {
  CHECK(hex(HmacKey(std::vector<std::uint8_t>(20, 0x0b)).mac(bytes_of("Hi There"))) ==
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  CHECK(hex(HmacKey(bytes_of("Jefe")).mac(bytes_of("what do ya want for nothing?"))) ==
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  CHECK(hex(HmacKey(std::vector<std::uint8_t>(131, 0xaa))
                .mac(bytes_of("Test Using Larger Than Block-Size Key - Hash Key First"))) ==
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

TEST_CASE("HMAC-SHA256 is the same on every path, at every length of key and message around a block's end") {
  std::vector<std::uint8_t> key;
  for (unsigned length = 0; length < 140; ++length) {
    std::vector<std::uint8_t> message(139 - length, static_cast<std::uint8_t>(length));
    for (const Sha256Path path : paths()) {
      const HmacKey hmac(key, path);
      CHECK(hmac.mac(message) == HmacKey(key, Sha256Path::portable).mac(message));
      CHECK(hmac.mac(key) == HmacKey(key, Sha256Path::portable).mac(key));
    }
    key.push_back(static_cast<std::uint8_t>(length * 5));
  }
}

TEST_CASE("a key that is turned is that of the message's code, with the code of eight zero bytes") {
  const std::vector<std::uint8_t> zeros(8);
  std::vector<std::uint8_t> message;
  for (unsigned length = 0; length < 200; ++length) {
    for (const Sha256Path path : paths()) {
      HmacKey key(bytes_of("Jefe"), path);
      const Digest next = HmacKey(bytes_of("Jefe"), Sha256Path::portable).mac(message);
      const HmacKey::Turned turned = key.turn(message);
      CHECK(turned.key == next);
      CHECK(turned.code == HmacKey(next, Sha256Path::portable).mac(zeros));
      CHECK(key.mac(message) == HmacKey(next, Sha256Path::portable).mac(message));
    }
    message.push_back(static_cast<std::uint8_t>(length * 3));
  }
}

TEST_CASE("what is hashed in parts comes to the same as when it is put together") {
  for (unsigned i = 0; i < 20; ++i) {
    Bytes16 front;
    Bytes16 back;
    std::iota(front.begin(), front.end(), static_cast<std::uint8_t>(i * 11));
    std::iota(back.begin(), back.end(), static_cast<std::uint8_t>(i * 29));
    std::vector<std::uint8_t> two(front.begin(), front.end());
    two.insert(two.end(), back.begin(), back.end());
    std::vector<std::uint8_t> three = two;
    three.insert(three.begin() + front.size(), static_cast<std::uint8_t>(i * 13));
    for (const Sha256Path path : paths()) {
      CHECK(sha256(front, back, path) == sha256(two, Sha256Path::portable));
      HmacKey key(two, path);
      HmacKey same(two, Sha256Path::portable);
      const HmacKey::Turned turned = key.turn(front, static_cast<std::uint8_t>(i * 13), back);
      const HmacKey::Turned plain = same.turn(three);
      CHECK(turned.key == plain.key);
      CHECK(turned.code == plain.code);
      CHECK(key.mac(three) == same.mac(three));
    }
  }
}

TEST_CASE("a link is checked against the one before it, and by no other") {
  const Link last = {1, 2, 3};
  CHECK(chain_link(last, 8, 8) == last);
  for (int k = 1; k <= 8; ++k) CHECK(follows(chain_link(last, 8, k - 1), chain_link(last, 8, k)));
  CHECK_FALSE(follows(chain_link(last, 8, 2), chain_link(last, 8, 4)));
  CHECK_FALSE(follows(chain_link(last, 8, 3), chain_link(last, 8, 2)));
}

TEST_CASE("the auditable stream rolls what its vectors say") {
  const Json file = testing::read_json("tests/vectors/fairdice.vectors.json");
  for (const Json& vector : file["vectors"]) {
    INFO("match " << vector["match_id"].get<std::string>());
    const auto seed = from_hex<ServerSeed>(vector["server_seed"]);
    CHECK(hex(commitment(seed)) == vector["commitment"].get<std::string>());

    std::vector<std::optional<Link>> roots;
    const int length = vector["chain_length"];
    for (std::size_t seat = 0; seat < vector["secrets"].size(); ++seat) {
      const std::string secret = vector["secrets"][seat];
      roots.emplace_back();
      if (secret.empty()) continue;
      roots.back() = chain_link(from_hex<Link>(secret), length, 0);
      CHECK(hex(*roots.back()) == vector["x0"][seat].get<std::string>());
      CHECK(hex(link(*roots.back())) == vector["client_commitments"][seat].get<std::string>());
    }

    FairStream stream(seed, from_hex<MatchIdBytes>(vector["match_id"]), roots);
    CHECK(hex(stream.key()) == vector["start_key"].get<std::string>());
    CHECK(hex(stream.first_block()) == vector["first_block"].get<std::string>());
    for (const Json& step : vector["steps"]) {
      if (step.contains("reveal")) {
        stream.reveal(step["reveal"]["seat"].get<Seat>(), from_hex<Link>(step["reveal"]["x"]));
        continue;
      }
      for (const Json& roll : step["rolls"]) CHECK(stream.roll(roll["sides"].get<int>()) == roll["value"].get<int>());
      CHECK(hex(stream.key()) == step["key"].get<std::string>());
    }
  }
}

TEST_CASE("the order in which links arrive decides nothing, and a copy goes its own way") {
  const std::vector<std::optional<Link>> roots = {Link{1}, Link{2}};
  FairStream one({}, {}, roots);
  FairStream other = one;
  one.reveal(0, Link{3});
  one.reveal(1, Link{4});
  other.reveal(1, Link{4});
  other.reveal(0, Link{3});
  CHECK(one.roll(256) == other.roll(256));
  CHECK(one.key() == other.key());

  FairStream copy = one;
  copy.reveal(0, Link{5});
  copy.roll(20);
  CHECK(copy.key() != one.key());
  CHECK(one.roll(256) == other.roll(256));
}

TEST_CASE("a tape refuses other dice than its own and wants all of them used") {
  ScriptedTape tape({{6, 3}, {8, 7}});
  CHECK(tape.roll(6) == 3);
  CHECK_FALSE(tape.used_up());
  CHECK(tape.rest() == 1);
  CHECK(tape.roll(8) == 7);
  CHECK(tape.used_up());
  CHECK(tape.roll(8) == 1);
  CHECK_FALSE(tape.used_up());
  CHECK(tape.error() == "roll of a d8 past the end of the tape");

  ScriptedTape other({{6, 3}});
  CHECK(other.roll(8) == 1);
  CHECK(other.error() == "roll 0 is of a d8, the tape has a d6");
  CHECK(other.rest() == 1);
}

TEST_CASE("the quick generator is the same everywhere, and even") {
  FastDice dice(1);
  CHECK(dice.bits() == 0xcdef1695e1f8ed2cULL);
  FastDice twin(7);
  FastDice other(7);
  for (int i = 0; i < 100; ++i) CHECK(twin.roll(20) == other.roll(20));

  for (const int sides : {2, 6, 10, 256}) {
    constexpr int kRolls = 200'000;
    std::vector<int> seen(static_cast<std::size_t>(sides) + 1);
    for (int i = 0; i < kRolls; ++i) ++seen.at(static_cast<std::size_t>(dice.roll(sides)));
    CHECK(seen[0] == 0);
    const double expected = static_cast<double>(kRolls) / sides;
    double chi_squared = 0;
    for (int face = 1; face <= sides; ++face) {
      const double off = seen[static_cast<std::size_t>(face)] - expected;
      chi_squared += off * off / expected;
    }
    CHECK(chi_squared < sides - 1 + (5 * std::sqrt(2.0 * sides)));
  }
}

TEST_CASE("the walk sees each outcome once, with odds that sum to one") {
  std::map<std::pair<int, int>, double> seen;
  const bool complete = walk_outcomes(100, [&](OutcomeDice& dice) {
    // Two dice, the second of them rolled only after a high first one.
    const int first = dice.roll(4);
    const int second = first > 2 ? dice.roll(6) : 0;
    CHECK(seen.emplace(std::pair(first, second), dice.weight()).second);
  });
  CHECK(complete);
  CHECK(seen.size() == 2 + (2 * 6));
  CHECK(seen.at({1, 0}) == doctest::Approx(1.0 / 4));
  CHECK(seen.at({3, 5}) == doctest::Approx(1.0 / 24));
  double sum = 0;
  for (const auto& [rolls, weight] : seen) sum += weight;
  CHECK(sum == doctest::Approx(1).epsilon(1e-12));
}

TEST_CASE("a sum of dice comes once for each value, with the odds of all the faces that make it") {
  constexpr std::array<std::uint8_t, 3> kThree = {8, 10, 12};
  std::map<std::pair<int, int>, double> one_by_one;
  CHECK(walk_outcomes(100'000, [&](OutcomeDice& dice) {
    const int sum = dice.roll(8) + dice.roll(10) + dice.roll(12);
    const int last = dice.roll(4);
    one_by_one[{sum, last}] += dice.weight();
  }));
  std::map<std::pair<int, int>, double> at_once;
  CHECK(walk_outcomes<SumOutcomeDice>(28 * 4, [&](SumOutcomeDice& dice) {
    const int sum = dice.sum(kThree);
    const int last = dice.roll(4);
    CHECK(at_once.emplace(std::pair(sum, last), dice.weight()).second);
  }));
  REQUIRE(at_once.size() == one_by_one.size());
  for (const auto& [faces, odds] : one_by_one) CHECK(at_once.at(faces) == doctest::Approx(odds).epsilon(1e-12));

  // Other dice on another way through the step.
  constexpr std::array<std::uint8_t, 1> kOne = {6};
  double all = 0;
  double mean = 0;
  CHECK(walk_outcomes<SumOutcomeDice>(1000, [&](SumOutcomeDice& dice) {
    const bool high = dice.sum(kOne) > 4;
    mean += (high ? dice.sum(kThree) : 0) * dice.weight();
    all += dice.weight();
  }));
  CHECK(all == doctest::Approx(1));
  CHECK(mean == doctest::Approx((4.5 + 5.5 + 6.5) / 3));
}

TEST_CASE("a step without dice has one outcome; one with too many is given up") {
  int calls = 0;
  CHECK(walk_outcomes(1, [&](OutcomeDice& dice) { calls += dice.weight() == 1 ? 1 : 0; }));
  CHECK(calls == 1);
  calls = 0;
  CHECK_FALSE(walk_outcomes(10, [&](OutcomeDice& dice) { calls += dice.roll(11) > 0 ? 1 : 0; }));
  CHECK(calls == 10);
  // Rolls until a 6 comes up, which the first way through the step never does.
  CHECK_FALSE(walk_outcomes(1000, [](OutcomeDice& dice) {
    while (dice.roll(6) != 6) {
    }
  }));
}

TEST_CASE("a recorder writes down what the dice showed") {
  ScriptedTape tape({{6, 3}, {8, 7}});
  std::vector<Roll> rolls;
  Recorder recorder(tape, rolls);
  CHECK(recorder.roll(6) == 3);
  CHECK(recorder.roll(8) == 7);
  CHECK(rolls == std::vector<Roll>{{6, 3}, {8, 7}});
}

TEST_CASE("a shuffle draws from the last element down") {
  ScriptedTape tape({{4, 1}, {3, 3}, {2, 1}});
  std::array<int, 4> values = {10, 11, 12, 13};
  shuffle(values, tape);
  CHECK(tape.used_up());
  CHECK(values == std::array<int, 4>{11, 13, 12, 10});
}
