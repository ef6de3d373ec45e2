// What an administrator ends: a match, what it gave, a table.
//
// The moves stay the truth about a match: an administrator decides it by having seats resign, which is recorded as they
// would have done it themselves, and records verify as ever. What such a match gave can be taken back with it.
#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

#include "server/admin/context.h"
#include "server/admin/match_json.h"
#include "server/ids.h"
#include "server/limits.h"
#include "server/match/ending.h"

namespace wyrmhall::server::admin {
namespace {

constexpr auto kLookAgain = std::chrono::milliseconds(20);  // whether a match is over by now

persistence::ListedMatch find_match(persistence::History& history, const Id& id) {
  auto match = history.match(id);
  if (!match) throw Problem(404, "match-not-found", "There is no match with this id.");
  return *std::move(match);
}

// The seats that shall win, so that all others resign.
rules::SeatSet winners_of(const Json& body, std::size_t seats) {
  const Json given = body.value("winners", Json(nullptr));
  rules::SeatSet winners;
  const bool fits =
      given.is_array() && !given.empty() && given.size() < seats &&
      std::ranges::all_of(
          given, [&](const Json& seat) { return seat.is_number_unsigned() && seat.get<std::uint64_t>() < seats; });
  if (!fits) {
    wrong_body("winners", "is a list of the seats that win, from 0, and not of all: the others resign");
  }
  for (const Json& seat : given) winners.insert(static_cast<rules::Seat>(seat.get<std::uint64_t>()));
  return winners;
}

// Once it is over, or a Problem when that takes too long.
persistence::ListedMatch wait_for_end(persistence::History& history, const Id& id) {
  const auto until = std::chrono::steady_clock::now() + kAdminAnswerTime;
  for (;;) {
    auto match = find_match(history, id);
    if (match.state != persistence::MatchState::kRunning) return match;
    if (std::chrono::steady_clock::now() > until) {
      throw Problem(503, "no-answer",
                    "The seats resign as soon as the match can be saved. It is not over yet: check again.");
    }
    std::this_thread::sleep_for(kLookAgain);
  }
}

void resign(Context& context, const Id& id, rules::SeatSet seats) {
  context.running.on_core([&](Hall& hall) { hall.resign_seats(id, seats); });
}

Response end_match(Context& context, Call& call) {
  const Id id = path_id(call.values[0], "id");
  call.query.finish();
  const Json body = body_object(call.request, {"winners", "reason"});
  const std::string reason = reason_of(body);
  const auto history = context.histories.lease();
  const auto match = find_match(*history, id);
  const std::size_t seats = match.match.seats.size();
  const rules::SeatSet winners = winners_of(body, seats);
  if (match.state != persistence::MatchState::kRunning) {
    throw Problem(409, "match-over", "This match is over. To take back what it gave, void it.");
  }
  note(context, call, "endMatch", uuid_text(id), {{"winners", body["winners"]}, {"reason", reason}});
  resign(context, id, rules::SeatSet::from_bits(~winners.bits() & ((1U << seats) - 1)));
  return json_response(match_json(wait_for_end(*history, id)));
}

Response void_match(Context& context, Call& call) {
  const Id id = path_id(call.values[0], "id");
  call.query.finish();
  const std::string reason = reason_of(body_object(call.request, {"reason"}));
  const auto history = context.histories.lease();
  const auto match = find_match(*history, id);
  if (match.result == "void") throw Problem(409, "match-void", "This match is already void.");
  note(context, call, "voidMatch", uuid_text(id), {{"reason", reason}});
  if (match.state == persistence::MatchState::kRunning) {
    resign(context, id, rules::SeatSet::from_bits((1U << match.match.seats.size()) - 1));
    wait_for_end(*history, id);
  }
  const auto answer = context.running.ask(persistence::VoidMatch{.match = id, .at = context.running.now()});
  if (answer.verdict == persistence::Verdict::kConflict) {
    throw Problem(409, "match-void", "This match is already void.");
  }
  if (answer.verdict != persistence::Verdict::kKept) {
    throw Problem(503, "store-unavailable", "The store cannot write.");
  }
  return json_response(match_json(find_match(*history, id)));
}

Response close_table(Context& context, Call& call) {
  const Id id = path_id(call.values[0], "id");
  call.query.finish();
  note(context, call, "closeTable", uuid_text(id));
  auto closing = Lobby::Closing::kUnknown;
  context.running.on_core([&](Hall& hall) { closing = hall.close_table(id); });
  if (closing == Lobby::Closing::kUnknown) {
    throw Problem(404, "table-not-found", "There is no table with this id; it may have started or closed.");
  }
  if (closing == Lobby::Closing::kBusy) {
    throw Problem(409, "table-busy",
                  "A change of this table is being saved, or its match is about to start: try again.");
  }
  return {.status = 204, .content_type = "", .body = {}, .headers = {}};
}

constexpr std::array kEndingOperations = {
    Operation{.id = "endMatch",
              .method = "POST",
              .path = "/admin/v1/matches/{id}/end",
              .role = Role::kModerate,
              .handle = end_match},
    Operation{.id = "voidMatch",
              .method = "POST",
              .path = "/admin/v1/matches/{id}/void",
              .role = Role::kModerate,
              .handle = void_match},
    Operation{.id = "closeTable",
              .method = "DELETE",
              .path = "/admin/v1/tables/{id}",
              .role = Role::kModerate,
              .handle = close_table},
};

}  // namespace

std::span<const Operation> ending_operations() {
  return kEndingOperations;
}

}  // namespace wyrmhall::server::admin
