// The servers of a store, and which of them runs which matches.
#include <algorithm>
#include <array>
#include <optional>

#include "server/admin/operation.h"
#include "server/admin/rest/page.h"
#include "server/admin/rest/reading.h"
#include "server/core/limits.h"

namespace wyrmhall::server::admin {

using cluster::ClusterStatus;
using cluster::ServerStatus;
using persistence::Shard;

namespace {

struct NodeName {
  std::string text;
};

// As --node takes it.
constexpr auto kReadNodeName = [](std::string_view text) -> std::optional<NodeName> {
  const bool fits = std::ranges::all_of(text, [](unsigned char c) { return c > ' ' && c < 127; });
  if (text.empty() || text.size() > kNodeNameBytes || !fits) return std::nullopt;
  return NodeName{std::string(text)};
};

struct ShardLine {
  std::uint32_t number = 0;
  std::optional<std::string> node;
};

struct ShardQuery {
  std::optional<std::int64_t> cursor;
  std::uint32_t limit = kAdminPage;
  std::optional<NodeName> node;
  std::optional<MatchId> match;
};

}  // namespace

template <>
inline constexpr auto kSchema<persistence::BusState> =
    words({}, static_cast<std::size_t>(persistence::BusState::kLost), "lost", "connected", "alone");

template <>
inline constexpr auto kSchema<ServerStatus> = object(
    {"Node"}, field("name", [](const ServerStatus& of) { return of.row.info.name; }),
    field("start", [](const ServerStatus& of) { return of.row.id; },
          {.about = "Counts up with each start of a server of this store."}),
    field("address", [](const ServerStatus& of) { return of.row.info.address; },
          {.about = "What it was given as --advertise.", .empty_none = true}),
    field("version", [](const ServerStatus& of) { return of.row.info.version; }),
    field("shards", &ServerStatus::shards, {.about = "How many of the 4096 it runs."}),
    field("draining", [](const ServerStatus& of) { return of.row.draining; },
          {.about = "It gives its shards away and ends."}),
    field("bus", [](const ServerStatus& of) { return of.row.bus; },
          {.about = "How it stands with NATS, as it says itself. \"alone\": others have it, so it runs nothing."}),
    field("lobby", &ServerStatus::lobby, {.about = "It has the lobby, and so all tables."}),
    field("self", &ServerStatus::self, {.about = "It is the one that answers."}));
template <>
inline constexpr ListName kListName<ServerStatus> = {"NodeList", "nodes"};

template <>
inline constexpr auto kSchema<NodeName> = TextForm{kReadNodeName, "is the name of a server", "As --node has it."};

template <>
inline constexpr auto kSchema<ShardLine> =
    object({"Shard"}, field("number", &ShardLine::number),
           field("node", &ShardLine::node, {.about = "Who runs its matches; null: nobody at this moment."}));
template <>
inline constexpr ListName kListName<ShardLine> = {"ShardPage", "shards"};

template <>
inline constexpr auto kSchema<ShardQuery> =
    query(cursor_field(&ShardQuery::cursor, 0), limit_field(&ShardQuery::limit),
          field("node", &ShardQuery::node, {.about = "Only those of the server of this name."}),
          field("match", &ShardQuery::match, {.about = "Only the one that this match is in."}));

namespace {

// As this server saw it last, a second ago at the most while the database answers.
ClusterStatus servers(Context& context) {
  ClusterStatus status = context.running.servers();
  if (status.servers.empty()) {
    throw Problem(409, "alone", "This server shares its store with no others: it was started without --bus.");
  }
  return status;
}

List<ServerStatus> list_nodes(Context& context) {
  return {servers(context).servers};
}

Page<ShardLine> list_shards(Context& context, const ShardQuery& query) {
  const ClusterStatus status = servers(context);
  const std::optional<Shard> only = query.match ? std::optional(persistence::shard_of(*query.match)) : std::nullopt;
  const auto first = static_cast<std::size_t>(query.cursor ? *query.cursor + 1 : 0);
  std::vector<ShardLine> lines;
  for (std::size_t number = first; number < status.owners.size() && lines.size() <= query.limit; ++number) {
    if (only && *only != number) continue;
    const auto owner =
        std::ranges::find(status.servers, status.owners[number], [](const ServerStatus& one) { return one.row.id; });
    ShardLine line{.number = static_cast<std::uint32_t>(number), .node = {}};
    if (owner != status.servers.end()) line.node = owner->row.info.name;
    if (!query.node || line.node == query.node->text) lines.push_back(std::move(line));
  }
  return page_of(std::move(lines), query.limit, std::identity(),
                 [](const ShardLine& last) { return std::to_string(last.number); });
}

Accepted<ServerStatus> drain_node(Context& context, Call& call, const NodeName& name) {
  ClusterStatus status = servers(context);
  const auto found =
      std::ranges::find(status.servers, name.text, [](const ServerStatus& one) { return one.row.info.name; });
  if (found == status.servers.end()) throw Problem(404, "node-not-found", "No server of this name runs.");
  if (status.servers.size() == 1) {
    throw Problem(409, "last-node",
                  "No other server runs that could take its matches: drain it by POST /admin/v1/drain.");
  }
  note(context, call, name.text);
  context.running.drain_other(found->row.id);
  found->row.draining = true;
  return {*found};
}

}  // namespace

std::span<const Operation> cluster_operations() {
  static constexpr std::array kOperations = {
      operation<list_nodes>("listNodes", "GET", "/admin/v1/nodes", Role::kRead,
                            "The servers of this store that are alive, in the order of their starts",
                            {.conflict = true}),
      operation<list_shards>("listShards", "GET", "/admin/v1/shards", Role::kRead,
                             "Which server runs which shard of the matches", {.conflict = true}),
      operation<drain_node>(
          "drainNode", "POST", "/admin/v1/nodes/{name}/drain", Role::kOperate,
          "Let a server end: it gives its matches to the others first, and then its connections end",
          {.about = "Whichever server is asked. Players connect again by themselves.", .conflict = true}),
  };
  return kOperations;
}

}  // namespace wyrmhall::server::admin
