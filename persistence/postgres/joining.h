// How a run becomes one of the servers of a database, and by which rules all of them together play.
#pragma once

#include <expected>
#include <string>

#include "persistence/membership.h"
#include "persistence/postgres/database.h"

namespace wyrmhall::persistence::postgres {

// Draws the number of this run, above all before it, and declares earlier ones of the same name dead: from then on none
// of them writes. Waits for what they have in flight. Where it does not know the rules that are played here, a sentence
// instead, and nothing has changed.
std::expected<Incarnation, std::string> join(Database& database, const NodeInfo& node);

// Takes into use what all servers know by now (Membership::raise_rules).
void raise_rules(Database& database);

}  // namespace wyrmhall::persistence::postgres
