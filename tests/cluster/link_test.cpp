#include "server/cluster/link.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "rules/dice/fast_dice.h"
#include "server/cluster/node.pb.h"
#include "server/cluster/placement.h"
#include "tests/support/environment.h"

namespace wyrmhall::server::cluster {
namespace {

// The two ends of a link, and a bus that does to each frame what a test wants.
struct Pair {
  Timestamp now = from_unix_micros(1'000'000'000'000'000);
  Link a{1, 2, now};
  Link b{2, 1, now};
  std::deque<std::string> to_a;
  std::deque<std::string> to_b;
  std::vector<std::string> heard_by_a;
  std::vector<std::string> heard_by_b;

  void send() {
    for (std::string& frame : a.due(now)) to_b.push_back(std::move(frame));
    for (std::string& frame : b.due(now)) to_a.push_back(std::move(frame));
  }
  void hear(Link& link, const std::string& bytes, std::vector<std::string>& heard) {
    node::v1::LinkFrame frame;
    REQUIRE(frame.ParseFromString(bytes));
    for (std::string& message : link.heard(frame, now)) heard.push_back(std::move(message));
  }
  void deliver() {
    for (const std::string& frame : std::exchange(to_b, {})) hear(b, frame, heard_by_b);
    for (const std::string& frame : std::exchange(to_a, {})) hear(a, frame, heard_by_a);
  }
  void pass(Duration time, bool delivers = true) {
    for (Duration passed{}; passed < time; passed += std::chrono::milliseconds(100)) {
      now += std::chrono::milliseconds(100);
      send();
      if (delivers) deliver();
    }
  }
};

}  // namespace

TEST_CASE("messages come in order, and are kept until the other says that they have come") {
  Pair pair;
  for (const char* message : {"one", "two", "three"}) pair.a.tell(message, pair.now);
  CHECK(pair.a.waiting() == 3);
  pair.send();
  CHECK(pair.to_b.size() == 1);
  pair.deliver();
  CHECK(pair.heard_by_b == std::vector<std::string>{"one", "two", "three"});
  CHECK(pair.a.waiting() == 3);
  pair.pass(std::chrono::milliseconds(100));
  CHECK(pair.a.waiting() == 0);
  pair.pass(std::chrono::seconds(1));
  CHECK(pair.to_b.empty());
}

TEST_CASE("that a message has come is said with the answer, in a frame of its own only where there is none") {
  Pair pair;
  for (int i = 0; i < 10; ++i) {
    pair.a.tell("asked", pair.now);
    pair.send();
    CHECK(pair.to_b.size() == 1);
    CHECK(pair.to_a.empty());
    pair.deliver();
    pair.b.tell("answered", pair.now);
    pair.send();
    CHECK(pair.to_a.size() == 1);
    CHECK(pair.to_b.empty());
    pair.deliver();
    CHECK(pair.a.waiting() == 0);
    pair.now += std::chrono::milliseconds(10);
  }
  pair.now += kLinkSaysWithin;
  pair.send();
  CHECK(pair.to_a.empty());
  CHECK(pair.to_b.size() == 1);
}

TEST_CASE("where there is nothing to tell, nothing is sent") {
  Pair pair;
  pair.pass(std::chrono::seconds(30), false);
  CHECK(pair.to_a.empty());
  CHECK(pair.to_b.empty());
  CHECK_FALSE(pair.a.take_began_again());
}

TEST_CASE("what is lost is sent again, and what comes twice counts once") {
  Pair pair;
  pair.a.tell("one", pair.now);
  pair.send();
  const std::string first = pair.to_b.front();
  pair.to_b.clear();
  pair.pass(std::chrono::milliseconds(500));
  CHECK(pair.heard_by_b == std::vector<std::string>{"one"});
  pair.hear(pair.b, first, pair.heard_by_b);
  CHECK(pair.heard_by_b.size() == 1);
}

TEST_CASE("a message that overtakes another waits for it") {
  Pair pair;
  pair.a.tell("one", pair.now);
  pair.send();
  pair.a.tell("two", pair.now);
  pair.send();
  REQUIRE(pair.to_b.size() == 2);
  pair.hear(pair.b, pair.to_b[1], pair.heard_by_b);
  CHECK(pair.heard_by_b.empty());
  pair.hear(pair.b, pair.to_b[0], pair.heard_by_b);
  CHECK(pair.heard_by_b == std::vector<std::string>{"one"});
  pair.to_b.clear();
  pair.pass(std::chrono::milliseconds(500));
  CHECK(pair.heard_by_b == std::vector<std::string>{"one", "two"});
}

TEST_CASE("a frame takes what goes into it, and the next one the rest") {
  Pair pair;
  for (int i = 0; i < 10; ++i) pair.a.tell(std::string(200'000, 'x'), pair.now);
  pair.send();
  CHECK(pair.to_b.size() == 5);
  for (const std::string& frame : pair.to_b) CHECK(frame.size() < 1'000'000);
  pair.deliver();
  CHECK(pair.heard_by_b.size() == 10);
}

TEST_CASE("a stream that nobody answers is given up, and both sides learn of it") {
  Pair pair;
  pair.a.tell("lost", pair.now);
  pair.b.tell("lost as well", pair.now);
  for (int i = 0; i < 102; ++i) {
    pair.pass(std::chrono::milliseconds(100), false);
    pair.to_a.clear();
    pair.to_b.clear();
    if (i == 50) pair.b.tell("a moment later", pair.now);
  }
  CHECK(pair.a.take_began_again());
  CHECK(pair.a.waiting() == 0);
  CHECK(pair.b.take_began_again());
  pair.a.tell("anew", pair.now);
  pair.pass(std::chrono::seconds(1));
  CHECK(pair.heard_by_b == std::vector<std::string>{"anew"});
  CHECK(pair.heard_by_a.empty());
  CHECK_FALSE(pair.a.take_began_again());
  CHECK_FALSE(pair.b.take_began_again());
}

TEST_CASE("a side that has nothing to tell learns of a stream that was given up") {
  Pair pair;
  pair.a.tell("lost", pair.now);
  for (int i = 0; i < 102; ++i) {
    pair.pass(std::chrono::milliseconds(100), false);
    pair.to_b.clear();
  }
  pair.pass(std::chrono::milliseconds(500));
  CHECK(pair.b.take_began_again());
  CHECK_FALSE(pair.b.take_began_again());
}

TEST_CASE("too much that waits for a server gives its stream up") {
  Pair pair;
  for (int i = 0; i < 700; ++i) pair.a.tell(std::string(100'000, 'x'), pair.now);
  pair.send();
  CHECK(pair.a.take_began_again());
  CHECK(pair.a.waiting() == 0);
}

TEST_CASE("over a bus that loses, repeats and reorders each message comes once and in order") {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    CAPTURE(seed);
    rules::FastDice dice(seed);
    Pair pair;
    std::vector<std::string> told_by_a;
    std::vector<std::string> told_by_b;
    const auto mistreat = [&](std::deque<std::string>& frames) {
      std::deque<std::string> bad;
      for (const std::string& frame : std::exchange(frames, {})) {
        if (dice.roll(3) == 1) continue;
        bad.push_back(frame);
        if (dice.roll(4) == 1) bad.push_front(frame);
      }
      frames = std::move(bad);
    };
    for (int i = 0; i < 300; ++i) {
      if (dice.roll(2) == 1) pair.a.tell(told_by_a.emplace_back("a" + std::to_string(i)), pair.now);
      if (dice.roll(2) == 1) pair.b.tell(told_by_b.emplace_back("b" + std::to_string(i)), pair.now);
      pair.now += std::chrono::milliseconds(50);
      pair.send();
      mistreat(pair.to_a);
      mistreat(pair.to_b);
      pair.deliver();
    }
    pair.pass(std::chrono::seconds(2));
    CHECK(pair.heard_by_b == told_by_a);
    CHECK(pair.heard_by_a == told_by_b);
    CHECK_FALSE(pair.a.take_began_again());
  }
}

TEST_CASE("a fresh id is of a shard that the server has") {
  test::SeededEntropy entropy(1);
  Placement placement(1);
  const Timestamp now = from_unix_micros(1'750'000'000'000'000);
  CHECK(placement.alone());
  CHECK(placement.owns(MatchId(placement.id_at(1, entropy, now))));
  std::vector<Incarnation> owners(persistence::kShards, 2);
  owners[17] = 1;
  for (std::size_t i = 100; i < 1000; ++i) owners[i] = 3;
  placement.set({2, 3}, owners);
  CHECK(placement.knows(3));
  CHECK_FALSE(placement.knows(4));
  for (int i = 0; i < 100; ++i) {
    CHECK(persistence::shard_of(MatchId(placement.id_at(1, entropy, now))) == 17);
    const MatchId third(placement.id_at(3, entropy, now));
    CHECK(placement.owner_of(third) == 3);
    CHECK((third.bytes()[6] & 0xf0U) == 0x70U);  // still a UUIDv7
  }
  // Where it has none, somebody else runs the match.
  CHECK(placement.owner_of(MatchId(placement.id_at(9, entropy, now))) != 9);
}

}  // namespace wyrmhall::server::cluster
