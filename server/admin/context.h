// What the handlers of the admin interface work with, and the list of them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "server/admin/call.h"
#include "server/admin/histories.h"
#include "server/admin/jobs.h"
#include "server/admin/running.h"

namespace wyrmhall::server::admin {

struct Context {
  Running& running;
  Histories& histories;
  Jobs& jobs;
  std::string backups;  // the folder that backups go to
};

// Writes a line to the log of changes, before the change: what cannot be noted is not done. Throws a Problem then.
void note(Context& context, const Call& call, std::string_view operation, const std::string& target,
          const Json& detail = Json::object());

using Handle = Response (*)(Context&, Call&);

// One operation of the interface. A part of the path in braces stands for one value.
struct Operation {
  std::string_view id;  // as in the OpenAPI document
  std::string_view method;
  std::string_view path;
  Handle handle;
  bool needs_token = true;
};

// In matches.cpp, players.cpp, present.cpp, upkeep.cpp and about.cpp.
std::span<const Operation> match_operations();
std::span<const Operation> player_operations();
std::span<const Operation> present_operations();
std::span<const Operation> upkeep_operations();
std::span<const Operation> about_operations();

}  // namespace wyrmhall::server::admin
