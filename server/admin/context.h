// What the handlers of the admin interface work with, and the list of them.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "server/admin/call.h"
#include "server/admin/census.h"
#include "server/admin/histories.h"
#include "server/admin/jobs.h"
#include "server/admin/keyring.h"
#include "server/admin/running.h"
#include "server/admin/watch.h"

namespace wyrmhall::server::admin {

struct Context {
  Running& running;
  Histories& histories;
  Jobs& jobs;
  Keyring& keys;
  Watch& watch;
  Census& census;
  std::string data;     // the store's folder; empty where it keeps no history
  std::string backups;  // the folder that backups go to
  // Carries out another operation, by its id, as a request of its own.
  std::function<Response(std::string_view operation, Call& call)> carry_out;
};

// Writes a line to the log of changes, before the change: what cannot be noted is not done. Throws a Problem then. What
// comes of it is added to the line once it is known.
void note(Context& context, Call& call, std::string_view operation, const std::string& target,
          const Json& detail = Json::object());

// Which calls the log of changes has.
enum class Noted : std::uint8_t {
  kChanges = 0,   // what changes something notes itself, with its details; where it failed before, the dispatcher does
  kReadings = 1,  // it tells of a person: each reading
};

using Handle = Response (*)(Context&, Call&);

// One operation of the interface. A part of the path in braces stands for one value.
struct Operation {
  std::string_view id;  // as in the OpenAPI document
  std::string_view method;
  std::string_view path;
  Role role = Role::kOperate;  // the least that a token must have
  Handle handle;
  Noted noted = Noted::kChanges;
};

// In the file of the same name.
std::span<const Operation> match_operations();
std::span<const Operation> player_operations();
std::span<const Operation> identity_operations();
std::span<const Operation> present_operations();
std::span<const Operation> upkeep_operations();
std::span<const Operation> token_operations();
std::span<const Operation> ending_operations();
std::span<const Operation> many_operations();
std::span<const Operation> about_operations();
std::span<const Operation> ban_operations();
std::span<const Operation> invitation_operations();

}  // namespace wyrmhall::server::admin
