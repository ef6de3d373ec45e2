// What the host of the server has set.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "persistence/answer.h"
#include "receipts/signature.h"
#include "server/core/access_event.h"
#include "server/core/earning.h"
#include "server/core/environment.h"
#include "server/core/limits.h"
#include "server/core/password.h"
#include "server/core/registration.h"

namespace wyrmhall::server {

struct CoreSettings {
  Limits limits = {};
  persistence::Incarnation incarnation = 0;
  std::string server = "wyrmhalld";  // name and version
  std::size_t bot_queue = kBotQueue;
  NuggetRule nuggets = NuggetRule::kAlways;
  std::vector<receipts::PublicKey> older_keys = {};  // by which the server signed before, newest first
  Registration registration = Registration::kOpen;
  PasswordCost password_cost = {};  // of those that are set from now on
  AccessWatch on_access = {};       // is told who comes and who is refused; must not call the core
};

}  // namespace wyrmhall::server
