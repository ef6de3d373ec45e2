// The record of a match as text, for any game whose values have a JSON notation (rules/<game>/notation.h):
//
//   auto text = write<duel::Game>(header, options, moves);   // or the Trouble that keeps it from being a record
//
// Include the game's notation.h first. The same values always give the same bytes.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <utility>

#include "record/fold.h"
#include "record/json.h"
#include "record/notation.h"
#include "record/values.h"

namespace wyrmhall::record {

// --- The parts of a record as JSON ---

Json header_json(const Header& header, std::string_view game, Json options);
Json outcome_json(const rules::Ending& ending, int seats);

inline Json rolls_json(std::span<const rules::Roll> rolls) {
  Json list = Json::array();
  for (const rules::Roll& roll : rolls) list.push_back({{"sides", roll.sides}, {"value", roll.value}});
  return list;
}

template <rules::Game G>
Json events_json(const std::vector<typename G::Event>& events) {
  Json list = Json::array();
  for (const auto& event : events) to_json(list.emplace_back(), event);
  return list;
}

template <rules::Game G>
Json start_json(const Step<G>& first) {
  return {{"rolls", rolls_json(first.rolls)}, {"events", events_json<G>(first.events)}};
}

// Without its hash.
template <rules::Game G>
Json move_json(const Move<G>& move, const Step<G>& step) {
  Json json = Json::object();
  if (move.kind != rules::MoveKind::kResumed) json["seat"] = move.seat;
  json["kind"] = kind_text(move.kind);
  if (move.action) to_json(json["action"], *move.action);
  json["milliseconds"] = move.milliseconds;
  json["version"] = move.version;
  if (move.action_id != 0) json["actionId"] = std::to_string(move.action_id);
  if (move.link) json["link"] = hex_text(*move.link);
  if (move.chain_lost) json["chainLost"] = true;
  json["rolls"] = rolls_json(step.rolls);
  json["events"] = events_json<G>(step.events);
  return json;
}

// --- The whole ---

template <rules::Game G>
std::expected<std::string, Trouble> write(const Header& header, const typename G::Options& options,
                                          std::span<const Move<G>> moves) {
  for (std::size_t i = 0; i < header.seats.size(); ++i) {
    if (!is_utf8(header.seats[i].name)) {
      return std::unexpected(Trouble{"seats[" + std::to_string(i) + "].name", "is no UTF-8"});
    }
  }
  auto fold = Fold<G>::start(header, options);
  if (!fold) return std::unexpected(fold.error());
  Json options_in_words;
  to_json(options_in_words, options);
  Json record = header_json(header, G::code_name, std::move(options_in_words));
  record["start"] = start_json<G>(fold->first());
  std::string hash = chained_hash("", record);
  record["startHash"] = hash;
  Json list = Json::array();
  for (std::size_t i = 0; i < moves.size(); ++i) {
    auto step = fold->apply(moves[i]);
    if (!step) return std::unexpected(Trouble{"moves[" + std::to_string(i) + "]", step.error().what});
    Json json = move_json<G>(moves[i], *step);
    hash = chained_hash(hash, json);
    json["hash"] = hash;
    list.push_back(std::move(json));
  }
  const auto ending = fold->match().ending();
  if (!ending) return std::unexpected(Trouble{"outcome", "is missing: the match is not over"});
  record["moves"] = std::move(list);
  record["outcome"] = outcome_json(*ending, fold->match().seats());
  record["hash"] = chained_hash(hash, record["outcome"]);
  return laid_out(record);
}

}  // namespace wyrmhall::record
