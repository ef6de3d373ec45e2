// The history of matches, one match, and its record.
#include <fmt/format.h>

#include <array>

#include "record/closing.h"
#include "server/admin/operation.h"
#include "server/admin/operations/match_line.h"
#include "server/admin/operations/match_search.h"
#include "server/admin/rest/csv.h"
#include "server/admin/rest/moment.h"
#include "server/core/names.h"
#include "server/games/registry.h"
#include "server/games/stored.h"

namespace wyrmhall::server::admin {
namespace {

using persistence::MatchCursor;
using persistence::MatchState;

constexpr std::size_t kWordBytes = 64;
constexpr std::string_view kSeats = "seats";
constexpr std::array<std::string_view, 4> kSeatTitles = {"players", "playerIds", "bots", "winners"};

// Somebody whose matches are asked for: an id, or the name that the player has now.
struct WantedPlayer {
  std::variant<AccountId, std::string> said;
};
constexpr auto kReadWantedPlayer = [](std::string_view text) -> std::optional<WantedPlayer> {
  if (AccountId id; read_text(text, id, {})) return WantedPlayer{id};
  if (text.empty() || text.size() > kNameBytes) return std::nullopt;
  return WantedPlayer{std::string(text)};
};

struct MatchQuery {
  std::optional<std::string> game;
  std::optional<WantedPlayer> player;
  std::optional<MatchState> state;
  std::optional<MatchResult> result;
  std::optional<std::uint32_t> rules_version;
  std::optional<Moment> since, until;
  std::optional<BotChoice> bot;
  std::optional<rules::EndReason> reason;
  std::optional<std::uint32_t> min_moves;
  bool count = false;
  Chosen<MatchLine> fields;
  std::optional<MatchCursor> cursor;
  std::uint32_t limit = kAdminPage;
};

struct MatchPage : Page<Part<MatchLine>> {
  std::optional<PlayerName> player;
  std::optional<MatchCount> count;
  std::vector<std::string> fields;  // of each line; all where it names none
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
inline constexpr auto kSchema<WantedPlayer> =
    TextForm{kReadWantedPlayer, "is the id of a player, or the name that a player has now", {}};
template <>
inline constexpr auto kSchema<BotChoice> =
    TextForm{parse_bot_choice, "is any, none, or a level of bots such as easy", {}};

template <>
inline constexpr auto kSchema<MatchQuery> = query(
    field("game", &MatchQuery::game,
          {.about = "The code name of a game that this server knows.", .least = 1, .most = kWordBytes}),
    field("player", &MatchQuery::player,
          {.about = "Somebody who sat in it: an id, or the name that a player has now, in any case. The answer "
                    "says who that is."}),
    field("state", &MatchQuery::state, {.about = "How it stands."}),
    field("result", &MatchQuery::result, {.about = "Who won: some seats, all, or nobody."}),
    field("reason", &MatchQuery::reason, {.about = "Why it ended. Looked up match by match."}),
    field("bot", &MatchQuery::bot,
          {.about = "Where a bot of this level sits, or any bot, or none. Looked up match by match."}),
    field("minMoves", &MatchQuery::min_moves,
          {.about = "Over, after at least this many moves. Looked up match by match.", .least = 1, .most = UINT32_MAX}),
    field("rulesVersion", &MatchQuery::rules_version,
          {.about = "The version of the game's rules.", .least = 1, .most = UINT32_MAX}),
    field("since", &MatchQuery::since,
          {.about = "Started then or later: a time, a day, or how long ago, such as 7d, 36h or 30m."}),
    field("until", &MatchQuery::until, {.about = "Started before; likewise."}),
    field("count", &MatchQuery::count, {.about = "Also say how many fit, on all pages together."}),
    field("fields", &MatchQuery::fields, {.about = "Only these members, between commas."}),
    cursor_field(&MatchQuery::cursor), limit_field(&MatchQuery::limit));

template <>
inline constexpr auto kSchema<MatchPage> =
    object({"MatchPage"}, kFieldsOf<Page<Part<MatchLine>>>,
           field("player", &MatchPage::player,
                 {.about = "Whose matches these are, where they were asked for.", .left_out = true}),
           field("count", &MatchPage::count,
                 {.about = "How many fit on all pages together, where that was asked.", .left_out = true}));

template <>
inline constexpr auto kSchema<Match> =
    object({"Match", "It has either a record or a present."}, kFieldsOf<MatchLine>,
           field("options", &Match::options, {.about = "GameOptions of the protocol as JSON."}),
           field("turnSeconds", &Match::turn_seconds),
           field("absenceSeconds", &Match::absence_seconds, {.about = kAboutAbsence}),
           field("record", &Match::record,
                 {.about = "Once it is over: the record, with seeds, moves, rolls and events (docs/record.md).",
                  .left_out = true}),
           field("present", &Match::present, {.left_out = true}));

namespace {

// Without a name if nobody has the id.
persistence::PlayerLine named_player(persistence::AdminQueries& history, const WantedPlayer& wanted) {
  if (const auto* id = std::get_if<AccountId>(&wanted.said)) {
    persistence::PlayerLine nobody;
    nobody.id = *id;
    return history.player(*id).value_or(nobody);
  }
  const std::string key = name_key(std::get<std::string>(wanted.said));
  auto found = history.players(key, "", false, 1);
  if (found.empty() || found.front().name_key != key) {
    wrong_parameter("player", "is nobody's name now; whoever was renamed or deleted is found by id");
  }
  return std::move(found.front());
}

void must_be_a_game(const std::string& code) {
  if (find_game(code) != nullptr) return;
  std::vector<std::string> codes;
  for (const GameKind* kind : all_games()) codes.push_back(kind->offer().game());
  wrong_parameter("game", fmt::format("is one of {}", fmt::join(codes, ", ")));
}

MatchPage list_matches(Context& context, const MatchQuery& query) {
  if (query.game) must_be_a_game(*query.game);
  const auto history = history_to_show(context);
  const Timestamp now = context.running.now();
  persistence::MatchFilter filter{.game = query.game, .state = query.state, .rules_version = query.rules_version};
  if (query.since) filter.from = query.since->at(now);
  if (query.until) filter.until = query.until->at(now);
  if (query.result) filter.result = word_of(*query.result);
  MatchPage page;
  page.fields = query.fields.names;
  if (query.player) {
    const persistence::PlayerLine player = named_player(*history, *query.player);
    filter.player = player.id;
    if (!player.name.empty()) page.player = PlayerName{player.id, player.name};
  }
  const MatchTraits traits{.bot = query.bot, .reason = query.reason, .min_moves = query.min_moves};
  narrow(filter, traits);
  FoundMatches found = find_matches(*history, filter, traits, query.cursor, query.limit);
  for (MatchLine& line : found.lines) page.lines.push_back({std::move(line), page.fields});
  if (found.next) page.next = cursor_text(*found.next);
  if (query.count) page.count = count_matches(*history, filter, traits);
  return page;
}

// What seats have as cells: texts with semicolons between them.
void add_seats(const std::vector<MatchSeat>& seats, std::vector<std::string>& row) {
  std::array<std::string, kSeatTitles.size()> cells;
  const auto add = [](std::string& cell, std::string_view text) {
    cell += (cell.empty() ? "" : "; ") + harmless(text);
  };
  for (const MatchSeat& seat : seats) {
    const std::string& name = seat.player ? seat.player->name : seat.bot.value_or("");
    if (seat.player) {
      add(cells.at(0), name);
      add(cells.at(1), uuid_text(seat.player->id));
    } else {
      add(cells.at(2), name);
    }
    if (seat.won.value_or(false)) add(cells.at(3), name);
  }
  row.insert(row.end(), cells.begin(), cells.end());
}

}  // namespace

// A column for each member, but several for the seats.
template <>
inline constexpr auto kTable<MatchPage> = [](const MatchPage& page) {
  CsvTable table{.titles = {}, .rows = {}, .next = page.next};
  std::vector<std::string> names = page.fields;
  if (names.empty()) {
    for (const std::string_view name : field_names<MatchLine>()) names.emplace_back(name);
  }
  for (const std::string& name : names) {
    if (name == kSeats) {
      table.titles.insert(table.titles.end(), kSeatTitles.begin(), kSeatTitles.end());
    } else {
      table.titles.push_back(name);
    }
  }
  for (const Part<MatchLine>& line : page.lines) {
    const Json whole = object_json(line.whole);
    std::vector<std::string>& row = table.rows.emplace_back();
    for (const std::string& name : names) {
      name == kSeats ? add_seats(line.whole.seats, row) : row.push_back(csv_cell(whole.at(name)));
    }
  }
  return table;
};

namespace {

[[noreturn]] void no_such_match() {
  throw Problem(404, "match-not-found", "There is no match with this id.");
}

// The record of a finished match; throws a Problem if it cannot be made.
std::string record_of(const Context& context, const persistence::StoredMatch& match) {
  const GameKind* kind = find_game(match.row.game);
  if (kind == nullptr) throw Problem(409, "game-unknown", "This server does not know the game of this match.");
  const receipts::SigningKey& key = context.running.signing_key();
  // Nothing is written here: if no signed end has been kept yet, a player who asks for one has it kept.
  auto record = kind->record(
      match, [&](const receipts::EndStatement& end) { return std::optional(end_statement(match, end, key)); });
  if (!record) throw Problem(409, "record-unavailable", "The record of this match cannot be made by this server.");
  return record::with_closing_links(std::move(record->text), record_links(match.closing_links));
}

Match show_match(Context& context, const MatchId& id) {
  const auto history = history_to_show(context);
  const auto line = history->match(id);
  if (!line) no_such_match();
  persistence::Boxed<persistence::StoredMatch> stored = history->finished(id);
  const bool over = stored.has_value();
  if (!over) stored = context.running.ask(persistence::LoadMatch{.match = id}).value;
  if (!stored) no_such_match();
  Match match{match_line(*line), {}, stored->row.turn_seconds, stored->row.absence_seconds, {}, {}};
  match.options.ParseFromString(stored->row.options);
  // Seeds, links and moves are told once it is over: until then anybody who knew them could foresee the dice.
  if (over) {
    match.record = Json::parse(record_of(context, *stored), nullptr, false);
  } else {
    match.present = present_of(*stored);
  }
  return match;
}

Response export_record(Context& context, const MatchId& id) {
  const auto history = history_to_show(context);
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
  // The text below names them.
  static_assert(kAdminLookedAt == 2000 && kAdminCounted == 100'000 && kAdminCountLookedAt == 10'000);
  static constexpr std::array kOperations = {
      operation<list_matches>(
          "listMatches", "GET", "/admin/v1/matches", Role::kRead, "The history of matches, newest first",
          {.about = "Pages do not shift when matches start meanwhile: a cursor names a match and no number of lines. "
                    "For what is looked up match by match a page looks at 2000 matches at most: it may have fewer "
                    "lines than its limit, or none, and still a \"next\". A count stops at 100000, and at 10000 "
                    "matches that it has to look at one by one.",
           .history = true}),
      operation<show_match>(
          "getMatch", "GET", "/admin/v1/matches/{id}", Role::kRead, "One match",
          {.about = "With its record once it is over. While it runs nothing is told that a spectator may "
                    "not know: no seeds, no hidden choices.",
           .conflict = true,
           .history = true}),
      operation<export_record>("exportMatch", "GET", "/admin/v1/matches/{id}/export", Role::kRead,
                               "The record of a finished match, as \"wyrmhall verify\" takes it",
                               {.media = "application/json", .conflict = true, .history = true}),
  };
  return kOperations;
}

}  // namespace wyrmhall::server::admin
