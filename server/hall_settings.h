// What whoever runs the server has said.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "receipts/signature.h"
#include "server/door_event.h"
#include "server/environment.h"
#include "server/limits.h"
#include "server/match/earning.h"
#include "server/session/registration.h"

namespace wyrmhall::server {

struct HallSettings {
  Limits limits = {};
  persistence::Incarnation incarnation = 0;
  std::string server = "wyrmhalld";  // name and version
  std::size_t thought_queue = kThoughtQueue;
  NuggetRule nuggets = NuggetRule::kAlways;
  std::vector<receipts::PublicKey> older_keys = {};  // by which the server signed before, newest first
  Registration registration = Registration::kOpen;
  DoorWatch on_door = {};  // is told who comes and who is refused; must not call the hall
};

}  // namespace wyrmhall::server
