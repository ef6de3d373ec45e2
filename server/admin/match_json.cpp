#include "server/admin/match_json.h"

#include <algorithm>

#include "server/games/registry.h"

namespace wyrmhall::server::admin {
namespace {

Json reason_json(const pb::Outcome& outcome) {
  switch (outcome.reason()) {
    case pb::OUTCOME_REASON_PLAYED:
      return "played";
    case pb::OUTCOME_REASON_RESIGNED:
      return "resigned";
    case pb::OUTCOME_REASON_TIME:
      return "time";
    case pb::OUTCOME_REASON_ABSENCE:
      return "absence";
    default:
      return nullptr;
  }
}

Json seat_json(const persistence::SeatRow& seat, int number, const pb::Outcome* outcome) {
  Json json = {{"seat", number}};
  if (seat.account) {
    json["player"] = {{"id", id_json(*seat.account)}, {"name", seat.name}};
  } else {
    json["bot"] = seat.name;
  }
  if (outcome != nullptr) {
    json["won"] = std::ranges::count(outcome->winners(), static_cast<std::uint32_t>(number)) > 0;
    if (number < outcome->places_size()) json["place"] = outcome->places(number);
  }
  return json;
}

std::string_view kind_text(persistence::MoveKind kind) {
  static constexpr std::array kTexts = {"action", "resigned", "timedOut", "standIn", "resumed", "absent"};
  return kTexts.at(static_cast<std::size_t>(kind));
}

Json step_json(const RunningGame& game) {
  const pb::MatchUpdate update = events_of(game);
  Json step = Json::object();
  step["events"] = Json::array();
  for (const pb::GameEvent& event : update.events()) step["events"].push_back(message_json(event));
  return step;
}

Json seats_json(rules::SeatSet seats) {
  Json list = Json::array();
  for (rules::Seat seat = 0; seat < rules::kMaxSeats; ++seat) {
    if (seats.contains(seat)) list.push_back(seat);
  }
  return list;
}

}  // namespace

std::string_view state_text(persistence::MatchState state) {
  static constexpr std::array kTexts = {"running", "finished", "abandoned"};
  return kTexts.at(static_cast<std::size_t>(state));
}

Json match_json(const persistence::ListedMatch& line) {
  pb::Outcome outcome;
  const bool over = line.match.end && outcome.ParseFromString(line.match.end->outcome);
  Json json = {{"id", id_json(line.match.id)},
               {"game", line.match.game},
               {"rulesVersion", line.rules_version},
               {"state", state_text(line.state)},
               {"result", line.result.empty() ? Json(nullptr) : Json(line.result)},
               {"reason", over ? reason_json(outcome) : Json(nullptr)},
               {"startedAt", time_json(line.match.started_at)},
               {"endedAt", line.match.end ? time_json(line.match.end->ended_at) : Json(nullptr)},
               {"moves", line.moves ? Json(*line.moves) : Json(nullptr)},
               {"rematchOf", id_json(line.rematch_of)}};
  json["seats"] = Json::array();
  int number = 0;
  for (const persistence::SeatRow& seat : line.match.seats) {
    json["seats"].push_back(seat_json(seat, number++, over ? &outcome : nullptr));
  }
  return json;
}

Json present_json(const persistence::StoredMatch& match) {
  const GameKind* kind = find_game(match.row.game);
  if (kind == nullptr) return nullptr;
  auto started = kind->start(match.row);
  if (!started) return nullptr;
  RunningGame& game = **started;
  Json story = Json::array();
  Json first = step_json(game);
  first["version"] = 0;
  story.push_back(std::move(first));
  const bool whole = fold(game, match.moves, [&](std::size_t i) {
    const persistence::Move& move = match.moves[i];
    Json step = step_json(game);
    step["version"] = i + 1;
    step["kind"] = kind_text(move.kind);
    if (move.kind != persistence::MoveKind::kResumed) step["seat"] = move.seat;
    step["at"] = time_json(move.at);
    story.push_back(std::move(step));
  });
  if (!whole) return nullptr;
  const pb::GameView view = snapshot_of(game, rules::kSpectator);
  return {{"version", match.moves.size()},
          {"waitingOn", seats_json(game.waiting_on())},
          {"seatsOut", seats_json(game.seats_out())},
          {"view", message_json(view)},
          {"story", std::move(story)}};
}

}  // namespace wyrmhall::server::admin
