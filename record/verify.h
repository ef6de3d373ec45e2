// Checks the record of a finished match with no help from anybody: that its hashes, commitments and links fit, that its
// dice are those of the auditable stream, that the rules come to the same events and the same outcome, and that not one
// byte of it is other than it would be written.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>

#include "record/values.h"

namespace wyrmhall::record {

// What was checked, as figures.
struct Account {
  std::string match_id;
  std::string game;
  std::uint32_t rules_version = 0;
  std::size_t seats = 0;
  std::size_t chains = 0;  // seats that committed to a chain
  std::size_t moves = 0;
  std::size_t links = 0;
  std::size_t rolls = 0;
  std::size_t events = 0;
  std::size_t hashes = 0;
};

// The first thing that is wrong, and where.
std::expected<Account, Trouble> verify(std::string_view text);

}  // namespace wyrmhall::record
