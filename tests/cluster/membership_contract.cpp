#include "tests/cluster/membership_contract.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace wyrmhall::persistence::testing {
namespace {

NodeInfo named(std::string name) {
  return {.name = std::move(name), .address = {}, .version = {}};
}

NodeInfo that_knows(std::string name, std::vector<GameRules> rules) {
  NodeInfo info = named(std::move(name));
  info.rules = std::move(rules);
  return info;
}

std::int64_t beat_of(const View& view, Incarnation node) {
  const auto row = std::ranges::find(view.nodes, node, &NodeRow::id);
  return row == view.nodes.end() ? -1 : row->beat;
}

bool sees(const View& view, Incarnation node) {
  return beat_of(view, node) >= 0;
}

void check_beats(const Join& join) {
  const JoinedNode one = join(named("one"));
  const JoinedNode two = join(named("two"));
  CHECK(two.id > one.id);
  const View first = one.membership->beat(BusState::kConnected);
  CHECK(first.alive);
  REQUIRE(first.nodes.size() == 2);
  CHECK(first.nodes[0].id == one.id);
  CHECK(first.nodes[0].info.name == "one");
  CHECK(first.nodes[1].info.name == "two");
  CHECK_FALSE(first.nodes[1].draining);
  const View second = one.membership->beat(BusState::kConnected);
  CHECK(beat_of(second, one.id) == beat_of(first, one.id) + 1);
  CHECK(beat_of(second, two.id) == beat_of(first, two.id));
  CHECK(second.nodes[0].bus == BusState::kConnected);
  two.membership->beat(BusState::kAlone);
  CHECK(one.membership->beat(BusState::kConnected).nodes[1].bus == BusState::kAlone);
  two.membership->drain(two.id);
  CHECK(one.membership->beat(BusState::kConnected).nodes[1].draining);
  CHECK_FALSE(one.membership->beat(BusState::kConnected).nodes[0].draining);
  two.membership->drain(one.id);
  CHECK(one.membership->beat(BusState::kConnected).nodes[0].draining);
}

void check_deaths(const Join& join) {
  const JoinedNode one = join(named("one"));
  const JoinedNode two = join(named("two"));
  const std::int64_t seen = beat_of(one.membership->beat(BusState::kConnected), two.id);
  // It has said since that it lives.
  two.membership->beat(BusState::kConnected);
  one.membership->declare_dead(two.id, seen);
  CHECK(two.membership->beat(BusState::kConnected).alive);
  one.membership->declare_dead(two.id, beat_of(one.membership->beat(BusState::kConnected), two.id));
  CHECK_FALSE(two.membership->beat(BusState::kConnected).alive);
  CHECK_FALSE(sees(one.membership->beat(BusState::kConnected), two.id));
  // Nobody comes back from there, but another run does.
  one.membership->declare_dead(two.id, seen);
  const JoinedNode again = join(named("two"));
  CHECK_FALSE(two.membership->beat(BusState::kConnected).alive);
  CHECK(again.membership->beat(BusState::kConnected).alive);
}

void check_leaving(const Join& join) {
  const JoinedNode one = join(named("one"));
  const JoinedNode two = join(named("two"));
  one.membership->claim(std::vector<Shard>{1});
  one.membership->leave();
  CHECK_FALSE(one.membership->beat(BusState::kConnected).alive);
  CHECK_FALSE(sees(two.membership->beat(BusState::kConnected), one.id));
  two.membership->claim(std::vector<Shard>{1});
  CHECK(two.membership->beat(BusState::kConnected).owners->at(1) == two.id);
}

void check_same_name(const Join& join) {
  const JoinedNode before = join(named("one"));
  const JoinedNode after = join(named("one"));
  CHECK_FALSE(before.membership->beat(BusState::kConnected).alive);
  CHECK(after.membership->beat(BusState::kConnected).nodes.size() == 1);
}

void check_shards(const Join& join) {
  const JoinedNode one = join(named("one"));
  const JoinedNode two = join(named("two"));
  const View empty = one.membership->beat(BusState::kConnected);
  REQUIRE(empty.owners);
  CHECK(empty.owners->size() == kShards);
  CHECK(std::ranges::count(*empty.owners, 0) == kShards);
  CHECK_FALSE(one.membership->beat(BusState::kConnected).owners);  // nothing has changed

  one.membership->claim(std::vector<Shard>{1, 2, 4095});
  one.membership->claim(std::vector<Shard>{1, 2, 4095});
  two.membership->claim(std::vector<Shard>{2, 3});
  const View claimed = two.membership->beat(BusState::kConnected);
  REQUIRE(claimed.owners);
  CHECK(claimed.owners->at(1) == one.id);
  CHECK(claimed.owners->at(2) == one.id);
  CHECK(claimed.owners->at(3) == two.id);
  CHECK(claimed.owners->at(4095) == one.id);

  two.membership->hand_over(std::vector<Shard>{1}, two.id);  // it is not its own
  one.membership->hand_over(std::vector<Shard>{1, 3}, two.id);
  one.membership->hand_over(std::vector<Shard>{2}, one.id + 1000);  // nobody
  const View given = one.membership->beat(BusState::kConnected);
  REQUIRE(given.owners);
  CHECK(given.owners->at(1) == two.id);
  CHECK(given.owners->at(2) == one.id);

  // Of the dead, the living take them; the dead take nothing.
  one.membership->declare_dead(two.id, beat_of(one.membership->beat(BusState::kConnected), two.id));
  two.membership->claim(std::vector<Shard>{7});
  one.membership->claim(std::vector<Shard>{1});
  const View taken = one.membership->beat(BusState::kConnected);
  REQUIRE(taken.owners);
  CHECK(taken.owners->at(1) == one.id);
  CHECK(taken.owners->at(7) == 0);
}

void check_rules(const Join& join) {
  const std::vector<GameRules> older = {{.game = "duel", .versions = {1}}, {.game = "hunt", .versions = {1, 2}}};
  const std::vector<GameRules> newer = {
      {.game = "chess", .versions = {1}}, {.game = "duel", .versions = {1}}, {.game = "hunt", .versions = {1, 2, 3}}};
  const auto rules_of = [](const JoinedNode& node) { return node.membership->beat(BusState::kConnected).rules; };
  const JoinedNode one = join(that_knows("one", older));
  CHECK(rules_of(one) == RulesInUse{{"duel", 1}, {"hunt", 2}});
  CHECK(one.membership->beat(BusState::kConnected).nodes[0].info.rules == older);

  // While one of them does not know what is newer, nothing of it is played.
  const JoinedNode two = join(that_knows("two", newer));
  CHECK(rules_of(two) == RulesInUse{{"duel", 1}, {"hunt", 2}});
  one.membership->raise_rules();
  CHECK(rules_of(one) == RulesInUse{{"duel", 1}, {"hunt", 2}});

  // It is once that one is gone, and who does not know it cannot come back.
  one.membership->leave();
  CHECK(rules_of(two) == RulesInUse{{"duel", 1}, {"hunt", 2}});
  two.membership->raise_rules();
  CHECK(rules_of(two) == RulesInUse{{"chess", 1}, {"duel", 1}, {"hunt", 3}});
  CHECK(join(that_knows("one", older)).membership == nullptr);
  CHECK(two.membership->beat(BusState::kConnected).nodes.size() == 1);
  const JoinedNode three = join(that_knows("three", newer));
  CHECK(three.membership != nullptr);

  // Nobody is there who could be in its way.
  two.membership->leave();
  three.membership->leave();
  const JoinedNode again = join(that_knows("one", older));
  REQUIRE(again.membership != nullptr);
  CHECK(rules_of(again) == RulesInUse{{"duel", 1}, {"hunt", 2}});
}

}  // namespace

void check_membership(const Join& join) {
  SUBCASE("beats") {
    check_beats(join);
  }
  SUBCASE("deaths") {
    check_deaths(join);
  }
  SUBCASE("leaving") {
    check_leaving(join);
  }
  SUBCASE("two runs of one name") {
    check_same_name(join);
  }
  SUBCASE("rules") {
    check_rules(join);
  }
  SUBCASE("shards") {
    check_shards(join);
  }
}

}  // namespace wyrmhall::persistence::testing
