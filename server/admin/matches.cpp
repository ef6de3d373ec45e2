// The history of matches, one match, and its record.
#include <fmt/format.h>

#include <array>

#include "record/closing.h"
#include "server/admin/match_line.h"
#include "server/admin/operation.h"
#include "server/games/registry.h"
#include "server/games/stored.h"

namespace wyrmhall::server::admin {
namespace {

using persistence::MatchCursor;
using persistence::MatchState;

constexpr std::size_t kWordBytes = 64;

struct MatchQuery {
  std::optional<std::string> game;
  std::optional<AccountId> player;
  std::optional<MatchState> state;
  std::optional<MatchResult> result;
  std::optional<std::uint32_t> rules_version;
  std::optional<Timestamp> from, until;
  Chosen<MatchLine> fields;
  std::optional<MatchCursor> cursor;
  std::uint32_t limit = kAdminPage;
};

struct Match : MatchLine {
  pb::GameOptions options;
  std::uint32_t turn_seconds = 0;
  std::uint32_t absence_seconds = 0;
  std::optional<Json> record;
  std::optional<std::optional<MatchPresent>> present;  // of one that runs; nothing within where it cannot be told
};

}  // namespace

template <>
inline constexpr auto kSchema<MatchCursor> = TextForm{parse_match_cursor, kCursorRefusal, {}};

template <>
inline constexpr auto kSchema<MatchQuery> =
    query(field("game", &MatchQuery::game, {.about = "The code name of the game.", .least = 1, .most = kWordBytes}),
          field("player", &MatchQuery::player, {.about = "Somebody who sat in it."}),
          field("state", &MatchQuery::state, {.about = "How it stands."}),
          field("result", &MatchQuery::result, {.about = "Who won: some seats, all, or nobody."}),
          field("rulesVersion", &MatchQuery::rules_version,
                {.about = "The version of the game's rules.", .least = 1, .most = UINT32_MAX}),
          field("from", &MatchQuery::from, {.about = "Started then or later: 2026-11-21T09:30:00Z, or a day."}),
          field("until", &MatchQuery::until, {.about = "Started before."}),
          field("fields", &MatchQuery::fields, {.about = "Only these members, between commas."}),
          cursor_field(&MatchQuery::cursor), limit_field(&MatchQuery::limit));

template <>
inline constexpr auto kSchema<Match> =
    object({"Match", "It has either a record or a present."}, fields_of<MatchLine>(),
           field("options", &Match::options, {.about = "GameOptions of the protocol as JSON."}),
           field("turnSeconds", &Match::turn_seconds),
           field("absenceSeconds", &Match::absence_seconds, {.about = kAboutAbsence}),
           field("record", &Match::record,
                 {.about = "Once it is over: the record, with seeds, moves, rolls and events (docs/record.md).",
                  .left_out = true}),
           field("present", &Match::present, {.left_out = true}));

namespace {

Page<Part<MatchLine>> list_matches(Context& context, const MatchQuery& query) {
  persistence::MatchFilter filter{.game = query.game,
                                  .player = query.player,
                                  .state = query.state,
                                  .rules_version = query.rules_version,
                                  .from = query.from,
                                  .until = query.until};
  if (query.result) filter.result = word_of(*query.result);
  return page_of(
      context.histories.lease()->matches(filter, query.cursor, query.limit + 1), query.limit,
      [&](const persistence::ListedMatch& listed) { return Part{match_line(listed), query.fields.names}; },
      [](const persistence::ListedMatch& last) { return cursor_text(last.at); });
}

[[noreturn]] void no_such_match() {
  throw Problem(404, "match-not-found", "There is no match with this id.");
}

// The record of a finished match; a Problem where it cannot be made.
std::string record_of(const Context& context, const persistence::StoredMatch& match) {
  const GameKind* kind = find_game(match.row.game);
  if (kind == nullptr) throw Problem(409, "game-unknown", "This server does not know the game of this match.");
  const receipts::SigningKey& key = context.running.signing_key();
  auto record = kind->record(
      match, [&key](const receipts::EndStatement& end) { return std::optional(key.sign(receipts::write(end))); });
  if (!record) throw Problem(409, "record-unavailable", "The record of this match cannot be made by this server.");
  return record::with_closing_links(std::move(record->text), record_links(match.closing_links));
}

Match show_match(Context& context, const MatchId& id) {
  const auto history = context.histories.lease();
  const auto line = history->match(id);
  if (!line) no_such_match();
  persistence::Boxed<persistence::StoredMatch> stored = history->finished(id);
  const bool over = stored.has_value();
  if (!over) stored = context.running.ask(persistence::LoadMatch{.match = id}).match;
  if (!stored) no_such_match();
  Match match{match_line(*line), {}, stored->row.turn_seconds, stored->row.absence_seconds, {}, {}};
  match.options.ParseFromString(stored->row.options);
  // Seeds, links and moves are told once it is over: until then whoever knew them could foresee the dice.
  if (over) {
    match.record = Json::parse(record_of(context, *stored), nullptr, false);
  } else {
    match.present = present_of(*stored);
  }
  return match;
}

Response export_record(Context& context, const MatchId& id) {
  const auto history = context.histories.lease();
  const auto stored = history->finished(id);
  if (!stored) {
    if (!history->match(id)) no_such_match();
    throw Problem(409, "match-not-over", "The record is complete once the match is over.");
  }
  return {.status = 200,
          .content_type = "application/json",
          .body = record_of(context, *stored),
          .headers = {{"Content-Disposition", fmt::format("attachment; filename=\"match-{}.json\"", uuid_text(id))}}};
}

}  // namespace

std::span<const Operation> match_operations() {
  static constexpr std::array kOperations = {
      operation<list_matches>(
          "listMatches", "GET", "/admin/v1/matches", Role::kRead, "The history of matches, newest first",
          {.about = "Pages do not shift when matches start meanwhile: a cursor names a match and no "
                    "number of lines.",
           .history = true}),
      operation<show_match>(
          "getMatch", "GET", "/admin/v1/matches/{id}", Role::kRead, "One match",
          {.about = "With its record once it is over. While it runs nothing is told that a spectator may "
                    "not know: no seeds, no hidden choices.",
           .history = true,
           .conflict = true}),
      operation<export_record>("exportMatch", "GET", "/admin/v1/matches/{id}/export", Role::kRead,
                               "The record of a finished match, as \"wyrmhall verify\" takes it",
                               {.media = "application/json", .history = true, .conflict = true}),
  };
  return kOperations;
}

}  // namespace wyrmhall::server::admin
