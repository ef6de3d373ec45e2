// The history of matches, one match, and its record.
#include <fmt/format.h>

#include <array>
#include <charconv>

#include "server/admin/context.h"
#include "server/admin/match_json.h"
#include "server/games/registry.h"
#include "server/ids.h"
#include "server/limits.h"

namespace wyrmhall::server::admin {
namespace {

using persistence::MatchCursor;
using persistence::MatchState;

constexpr std::size_t kWordBytes = 64;

// A cursor travels as 32 hexadecimal digits.
std::string cursor_text(const MatchCursor& at) {
  return fmt::format("{:016x}{:016x}", static_cast<std::uint64_t>(unix_micros(at.started_at)),
                     static_cast<std::uint64_t>(at.no));
}

std::optional<MatchCursor> parse_cursor(std::string_view text) {
  constexpr std::size_t kDigits = 16;
  if (text.size() != 2 * kDigits) return std::nullopt;
  std::array<std::uint64_t, 2> numbers{};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const char* from = text.data() + i * kDigits;
    const auto [end, error] = std::from_chars(from, from + kDigits, numbers.at(i), 16);
    if (error != std::errc() || end != from + kDigits) return std::nullopt;
  }
  return MatchCursor{from_unix_micros(static_cast<std::int64_t>(numbers[0])), static_cast<std::int64_t>(numbers[1])};
}

Response list_matches(Context& context, Call& call) {
  Query& query = call.query;
  persistence::MatchFilter filter{.game = query.text("game", kWordBytes),
                                  .player = query.id("player"),
                                  .result = query.choice("result", {"won", "shared", "none", "unknown", "void"}),
                                  .from = query.time("from"),
                                  .until = query.time("until")};
  if (const auto state = query.choice("state", {"running", "finished", "abandoned"})) {
    filter.state = *state == "running"    ? MatchState::kRunning
                   : *state == "finished" ? MatchState::kFinished
                                          : MatchState::kAbandoned;
  }
  if (const auto version = query.number("rulesVersion", 1, UINT32_MAX)) {
    filter.rules_version = static_cast<std::uint32_t>(*version);
  }
  std::optional<MatchCursor> after;
  if (const auto text = query.text("cursor", kWordBytes)) {
    after = parse_cursor(*text);
    if (!after) query.wrong("cursor", "must be the \"next\" of an earlier page");
  }
  const auto fields = query.words("fields", {"id", "game", "rulesVersion", "state", "result", "reason", "startedAt",
                                             "endedAt", "moves", "rematchOf", "seats"});
  const std::uint32_t limit = query.limit();
  query.finish();

  const auto history = context.histories.lease();
  // One more than asked for tells whether there is a next page.
  auto lines = history->matches(filter, after, limit + 1);
  Json page = {{"matches", Json::array()}, {"next", nullptr}};
  if (lines.size() > limit) {
    lines.pop_back();
    page["next"] = cursor_text(lines.back().at);
  }
  for (const persistence::ListedMatch& line : lines) {
    Json match = match_json(line);
    if (!fields.empty()) {
      Json chosen = Json::object();
      for (const std::string& field : fields) chosen[field] = match[field];
      match = std::move(chosen);
    }
    page["matches"].push_back(std::move(match));
  }
  return json_response(page);
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
  return std::move(record->text);
}

Response show_match(Context& context, Call& call) {
  const Id id = path_id(call.values[0], "id");
  call.query.finish();
  const auto history = context.histories.lease();
  const auto line = history->match(id);
  if (!line) no_such_match();
  persistence::Boxed<persistence::StoredMatch> stored = history->finished(id);
  const bool over = stored.has_value();
  if (!over) stored = context.running.ask(persistence::LoadMatch{.match = id}).match;
  if (!stored) no_such_match();
  Json json = match_json(*line);
  pb::GameOptions options;
  options.ParseFromString(stored->row.options);
  json["options"] = message_json(options);
  json["turnSeconds"] = stored->row.turn_seconds;
  json["absenceSeconds"] = stored->row.absence_seconds;
  // Seeds, links and moves are told once it is over: until then whoever knew them could foresee the dice.
  if (over) {
    json["record"] = Json::parse(record_of(context, *stored), nullptr, false);
  } else {
    json["present"] = present_json(*stored);
  }
  return json_response(json);
}

Response export_record(Context& context, Call& call) {
  const Id id = path_id(call.values[0], "id");
  call.query.finish();
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

constexpr std::array kMatchOperations = {
    Operation{
        .id = "listMatches", .method = "GET", .path = "/admin/v1/matches", .role = Role::kRead, .handle = list_matches},
    Operation{
        .id = "getMatch", .method = "GET", .path = "/admin/v1/matches/{id}", .role = Role::kRead, .handle = show_match},
    Operation{.id = "exportMatch",
              .method = "GET",
              .path = "/admin/v1/matches/{id}/export",
              .role = Role::kRead,
              .handle = export_record},
};

}  // namespace

std::span<const Operation> match_operations() {
  return kMatchOperations;
}

}  // namespace wyrmhall::server::admin
