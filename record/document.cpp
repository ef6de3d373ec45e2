#include "record/document.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "record/notation.h"
#include "record/receipts.h"

namespace wyrmhall::record {
namespace {

constexpr std::uint64_t kAnySeconds = std::numeric_limits<std::uint32_t>::max();

Seat read_seat(const Json& json, const std::string& where) {
  Seat seat;
  if (json.is_object() && json.contains("bot")) {
    check_keys(json, where, {"bot"});
    seat.name = text_at(json, where, "bot");
    return seat;
  }
  check_keys(json, where, {"name", "player", "commitment", "x0"});
  seat.name = text_at(json, where, "name");
  seat.account = read_uuid<AccountId>(text_at(json, where, "player"));
  if (!seat.account) throw Wrong(where + ".player", "must be a UUID in lower case");
  seat.commitment = bytes_at<std::tuple_size_v<rules::Link>>(json, where, "commitment");
  seat.x0 = bytes_at<std::tuple_size_v<rules::Link>>(json, where, "x0");
  return seat;
}

Header read_header(const Json& json) {
  const std::string where = "the record";
  Header header;
  const auto id = read_uuid<MatchId>(text_at(json, where, "matchId"));
  if (!id) throw Wrong("matchId", "must be a UUID in lower case");
  header.match_id = *id;
  header.rules_version = static_cast<std::uint32_t>(number_at(json, where, "rulesVersion", kAnySeconds));
  const auto started = read_time(text_at(json, where, "startedAt"));
  if (!started) throw Wrong("startedAt", "must be a time such as 2026-03-01T12:34:56.123456Z");
  header.started_at = *started;
  header.turn_seconds = static_cast<std::uint32_t>(number_at(json, where, "turnSeconds", kAnySeconds));
  const Json& seats = json.at("seats");
  if (!seats.is_array() || seats.size() > rules::kMaxSeats) throw Wrong("seats", "must be a list of at most 8");
  for (std::size_t i = 0; i < seats.size(); ++i) {
    header.seats.push_back(read_seat(seats[i], "seats[" + std::to_string(i) + "]"));
  }
  header.server_seed = bytes_at<std::tuple_size_v<rules::ServerSeed>>(json, where, "serverSeed");
  return header;
}

void read_receipts(const Json& json, Document& document) {
  if (json.contains("abortedStarts")) {
    const Json& starts = json.at("abortedStarts");
    if (!starts.is_array()) throw Wrong("abortedStarts", "must be a list");
    for (std::size_t i = 0; i < starts.size(); ++i) {
      const std::string where = "abortedStarts[" + std::to_string(i) + "]";
      check_keys(starts[i], where, {"start", "aborted"});
      document.header.aborted_starts.push_back({.start = read_signed(starts[i].at("start"), where + ".start"),
                                                .aborted = read_signed(starts[i].at("aborted"), where + ".aborted")});
    }
  }
  if (!json.contains("receipts")) return;
  const Json& receipts = json.at("receipts");
  check_keys(receipts, "receipts", {"?start", "end"});
  if (receipts.contains("start")) document.header.start_receipt = read_signed(receipts.at("start"), "receipts.start");
  document.end_receipt = read_signed(receipts.at("end"), "receipts.end");
}

}  // namespace

Document read_document(Json json) {
  const std::string where = "the record";
  if (!json.is_object()) throw Wrong(where, "must be an object");
  const auto format = std::find(kFormats.begin(), kFormats.end(), text_at(json, where, "format"));
  if (format == kFormats.end()) {
    throw Wrong("format", "must be \"" + std::string(kFormats.back()) + "\" or an older one");
  }
  const int number = static_cast<int>(format - kFormats.begin()) + 1;
  if (number == 1) {
    check_keys(json, where,
               {"format", "matchId", "game", "rulesVersion", "options", "startedAt", "turnSeconds", "seats",
                "serverSeed", "serverCommitment", "start", "startHash", "moves", "outcome", "hash"});
  } else {
    check_keys(json, where,
               {"format", "matchId", "game", "rulesVersion", "options", "startedAt", "turnSeconds", "seats",
                "serverSeed", "serverCommitment", "abortedStarts", "start", "startHash", "moves", "outcome", "hash",
                "?receipts", "?closingLinks"});
  }
  Document document;
  document.game = text_at(json, where, "game");
  document.header = read_header(json);
  document.header.format = number;
  read_receipts(json, document);
  if (!json.at("moves").is_array()) throw Wrong("moves", "must be a list");
  if (!json.at("start").is_object()) throw Wrong("start", "must be an object");
  for (std::size_t i = 0; i < json.at("moves").size(); ++i) {
    const std::string move = "moves[" + std::to_string(i) + "]";
    if (!json.at("moves")[i].is_object()) throw Wrong(move, "must be an object");
    (void)text_at(json.at("moves")[i], move, "hash");
  }
  (void)text_at(json, where, "serverCommitment");
  (void)text_at(json, where, "startHash");
  (void)text_at(json, where, "hash");
  if (json.contains("closingLinks")) document.closing_links = links_in(json.at("closingLinks"), "closingLinks");
  document.json = std::move(json);
  return document;
}

void check_keys(const Json& json, const std::string& where, std::initializer_list<std::string_view> keys) {
  if (!json.is_object()) throw Wrong(where, "must be an object");
  const auto named = [](std::string_view key) { return key.starts_with('?') ? key.substr(1) : key; };
  for (const std::string_view key : keys) {
    if (!key.starts_with('?') && !json.contains(key)) throw Wrong(where, "has no \"" + std::string(key) + "\"");
  }
  for (const auto& [key, value] : json.items()) {
    const bool known = std::any_of(keys.begin(), keys.end(), [&](std::string_view k) { return named(k) == key; });
    if (!known) throw Wrong(where, "has a key \"" + key.substr(0, 40) + "\" that belongs to no record");
  }
}

const std::string& text_at(const Json& json, const std::string& where, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_string()) throw Wrong(where + "." + key, "must be a text");
  return found->get_ref<const std::string&>();
}

std::uint64_t number_at(const Json& json, const std::string& where, const char* key, std::uint64_t most) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_number_unsigned() || found->get<std::uint64_t>() > most) {
    throw Wrong(where + "." + key, "must be a whole number, at most " + std::to_string(most));
  }
  return found->get<std::uint64_t>();
}

rules::MoveKind kind_at(const Json& json, const std::string& where) {
  const auto kind = read_kind(text_at(json, where, "kind"));
  if (!kind) throw Wrong(where + ".kind", "is unknown");
  return *kind;
}

std::vector<SeatLink> links_in(const Json& list, const std::string& where) {
  if (!list.is_array() || list.empty()) throw Wrong(where, "is a list that is not empty, or left out");
  std::vector<SeatLink> links;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string at = where + "[" + std::to_string(i) + "]";
    check_keys(list[i], at, {"seat", "link"});
    links.push_back({.seat = static_cast<rules::Seat>(number_at(list[i], at, "seat", rules::kMaxSeats - 1)),
                     .link = bytes_at<std::tuple_size_v<rules::Link>>(list[i], at, "link")});
  }
  return links;
}

std::optional<Confirmation> confirmation_at(const Json& json, const std::string& where) {
  const bool there = json.contains("confirmation");
  if (there != json.contains("decision")) throw Wrong(where + ".decision", "belongs to a confirmation");
  if (!there) return std::nullopt;
  if (!json.contains("link")) throw Wrong(where + ".confirmation", "belongs to a decision with a link");
  Confirmation confirmation{.decision = text_at(json, where, "decision"),
                            .code = bytes_at<std::tuple_size_v<rules::ConfirmationCode>>(json, where, "confirmation")};
  if (confirmation.decision.size() > rules::kMaxDecisionBytes) throw Wrong(where + ".decision", "is too long");
  return confirmation;
}

std::uint64_t action_id_at(const Json& json, const std::string& where) {
  if (!json.contains("actionId")) return 0;
  const std::string& text = text_at(json, where, "actionId");
  std::uint64_t id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (error != std::errc() || end != text.data() + text.size() || id == 0) {
    throw Wrong(where + ".actionId", "must be a number from 1 on, in quotes");
  }
  return id;
}

}  // namespace wyrmhall::record
