// Connections of clients as the admin interface shows them.
#pragma once

#include <vector>

#include "server/admin/operations/player_line.h"
#include "server/admin/rest/page.h"
#include "server/admin/running.h"

namespace wyrmhall::server::admin {

template <>
inline constexpr auto kSchema<Session::Stage> = words({}, 0, "new", "greeted", "signingIn", "signedIn", "closing");

struct SessionLine : LiveSession {
  std::string address;
};
template <>
inline constexpr auto kSchema<SessionLine> =
    object({"Session"}, field("number", &SessionLine::number, {.least = 1}), field("address", &SessionLine::address),
           field("stage", &SessionLine::stage), field("client", &SessionLine::client),
           field("connectedAt", &SessionLine::connected_at),
           field("player",
                 [](const SessionLine& line) {
                   return line.stage == Session::Stage::kSignedIn ? std::optional(PlayerName{line.account, line.name})
                                                                  : std::nullopt;
                 }),
           field("queuedMessages", &SessionLine::queued_messages, {.about = "Not sent yet."}),
           field("queuedBytes", &SessionLine::queued_bytes),
           field("matches", &SessionLine::matches, {.about = "That it has open."}));
template <>
inline constexpr ListName kListName<SessionLine> = {"SessionPage", "sessions"};

// The connections of a player, with their addresses.
std::vector<SessionLine> sessions_of(Running& running, const AccountId& player);

// With the addresses that they come from.
std::vector<SessionLine> session_lines(Running& running, std::vector<LiveSession> sessions);

}  // namespace wyrmhall::server::admin
