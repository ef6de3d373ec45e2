// What an administrator ends: a match, what it gave, a table.
//
// The moves stay the truth about a match: an administrator decides it by having seats resign, which is recorded as if
// they had resigned themselves, and records verify as before. What such a match gave can be taken back with it.
#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

#include "server/admin/operation.h"
#include "server/admin/operations/match_line.h"
#include "server/core/ids.h"
#include "server/core/limits.h"
#include "server/core_admin.h"
#include "server/games/ending.h"

namespace wyrmhall::server::admin {
namespace {

constexpr auto kLookAgain = std::chrono::milliseconds(20);  // whether a match is over by now

constexpr const char* kWinnersRefusal = "is a list of the seats that win, from 0, and not of all: the others resign";

struct EndBody {
  std::vector<rules::Seat> winners;
  std::string reason;
};

struct VoidBody {
  std::string reason;
};

}  // namespace

template <>
inline constexpr auto kSchema<EndBody> = object({},
                                                field("winners", &EndBody::winners,
                                                      {.about = "The seats that win, from 0; not all of them.",
                                                       .refusal = kWinnersRefusal,
                                                       .least = 1,
                                                       .required = true}),
                                                reason_field(&EndBody::reason));
template <>
inline constexpr auto kSchema<VoidBody> = object({}, reason_field(&VoidBody::reason));

namespace {

persistence::ListedMatch find_match(persistence::AdminQueries& history, const MatchId& id) {
  auto match = history.match(id);
  if (!match) throw Problem(404, "match-not-found", "There is no match with this id.");
  return *std::move(match);
}

// The seats that shall win, so that all others resign.
rules::SeatSet winners_of(const EndBody& body, std::size_t seats) {
  rules::SeatSet winners;
  for (const rules::Seat seat : body.winners) {
    if (seat >= seats || body.winners.size() >= seats) wrong_body("winners", kWinnersRefusal);
    winners.insert(seat);
  }
  return winners;
}

// Once it is over, or a Problem when that takes too long.
persistence::ListedMatch wait_for_end(persistence::AdminQueries& history, const MatchId& id) {
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

void resign(Context& context, const MatchId& id, rules::SeatSet seats) {
  context.running.on_core([&](Core& core) { CoreAdmin(core).resign_seats(id, seats); });
}

MatchLine end_match(Context& context, Call& call, const MatchId& id, const EndBody& body) {
  const auto history = context.histories.lease();
  const auto match = find_match(*history, id);
  const std::size_t seats = match.match.seats.size();
  const rules::SeatSet winners = winners_of(body, seats);
  if (match.state != persistence::MatchState::kRunning) {
    throw Problem(409, "match-over", "This match is over. To take back what it gave, void it.");
  }
  note(context, call, uuid_text(id), {{"winners", body.winners}, {"reason", body.reason}});
  resign(context, id, rules::SeatSet::from_bits(~winners.bits() & ((1U << seats) - 1)));
  return match_line(wait_for_end(*history, id));
}

Problem already_void() {
  return {409, "match-void", "This match is already void."};
}

MatchLine void_match(Context& context, Call& call, const MatchId& id, const VoidBody& body) {
  const auto history = context.histories.lease();
  const auto match = find_match(*history, id);
  if (match.result == word_of(MatchResult::kVoid)) throw already_void();
  note(context, call, uuid_text(id), {{"reason", body.reason}});
  if (match.state == persistence::MatchState::kRunning) {
    resign(context, id, rules::SeatSet::from_bits((1U << match.match.seats.size()) - 1));
    wait_for_end(*history, id);
  }
  must_be_kept(context.running.ask(persistence::VoidMatch{.match = id, .at = context.running.now()}), already_void());
  return match_line(find_match(*history, id));
}

Done close_table(Context& context, Call& call, const TableId& id) {
  must_have_lobby(context);
  note(context, call, uuid_text(id));
  auto closing = Lobby::Closing::kUnknown;
  context.running.on_core([&](Core& core) { closing = CoreAdmin(core).close_table(id); });
  if (closing == Lobby::Closing::kUnknown) {
    throw Problem(404, "table-not-found", "There is no table with this id; it may have started or closed.");
  }
  if (closing == Lobby::Closing::kBusy) {
    throw Problem(409, "table-busy",
                  "A change of this table is being saved, or its match is about to start: try again.");
  }
  return {};
}

}  // namespace

std::span<const Operation> ending_operations() {
  static constexpr std::array kOperations = {
      operation<end_match>(
          "endMatch", "POST", "/admin/v1/matches/{id}/end", Role::kModerate, "Decide a match that runs",
          {.about =
               "All seats but the winners resign, one after the other, as they would have done themselves: the record "
               "says so and verifies. The answer comes once the match is over.",
           .conflict = true}),
      operation<void_match>("voidMatch", "POST", "/admin/v1/matches/{id}/void", Role::kModerate,
                            "Take back what a match gave",
                            {.about = "Its nuggets leave the ledger and the tallies, and its result in the history is "
                                      "\"void\". Moves, outcome "
                                      "and record stay as they are. In a match that runs all seats resign first.",
                             .conflict = true}),
      operation<close_table>("closeTable", "DELETE", "/admin/v1/tables/{id}", Role::kModerate,
                             "Close a table for everybody who sits there", {.done = "It closes.", .conflict = true}),
  };
  return kOperations;
}

}  // namespace wyrmhall::server::admin
