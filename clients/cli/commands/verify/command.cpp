#include "clients/cli/commands/verify/command.h"

#include <fmt/format.h>

#include <expected>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "clients/cli/profile/private_file.h"
#include "clients/cli/terminal/terminal.h"
#include "common/hex.h"
#include "common/rfc3339.h"
#include "receipts/signature.h"
#include "record/verify.h"

namespace wyrmhall::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string counted(std::size_t number, std::string_view what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

std::optional<receipts::PublicKey> read_key(const std::string& text_or_file) {
  receipts::PublicKey key{};
  if (read_hex(text_or_file, key)) return key;
  const auto text = read_file(text_or_file);
  constexpr std::size_t kDigits = 2 * sizeof(receipts::PublicKey);
  if (!text || !read_hex(std::string_view(*text).substr(0, kDigits), key)) return std::nullopt;
  return key;
}

// How many rolls nobody could foresee, and why the others could be.
std::string foresight_text(const record::Foresight& foresight) {
  std::string text = fmt::format("{} of {} mixed in a secret that the server did not have", foresight.unforeseeable,
                                 counted(foresight.rolls(), "roll"));
  const auto add = [&](std::uint64_t number, std::string_view why) {
    if (number > 0) text += fmt::format("; {} {}", number, why);
  };
  add(foresight.after_bot, "followed a bot's decision");
  add(foresight.by_stand_in, "came of a time-out or a stand-in's decision");
  add(foresight.without_chain, "followed a decision of somebody who had lost the chain");
  return text;
}

// Which decisions are bound to the secrets of those who made them; nothing if nobody had any.
std::string confirmations_text(const record::Confirmations& all) {
  if (all.decisions() == 0) return "";
  std::string text = fmt::format("{} of {} confirmed by the players who made them", all.confirmed,
                                 counted(all.decisions(), "decision"));
  const auto add = [&](std::size_t number, std::string_view why) {
    if (number > 0) text += fmt::format("; {} {}", number, why);
  };
  add(all.without, "made without a confirmation");
  add(all.last, "the last of a seat, whose next secret was never shown");
  add(all.different, "confirmed as another than was played");
  return text + ".\n";
}

std::string vouching_text(const record::VerifyReport& report, const std::optional<receipts::PublicKey>& key) {
  if (!report.end_key) {
    return "No signature: nobody vouches for it. It is consistent, which does not prove that it was played.";
  }
  if (key) return "Start and end are signed by the key that was given, which vouches for them.";
  if (!report.start_key) {
    return fmt::format("Only the end is signed, by {}: the match is from before starts were.",
                       hex_text(*report.end_key));
  }
  const std::string other =
      report.start_key == report.end_key ? "" : " (the start by " + hex_text(*report.start_key) + ")";
  return fmt::format("Signed by {}{}: compare that with a key that you came by elsewhere, or give it with --key.",
                     hex_text(*report.end_key), other);
}

// The account in lines for a person.
std::string report_text(const record::VerifyReport& a, const std::optional<receipts::PublicKey>& key) {
  std::string text =
      fmt::format("match {}: {}, rules version {}, {}, {}\n", a.match_id, a.game, a.rules_version,
                  counted(a.seats, "seat"), counted(a.moves, "move")) +
      fmt::format("checked: {}; the server's seed against its commitment; {} with {}\n",
                  counted(a.hashes, "hash value"), counted(a.chains, "chain"), counted(a.links, "link")) +
      fmt::format("folded:  {} and {} by the rules, the outcome, and each byte of the file\n", counted(a.rolls, "roll"),
                  counted(a.events, "event")) +
      "Every roll checked: all agree.\n" + foresight_text(a.foresight) + ".\n" + confirmations_text(a.confirmations);
  for (const receipts::AbortedStatement& start : a.aborted_starts) {
    std::string named;
    for (const std::uint8_t seat : start.named) named += fmt::format("{} {}", named.empty() ? ", seat" : " and", seat);
    text += fmt::format("called off before it: attempt {}, {}{}, at {}\n", start.attempt,
                        receipts::word_of(start.reason), named, time_text(start.time));
  }
  return text + vouching_text(a, key) + "\n";
}

Json key_json(const std::optional<receipts::PublicKey>& key) {
  return key ? Json(hex_text(*key)) : Json(nullptr);
}

// The same for a script.
Json report_json(const record::VerifyReport& a, bool vouched_for) {
  Json called_off = Json::array();
  for (const receipts::AbortedStatement& start : a.aborted_starts) {
    called_off.push_back({{"attempt", start.attempt},
                          {"reason", receipts::word_of(start.reason)},
                          {"seats", start.named},
                          {"time", time_text(start.time)}});
  }
  return {{"verified", true},
          {"matchId", a.match_id},
          {"game", a.game},
          {"rulesVersion", a.rules_version},
          {"seats", a.seats},
          {"moves", a.moves},
          {"rolls", a.rolls},
          {"unforeseeableRolls", a.foresight.unforeseeable},
          {"confirmedDecisions", a.confirmations.confirmed},
          {"unconfirmedDecisions", a.confirmations.decisions() - a.confirmations.confirmed},
          {"differentDecisions", a.confirmations.different},
          {"events", a.events},
          {"hashes", a.hashes},
          {"chains", a.chains},
          {"links", a.links},
          {"calledOff", called_off},
          {"startKey", key_json(a.start_key)},
          {"endKey", key_json(a.end_key)},
          {"vouchedFor", vouched_for}};
}

// A record, or what is wrong with the text: where, and in words.
std::expected<record::VerifyReport, record::Flaw> verify_text(std::string_view text,
                                                              const std::optional<receipts::PublicKey>& wanted) {
  auto report = record::verify(text);
  if (!report || !wanted || record::vouches(*wanted, *report)) return report;
  return std::unexpected(record::Flaw{
      "receipts", report->end_key ? "are not all signed by the key that was given; all else is consistent"
                                  : "are missing, so that the key that was given vouches for nothing; all else is "
                                    "consistent"});
}

}  // namespace

ExitCode verify_file(const Settings& settings, std::ostream& out, std::ostream& errors) {
  std::optional<receipts::PublicKey> wanted;
  if (!settings.key.empty()) {
    wanted = read_key(settings.key);
    if (!wanted) {
      errors << fmt::format("--key {} is neither 64 hexadecimal digits nor a file that begins with them.\n",
                            settings.key);
      return ExitCode::kUsage;
    }
  }
  const std::string name = settings.file == "-" ? "the standard input" : settings.file.string();
  const auto text = read_input(settings.file);
  if (!text) {
    errors << "The file " << name << " cannot be read.\n";
    return ExitCode::kUsage;
  }
  const auto report = verify_text(*text, wanted);
  if (settings.json) {
    const Json verdict =
        report ? report_json(*report, wanted.has_value())
               : Json{{"verified", false}, {"where", report.error().where}, {"what", report.error().what}};
    out << verdict.dump(-1, ' ', true, Json::error_handler_t::replace) << "\n";
  } else if (report) {
    out << report_text(*report, wanted);
  } else {
    errors << fmt::format("Not verified. In {}: {} {}.\n", name, strip_control_chars(report.error().where),
                          strip_control_chars(report.error().what));
  }
  return report ? ExitCode::kDone : ExitCode::kNotVerified;
}

}  // namespace wyrmhall::cli
