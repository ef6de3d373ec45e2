// The record of a match as text, for any game whose values have a JSON notation (rules/<game>/notation.h):
//
//   auto written = write<duel::Game>(header, options, moves, vouch);   // or the Flaw that prevents it
//
// `vouch` signs the end statement; without it the record has no receipts. Include the game's notation.h first. The same
// values and signatures always give the same bytes.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "record/compact_text.h"
#include "record/fold.h"
#include "record/json.h"
#include "record/notation.h"
#include "record/receipts.h"
#include "record/values.h"

namespace wyrmhall::record {

// --- The parts of a record as JSON ---

Json header_json(const Header& header, std::string_view game, Json options);

// The hash over everything before the moves. Names are not in it: a player may have a name taken away (in the first
// format they were).
std::string start_hash(Json before_moves, int format);

Json outcome_json(const rules::Ending& ending, int seats);

// What there is of each move is made as a Json to be looked at, or as a CompactText to be written.

template <class AnyJson = Json>
AnyJson rolls_json(std::span<const rules::Roll> rolls) {
  AnyJson list = AnyJson::array();
  for (const rules::Roll& roll : rolls) {
    AnyJson one = AnyJson::object();
    one["sides"] = roll.sides;
    one["value"] = roll.value;
    list.push_back(std::move(one));
  }
  return list;
}

template <class AnyJson = Json>
AnyJson links_json(std::span<const SeatLink> links) {
  AnyJson list = AnyJson::array();
  for (const SeatLink& link : links) {
    AnyJson one = AnyJson::object();
    one["seat"] = link.seat;
    one["link"] = hex_text(link.link);
    list.push_back(std::move(one));
  }
  return list;
}

template <class AnyJson, class T>
AnyJson in_words(const T& value) {
  AnyJson words;
  to_json(words, value);
  return words;
}

template <rules::Game G, class AnyJson = Json>
AnyJson events_json(const std::vector<typename G::Event>& events) {
  AnyJson list = AnyJson::array();
  for (const auto& event : events) list.push_back(in_words<AnyJson>(event));
  return list;
}

template <rules::Game G>
Json start_json(const Step<G>& first) {
  return {{"rolls", rolls_json(first.rolls)}, {"events", events_json<G>(first.events)}};
}

// Without its hash.
template <rules::Game G>
CompactText move_text(const Move<G>& move, const Step<G>& step) {
  CompactText json = CompactText::object();
  if (move.kind != rules::MoveKind::kResumed) json["seat"] = move.seat;
  json["kind"] = kind_text(move.kind);
  if (move.action) json["action"] = in_words<CompactText>(*move.action);
  json["milliseconds"] = move.milliseconds;
  json["version"] = move.version;
  if (move.action_id != 0) json["actionId"] = std::to_string(move.action_id);
  if (move.link) json["link"] = hex_text(*move.link);
  if (move.confirmation) {
    json["decision"] = move.confirmation->decision;
    json["confirmation"] = hex_text(move.confirmation->code);
  }
  if (move.chain_lost) json["chainLost"] = true;
  if (!move.links.empty()) json["links"] = links_json<CompactText>(move.links);
  json["rolls"] = rolls_json<CompactText>(step.rolls);
  json["events"] = events_json<G, CompactText>(step.events);
  return json;
}

// --- The whole ---

// Writes the first format where header.format says so. Otherwise it writes the third where a decision is confirmed, and
// the second where none is.
template <rules::Game G>
std::expected<Written, Flaw> write(Header header, const typename G::Options& options, std::span<const Move<G>> moves,
                                   const Vouch& vouch = {}) {
  if (header.format > 1) {
    const bool confirmed = std::ranges::any_of(moves, [](const auto& move) { return move.confirmation.has_value(); });
    header.format = confirmed ? kNewestFormat : kFormatWithoutConfirmations;
  }
  for (std::size_t i = 0; i < header.seats.size(); ++i) {
    if (!is_utf8(header.seats[i].name)) {
      return std::unexpected(Flaw{"seats[" + std::to_string(i) + "].name", "is no UTF-8"});
    }
  }
  auto fold = Fold<G>::start(header, options);
  if (!fold) return std::unexpected(fold.error());
  Json record = header_json(header, G::code_name, in_words<Json>(options));
  record["start"] = start_json<G>(fold->first());
  std::string hash = start_hash(record, header.format);
  record["startHash"] = hash;
  std::vector<std::string> texts;
  texts.reserve(moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    auto step = fold->apply(moves[i]);
    if (!step) return std::unexpected(Flaw{"moves[" + std::to_string(i) + "]", step.error().what});
    // The hash is over everything before it, so the text goes on from there.
    std::string text = move_text<G>(moves[i], *step).text();
    hash = chained_text_hash(hash, text);
    text.pop_back();
    texts.push_back(std::move(text.append(R"(,"hash":")").append(hash).append("\"}")));
  }
  const auto ending = fold->match().ending();
  if (!ending) return std::unexpected(Flaw{"outcome", "is missing: the match is not over"});
  record["moves"] = Json::array();
  record["outcome"] = outcome_json(*ending, fold->match().seats());
  hash = chained_hash(hash, record["outcome"]);
  record["hash"] = hash;
  Written written{.text = {}, .end = end_statement(header, hash, fold->foresight()), .signed_end = {}};
  if (vouch && header.format > 1) written.signed_end = vouch(written.end);
  if (written.signed_end) record["receipts"] = receipts_json(header.start_receipt, *written.signed_end);
  written.text = laid_out(record, texts);
  return written;
}

}  // namespace wyrmhall::record
