// Checks the record of a finished match with no help from anybody: that its hashes, commitments and links fit, that its
// dice are those of the auditable stream, that the rules come to the same events and the same outcome, and that each
// byte of it is as it would be written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "receipts/statement.h"
#include "record/confirmations.h"
#include "record/foresight.h"
#include "record/values.h"

namespace wyrmhall::record {

// What was checked, as figures.
struct VerifyReport {
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
  int format = kNewestFormat;
  Foresight foresight;
  Confirmations confirmations;
  // The first move that has the id of a decision that was sent, but another action.
  std::optional<std::size_t> other_than_sent;
  // The starts that were called off before, in order.
  std::vector<receipts::AbortedStatement> aborted_starts;
  std::vector<receipts::PublicKey> aborted_keys;  // two for each of them
  // The keys by which start and end were signed, each where there is a signature; all of them fit. That a key stands in
  // a record proves nothing: compare it with one from elsewhere.
  std::optional<receipts::PublicKey> start_key;
  std::optional<receipts::PublicKey> end_key;
};

// The decisions that a player knows to have sent, as texts (rules/decision.h) by the ids of the commands.
struct SentDecisions {
  rules::Seat seat = rules::kNoSeat;
  std::map<std::uint64_t, std::string> by_action_id;
};

// Whether the start and the end of a record are signed, and all its signatures are by this key.
bool vouches(const receipts::PublicKey& key, const VerifyReport& report);

// The first thing that is wrong, and where. Whether `sent` is what was played is no part of it: see other_than_sent.
std::expected<VerifyReport, Flaw> verify(std::string_view text, const SentDecisions& sent = {});

}  // namespace wyrmhall::record
