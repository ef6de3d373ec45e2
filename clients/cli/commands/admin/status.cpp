#include "clients/cli/commands/admin/status.h"

#include <fmt/format.h>

#include <string>

namespace wyrmhall::cli {
namespace {

std::int64_t number(const AdminJson& of, const char* member) {
  return of.value(member, std::int64_t{0});
}

std::string readiness(const AdminJson& status, const AdminJson& drain) {
  if (status.value("ready", false)) return "yes";
  return drain.value("draining", false) ? "no: it takes no new matches, and is about to stop" : "no: the disk refuses";
}

}  // namespace

void print_status(std::ostream& out, const AdminJson& status) {
  const AdminJson none = AdminJson::object();
  const AdminJson sessions = status.value("sessions", none);
  const AdminJson matches = status.value("matches", none);
  const AdminJson drain = status.value("drain", none);
  const AdminJson lines = {
      {{"what", "version"}, {"is", status.value("server", "")}},
      {{"what", "running since"}, {"is", status.value("startedAt", "")}},
      {{"what", "ready for players"}, {"is", readiness(status, drain)}},
      {{"what", "disk"}, {"is", status.value("storeRefuses", false) ? "refuses to be written" : "takes writes"}},
      {{"what", "connections"},
       {"is", fmt::format("{}, of which {} signed in", number(status, "connections"), number(sessions, "signedIn"))}},
      {{"what", "tables"}, {"is", number(status, "tables")}},
      {{"what", "running matches"}, {"is", number(matches, "running")}},
      {{"what", "  in memory"}, {"is", number(matches, "inMemory")}},
      {{"what", "  resting on disk"}, {"is", number(matches, "resting")}},
  };
  print_table(out, lines, {{"server", "what"}, {"now", "is"}});
  out << '\n';
  print_table(out, status.value("games", AdminJson::array()),
              {{"game", "game"},
               {"rules", "rulesVersion"},
               {"playing", "playing"},
               {"idle", "idle"},
               {"over", "over"},
               {"started", "started"}});
  out << "In memory: playing (or watched), idle (running with nobody there), over. Started: since the server runs.\n";
}

}  // namespace wyrmhall::cli
