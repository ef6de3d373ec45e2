// What a client holds against a server that bends the dice (docs/dice.md).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "clients/model/message.h"
#include "common/id.h"
#include "receipts/signature.h"

namespace wyrmhall::clients {

struct Accusation {
  std::string of;  // one of the table in docs/dice.md, such as "commitmentTwice"
  Message said;    // what the server did
  MatchId match{};
  std::vector<receipts::Signed> statements{};
  // What only this client knows: its seat (-1 for none), the links that it has shown, from x_0 on, and what messages
  // said that nobody has signed. Name and value.
  int seat = -1;
  std::vector<std::string> links{};
  std::vector<std::pair<std::string, std::string>> seen{};
};

}  // namespace wyrmhall::clients
