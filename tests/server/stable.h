// What a player does with a stable, and a match of Dice & Dragons with heroes of it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/server/players.h"

namespace wyrmhall::test {

inline pb::Stable stable_of(Client& client) {
  pb::ClientMessage ask;
  ask.mutable_list_heroes();
  const pb::ServerMessage reply = client.ask(ask);
  REQUIRE_MESSAGE(reply.has_stable(), reply.DebugString());
  return reply.stable();
}

inline pb::ServerMessage try_to_make(Client& client, const std::string& name, pb::HuntClass hero_class) {
  pb::ClientMessage ask;
  ask.mutable_make_hero()->set_name(name);
  ask.mutable_make_hero()->set_hero_class(hero_class);
  return client.ask(ask);
}

// The id of the new hero.
inline std::string make(Client& client, const std::string& name, pb::HuntClass hero_class) {
  const pb::ServerMessage reply = try_to_make(client, name, hero_class);
  REQUIRE_MESSAGE(reply.has_stable(), reply.DebugString());
  for (const pb::Hero& hero : reply.stable().heroes()) {
    if (hero.name() == name) return hero.hero_id();
  }
  FAIL("the hero is not in the stable");
  return {};
}

inline pb::Hero hero_of(Client& client, const std::string& id) {
  const pb::Stable stable = stable_of(client);
  for (const pb::Hero& hero : stable.heroes()) {
    if (hero.hero_id() == id) return hero;
  }
  FAIL("there is no such hero");
  return {};
}

inline pb::ServerMessage bring(Client& client, const std::string& table,
                               const std::vector<std::pair<std::uint32_t, std::string>>& heroes) {
  pb::ClientMessage ask;
  ask.mutable_bring_heroes()->set_table_id(table);
  for (const auto& [place, id] : heroes) {
    pb::HeroInPlace& hero = *ask.mutable_bring_heroes()->add_heroes();
    hero.set_place(place);
    hero.set_hero_id(id);
  }
  return client.ask(ask);
}

inline pb::ServerMessage retire(Client& client, const std::string& id) {
  pb::ClientMessage ask;
  ask.mutable_retire_hero()->set_hero_id(id);
  return client.ask(ask);
}

inline pb::HeroStory story_of(Client& client, const std::string& id) {
  pb::ClientMessage ask;
  ask.mutable_ask_hero_story()->set_hero_id(id);
  const pb::ServerMessage reply = client.ask(ask);
  REQUIRE_MESSAGE(reply.has_hero_story(), reply.DebugString());
  return reply.hero_story();
}

inline pb::FamousHeroes famous(Client& client, pb::HeroList list) {
  pb::ClientMessage ask;
  ask.mutable_list_famous_heroes()->set_list(list);
  const pb::ServerMessage reply = client.ask(ask);
  REQUIRE_MESSAGE(reply.has_famous_heroes(), reply.DebugString());
  return reply.famous_heroes();
}

// A warrior of seat 0 and a cleric of the last seat.
inline pb::GameOptions hunt_for(std::uint32_t seats = 1) {
  pb::GameOptions options;
  pb::HuntHeroOption& warrior = *options.mutable_hunt()->add_heroes();
  warrior.set_class_(pb::HUNT_CLASS_WARRIOR);
  pb::HuntHeroOption& cleric = *options.mutable_hunt()->add_heroes();
  cleric.set_class_(pb::HUNT_CLASS_CLERIC);
  cleric.set_seat(seats - 1);
  return options;
}

inline std::string open(Client& client, const pb::GameOptions& options) {
  const pb::ServerMessage opened = client.ask(open_table(options));
  REQUIRE_MESSAGE(opened.has_table_state(), opened.DebugString());
  return opened.table_state().table_id();
}

inline void start(const std::vector<Client*>& clients, const std::string& table) {
  for (Client* client : clients) client->read();
  const pb::Table shown = clients[0]->tables.at(table);
  for (Client* client : clients) REQUIRE(client->get_ready(shown).has_table_state());
  for (Client* client : clients) REQUIRE(client->reveal(shown).has_table_state());
  for (Client* client : clients) {
    client->read();
    REQUIRE(client->matches.contains(table));
  }
}

inline void play_to_end(const std::vector<Client*>& clients, const std::string& match) {
  for (int i = 0; i < 20'000; ++i) {
    bool any = false;
    for (Client* client : clients) any = client->play_one(client->matches.at(match)) || any;
    if (!any) break;
  }
  for (Client* client : clients) {
    client->read();
    REQUIRE(client->matches.at(match).over());
  }
}

inline pb::ServerMessage resign(Client& client, const std::string& match) {
  pb::ClientMessage ask;
  ask.mutable_resign()->set_channel(client.matches.at(match).channel());
  return client.ask(ask);
}

inline pb::RefusalCode code(const pb::ServerMessage& reply) {
  return reply.refusal().code();
}

}  // namespace wyrmhall::test
