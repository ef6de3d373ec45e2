#include "record/write.h"

#include <utility>

#include "rules/dice/fair_stream.h"

namespace wyrmhall::record {
namespace {

Json seat_json(const Seat& seat) {
  if (!seat.account) return {{"bot", seat.name}};
  Json json = {{"name", seat.name}, {"player", uuid_text(*seat.account)}};
  if (seat.commitment) json["commitment"] = hex_text(*seat.commitment);
  if (seat.x0) json["x0"] = hex_text(*seat.x0);
  return json;
}

}  // namespace

Json header_json(const Header& header, std::string_view game, Json options) {
  Json json = Json::object();
  json["format"] = kFormats.at(static_cast<std::size_t>(header.format) - 1);
  json["matchId"] = uuid_text(header.match_id);
  json["game"] = game;
  json["rulesVersion"] = header.rules_version;
  json["options"] = std::move(options);
  json["startedAt"] = time_text(header.started_at);
  json["turnSeconds"] = header.turn_seconds;
  json["seats"] = Json::array();
  for (const Seat& seat : header.seats) json["seats"].push_back(seat_json(seat));
  json["serverSeed"] = hex_text(header.server_seed);
  json["serverCommitment"] = hex_text(rules::commitment(header.server_seed));
  if (header.format > 1) json["abortedStarts"] = aborted_starts_json(header.aborted_starts);
  return json;
}

std::string start_hash(Json before_moves, int format) {
  if (format > 1) {
    for (Json& seat : before_moves.at("seats")) seat.erase("name");
  }
  return chained_hash("", before_moves);
}

Json outcome_json(const rules::Ending& ending, int seats) {
  Json winners = Json::array();
  Json places = Json::array();
  for (int seat = 0; seat < seats; ++seat) {
    if (ending.outcome.winners.contains(static_cast<rules::Seat>(seat))) winners.push_back(seat);
    places.push_back(ending.outcome.place[static_cast<std::size_t>(seat)]);
  }
  return {{"winners", winners}, {"places", places}, {"reason", reason_text(ending.reason)}};
}

}  // namespace wyrmhall::record
