// Whom players follow: told to each of their devices, and who of them is there.
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

pb::ClientMessage follow(const std::string& name) {
  pb::ClientMessage message;
  message.mutable_follow_player()->set_name(name);
  return message;
}
pb::ClientMessage unfollow(const std::string& name) {
  pb::ClientMessage message;
  message.mutable_unfollow_player()->set_name(name);
  return message;
}
pb::ClientMessage list_followed() {
  pb::ClientMessage message;
  message.mutable_list_followed();
  return message;
}

// As "Bruno +, Nora -": who is online has a plus.
std::string followed(const pb::ServerMessage& message) {
  REQUIRE_MESSAGE(message.has_followed_players(), message.DebugString());
  std::string text;
  for (const pb::FollowedPlayer& one : message.followed_players().players()) {
    text += (text.empty() ? "" : ", ") + one.player().name() + (one.online() ? " +" : " -");
  }
  return text;
}

TEST_CASE_FIXTURE(TwoPlayers, "friends are found again: who is there is told, on every device, also after a restart") {
  Client& third = guest("Third");
  Client& phone = device_of(mira);
  CHECK(followed(mira.ask(list_followed())).empty());
  CHECK(followed(mira.ask(follow("third"))) == "Third +");  // a name counts however it is written
  pb::ClientMessage by_id;
  by_id.mutable_follow_player()->set_account_id(bruno.account());
  CHECK(followed(mira.ask(by_id)) == "Bruno +, Third +");
  CHECK(followed(world.inbox[phone.session()].back()) == "Bruno +, Third +");
  third.vanish();
  CHECK(followed(mira.ask(list_followed())) == "Bruno +, Third -");
  CHECK(followed(bruno.ask(list_followed())).empty());  // it is one-sided, and nobody is told
  world.restart();
  mira.arrive();
  CHECK(followed(mira.ask(list_followed())) == "Bruno -, Third -");
  CHECK(followed(mira.ask(unfollow("Third"))) == "Bruno -");
  CHECK(followed(mira.ask(unfollow("Third"))) == "Bruno -");
}

TEST_CASE_FIXTURE(TwoPlayers, "who has blocked somebody is never seen to be there by them") {
  REQUIRE(mira.ask(follow("Bruno")).has_followed_players());
  REQUIRE(bruno.ask(follow("Mira")).has_followed_players());
  REQUIRE(bruno.ask(block(mira)).has_blocked_players());
  CHECK(followed(mira.ask(list_followed())) == "Bruno -");
  CHECK(followed(bruno.ask(list_followed())) == "Mira -");
}

TEST_CASE_FIXTURE(TwoPlayers, "who can be followed, and how many") {
  CHECK(code_of(mira.ask(follow("Nobody"))) == pb::REFUSAL_CODE_PLAYER_UNKNOWN);
  CHECK(code_of(mira.ask(follow("Mira"))) == pb::REFUSAL_CODE_PLAYER_UNKNOWN);
  pb::ClientMessage by_id;
  by_id.mutable_follow_player()->set_account_id("short");
  CHECK(code_of(mira.ask(by_id)) == pb::REFUSAL_CODE_FIELD_INVALID);
  by_id.mutable_follow_player()->set_account_id(std::string(16, 'x'));
  CHECK(code_of(mira.ask(by_id)) == pb::REFUSAL_CODE_PLAYER_UNKNOWN);
  for (std::size_t i = 0; i < server::kFollowedPerAccount; ++i) {
    Client crowd(world, "Crowd " + std::to_string(i), i + 1000);
    crowd.arrive();
    REQUIRE(mira.ask(follow("Crowd " + std::to_string(i))).has_followed_players());
    crowd.vanish();
  }
  const pb::ServerMessage full = mira.ask(follow("Bruno"));
  CHECK(code_of(full) == pb::REFUSAL_CODE_LIMIT_REACHED);
  CHECK(full.refusal().field() == "followed");
  CHECK(mira.ask(block(bruno)).has_blocked_players());  // which is counted apart
}

}  // namespace
}  // namespace wyrmhall::test
