// The rows of the store, in the terms of the rules and of a record.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <vector>

#include "persistence/matches.h"
#include "receipts/signature.h"
#include "receipts/statement.h"
#include "record/values.h"
#include "rules/dice/fair_stream.h"
#include "rules/match.h"

namespace wyrmhall::server {

// The store and the rules number the kinds of moves alike, and neither knows the other.
constexpr rules::MoveKind kind_of(persistence::MoveKind kind) {
  return static_cast<rules::MoveKind>(kind);
}
static_assert(kind_of(persistence::MoveKind::kAction) == rules::MoveKind::kAction);
static_assert(kind_of(persistence::MoveKind::kResigned) == rules::MoveKind::kResigned);
static_assert(kind_of(persistence::MoveKind::kTimedOut) == rules::MoveKind::kTimedOut);
static_assert(kind_of(persistence::MoveKind::kStandIn) == rules::MoveKind::kStandIn);
static_assert(kind_of(persistence::MoveKind::kResumed) == rules::MoveKind::kResumed);
static_assert(kind_of(persistence::MoveKind::kAbsent) == rules::MoveKind::kAbsent);

// What is needed of a stored match to roll its dice again.
std::expected<rules::FairStream, std::string> dice_of(const persistence::MatchRow& row);

std::vector<record::SeatLink> record_links(std::span<const persistence::SeatLink> links);

// What is signed about the end of a match: a statement that was signed before and kept, or else one that is signed now.
// Two different statements of one end convict the server, so what is kept stands, whatever would be made of the match
// by now.
receipts::Signed end_statement(const persistence::StoredMatch& match, const receipts::EndStatement& end,
                               const receipts::SigningKey& key);

// The part of a record that no game changes (record/values.h).
std::expected<record::Header, std::string> record_header(const persistence::MatchRow& row);

}  // namespace wyrmhall::server
