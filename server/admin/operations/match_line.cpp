#include "server/admin/operations/match_line.h"

#include <algorithm>
#include <deque>
#include <iterator>

#include "server/admin/rest/cursor.h"
#include "server/core/limits.h"

namespace wyrmhall::server::admin {
namespace {

MatchSeat match_seat(const persistence::SeatRow& row, rules::Seat number, const pb::Outcome* outcome) {
  MatchSeat seat{.seat = number, .player = {}, .bot = {}, .won = {}, .place = {}};
  if (row.account) {
    seat.player = PlayerName{*row.account, row.name};
  } else {
    seat.bot = row.name;
  }
  if (outcome == nullptr) return seat;
  seat.won = std::ranges::count(outcome->winners(), static_cast<std::uint32_t>(number)) > 0;
  if (number < outcome->places_size()) seat.place = outcome->places(number);
  return seat;
}

MatchStep match_step(const RunningGame& game) {
  return {.events = events_of(game).events(), .kind = {}, .seat = {}, .at = {}};
}

std::vector<rules::Seat> numbers_of(rules::SeatSet seats) {
  std::vector<rules::Seat> list;
  for (rules::Seat seat = 0; seat < rules::kMaxSeats; ++seat) {
    if (seats.contains(seat)) list.push_back(seat);
  }
  return list;
}

}  // namespace

MatchLine match_line(const persistence::ListedMatch& listed) {
  const persistence::MatchLine& match = listed.match;
  MatchLine line{.id = match.id,
                 .game = match.game,
                 .rules_version = listed.rules_version,
                 .state = listed.state,
                 .result = parse_word<MatchResult>(listed.result),
                 .reason = {},
                 .started_at = match.started_at,
                 .ended_at = {},
                 .moves = listed.moves,
                 .rematch_of = listed.rematch_of,
                 .seats = {}};
  pb::Outcome outcome;
  const bool over = match.end && outcome.ParseFromString(match.end->outcome);
  if (match.end) line.ended_at = match.end->ended_at;
  if (over && outcome.reason() != pb::OUTCOME_REASON_UNSPECIFIED && pb::OutcomeReason_IsValid(outcome.reason())) {
    line.reason = static_cast<rules::EndReason>(outcome.reason());
  }
  for (const persistence::SeatRow& seat : match.seats) {
    line.seats.push_back(match_seat(seat, static_cast<rules::Seat>(line.seats.size()), over ? &outcome : nullptr));
  }
  return line;
}

std::string cursor_text(const persistence::MatchCursor& at) {
  return cursor_digits(unix_micros(at.started_at)) + cursor_digits(at.no);
}

std::optional<persistence::MatchCursor> parse_match_cursor(std::string_view text) {
  const auto started_at = take_cursor_digits(text);
  const auto no = take_cursor_digits(text);
  if (!started_at || !no || !text.empty()) return std::nullopt;
  return persistence::MatchCursor{from_unix_micros(*started_at), *no};
}

std::optional<MatchPresent> present_of(const persistence::StoredMatch& match) {
  const GameKind* kind = find_game(match.row.game);
  if (kind == nullptr) return std::nullopt;
  auto started = kind->start(match.row);
  if (!started) return std::nullopt;
  RunningGame& game = **started;
  std::deque<MatchStep> story = {match_step(game)};
  const bool whole = fold(game, match.moves, [&](std::size_t i) {
    const persistence::Move& move = match.moves[i];
    MatchStep step = match_step(game);
    step.version = i + 1;
    step.kind = move.kind;
    if (move.kind != persistence::MoveKind::kResumed) step.seat = move.seat;
    step.at = move.at;
    story.push_back(std::move(step));
    if (story.size() > kAdminStorySteps) story.pop_front();
  });
  if (!whole) return std::nullopt;
  return MatchPresent{.version = match.moves.size(),
                      .waiting_on = numbers_of(game.waiting_on()),
                      .seats_out = numbers_of(game.seats_out()),
                      .view = snapshot_of(game, rules::kSpectator),
                      .story = {std::make_move_iterator(story.begin()), std::make_move_iterator(story.end())}};
}

}  // namespace wyrmhall::server::admin
