// What the server signs about the starts of a table (docs/dice.md), made from the table, and as it travels.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "persistence/matches.h"
#include "receipts/signature.h"
#include "receipts/statement.h"
#include "rules/seat.h"
#include "wyrmhall/v1/table.pb.h"

namespace wyrmhall::server {

void write_statement(const receipts::Signed& statement, v1::Statement& to);
// A statement that this server wrote into a table before.
receipts::Signed read_statement(const v1::Statement& from);

// For a table at which everybody has committed.
receipts::StartStatement start_statement(const v1::Table& table, std::uint32_t rules_version, Timestamp now);

// The end of the start that table.start() belongs to. `x0`: what each seat has shown; empty if it has not.
receipts::AbortedStatement aborted_statement(const v1::Table& table, v1::CalledOffReason reason,
                                             const std::vector<std::uint8_t>& named,
                                             const persistence::Hash& server_seed,
                                             const std::array<std::string, rules::kMaxSeats>& x0, Timestamp now);

// By which version of the rules the match is played, as the start statement says.
std::uint32_t signed_rules_version(const v1::Table& table);

// What was signed before the match that this table becomes.
persistence::SignedStart signed_start(const v1::Table& table);

}  // namespace wyrmhall::server
