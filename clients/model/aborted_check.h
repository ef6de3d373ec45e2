// The starts that were called off at a table after everybody had committed (docs/dice.md): checks whether what the
// server has signed about each can be true.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "clients/model/accusation.h"
#include "clients/model/chain_store.h"
#include "wyrmhall/v1/table.pb.h"

namespace wyrmhall::clients {

// What is wrong with one of them; nothing if all is well. `kept` is the chain that this client has for the table, made
// for that start or for another. `answered` is the server's commitment of the start for which the server has answered
// that it has this client's x_0; empty for none.
std::optional<Accusation> wrong_with_aborted(const v1::Table& table, const v1::AbortedStart& aborted,
                                             std::string_view key, const std::optional<KeptChain>& kept,
                                             const AccountId& account, std::string_view answered);

}  // namespace wyrmhall::clients
