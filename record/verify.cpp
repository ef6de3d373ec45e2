#include "record/verify.h"

#include <algorithm>

#include "record/document.h"
#include "record/games.h"
#include "record/json.h"
#include "record/notation.h"
#include "record/receipts.h"
#include "record/write.h"
#include "rules/dice/chain.h"
#include "rules/dice/fair_stream.h"

namespace wyrmhall::record {
namespace {

void must_be_hash(const std::string& recorded, const std::string& computed, const std::string& where,
                  std::string_view of_what) {
  if (recorded == computed) return;
  throw Wrong(where, "does not fit " + std::string(of_what) + ": something there was changed");
}

// Each hash goes on from the one before it, so the first that does not fit is where the change is.
void check_hashes(const Json& record, VerifyReport& report) {
  Json before_moves = Json::object();
  for (const auto& [key, value] : record.items()) {
    if (key == "startHash") break;
    before_moves[key] = value;
  }
  std::string hash = start_hash(std::move(before_moves), report.format);
  must_be_hash(record.at("startHash"), hash, "startHash", "what stands before it");
  const Json& moves = record.at("moves");
  for (std::size_t i = 0; i < moves.size(); ++i) {
    Json move = moves[i];
    move.erase("hash");
    hash = chained_hash(hash, move);
    must_be_hash(moves[i].at("hash"), hash, "moves[" + std::to_string(i) + "].hash", "the move");
  }
  must_be_hash(record.at("hash"), chained_hash(hash, record.at("outcome")), "hash", "the outcome");
  report.hashes = moves.size() + 2;
}

void check_commitments(const Document& document, VerifyReport& report) {
  const Header& header = document.header;
  if (document.json.at("serverCommitment") != hex_text(rules::commitment(header.server_seed))) {
    throw Wrong("serverSeed", "does not hash to the server's commitment");
  }
  for (std::size_t i = 0; i < header.seats.size(); ++i) {
    const Seat& seat = header.seats[i];
    if (!seat.x0) continue;
    if (rules::link(*seat.x0) != *seat.commitment) {
      throw Wrong("seats[" + std::to_string(i) + "].x0", "does not hash to the seat's commitment");
    }
    ++report.chains;
  }
}

void note_receipts(const Document& document, VerifyReport& report) {
  for (const AbortedStart& start : document.header.aborted_starts) {
    report.aborted_starts.push_back(*receipts::read_aborted(start.aborted.text));
    report.aborted_keys.push_back(start.start.key);
    report.aborted_keys.push_back(start.aborted.key);
  }
  if (document.header.start_receipt) report.start_key = document.header.start_receipt->key;
  if (document.end_receipt) report.end_key = document.end_receipt->key;
}

// Only blanks, the order of keys or ways to write the same value can still differ here.
void must_be_same_text(std::string_view recorded, std::string_view derived) {
  if (recorded == derived) return;
  const auto [at, ignored] = std::mismatch(recorded.begin(), recorded.end(), derived.begin(), derived.end());
  const auto line = 1 + std::count(recorded.begin(), at, '\n');
  throw Wrong("line " + std::to_string(line) + ", byte " + std::to_string(at - recorded.begin()),
              "is not written as a record is");
}

}  // namespace

std::expected<VerifyReport, Flaw> verify(std::string_view text, const SentDecisions& sent) {
  try {
    auto json = parse(text);
    if (!json) return std::unexpected(json.error());
    const Document document = read_document(std::move(*json));
    VerifyReport report{.match_id = uuid_text(document.header.match_id),
                        .game = document.game,
                        .rules_version = document.header.rules_version,
                        .seats = document.header.seats.size(),
                        .format = document.header.format,
                        .foresight = {},
                        .confirmations = {},
                        .other_than_sent = {},
                        .aborted_starts = {},
                        .aborted_keys = {},
                        .start_key = {},
                        .end_key = {}};
    check_hashes(document.json, report);
    check_commitments(document, report);
    check_starts(document.header, document.json);
    note_receipts(document, report);
    const CheckGame check = check_of(document.game);
    if (check == nullptr) throw Wrong("game", "is one that this program does not know");
    must_be_same_text(text, check(document, sent, report));
    return report;
  } catch (const Wrong& wrong) {
    return std::unexpected(wrong.problem);
  }
}

bool vouches(const receipts::PublicKey& key, const VerifyReport& report) {
  return report.start_key == key && report.end_key == key &&
         std::ranges::all_of(report.aborted_keys, [&](const auto& other) { return other == key; });
}

}  // namespace wyrmhall::record
