// What there is now: the server, its tables and sessions; and totals by day.
#include <array>
#include <charconv>

#include "common/rfc3339.h"
#include "server/admin/context.h"
#include "server/admin/match_json.h"
#include "server/admin/session_json.h"
#include "server/games/registry.h"
#include "server/ids.h"
#include "server/limits.h"
#include "server/version.h"

namespace wyrmhall::server::admin {
namespace {

constexpr std::array kStages = {"new", "greeted", "signingIn", "signedIn", "closing"};

Json drain_json(const DrainState& state) {
  return {{"draining", state.draining}, {"deadline", time_json(state.deadline)}, {"playing", state.playing}};
}

Response status(Context& context, Call& call) {
  call.query.finish();
  LiveFigures figures;
  Timestamp started_at{};
  context.running.on_core([&](Hall& hall) {
    figures = hall.figures();
    started_at = hall.started_at();
  });
  Json json = {{"server", kServerName},
               {"startedAt", time_json(started_at)},
               {"now", time_json(context.running.now())},
               {"ready", context.running.ready()},
               {"storeRefuses", figures.store_refuses},
               {"drain", drain_json(context.running.drain_state())}};
  Json& sessions = json["sessions"] = Json::object();
  for (std::size_t i = 0; i < kStages.size(); ++i) sessions[kStages.at(i)] = figures.sessions.at(i);
  json["tables"] = figures.counts.tables;
  json["games"] = Json::array();
  const auto games = all_games();
  for (std::size_t i = 0; i < games.size(); ++i) {
    const LiveMatches& of = figures.matches.at(i);
    const pb::GameOffer& offer = games[i]->offer();
    json["games"].push_back({{"game", offer.game()},
                             {"rulesVersion", games[i]->newest_version()},
                             {"playing", of.playing},
                             {"idle", of.idle},
                             {"over", of.over},
                             {"started", figures.tally.games.at(i).started}});
  }
  return json_response(json);
}

Json seat_json(const pb::TableSeat& seat) {
  if (seat.has_player()) {
    const auto account = id_from_bytes(seat.player().account_id());
    return {{"player", {{"id", id_json(account)}, {"name", seat.player().name()}}},
            {"ready", !seat.commitment().empty()}};
  }
  if (seat.has_bot()) return {{"bot", message_json(seat.bot())["level"]}, {"ready", true}};
  return {{"ready", false}};
}

Response tables(Context& context, Call& call) {
  const auto after = call.query.id("cursor");
  const std::uint32_t limit = call.query.limit();
  call.query.finish();
  std::vector<LiveTable> found;
  context.running.on_core([&](Hall& hall) { found = hall.live_tables(after, limit + 1); });
  Json page = {{"tables", Json::array()}, {"next", nullptr}};
  const bool more = found.size() > limit;
  if (more) found.pop_back();
  for (const LiveTable& line : found) {
    const pb::Table& table = line.table;
    const auto id = id_from_bytes(table.table_id());
    const GameKind* kind = game_of(table.options());
    Json json = {{"id", id_json(id)},
                 {"game", kind == nullptr ? Json(nullptr) : Json(kind->offer().game())},
                 {"hidden", line.hidden},
                 {"starting", table.phase() == pb::TABLE_PHASE_REVEALING},
                 {"turnSeconds", table.turn_seconds()},
                 {"absenceSeconds", table.absence_seconds()},
                 {"options", message_json(table.options())},
                 {"seats", Json::array()}};
    for (const pb::TableSeat& seat : table.seats()) json["seats"].push_back(seat_json(seat));
    if (more) page["next"] = id_json(id);
    page["tables"].push_back(std::move(json));
  }
  return json_response(page);
}

Response sessions(Context& context, Call& call) {
  const auto after = call.query.number("cursor", 0, INT64_MAX);
  const std::uint32_t limit = call.query.limit();
  call.query.finish();
  std::vector<LiveSession> found;
  context.running.on_core(
      [&](Hall& hall) { found = hall.live_sessions(static_cast<std::uint64_t>(after.value_or(0)), limit + 1); });
  const bool more = found.size() > limit;
  if (more) found.pop_back();
  return json_response({{"sessions", sessions_json(context.running, found)},
                        {"next", more ? Json(std::to_string(found.back().number)) : Json(nullptr)}});
}

Response end_session(Context& context, Call& call) {
  call.query.finish();
  const std::string& text = call.values[0];
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) {
    throw Problem(400, "invalid-parameters", "Some parameters are invalid.",
                  {{"number", "is the number of a session"}});
  }
  const auto no_such_session = [] {
    return Problem(404, "session-not-found", "There is no session with this number.");
  };
  bool there = false;
  context.running.on_core([&](Hall& hall) { there = hall.has_session(number); });
  if (!there) throw no_such_session();
  note(context, call, "endSession", text);
  context.running.on_core(
      [&](Hall& hall) { there = hall.end_session(number, "the administrator has ended this connection"); });
  if (!there) throw no_such_session();
  return {.status = 204, .content_type = "", .body = {}, .headers = {}};
}

Response totals(Context& context, Call& call) {
  const auto today = std::chrono::floor<std::chrono::days>(context.running.now());
  const auto until = call.query.day("until").value_or(today);
  const auto from = call.query.day("from").value_or(until - std::chrono::days(29));
  if (from > until) {
    call.query.wrong("from", "must not be after \"until\"");
  } else if (until - from >= kAdminTotalDays) {
    call.query.wrong("from", "must be at most ten years before \"until\"");
  }
  call.query.finish();
  const auto history = context.histories.lease();
  Json json = {{"from", day_text(from)}, {"until", day_text(until)}, {"totals", Json::array()}};
  for (const persistence::DayTotal& total : history->totals(from, until)) {
    json["totals"].push_back({{"day", day_text(total.day)},
                              {"game", total.game},
                              {"state", state_text(total.state)},
                              {"matches", total.matches},
                              {"moves", total.moves}});
  }
  return json_response(json);
}

constexpr std::array kPresentOperations = {
    Operation{.id = "getStatus", .method = "GET", .path = "/admin/v1/status", .role = Role::kRead, .handle = status},
    Operation{.id = "listTables", .method = "GET", .path = "/admin/v1/tables", .role = Role::kRead, .handle = tables},
    Operation{.id = "listSessions",
              .method = "GET",
              .path = "/admin/v1/sessions",
              .role = Role::kRead,
              .handle = sessions,
              .noted = Noted::kReadings},
    Operation{.id = "endSession",
              .method = "DELETE",
              .path = "/admin/v1/sessions/{number}",
              .role = Role::kModerate,
              .handle = end_session},
    Operation{.id = "getTotals", .method = "GET", .path = "/admin/v1/totals", .role = Role::kRead, .handle = totals},
};

}  // namespace

Json sessions_json(Running& running, const std::vector<LiveSession>& sessions) {
  std::vector<std::uint64_t> numbers;
  numbers.reserve(sessions.size());
  for (const LiveSession& session : sessions) numbers.push_back(session.number);
  const std::vector<std::string> addresses = running.addresses_of(numbers);
  Json list = Json::array();
  for (std::size_t i = 0; i < sessions.size(); ++i) {
    const LiveSession& session = sessions[i];
    const bool signed_in = session.stage == Session::Stage::kSignedIn;
    Json json = {{"number", session.number},
                 {"address", addresses.at(i)},
                 {"stage", kStages.at(static_cast<std::size_t>(session.stage))},
                 {"client", session.client},
                 {"connectedAt", time_json(session.connected_at)},
                 {"player", nullptr},
                 {"queuedMessages", session.queued_messages},
                 {"queuedBytes", session.queued_bytes},
                 {"matches", Json::array()}};
    if (signed_in) json["player"] = {{"id", id_json(session.account)}, {"name", session.name}};
    for (const Id& match : session.matches) json["matches"].push_back(id_json(match));
    list.push_back(std::move(json));
  }
  return list;
}

std::span<const Operation> present_operations() {
  return kPresentOperations;
}

}  // namespace wyrmhall::server::admin
