// Players: found, looked at, blocked, disconnected, deleted.
#include <array>

#include "common/hex.h"
#include "server/admin/erase_player.h"
#include "server/admin/operation.h"
#include "server/admin/operations/hero_line.h"
#include "server/admin/operations/match_line.h"
#include "server/admin/operations/player_line.h"
#include "server/admin/operations/session_line.h"
#include "server/core/names.h"
#include "server/core_admin.h"

namespace wyrmhall::server::admin {
namespace {

constexpr std::size_t kKeyBytes = 512;
constexpr std::uint32_t kHeroesShown = persistence::kHeroLimit + persistence::kHeroesRemembered;

// The key of the last name of a page, which travels as hexadecimal digits.
struct NameCursor {
  std::string key;
};
constexpr auto kReadNameCursor = [](std::string_view text) -> std::optional<NameCursor> {
  if (text.empty() || text.size() > 2 * kKeyBytes) return std::nullopt;
  auto key = from_hex(text);
  return key ? std::optional(NameCursor{*std::move(key)}) : std::nullopt;
};

struct PlayerQuery {
  std::optional<std::string> name;
  bool blocked = false;
  NameCursor cursor;
  std::uint32_t limit = kAdminPage;
};

struct PlayerDetail : PlayerLine {
  std::vector<std::pair<std::string, std::int64_t>> ledger;
  std::vector<HeroLine> heroes;
  std::vector<SessionLine> sessions;
};

struct Ended {
  std::size_t ended = 0;
};

struct BlockBody {
  std::string reason;
};

}  // namespace

template <>
inline constexpr auto kSchema<NameCursor> = TextForm{kReadNameCursor, kCursorRefusal, {}};

template <>
inline constexpr auto kSchema<PlayerQuery> =
    query(field("name", &PlayerQuery::name,
                {.about = "Names that begin so, or look as if they did.", .least = 1, .most = kNameBytes}),
          field("blocked", &PlayerQuery::blocked, {.about = "Only those who are blocked."}),
          cursor_field(&PlayerQuery::cursor), limit_field(&PlayerQuery::limit));

template <>
inline constexpr auto kTable<Page<PlayerLine>> = [](const Page<PlayerLine>& page) {
  CsvTable table = flat_table(page.lines);
  table.next = page.next;
  return table;
};

template <>
inline constexpr auto kSchema<PlayerDetail> =
    object({"PlayerDetail"}, kFieldsOf<PlayerLine>,
           field("ledger", &PlayerDetail::ledger, {.about = "What finished matches add up to: nuggets and such."}),
           field("heroes", &PlayerDetail::heroes,
                 {.about = "That the player keeps, the fallen too; of an account with very many the first of them."}),
           field("sessions", &PlayerDetail::sessions));

template <>
inline constexpr auto kSchema<Ended> =
    object({"Ended"}, field("ended", &Ended::ended, {.about = "How many connections."}));

template <>
inline constexpr auto kSchema<BlockBody> = object({}, reason_field(&BlockBody::reason));

namespace {

Problem no_such_player() {
  return {404, "player-not-found", "There is no player with this id."};
}

}  // namespace

PlayerLine find_player(persistence::AdminQueries& history, const AccountId& id) {
  auto player = history.player(id);
  if (!player) throw no_such_player();
  return *std::move(player);
}

Problem already_deleted() {
  return {409, "player-deleted", "This player has been deleted."};
}

PlayerLine find_living(persistence::AdminQueries& history, const AccountId& id) {
  auto player = find_player(history, id);
  if (player.deleted_at) throw already_deleted();
  return player;
}

namespace {

Page<PlayerLine> list_players(Context& context, const PlayerQuery& query) {
  return page_of(history_to_show(context)->players(query.name ? name_key(*query.name) : "", query.cursor.key,
                                                   query.blocked, query.limit + 1),
                 query.limit, std::identity(), [](const PlayerLine& last) { return hex_text(last.name_key); });
}

PlayerDetail show_player(Context& context, const AccountId& id) {
  const auto history = history_to_show(context);
  PlayerDetail detail{find_player(*history, id), history->balance(id), {}, sessions_of(context.running, id)};
  for (const auto& listed : history->heroes(id, {}, kHeroesShown)) detail.heroes.push_back(hero_line(listed.hero));
  return detail;
}

// A player who is blocked plays no more: those who wait for them at tables and in matches go on without them.
PlayerLine block(Context& context, Call& call, const AccountId& id, const BlockBody& body) {
  const auto history = context.histories.lease();
  find_living(*history, id);
  note(context, call, uuid_text(id), {{"reason", body.reason}});
  const persistence::BlockAccount request{.account = id, .at = context.running.now(), .reason = body.reason};
  must_be_kept(context.running.ask(request), no_such_player());
  context.running.on_core([&](Core& core) {
    CoreAdmin(core).end_sessions(id, "the administrator has blocked this account");
    CoreAdmin(core).leave_tables(id);
  });
  // Only now: a player who was connected may have started a match until then. A match that was on its way to the disk
  // is there once the same block has been kept again behind it.
  must_be_kept(context.running.ask(request), no_such_player());
  const std::vector<MatchId> running = running_matches(*history, id);
  context.running.on_core([&](Core& core) { CoreAdmin(core).resign_player(id, running); });
  return find_player(*history, id);
}

PlayerLine unblock(Context& context, Call& call, const AccountId& id) {
  const auto history = context.histories.lease();
  find_living(*history, id);
  note(context, call, uuid_text(id));
  must_be_kept(context.running.ask(persistence::BlockAccount{.account = id, .at = std::nullopt, .reason = {}}),
               no_such_player());
  return find_player(*history, id);
}

Ended end_sessions(Context& context, Call& call, const AccountId& id) {
  const auto history = context.histories.lease();
  find_player(*history, id);
  note(context, call, uuid_text(id));
  std::size_t ended = 0;
  context.running.on_core(
      [&](Core& core) { ended = CoreAdmin(core).end_sessions(id, "the administrator has ended this connection"); });
  return {ended};
}

Done erase(Context& context, Call& call, const AccountId& id) {
  const auto history = context.histories.lease();
  find_living(*history, id);
  note(context, call, uuid_text(id));
  must_be_kept(erase_player(context.running, *history, id), no_such_player());
  return {};
}

}  // namespace

std::span<const Operation> player_operations() {
  static constexpr std::array kOperations = {
      operation<list_players>("listPlayers", "GET", "/admin/v1/players", Role::kRead, "Players, by name",
                              {.history = true}),
      operation<show_player>("getPlayer", "GET", "/admin/v1/players/{id}", Role::kRead, "One player",
                             {.history = true, .noted = Noted::kReadings}),
      operation<erase>(
          "deletePlayer", "DELETE", "/admin/v1/players/{id}", Role::kOperate, "Delete a player",
          {.about =
               "The name, the tokens and the heroes go, connections are ended, and the player resigns from running "
               "matches. Matches stay, as those of \"deleted player\".",
           .conflict = true}),
      operation<block>(
          "blockPlayer", "PUT", "/admin/v1/players/{id}/block", Role::kModerate,
          "Block a player: connections are ended, nobody can sign in as this player, who leaves all tables and "
          "resigns in all running matches",
          {.conflict = true}),
      operation<unblock>("unblockPlayer", "DELETE", "/admin/v1/players/{id}/block", Role::kModerate,
                         "Let a blocked player in again", {.conflict = true}),
      operation<end_sessions>("endPlayerSessions", "DELETE", "/admin/v1/players/{id}/sessions", Role::kModerate,
                              "End a player's connections", {}),
  };
  return kOperations;
}

}  // namespace wyrmhall::server::admin
