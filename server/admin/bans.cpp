// Networks that nobody may connect from, for a time.
#include <fmt/format.h>

#include <array>

#include "server/admin/context.h"
#include "server/limits.h"

namespace wyrmhall::server::admin {
namespace {

constexpr std::int64_t kLongestBan = std::chrono::duration_cast<std::chrono::seconds>(kBanLongest).count();

Json ban_json(const persistence::Ban& ban) {
  return {{"network", ban.network},
          {"reason", ban.reason.empty() ? Json(nullptr) : Json(ban.reason)},
          {"createdAt", time_json(ban.made_at)},
          {"until", time_json(ban.until)}};
}

std::string network_of(Context& context, const std::string& text) {
  auto network = context.running.network(text);
  if (!network) wrong_body("network", network.error());
  return *network;
}

void must_hold(const persistence::Answer& answer, const Problem& conflict) {
  if (answer.verdict == persistence::Verdict::kKept) return;
  if (answer.verdict == persistence::Verdict::kConflict) throw Problem(conflict);
  throw Problem(503, "store-unavailable", "The store cannot write.");
}

Response list_bans(Context& context, Call& call) {
  call.query.finish();
  Json list = {{"bans", Json::array()}};
  for (const persistence::Ban& ban : context.running.bans()) list["bans"].push_back(ban_json(ban));
  return json_response(list);
}

Response make_ban(Context& context, Call& call) {
  call.query.finish();
  const Json body = body_object(call.request, {"network", "seconds", "reason", "force"});
  const Json given = body.value("network", Json(nullptr));
  if (!given.is_string()) wrong_body("network", "is an address or a network, such as 192.0.2.1 or 2001:db8::/48");
  const Json seconds = body.value("seconds", Json(nullptr));
  if (!seconds.is_number_unsigned() || seconds.get<std::uint64_t>() < 1 ||
      seconds.get<std::uint64_t>() > static_cast<std::uint64_t>(kLongestBan)) {
    wrong_body("seconds", fmt::format("is a whole number from 1 to {}", kLongestBan));
  }
  const Json force = body.value("force", Json(false));
  if (!force.is_boolean()) wrong_body("force", "is true or false");
  const std::string network = network_of(context, given.get<std::string>());
  const std::string reason = reason_of(body);
  if (const auto mistake = context.running.mistake(network, call.request.address); mistake && !force.get<bool>()) {
    throw Problem(409, "ban-mistaken", *mistake + " Use force if that is what you want.");
  }
  const Timestamp now = context.running.now();
  const persistence::Ban ban{.network = network,
                             .reason = reason,
                             .made_at = now,
                             .until = now + std::chrono::seconds(seconds.get<std::int64_t>())};
  note(context, call, "createBan", network, {{"seconds", seconds}, {"reason", reason}, {"force", force.get<bool>()}});
  must_hold(context.running.ask(persistence::KeepBan{.ban = ban, .limit = kBans}),
            Problem(409, "bans-full",
                    fmt::format("There are already {} bans, the most there can be: lift some, or ban wider networks.",
                                kBans)));
  Json json = ban_json(ban);
  json["ended"] = context.running.ban(ban);
  return json_response(json, 201);
}

Response lift_ban(Context& context, Call& call) {
  call.query.finish();
  const std::string network = network_of(context, call.values[0]);
  note(context, call, "deleteBan", network);
  must_hold(context.running.ask(persistence::DropBan{.network = network}),
            Problem(404, "ban-not-found", "This exact network is not banned."));
  context.running.lift_ban(network);
  return {.status = 204, .content_type = "", .body = {}, .headers = {}};
}

constexpr std::array kBanOperations = {
    Operation{.id = "listBans", .method = "GET", .path = "/admin/v1/bans", .role = Role::kRead, .handle = list_bans},
    Operation{
        .id = "createBan", .method = "POST", .path = "/admin/v1/bans", .role = Role::kModerate, .handle = make_ban},
    Operation{.id = "deleteBan",
              .method = "DELETE",
              .path = "/admin/v1/bans/{network}",
              .role = Role::kModerate,
              .handle = lift_ban},
};

}  // namespace

std::span<const Operation> ban_operations() {
  return kBanOperations;
}

}  // namespace wyrmhall::server::admin
