// Players as the admin interface finds and shows them.
#pragma once

#include "persistence/admin_queries.h"
#include "server/admin/rest/json.h"
#include "server/admin/rest/page.h"
#include "server/admin/rest/problem.h"

namespace wyrmhall::server::admin {

using persistence::PlayerLine;

struct PlayerName {
  AccountId id{};
  std::string name;
};
template <>
inline constexpr auto kSchema<PlayerName> =
    object({"PlayerName"}, field("id", &PlayerName::id), field("name", &PlayerName::name));

template <>
inline constexpr auto kSchema<PlayerLine> = object(
    {"Player"}, field("id", &PlayerLine::id), field("name", &PlayerLine::name),
    field("createdAt", &PlayerLine::created_at), field("blockedAt", &PlayerLine::blocked_at),
    field("blockReason", &PlayerLine::block_reason, {.empty_none = true}), field("deletedAt", &PlayerLine::deleted_at));
template <>
inline constexpr ListName kListName<PlayerLine> = {"PlayerPage", "players"};

// The line of an account, deleted or not; otherwise throws a Problem.
PlayerLine find_player(persistence::AdminQueries& history, const AccountId& id);
Problem already_deleted();
// The line of an account that can still be used; otherwise throws a Problem.
PlayerLine find_living(persistence::AdminQueries& history, const AccountId& id);

}  // namespace wyrmhall::server::admin
