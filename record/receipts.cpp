#include "record/receipts.h"

#include <algorithm>
#include <set>

#include "record/document.h"
#include "record/notation.h"
#include "rules/dice/fair_stream.h"

namespace wyrmhall::record {
namespace {

using receipts::AbortedStatement;
using receipts::AbortReason;
using receipts::Signed;
using receipts::StartStatement;

void must(bool holds, const std::string& where, std::string what) {
  if (!holds) throw Wrong(where, std::move(what));
}

void must_be_signed(const Signed& statement, const std::string& where) {
  must(receipts::verifies(statement), where + ".signature", "is not that of the text by the key that stands beside it");
}

StartStatement start_of(const Signed& statement, const std::string& where) {
  must_be_signed(statement, where);
  auto start = receipts::read_start(statement.text);
  must(start.has_value(), where + ".text", "is no start statement");
  return *std::move(start);
}

bool names(const AbortedStatement& aborted, std::size_t seat) {
  return std::ranges::find(aborted.named, seat) != aborted.named.end();
}

// Refuses a blame that the start and what was shown of it contradict.
void check_blame(const StartStatement& start, const AbortedStatement& aborted, const std::string& where) {
  for (std::size_t seat = 0; seat < start.seats.size(); ++seat) {
    const bool person = start.seats[seat].player.has_value();
    const auto& x0 = aborted.shown[seat];
    must(!x0 || (person && rules::link(*x0) == start.seats[seat].commitment), where,
         "shows an x_0 of seat " + std::to_string(seat) + " that does not hash to its commitment");
    const bool named = names(aborted, seat);
    const bool silent = person && !x0;
    if (aborted.reason == AbortReason::kNoReveal) {
      must(named == silent, where, "does not name exactly the seats that showed nothing");
    }
    if (aborted.reason == AbortReason::kWrongReveal) {
      must(!named || silent, where, "blames seat " + std::to_string(seat) + ", which it shows to have revealed");
    }
  }
  const std::size_t most = aborted.reason == AbortReason::kRestart ? 0 : start.seats.size();
  const std::size_t least = aborted.reason == AbortReason::kRestart ? 0 : 1;
  const bool in_range =
      std::ranges::all_of(aborted.named, [&](std::uint8_t seat) { return seat < start.seats.size(); });
  must(in_range && aborted.named.size() >= least && aborted.named.size() <= most, where,
       "names other seats than its reason can");
}

void check_aborted(const Header& header, std::size_t index, std::set<receipts::Digest>& commitments) {
  const std::string where = "abortedStarts[" + std::to_string(index) + "]";
  const AbortedStart& recorded = header.aborted_starts[index];
  const StartStatement start = start_of(recorded.start, where + ".start");
  must_be_signed(recorded.aborted, where + ".aborted");
  const auto aborted = receipts::read_aborted(recorded.aborted.text);
  must(aborted.has_value(), where + ".aborted.text", "is no aborted statement");
  must(start.match == header.match_id && start.attempt == index + 1, where + ".start",
       "is not of this match, or not the next attempt");
  must(aborted->match == start.match && aborted->attempt == start.attempt &&
           aborted->start == receipts::hash_of(recorded.start.text) && aborted->shown.size() == start.seats.size(),
       where + ".aborted", "is not of the start that stands beside it");
  must(rules::commitment(aborted->server_seed) == start.server_commitment, where + ".aborted",
       "shows a seed that does not hash to the server's commitment");
  must(aborted->time >= start.time, where + ".aborted", "lies before its start");
  must(commitments.insert(start.server_commitment).second, where + ".start",
       "has a commitment of the server's that was used before");
  check_blame(start, *aborted, where + ".aborted");
}

void check_seats(const StartStatement& start, const Header& header, const std::string& where) {
  must(start.seats.size() == header.seats.size(), where, "has another number of seats than the record");
  for (std::size_t i = 0; i < header.seats.size(); ++i) {
    const Seat& seat = header.seats[i];
    const receipts::StartSeat& stated = start.seats[i];
    const bool same = seat.account ? stated.player == seat.account && stated.commitment == seat.commitment
                                   : !stated.player && stated.bot == seat.name;
    must(same, where, "has another player or commitment in seat " + std::to_string(i) + " than the record");
  }
}

}  // namespace

Json signed_json(const Signed& statement) {
  return {{"text", statement.text}, {"key", hex_text(statement.key)}, {"signature", hex_text(statement.signature)}};
}

Json aborted_starts_json(const std::vector<AbortedStart>& starts) {
  Json list = Json::array();
  for (const AbortedStart& start : starts) {
    list.push_back({{"start", signed_json(start.start)}, {"aborted", signed_json(start.aborted)}});
  }
  return list;
}

Json receipts_json(const std::optional<Signed>& start, const Signed& end) {
  Json json = Json::object();
  if (start) json["start"] = signed_json(*start);
  json["end"] = signed_json(end);
  return json;
}

Signed read_signed(const Json& json, const std::string& where) {
  check_keys(json, where, {"text", "key", "signature"});
  return {.text = text_at(json, where, "text"),
          .signature = bytes_at<std::tuple_size_v<receipts::Signature>>(json, where, "signature"),
          .key = bytes_at<std::tuple_size_v<receipts::PublicKey>>(json, where, "key")};
}

void check_starts(const Header& header, const Json& record) {
  std::set<receipts::Digest> commitments = {rules::commitment(header.server_seed)};
  for (std::size_t i = 0; i < header.aborted_starts.size(); ++i) check_aborted(header, i, commitments);
  if (!header.start_receipt) return;
  const std::string where = "receipts.start";
  const StartStatement start = start_of(*header.start_receipt, where);
  must(start.match == header.match_id, where, "is of another match");
  must(start.attempt == header.aborted_starts.size() + 1, where,
       "counts other starts that were called off than the record");
  must(start.game == record.at("game").get<std::string>() && start.rules_version == header.rules_version, where,
       "names another game or version than the record");
  must(start.options == compact(record.at("options")), where, "has other options than the record");
  must(start.turn_seconds == header.turn_seconds, where, "has another time for a decision than the record");
  must(start.server_commitment == rules::commitment(header.server_seed), where,
       "has another commitment of the server's than the record");
  must(start.time <= header.started_at, where, "lies after the start of the match");
  check_seats(start, header, where);
}

void check_end(const receipts::EndStatement& derived, const Signed& recorded) {
  must_be_signed(recorded, "receipts.end");
  must(recorded.text == receipts::write(derived), "receipts.end", "says something else than the record does");
}

receipts::EndStatement end_statement(const Header& header, const std::string& hash, const Foresight& foresight) {
  receipts::EndStatement end{.match = header.match_id,
                             .start = std::nullopt,
                             .server_seed = header.server_seed,
                             .record = {},
                             .foresight = foresight};
  if (header.start_receipt) end.start = receipts::hash_of(header.start_receipt->text);
  read_hex(hash, end.record);
  return end;
}

}  // namespace wyrmhall::record
