// The templates of document.h.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>

#include "record/document.h"
#include "record/notation.h"
#include "rules/notation.h"

namespace wyrmhall::record {

template <std::size_t N>
std::array<std::uint8_t, N> bytes_at(const Json& json, const std::string& where, const char* key) {
  std::array<std::uint8_t, N> bytes{};
  if (!read_hex(text_at(json, where, key), bytes)) {
    throw Wrong(where + "." + key, "must be " + std::to_string(N) + " bytes in lower-case hexadecimal");
  }
  return bytes;
}

template <rules::Game G>
Move<G> read_move(const Json& json, const std::string& where) {
  check_keys(json, where,
             {"?seat", "kind", "?action", "milliseconds", "version", "?actionId", "?link", "?decision", "?confirmation",
              "?chainLost", "?links", "rolls", "events", "hash"});
  Move<G> move;
  move.kind = kind_at(json, where);
  const bool has_seat = move.kind != rules::MoveKind::kResumed;
  const bool decides = move.kind == rules::MoveKind::kAction || move.kind == rules::MoveKind::kStandIn;
  const bool has_action = decides || (move.kind == rules::MoveKind::kTimedOut && json.contains("action"));
  if (json.contains("seat") != has_seat)
    throw Wrong(where + ".seat", "belongs to every move of a seat and to no other");
  if (json.contains("action") != has_action) throw Wrong(where + ".action", "belongs to actions and to nothing else");
  if (has_seat) move.seat = static_cast<rules::Seat>(number_at(json, where, "seat", rules::kMaxSeats - 1));
  if (has_action) {
    try {
      typename G::Action action;
      from_json(json.at("action"), action);
      move.action = action;
    } catch (const rules::NotationError& error) {
      throw Wrong(where + ".action", error.what());
    }
  }
  move.milliseconds = static_cast<std::int64_t>(
      number_at(json, where, "milliseconds", static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())));
  move.version = number_at(json, where, "version", std::numeric_limits<std::uint64_t>::max());
  move.action_id = action_id_at(json, where);
  if (json.contains("link")) move.link = bytes_at<std::tuple_size_v<rules::Link>>(json, where, "link");
  move.confirmation = confirmation_at(json, where);
  if (const auto lost = json.find("chainLost"); lost != json.end()) {
    if (!lost->is_boolean() || !lost->template get<bool>()) throw Wrong(where + ".chainLost", "is true or left out");
    move.chain_lost = true;
  }
  if (json.contains("links")) move.links = links_in(json.at("links"), where + ".links");
  return move;
}

}  // namespace wyrmhall::record
