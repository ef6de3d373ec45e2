// What is there now: the server, its tables and sessions; and totals by day.
#include <array>

#include "server/admin/operation.h"
#include "server/admin/operations/match_line.h"
#include "server/admin/operations/session_line.h"
#include "server/admin/rest/csv.h"
#include "server/admin/rest/moment.h"
#include "server/core/ids.h"
#include "server/core/version.h"
#include "server/core_admin.h"
#include "server/games/registry.h"

namespace wyrmhall::server::admin {
namespace {

using persistence::DayTotal;

constexpr std::chrono::days kTotalDays{30};  // unless the request says otherwise

struct GameStatus {
  std::string game;
  std::uint32_t rules_version = 0;
  LiveMatches matches;
  std::uint64_t started = 0;
};

struct MatchFigures {
  std::size_t running = 0, in_memory = 0, resting = 0;
};

struct Status {
  std::string_view server;
  Timestamp started_at{}, now{};
  bool ready = false, store_refuses = false;
  DrainState drain;
  std::vector<std::pair<std::string_view, std::size_t>> sessions;  // how many, by stage
  std::size_t connections = 0;
  std::size_t tables = 0;
  MatchFigures matches;
  std::vector<GameStatus> games;
};

struct TableSeat {
  std::optional<PlayerName> player;
  std::optional<std::string> bot;
  bool ready = false;
};

struct TableLine {
  TableId id{};
  std::optional<std::string> game;
  bool hidden = false, starting = false;
  std::uint32_t turn_seconds = 0;
  std::uint32_t absence_seconds = 0;
  pb::GameOptions options;
  std::vector<TableSeat> seats;
};

struct TableQuery {
  std::optional<TableId> cursor;
  std::uint32_t limit = kAdminPage;
};

struct SessionQuery {
  std::optional<std::int64_t> cursor;
  std::uint32_t limit = kAdminPage;
};

struct SessionNumber {
  std::uint64_t value = 0;
};

struct TotalsQuery {
  std::optional<Moment> since, until;
};

struct Totals {
  std::chrono::sys_days since, until;
  std::vector<DayTotal> totals;
};

}  // namespace

template <>
inline constexpr auto kSchema<GameStatus> =
    object({}, field("game", &GameStatus::game), field("rulesVersion", &GameStatus::rules_version),
           field("playing", [](const GameStatus& status) { return status.matches.playing; },
                 {.about = "In memory, played or watched."}),
           field("idle", [](const GameStatus& status) { return status.matches.idle; },
                 {.about = "In memory, running with nobody there."}),
           field("over", [](const GameStatus& status) { return status.matches.over; }, {.about = "In memory, over."}),
           field("reading", [](const GameStatus& status) { return status.matches.reading; },
                 {.about = "Being read from disk."}),
           field("started", &GameStatus::started, {.about = "Since the server started."}));

template <>
inline constexpr auto kSchema<MatchFigures> =
    object({}, field("running", &MatchFigures::running, {.about = "In memory or resting."}),
           field("inMemory", &MatchFigures::in_memory, {.about = "Running and in memory: playing and idle."}),
           field("resting", &MatchFigures::resting, {.about = "Running, and only on disk until somebody is there."}));

template <>
inline constexpr auto kSchema<Status> =
    object({"Status"}, field("server", &Status::server), field("startedAt", &Status::started_at),
           field("now", &Status::now), field("ready", &Status::ready),
           field("storeRefuses", &Status::store_refuses, {.about = "The disk takes no writes."}),
           field("drain", &Status::drain), field("sessions", &Status::sessions, {.about = "How many, by stage."}),
           field("connections", &Status::connections, {.about = "Of clients, in every stage."}),
           field("tables", &Status::tables), field("matches", &Status::matches), field("games", &Status::games));

template <>
inline constexpr auto kSchema<TableSeat> =
    object({}, field("player", &TableSeat::player, {.left_out = true}),
           field("bot", &TableSeat::bot, {.left_out = true}), field("ready", &TableSeat::ready));

template <>
inline constexpr auto kSchema<TableLine> =
    object({"Table"}, field("id", &TableLine::id), field("game", &TableLine::game), field("hidden", &TableLine::hidden),
           field("starting", &TableLine::starting, {.about = "Everybody is ready."}),
           field("turnSeconds", &TableLine::turn_seconds),
           field("absenceSeconds", &TableLine::absence_seconds, {.about = kAboutAbsence}),
           field("options", &TableLine::options), field("seats", &TableLine::seats));
template <>
inline constexpr ListName kListName<TableLine> = {"TablePage", "tables"};

template <>
inline constexpr auto kSchema<TableQuery> = query(cursor_field(&TableQuery::cursor), limit_field(&TableQuery::limit));
template <>
inline constexpr auto kSchema<SessionQuery> =
    query(cursor_field(&SessionQuery::cursor, 0), limit_field(&SessionQuery::limit));

template <>
inline constexpr auto kSchema<SessionNumber> =
    TextForm{kReadNumber<SessionNumber>, "is the number of a session", {}, "integer"};

template <>
inline constexpr auto kSchema<TotalsQuery> =
    query(field("since", &TotalsQuery::since,
                {.about = "The first day, or how long ago it was, such as 7d; 29 days before the last unless given."}),
          field("until", &TotalsQuery::until, {.about = "The last day, likewise; today unless given."}));

template <>
inline constexpr auto kSchema<DayTotal> =
    object({}, field("day", &DayTotal::day), field("game", &DayTotal::game), field("state", &DayTotal::state),
           field("matches", &DayTotal::matches, {.about = "That started on that day.", .least = 0}),
           field("moves", &DayTotal::moves, {.about = "Of those that are over.", .least = 0}));
template <>
inline constexpr auto kSchema<Totals> = object({"Totals"}, field("since", &Totals::since),
                                               field("until", &Totals::until), field("totals", &Totals::totals));
template <>
inline constexpr auto kTable<Totals> = [](const Totals& totals) { return flat_table(totals.totals); };

namespace {

Status show_status(Context& context) {
  LiveFigures figures;
  Timestamp started_at{};
  context.running.on_core([&](Core& core) {
    figures = CoreAdmin(core).figures();
    started_at = core.started_at();
  });
  Status status{.server = kServerName,
                .started_at = started_at,
                .now = context.running.now(),
                .ready = context.running.ready(),
                .store_refuses = figures.store_refuses,
                .drain = context.running.drain_state(),
                .sessions = {},
                .connections = figures.counts.sessions,
                .tables = figures.counts.tables,
                .matches = {.running = static_cast<std::size_t>(figures.counts.running),
                            .in_memory = running_in_memory(figures),
                            .resting = resting(figures)},
                .games = {}};
  for (std::size_t i = 0; i < figures.sessions.size(); ++i) {
    status.sessions.emplace_back(word_of(static_cast<Session::Stage>(i)), figures.sessions.at(i));
  }
  const auto games = all_games();
  for (std::size_t i = 0; i < games.size(); ++i) {
    status.games.push_back({.game = games[i]->offer().game(),
                            .rules_version = games[i]->newest_version(),
                            .matches = figures.matches.at(i),
                            .started = figures.totals.games.at(i).started});
  }
  return status;
}

TableSeat table_seat(const pb::TableSeat& seat) {
  if (seat.has_player()) {
    return {.player = PlayerName{id_from_bytes<AccountId>(seat.player().account_id()).value_or(AccountId{}),
                                 seat.player().name()},
            .bot = {},
            .ready = !seat.commitment().empty()};
  }
  if (!seat.has_bot()) return {};
  return {.player = {}, .bot = message_json(seat.bot()).value("level", ""), .ready = true};
}

TableLine table_line(const LiveTable& line) {
  const pb::Table& table = line.table;
  TableLine shown{.id = id_from_bytes<TableId>(table.table_id()).value_or(TableId{}),
                  .game = {},
                  .hidden = line.hidden,
                  .starting = table.phase() == pb::TABLE_PHASE_REVEALING,
                  .turn_seconds = table.turn_seconds(),
                  .absence_seconds = table.absence_seconds(),
                  .options = table.options(),
                  .seats = {}};
  if (const GameKind* kind = game_of(table.options()); kind != nullptr) shown.game = kind->offer().game();
  for (const pb::TableSeat& seat : table.seats()) shown.seats.push_back(table_seat(seat));
  return shown;
}

Page<TableLine> list_tables(Context& context, const TableQuery& query) {
  must_have_lobby(context);
  std::vector<LiveTable> found;
  context.running.on_core([&](Core& core) { found = CoreAdmin(core).live_tables(query.cursor, query.limit + 1); });
  return page_of(std::move(found), query.limit, table_line,
                 [](const LiveTable& last) { return uuid_text(last.table.table_id()); });
}

Page<SessionLine> list_sessions(Context& context, const SessionQuery& query) {
  std::vector<LiveSession> found;
  const auto after = static_cast<std::uint64_t>(query.cursor.value_or(0));
  context.running.on_core([&](Core& core) { found = CoreAdmin(core).live_sessions(after, query.limit + 1); });
  return page_of(session_lines(context.running, std::move(found)), query.limit, std::identity(),
                 [](const SessionLine& last) { return std::to_string(last.number); });
}

Done end_session(Context& context, Call& call, SessionNumber number) {
  const Problem no_such_session(404, "session-not-found", "There is no session with this number.");
  bool there = false;
  context.running.on_core([&](Core& core) { there = CoreAdmin(core).has_session(number.value); });
  if (!there) throw Problem(no_such_session);
  note(context, call, std::to_string(number.value));
  context.running.on_core([&](Core& core) {
    there = CoreAdmin(core).end_session(number.value, "the administrator has ended this connection");
  });
  if (!there) throw Problem(no_such_session);
  return {};
}

Totals totals_of(Context& context, const TotalsQuery& query) {
  const auto today = std::chrono::floor<std::chrono::days>(context.running.now());
  const auto day = [&](const Moment& moment) {
    return std::chrono::floor<std::chrono::days>(moment.at(context.running.now()));
  };
  const auto until = query.until ? day(*query.until) : today;
  const auto since = query.since ? day(*query.since) : until - (kTotalDays - std::chrono::days(1));
  if (since > until) wrong_parameter("since", "must not be after \"until\"");
  if (until - since >= kAdminTotalDays) wrong_parameter("since", "must be at most ten years before \"until\"");
  return {since, until, history_to_show(context)->totals(since, until)};
}

}  // namespace

std::vector<SessionLine> session_lines(Running& running, std::vector<LiveSession> sessions) {
  std::vector<std::uint64_t> numbers;
  numbers.reserve(sessions.size());
  for (const LiveSession& session : sessions) numbers.push_back(session.number);
  const std::vector<std::string> addresses = running.addresses_of(numbers);
  std::vector<SessionLine> lines;
  lines.reserve(sessions.size());
  for (std::size_t i = 0; i < sessions.size(); ++i) lines.push_back({std::move(sessions[i]), addresses.at(i)});
  return lines;
}

std::vector<SessionLine> sessions_of(Running& running, const AccountId& player) {
  std::vector<LiveSession> sessions;
  running.on_core([&](Core& core) { sessions = CoreAdmin(core).live_sessions_of(player); });
  return session_lines(running, std::move(sessions));
}

std::span<const Operation> present_operations() {
  static constexpr std::array kOperations = {
      operation<show_status>("getStatus", "GET", "/admin/v1/status", Role::kRead, "The server as it is now"),
      operation<list_tables>("listTables", "GET", "/admin/v1/tables", Role::kRead,
                             "The tables where matches are being set up, oldest first", {.conflict = true}),
      operation<list_sessions>("listSessions", "GET", "/admin/v1/sessions", Role::kRead,
                               "The connections of clients, oldest first", {.noted = Noted::kReadings}),
      operation<end_session>("endSession", "DELETE", "/admin/v1/sessions/{number}", Role::kModerate,
                             "End one connection", {.done = "It is being closed."}),
      operation<totals_of>("getTotals", "GET", "/admin/v1/totals", Role::kRead, "Matches by day and game, newest first",
                           {.history = true}),
  };
  return kOperations;
}

}  // namespace wyrmhall::server::admin
