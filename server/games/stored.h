// What the rows of the store are in the terms of the rules and of a record.
#pragma once

#include <expected>
#include <string>

#include "persistence/values.h"
#include "record/values.h"
#include "rules/dice/fair_stream.h"

namespace wyrmhall::server {

// What is needed of a stored match to roll its dice again.
std::expected<rules::FairStream, std::string> dice_of(const persistence::MatchRow& row);

// The part of a record that no game changes (record/values.h).
std::expected<record::Header, std::string> record_header(const persistence::MatchRow& row);

}  // namespace wyrmhall::server
