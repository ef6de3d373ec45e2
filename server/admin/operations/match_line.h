// Matches as the admin interface shows them.
#pragma once

#include "persistence/admin_queries.h"
#include "rules/match.h"
#include "server/admin/operations/player_line.h"
#include "server/admin/rest/json.h"
#include "server/admin/rest/page.h"
#include "server/games/registry.h"

namespace wyrmhall::server::admin {

inline constexpr std::string_view kAboutAbsence =
    "Without a connection, after which whoever is to decide can be claimed against; 0 for never.";

template <>
inline constexpr auto kSchema<persistence::MatchState> =
    words({"MatchState", "Abandoned: it ended because sides ran out of time until one or none was left."}, 0, "running",
          "finished", "abandoned");

// Who won: some of the seats, all of them, or nobody.
enum class MatchResult : std::uint8_t { kWon, kShared, kNone, kUnknown, kVoid };
template <>
inline constexpr auto kSchema<MatchResult> = words({}, 0, "won", "shared", "none", "unknown", "void");

template <>
inline constexpr auto kSchema<rules::EndReason> =
    words({}, static_cast<std::size_t>(rules::EndReason::kPlayed), "played", "resigned", "time", "absence");

struct MatchSeat {
  rules::Seat seat = 0;
  std::optional<PlayerName> player;
  std::optional<std::string> bot;
  std::optional<bool> won;
  std::optional<std::uint32_t> place;
};
template <>
inline constexpr auto kSchema<MatchSeat> =
    object({"MatchSeat"}, field("seat", &MatchSeat::seat), field("player", &MatchSeat::player, {.left_out = true}),
           field("bot", &MatchSeat::bot, {.about = "The bot's level.", .left_out = true}),
           field("won", &MatchSeat::won, {.about = "Once it is over.", .left_out = true}),
           field("place", &MatchSeat::place, {.about = "The rank from 1, once it is over.", .left_out = true}));

// All that a list can tell of a match.
struct MatchLine {
  MatchId id{};
  std::string game;
  std::uint32_t rules_version = 0;
  persistence::MatchState state{};
  std::optional<MatchResult> result;
  std::optional<rules::EndReason> reason;
  Timestamp started_at{};
  std::optional<Timestamp> ended_at;
  std::optional<std::uint32_t> moves;
  std::optional<MatchId> rematch_of;
  std::vector<MatchSeat> seats;
};
template <>
inline constexpr auto kSchema<MatchLine> = object(
    {"MatchLine", "A match in a list; all members unless \"fields\" chose some.", true}, field("id", &MatchLine::id),
    field("game", &MatchLine::game, {.about = "The game's code name."}),
    field("rulesVersion", &MatchLine::rules_version, {.least = 1}), field("state", &MatchLine::state),
    field("result", &MatchLine::result,
          {.about = "Who won: some of the seats, all of them, or nobody. \"unknown\" for matches that ended before "
                    "results were noted. Null while it runs."}),
    field("reason", &MatchLine::reason, {.about = "Why it ended."}), field("startedAt", &MatchLine::started_at),
    field("endedAt", &MatchLine::ended_at), field("moves", &MatchLine::moves, {.about = "How many, once it is over."}),
    field("rematchOf", &MatchLine::rematch_of), field("seats", &MatchLine::seats));
template <>
inline constexpr ListName kListName<Part<MatchLine>> = {"MatchPage", "matches"};

MatchLine match_line(const persistence::ListedMatch& listed);

// A place in a list of matches travels as 32 hexadecimal digits.
std::string cursor_text(const persistence::MatchCursor& at);
std::optional<persistence::MatchCursor> parse_match_cursor(std::string_view text);

template <>
inline constexpr auto kSchema<persistence::MoveKind> =
    words({}, 0, "action", "resigned", "timedOut", "standIn", "resumed", "absent");

struct MatchStep {
  google::protobuf::RepeatedPtrField<pb::GameEvent> events;
  std::size_t version = 0;
  std::optional<persistence::MoveKind> kind;
  std::optional<rules::Seat> seat;
  std::optional<Timestamp> at;
};
template <>
inline constexpr auto kSchema<MatchStep> =
    object({}, field("events", &MatchStep::events), field("version", &MatchStep::version),
           field("kind", &MatchStep::kind, {.left_out = true}), field("seat", &MatchStep::seat, {.left_out = true}),
           field("at", &MatchStep::at, {.left_out = true}));

struct MatchPresent {
  std::size_t version = 0;
  std::vector<rules::Seat> waiting_on, seats_out;
  pb::GameView view;
  std::vector<MatchStep> story;
};
template <>
inline constexpr auto kSchema<MatchPresent> = object(
    {"MatchPresent", "How a running match stands, as a spectator may know it."},
    field("version", &MatchPresent::version, {.about = "How many moves are recorded."}),
    field("waitingOn", &MatchPresent::waiting_on), field("seatsOut", &MatchPresent::seats_out),
    field("view", &MatchPresent::view, {.about = "What a spectator may know: GameView of the protocol as JSON."}),
    field("story", &MatchPresent::story,
          {.about = "What happened, move by move; of a very long match the latest of it."}));

// How a running match stands, as a spectator may know it: the view, and the story move by move. Nothing when this
// server cannot fold it.
std::optional<MatchPresent> present_of(const persistence::StoredMatch& match);

}  // namespace wyrmhall::server::admin
