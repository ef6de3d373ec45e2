#include "clients/cli/commands/verify/accusation.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <set>
#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

#include "clients/cli/profile/private_file.h"
#include "clients/cli/profile/statement_json.h"
#include "clients/cli/terminal/terminal.h"
#include "clients/model/chain.h"
#include "clients/model/signed_statement.h"
#include "common/bytes.h"
#include "common/hex.h"
#include "common/uuid.h"
#include "receipts/statement.h"

namespace wyrmhall::cli {
namespace {

using Json = nlohmann::ordered_json;
using receipts::AbortedStatement;
using receipts::AbortReason;
using receipts::EndStatement;
using receipts::StartStatement;

// A longer file is no evidence; a record may be that long.
constexpr std::size_t kMaxBytes = std::size_t{64} << 20U;
constexpr int kMaxDepth = 16;
// Statements beyond the number that any accusation can use are left aside.
constexpr std::size_t kMaxStatements = 256;

std::string text_at(const Json& json, const char* key) {
  return json.is_object() && json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : "";
}

// Statements are recognised by their three members, wherever they stand in a file.
void collect(const Json& json, std::vector<receipts::Signed>& statements) {
  if (!json.is_structured()) return;
  if (const auto statement = signed_from_json(json)) {
    statements.push_back(*statement);
    return;
  }
  for (const Json& inner : json) collect(inner, statements);
}

// A statement as it was signed and what it says.
template <class Said>
struct Read {
  std::string text;
  receipts::Digest hash;
  Said said;
};

// What one key has signed, each statement once.
struct Signed {
  std::vector<Read<StartStatement>> starts;
  std::vector<Read<AbortedStatement>> aborted;
  std::vector<Read<EndStatement>> ends;
};

Signed signed_by(const std::string& key, const std::vector<receipts::Signed>& statements) {
  Signed all;
  std::set<std::string> taken;
  for (const receipts::Signed& one : statements) {
    if (!clients::is_signed_by(one, key) || !taken.insert(one.text).second) continue;
    const auto hash = receipts::hash_of(one.text);
    if (auto start = receipts::read_start(one.text)) all.starts.push_back({one.text, hash, *std::move(start)});
    if (auto aborted = receipts::read_aborted(one.text)) all.aborted.push_back({one.text, hash, *std::move(aborted)});
    if (auto end = receipts::read_end(one.text)) all.ends.push_back({one.text, hash, *std::move(end)});
  }
  return all;
}

struct Found {
  std::string of;
  std::string reason;
};

std::string start_name(const StartStatement& start) {
  return fmt::format("attempt {} of match {}", start.attempt, uuid_text(start.match));
}

std::optional<Found> between_starts(const Signed& all) {
  for (std::size_t i = 0; i < all.starts.size(); ++i) {
    for (std::size_t j = i + 1; j < all.starts.size(); ++j) {
      const StartStatement& a = all.starts[i].said;
      const StartStatement& b = all.starts[j].said;
      if (a.match == b.match && a.attempt == b.attempt) {
        return Found{"contradiction", fmt::format("it has signed two different starts of {}.", start_name(a))};
      }
      if (a.server_commitment == b.server_commitment) {
        return Found{"commitmentTwice",
                     fmt::format("it has signed the same commitment for {} and for {}.", start_name(a), start_name(b))};
      }
    }
  }
  return std::nullopt;
}

std::optional<Found> blames_falsely(const StartStatement& start, const AbortedStatement& aborted) {
  for (std::size_t seat = 0; seat < start.seats.size() && seat < aborted.shown.size(); ++seat) {
    const auto& shown = aborted.shown[seat];
    if (!shown) continue;
    if (clients::link_of(to_bytes(*shown)) != to_bytes(start.seats[seat].commitment)) {
      return Found{"falseBlame",
                   fmt::format("of {} it shows a secret of seat {} that is not the one which the seat had "
                               "committed to.",
                               start_name(start), seat)};
    }
    const bool named = std::find(aborted.named.begin(), aborted.named.end(), seat) != aborted.named.end();
    if (named && (aborted.reason == AbortReason::kNoReveal || aborted.reason == AbortReason::kWrongReveal)) {
      return Found{"falseBlame", fmt::format("it blames seat {} in {}, and shows the secret that the seat did reveal.",
                                             seat, start_name(start))};
    }
  }
  return std::nullopt;
}

bool fits(const receipts::Digest& seed, const receipts::Digest& commitment) {
  return clients::sha256(to_bytes(seed)) == to_bytes(commitment);
}

std::optional<Found> between_start_and_end(const Signed& all) {
  for (const auto& start : all.starts) {
    for (const auto& aborted : all.aborted) {
      const bool same_attempt = aborted.said.match == start.said.match && aborted.said.attempt == start.said.attempt;
      if (aborted.said.start != start.hash) {
        if (!same_attempt) continue;
        return Found{"contradiction", fmt::format("it has called {} off as if it had signed another start of it.",
                                                  start_name(start.said))};
      }
      if (!fits(aborted.said.server_seed, start.said.server_commitment)) {
        return Found{"seedDoesNotFit",
                     fmt::format("the seed that it shows of {} is not the one that it had committed to.",
                                 start_name(start.said))};
      }
      if (!same_attempt) {
        return Found{"contradiction", fmt::format("it has called {} off as another one.", start_name(start.said))};
      }
      if (auto blame = blames_falsely(start.said, aborted.said)) return blame;
    }
    for (const auto& end : all.ends) {
      if (end.said.start != start.hash) continue;
      if (!fits(end.said.server_seed, start.said.server_commitment)) {
        return Found{"seedDoesNotFit", fmt::format("the seed that it shows at the end of {} is not the one that it had "
                                                   "committed to.",
                                                   start_name(start.said))};
      }
      if (end.said.match != start.said.match) {
        return Found{"contradiction", fmt::format("it has ended {} as another match.", start_name(start.said))};
      }
    }
  }
  return std::nullopt;
}

std::optional<Found> between_ends(const Signed& all) {
  const auto two = [](const std::string& what, const MatchId& match) {
    return Found{"contradiction", fmt::format("it has signed {} of match {}.", what, uuid_text(match))};
  };
  for (const auto& aborted : all.aborted) {
    for (const auto& end : all.ends) {
      if (end.said.start == aborted.said.start) {
        return two("both that a start was called off and that it came to its end,", end.said.match);
      }
    }
    for (const auto& other : all.aborted) {
      if (other.said.start == aborted.said.start && other.text != aborted.text) {
        return two("two different accounts of a start that was called off,", aborted.said.match);
      }
    }
  }
  for (const auto& end : all.ends) {
    for (const auto& other : all.ends) {
      if (other.said.match == end.said.match && other.text != end.text)
        return two("two different ends", end.said.match);
    }
  }
  return std::nullopt;
}

// Whether the links that the accuser shows are the chain of a seat of one of the starts.
bool chain_was_there(const Evidence& evidence, const Signed& all) {
  if (evidence.links.empty()) return false;
  for (std::size_t k = 1; k < evidence.links.size(); ++k) {
    if (clients::link_of(evidence.links[k]) != evidence.links[k - 1]) return false;
  }
  const std::string commitment = clients::link_of(evidence.links.front());
  return std::any_of(all.starts.begin(), all.starts.end(), [&](const auto& start) {
    return std::any_of(start.said.seats.begin(), start.said.seats.end(),
                       [&](const auto& seat) { return seat.player && to_bytes(seat.commitment) == commitment; });
  });
}

std::string why_not(const Evidence& evidence, const Signed& all) {
  if (evidence.statements.empty()) return "nothing in it is signed by the server.";
  if (all.starts.empty() && all.aborted.empty() && all.ends.empty()) return "nothing in it is signed by that key.";
  if (evidence.of == "chainTakenAway" || evidence.of == "notShown") {
    return chain_was_there(evidence, all)
               ? "the links show that the chain was there; what the server said about it, it has not signed."
               : "what the server said it has not signed, and the links do not fit what the seat had committed to.";
  }
  if (evidence.of == "unsigned")
    return "that something was not signed, or not as it was seen, cannot be seen from a file.";
  if (evidence.of == "shownOtherwise") {
    return "what the server showed while the match was played it has not signed, so a file cannot show it.";
  }
  return "what the server has signed here does not contradict itself.";
}

void tell(const Verdict& verdict, const Evidence& evidence, std::ostream& out) {
  if (!evidence.said.empty()) out << "The accuser says: " << strip_control_chars(evidence.said) << "\n";
  if (verdict.convicted) {
    out << fmt::format("Convicted ({}). The holder of the key {}: {}\n", verdict.of, hex_text(verdict.key),
                       verdict.reason)
        << "Whether this key is the server's you must know by another way.\n";
  } else {
    out << "Does not convict by itself. This is one side's word: " << verdict.reason << "\n";
  }
}

std::string verdict_json(const Verdict& verdict, const Evidence& evidence) {
  Json json{{"convicted", verdict.convicted}, {"reason", verdict.reason}, {"said", evidence.said}};
  if (verdict.convicted) {
    json["of"] = verdict.of;
    json["key"] = hex_text(verdict.key);
  }
  return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

}  // namespace

std::expected<void, std::string> add_evidence(std::string_view text, Evidence& evidence) {
  if (text.size() > kMaxBytes) return std::unexpected("is too long");
  // The library would skip the one, and stop reading at the other.
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark) || text.contains('\0')) return std::unexpected("is not JSON");
  int depth = 0;
  const auto bounded = [&](int /*depth*/, Json::parse_event_t event, Json& /*parsed*/) {
    if (event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start) ++depth;
    if (event == Json::parse_event_t::object_end || event == Json::parse_event_t::array_end) --depth;
    if (depth > kMaxDepth) throw std::length_error("is nested too deeply");
    return true;
  };
  Json json;
  try {
    json = Json::parse(text, bounded);
  } catch (const std::exception&) {
    return std::unexpected("is not JSON");
  }
  std::vector<receipts::Signed> found;
  collect(json, found);
  for (receipts::Signed& statement : found) {
    if (evidence.statements.size() < kMaxStatements) evidence.statements.push_back(std::move(statement));
  }
  if (text_at(json, "format") != "wyrmhall accusation 1") {
    if (found.empty()) return std::unexpected("is no accusation, and holds no signed statement");
    return {};
  }
  evidence.of = text_at(json, "of");
  evidence.said = text_at(json, "said");
  std::string key = from_hex(text_at(json, "key")).value_or("");
  if (key.size() != sizeof(receipts::PublicKey)) key.clear();
  if (!evidence.key.empty() && key != evidence.key) return std::unexpected("is about a server of another key");
  evidence.key = key;
  if (!json.contains("own") || !json["own"].is_object() || !json["own"].contains("links")) return {};
  for (const Json& link : json["own"]["links"]) {
    if (link.is_string()) evidence.links.push_back(from_hex(link.get<std::string>()).value_or(""));
  }
  return {};
}

Verdict judge(const Evidence& evidence) {
  std::set<std::string> keys;
  if (!evidence.key.empty()) {
    keys.insert(evidence.key);
  } else {
    for (const receipts::Signed& statement : evidence.statements) keys.insert(to_bytes(statement.key));
  }
  for (const std::string& key : keys) {
    const Signed all = signed_by(key, evidence.statements);
    auto found = between_starts(all);
    if (!found) found = between_start_and_end(all);
    if (!found) found = between_ends(all);
    if (found) return {.convicted = true, .key = key, .of = found->of, .reason = found->reason};
  }
  const Signed all = keys.size() == 1 ? signed_by(*keys.begin(), evidence.statements) : Signed{};
  return {.convicted = false, .key = evidence.key, .of = {}, .reason = why_not(evidence, all)};
}

ExitCode verify_accusation(const Settings& settings, std::ostream& out, std::ostream& errors) {
  Evidence evidence;
  for (const auto& file : settings.evidence) {
    const auto text = read_input(file);
    if (!text) {
      errors << "The file " << file.string() << " cannot be read.\n";
      return ExitCode::kUsage;
    }
    if (const auto added = add_evidence(*text, evidence); !added) {
      errors << file.string() << " " << added.error() << ".\n";
      return ExitCode::kNotVerified;
    }
  }
  const Verdict verdict = judge(evidence);
  if (settings.json) {
    out << verdict_json(verdict, evidence) << "\n";
  } else {
    tell(verdict, evidence, out);
  }
  return verdict.convicted ? ExitCode::kDone : ExitCode::kNotConvicted;
}

}  // namespace wyrmhall::cli
