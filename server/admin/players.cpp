// Players: found, looked at, blocked, disconnected, exported, deleted.
#include <array>

#include "common/hex.h"
#include "server/admin/context.h"
#include "server/admin/match_json.h"
#include "server/admin/player_line.h"
#include "server/admin/session_json.h"
#include "server/ids.h"
#include "server/limits.h"
#include "server/names.h"

namespace wyrmhall::server::admin {

Json player_json(const persistence::PlayerLine& player) {
  return {{"id", id_json(player.id)},
          {"name", player.name},
          {"createdAt", time_json(player.created_at)},
          {"blockedAt", time_json(player.blocked_at)},
          {"blockReason", player.block_reason.empty() ? Json(nullptr) : Json(player.block_reason)},
          {"deletedAt", time_json(player.deleted_at)}};
}

namespace {

constexpr std::size_t kKeyBytes = 512;
constexpr const char* kDeletedName = "deleted player";

persistence::PlayerLine find_player(persistence::History& history, const Id& id) {
  auto player = history.player(id);
  if (!player) throw Problem(404, "player-not-found", "There is no player with this id.");
  return *std::move(player);
}

}  // namespace

persistence::PlayerLine find_living(persistence::History& history, const Id& id) {
  auto player = find_player(history, id);
  if (player.deleted_at) throw Problem(409, "player-deleted", "This player has been deleted.");
  return player;
}

namespace {

// What a write to the store came to.
void must_be_kept(const persistence::Answer& answer) {
  if (answer.verdict == persistence::Verdict::kKept) return;
  if (answer.verdict == persistence::Verdict::kConflict) {
    throw Problem(404, "player-not-found", "There is no player with this id.");
  }
  throw Problem(503, "store-unavailable", "The store cannot write.");
}

Response list_players(Context& context, Call& call) {
  Query& query = call.query;
  const auto name = query.text("name", kNameBytes);
  const bool blocked = query.flag("blocked").value_or(false);
  const auto cursor = query.text("cursor", 2 * kKeyBytes);
  std::string after;
  if (cursor) {
    const auto key = from_hex(*cursor);
    if (!key) query.wrong("cursor", "must be the \"next\" of an earlier page");
    after = key.value_or("");
  }
  const std::uint32_t limit = query.limit();
  query.finish();
  const auto history = context.histories.lease();
  auto lines = history->players(name ? name_key(*name) : "", after, blocked, limit + 1);
  Json page = {{"players", Json::array()}, {"next", nullptr}};
  if (lines.size() > limit) {
    lines.pop_back();
    page["next"] = hex_text(lines.back().name_key);
  }
  for (const auto& line : lines) page["players"].push_back(player_json(line));
  return json_response(page);
}

Json sessions_of(Context& context, const Id& player) {
  std::vector<LiveSession> sessions;
  context.running.on_core([&](Hall& hall) { sessions = hall.live_sessions_of(player); });
  return sessions_json(context.running, sessions);
}

Response show_player(Context& context, Call& call) {
  const Id id = path_id(call.values[0], "id");
  call.query.finish();
  const auto history = context.histories.lease();
  Json json = player_json(find_player(*history, id));
  // What the ledger of matches adds up to: nuggets and such.
  json["ledger"] = Json::object();
  for (const auto& [what, sum] : history->balance(id)) json["ledger"][what] = sum;
  json["sessions"] = sessions_of(context, id);
  return json_response(json);
}

std::vector<Id> running_matches(persistence::History& history, const Id& player) {
  std::vector<Id> running;
  std::optional<persistence::MatchCursor> after;
  for (bool more = true; more;) {
    const auto lines =
        history.matches({.player = player, .state = persistence::MatchState::kRunning}, after, kAdminPageMost);
    for (const auto& line : lines) {
      running.push_back(line.match.id);
      after = line.at;
    }
    more = lines.size() == kAdminPageMost;
  }
  return running;
}

// Whoever is blocked plays no more: those who wait for it at tables and in matches go on without.
Response block(Context& context, Call& call) {
  const Id id = path_id(call.values[0], "id");
  call.query.finish();
  const Json body = body_object(call.request, {"reason"});
  const std::string reason = reason_of(body);
  const auto history = context.histories.lease();
  find_living(*history, id);
  note(context, call, "blockPlayer", uuid_text(id), {{"reason", reason}});
  const persistence::BlockAccount request{.account = id, .at = context.running.now(), .reason = reason};
  must_be_kept(context.running.ask(request));
  context.running.on_core([&](Hall& hall) {
    hall.end_sessions(id, "the administrator has blocked this account");
    hall.leave_tables(id);
  });
  // Only now: whoever was connected may have started a match until then. One that was on its way to the disk is there
  // once the same is kept again behind it.
  must_be_kept(context.running.ask(request));
  const std::vector<Id> running = running_matches(*history, id);
  context.running.on_core([&](Hall& hall) { hall.resign_player(id, running); });
  return json_response(player_json(find_player(*history, id)));
}

Response unblock(Context& context, Call& call) {
  const Id id = path_id(call.values[0], "id");
  call.query.finish();
  const auto history = context.histories.lease();
  find_living(*history, id);
  note(context, call, "unblockPlayer", uuid_text(id));
  must_be_kept(context.running.ask(persistence::BlockAccount{.account = id, .at = std::nullopt, .reason = {}}));
  return json_response(player_json(find_player(*history, id)));
}

Response end_sessions(Context& context, Call& call) {
  const Id id = path_id(call.values[0], "id");
  call.query.finish();
  const auto history = context.histories.lease();
  find_player(*history, id);
  note(context, call, "endPlayerSessions", uuid_text(id));
  std::size_t ended = 0;
  context.running.on_core(
      [&](Hall& hall) { ended = hall.end_sessions(id, "the administrator has ended this connection"); });
  return json_response({{"ended", ended}});
}

// Everything that is kept about a person. The moves of a finished match are in its record, which everybody may have.
Response export_data(Context& context, Call& call) {
  const Id id = path_id(call.values[0], "id");
  call.query.finish();
  const auto history = context.histories.lease();
  Json json = {{"account", player_json(find_player(*history, id))}};
  json["ledger"] = Json::array();
  for (const auto& booking : history->bookings(id)) {
    json["ledger"].push_back({{"match", id_json(booking.match)}, {"what", booking.what}, {"amount", booking.amount}});
  }
  json["matches"] = Json::array();
  std::optional<persistence::MatchCursor> after;
  for (bool more = true; more;) {
    const auto lines = history->matches({.player = id}, after, kAdminPageMost);
    for (const auto& line : lines) {
      json["matches"].push_back(match_json(line));
      after = line.at;
    }
    more = lines.size() == kAdminPageMost;
  }
  json["signIns"] = Json::array();
  for (const auto& token : context.running.ask(persistence::ListTokens{.account = id}).lists().tokens) {
    json["signIns"].push_back(
        {{"client", token.client}, {"madeAt", time_json(token.made_at)}, {"usedAt", time_json(token.used_at)}});
  }
  json["sessions"] = sessions_of(context, id);
  Response response = json_response(json);
  response.headers.emplace_back("Content-Disposition", "attachment; filename=\"player-" + uuid_text(id) + ".json\"");
  return response;
}

Response erase(Context& context, Call& call) {
  const Id id = path_id(call.values[0], "id");
  call.query.finish();
  const auto history = context.histories.lease();
  find_living(*history, id);
  note(context, call, "deletePlayer", uuid_text(id));
  persistence::EraseAccount request{.account = id,
                                    .name = kDeletedName,
                                    // No name's key has a colon, so nobody can take it.
                                    .name_key = "deleted:" + uuid_text(id),
                                    .at = context.running.now()};
  must_be_kept(context.running.ask(std::move(request)));
  context.running.on_core([&](Hall& hall) { hall.end_sessions(id, "this account has been deleted"); });
  // Only now: whoever was connected may have started a match until then.
  const std::vector<Id> running = running_matches(*history, id);
  context.running.on_core([&](Hall& hall) { hall.forget_player(id, kDeletedName, running); });
  return {.status = 204, .content_type = "", .body = {}, .headers = {}};
}

constexpr std::array kPlayerOperations = {
    Operation{
        .id = "listPlayers", .method = "GET", .path = "/admin/v1/players", .role = Role::kRead, .handle = list_players},
    Operation{.id = "getPlayer",
              .method = "GET",
              .path = "/admin/v1/players/{id}",
              .role = Role::kRead,
              .handle = show_player,
              .noted = Noted::kReadings},
    Operation{.id = "deletePlayer",
              .method = "DELETE",
              .path = "/admin/v1/players/{id}",
              .role = Role::kOperate,
              .handle = erase},
    Operation{.id = "exportPlayer",
              .method = "GET",
              .path = "/admin/v1/players/{id}/export",
              .role = Role::kOperate,
              .handle = export_data,
              .noted = Noted::kReadings},
    Operation{.id = "blockPlayer",
              .method = "PUT",
              .path = "/admin/v1/players/{id}/block",
              .role = Role::kModerate,
              .handle = block},
    Operation{.id = "unblockPlayer",
              .method = "DELETE",
              .path = "/admin/v1/players/{id}/block",
              .role = Role::kModerate,
              .handle = unblock},
    Operation{.id = "endPlayerSessions",
              .method = "DELETE",
              .path = "/admin/v1/players/{id}/sessions",
              .role = Role::kModerate,
              .handle = end_sessions},
};

}  // namespace

std::span<const Operation> player_operations() {
  return kPlayerOperations;
}

}  // namespace wyrmhall::server::admin
