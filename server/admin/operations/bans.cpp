// Networks that nobody may connect from, for a time.
#include <fmt/format.h>

#include <array>

#include "server/admin/operation.h"
#include "server/admin/rest/page.h"

namespace wyrmhall::server::admin {

using persistence::Ban;

namespace {

struct NewBan : Ban {
  std::size_t ended = 0;
};

struct BanBody {
  std::string network;
  std::uint64_t seconds = 0;
  std::string reason;
  bool force = false;
};

struct BannedNetwork {
  std::string text;
};

constexpr auto kAnyNetwork = [](std::string_view text) { return std::optional(BannedNetwork{std::string(text)}); };

}  // namespace

template <>
inline constexpr auto kSchema<Ban> =
    object({"Ban"}, field("network", &Ban::network, {.about = "An address or a network, as the server writes it."}),
           field("reason", &Ban::reason, {.empty_none = true}), field("createdAt", &Ban::made_at),
           field("until", &Ban::until));
template <>
inline constexpr ListName kListName<Ban> = {"BanList", "bans"};

template <>
inline constexpr auto kSchema<NewBan> =
    object({"NewBan"}, kFieldsOf<Ban>, field("ended", &NewBan::ended, {.about = "How many connections it has ended."}));

template <>
inline constexpr auto kSchema<BanBody> = object(
    {},
    field("network", &BanBody::network,
          {.about = "An address or a network, such as 192.0.2.1, 10.0.0.0/8 or 2001:db8::/48.",
           .refusal = "is an address or a network, such as 192.0.2.1 or 2001:db8::/48",
           .required = true}),
    field("seconds", &BanBody::seconds,
          {.about = "For how long.",
           .least = 1,
           .most = std::chrono::duration_cast<std::chrono::seconds>(kMaxBanTime).count(),
           .required = true}),
    reason_field(&BanBody::reason), field("force", &BanBody::force, {.about = "Also where it looks like a mistake."}));

template <>
inline constexpr auto kSchema<BannedNetwork> =
    TextForm{kAnyNetwork, "is a network", "The very network, with its slash as %2F."};

namespace {

std::string network_of(Context& context, const std::string& text) {
  auto network = context.running.network(text);
  if (!network) wrong_body("network", network.error());
  return *network;
}

List<Ban> list_bans(Context& context) {
  return {context.running.bans()};
}

Created<NewBan> make_ban(Context& context, Call& call, const BanBody& body) {
  const std::string network = network_of(context, body.network);
  if (const auto mistake = context.running.mistake(network, call.request.address); mistake && !body.force) {
    throw Problem(409, "ban-mistaken", *mistake + " Use force if that is what you want.");
  }
  const Timestamp now = context.running.now();
  const Ban ban{
      .network = network, .reason = body.reason, .made_at = now, .until = now + std::chrono::seconds(body.seconds)};
  note(context, call, network, {{"seconds", body.seconds}, {"reason", body.reason}, {"force", body.force}});
  must_be_kept(
      context.running.ask(persistence::KeepBan{.ban = ban, .limit = kBans}),
      {409, "bans-full",
       fmt::format("There are already {} bans, the most there can be: lift some, or ban wider networks.", kBans)});
  return {{ban, context.running.ban(ban)}};
}

Done lift_ban(Context& context, Call& call, const BannedNetwork& banned) {
  const std::string network = network_of(context, banned.text);
  note(context, call, network);
  must_be_kept(context.running.ask(persistence::DropBan{.network = network}),
               {404, "ban-not-found", "This exact network is not banned."});
  context.running.lift_ban(network);
  return {};
}

}  // namespace

std::span<const Operation> ban_operations() {
  static constexpr std::array kOperations = {
      operation<list_bans>("listBans", "GET", "/admin/v1/bans", Role::kRead, "Banned networks, the oldest first"),
      operation<make_ban>(
          "createBan", "POST", "/admin/v1/bans", Role::kModerate,
          "Keep a network out until a time, and end the connections that come from it",
          {.about =
               "One of the same network is replaced. A network that holds the address that the request comes from, "
               "or a trusted proxy, is refused unless \"force\" is given. Probes are answered all the same.",
           .conflict = true}),
      operation<lift_ban>("deleteBan", "DELETE", "/admin/v1/bans/{network}", Role::kModerate, "Lift a ban"),
  };
  return kOperations;
}

}  // namespace wyrmhall::server::admin
