// Matches played to their end through the whole core.
#pragma once

#include <google/protobuf/util/message_differencer.h>

#include "tests/server/harness.h"

namespace wyrmhall::test {

// What a viewer has merged together is what a fresh look shows.
inline void check_against_fresh_look(World& world, Client& client, const std::string& id) {
  const pb::GameView merged = client.matches.at(id).view();
  const std::uint64_t version = client.matches.at(id).version();
  Client::Match& fresh = client.open(id);
  CHECK(fresh.version() == version);
  CHECK_MESSAGE(google::protobuf::util::MessageDifferencer::Equals(merged, fresh.view()), merged.DebugString(),
                fresh.view().DebugString());
  world.settle();
}

inline void play_out(World& world, const std::vector<Client*>& players, Client* watcher, const std::string& id,
                     bool check_views) {
  for (int turn = 0; turn < 3000; ++turn) {
    bool played = false;
    for (Client* player : players) played = player->play_one(player->matches.at(id)) || played;
    if (watcher != nullptr) watcher->read();
    for (Client* player : players) player->read();
    if (check_views) {
      for (Client* player : players) check_against_fresh_look(world, *player, id);
      if (watcher != nullptr) check_against_fresh_look(world, *watcher, id);
    }
    if (!played) break;
  }
  for (Client* player : players) REQUIRE(player->matches.at(id).over());
}

inline std::string export_record(Client& client, const std::string& id, bool with_closing_links = false) {
  std::string text;
  for (std::size_t total = 1; text.size() < total;) {
    pb::ClientMessage ask;
    ask.mutable_export_()->set_match_id(id);
    ask.mutable_export_()->set_offset(text.size());
    ask.mutable_export_()->set_with_closing_links(with_closing_links);
    const pb::ServerMessage reply = client.ask(ask);
    REQUIRE_MESSAGE(reply.has_record(), reply.DebugString());
    text += reply.record().data();
    total = reply.record().total();
  }
  return text;
}

}  // namespace wyrmhall::test
