// What memory the next messages and answers will use.
#include "server/fetch.h"
#include "server/hall.h"

namespace wyrmhall::server {

void Hall::expect(std::span<const std::uint64_t> sessions) {
  Fetched<Session> talking;
  for (const std::uint64_t number : sessions) {
    if (const Session* session = sessions_.find(number)) talking.add(*session);
  }
  for (const Session* session : talking) {
    if (!session->channels.empty()) fetch(session->channels.front());
  }
  Fetched<MatchActor> matches;
  for (const Session* session : talking) {
    if (session->channels.empty()) continue;
    const auto match = matches_.find(session->channels.front().match);
    if (match != matches_.end()) matches.add(*match->second);
  }
  for (const MatchActor* match : matches) match->fetch_parts();
}

void Hall::expect(std::span<const persistence::Answer> answers) {
  Fetched<MatchActor> matches;
  for (const persistence::Answer& answer : answers) {
    const auto asked = asked_.find(answer.ticket);
    if (asked == asked_.end()) continue;
    const auto* const move = std::get_if<MoveKept>(&asked->second);
    const auto* const read = std::get_if<MatchRead>(&asked->second);
    if (move == nullptr && read == nullptr) continue;
    const auto match = matches_.find(move != nullptr ? move->match : read->match);
    if (match != matches_.end()) matches.add(*match->second);
  }
  for (const MatchActor* match : matches) match->fetch_parts();
  Fetched<Session> told;
  for (const MatchActor* match : matches) {
    match->for_each_viewer([&](SessionId viewer) {
      if (const Session* session = sessions_.find(viewer.number)) told.add(*session);
    });
  }
  for (const Session* session : told) {
    if (!session->channels.empty()) fetch(session->channels.front());
  }
}

}  // namespace wyrmhall::server
