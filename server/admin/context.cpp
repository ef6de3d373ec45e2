#include "server/admin/context.h"

#include <spdlog/spdlog.h>

#include <algorithm>

namespace wyrmhall::server::admin {

void note(Context& context, Call& call, const std::string& target, const Json& detail) {
  spdlog::info("admin {} ({}): {} {}", call.request.address, call.who, call.operation, target);
  const auto answer = context.running.ask(
      persistence::WriteAdminLog{.entry = persistence::AdminLogEntry{.at = context.running.now(),
                                                                     .operation = std::string(call.operation),
                                                                     .target = target,
                                                                     .address = call.request.address,
                                                                     .detail = to_text(detail),
                                                                     .who = std::string(call.who),
                                                                     .outcome = "begun"}});
  if (answer.kept()) {
    call.noted = answer.value.no;
    return;
  }
  throw Problem(503, "store-unavailable",
                "The store cannot write, so the change cannot be recorded in the audit and was not made.");
}

void must_have_lobby(Context& context) {
  const cluster::ClusterStatus status = context.running.servers();
  const auto has = std::ranges::find_if(status.servers, &cluster::ServerStatus::lobby);
  if (status.servers.empty() || (has != status.servers.end() && has->self)) return;
  if (has == status.servers.end()) {
    throw Problem(409, "lobby-elsewhere", "The lobby is moving from one server to another: try again.");
  }
  throw Problem(409, "lobby-elsewhere", "The server " + has->row.info.name + " has the tables: ask that.");
}

void must_be_kept(const persistence::Outcome& outcome, const Problem& conflict) {
  if (outcome.kept()) return;
  if (outcome.verdict == persistence::Verdict::kConflict) throw Problem(conflict);
  throw Problem(503, "store-unavailable", "The store cannot write.");
}

}  // namespace wyrmhall::server::admin
