#include "clients/cli/called_off.h"

#include <fmt/format.h>

#include <algorithm>

#include "clients/cli/chain.h"
#include "clients/cli/handshake.h"
#include "clients/cli/messages.h"
#include "clients/cli/signed_statement.h"
#include "clients/cli/terminal.h"
#include "receipts/statement.h"

namespace wyrmhall::cli {
namespace {

// Everything that was signed about one start.
struct Called {
  receipts::Signed start_signed;
  receipts::Signed aborted_signed;
  receipts::StartStatement start;
  receipts::AbortedStatement aborted;
};

std::optional<Called> read_called(const v1::AbortedStart& message, std::string_view key) {
  const auto start_signed = signed_from(message.start());
  const auto aborted_signed = signed_from(message.aborted());
  if (!start_signed || !aborted_signed) return std::nullopt;
  if (!is_signed_by(*start_signed, key) || !is_signed_by(*aborted_signed, key)) return std::nullopt;
  auto start = receipts::read_start(start_signed->text);
  auto aborted = receipts::read_aborted(aborted_signed->text);
  if (!start || !aborted || aborted->start != receipts::hash_of(start_signed->text)) return std::nullopt;
  return Called{*start_signed, *aborted_signed, std::move(*start), std::move(*aborted)};
}

bool names(const receipts::AbortedStatement& aborted, std::size_t seat) {
  return std::find(aborted.named.begin(), aborted.named.end(), seat) != aborted.named.end();
}

// A seat that is blamed though it showed what it had committed to, or of which something is shown that it had not.
std::optional<std::size_t> falsely_blamed(const Called& called) {
  for (std::size_t seat = 0; seat < called.start.seats.size() && seat < called.aborted.shown.size(); ++seat) {
    const auto& shown = called.aborted.shown[seat];
    if (!shown) continue;
    const bool fits = link_of(string_of(*shown)) == string_of(called.start.seats[seat].commitment);
    const bool blamed = called.aborted.reason == receipts::AbortReason::kNoReveal && names(called.aborted, seat);
    if (!fits || blamed) return seat;
  }
  return std::nullopt;
}

std::string reason_text(const v1::AbortedStart& aborted) {
  std::vector<std::string> names;
  for (const v1::Player& named : aborted.named()) names.push_back(tame(named.name()));
  if (names.empty()) names.push_back(t("table.calledOff.somebody"));
  const std::string key = v1::CalledOffReason_Name(aborted.reason()) + ".named";
  return has_message(key) ? t(key, {{"names", listed(names)}}) : t("table.calledOff.unknown");
}

}  // namespace

std::optional<Accusation> wrong_with_called_off(const v1::Table& table, const v1::AbortedStart& aborted,
                                                std::string_view key, const std::optional<KeptChain>& kept,
                                                const std::string& account, std::string_view answered) {
  const auto called = read_called(aborted, key);
  if (!called || string_of(called->start.match) != table.table_id() || called->aborted.match != called->start.match ||
      called->aborted.attempt != called->start.attempt) {
    return Accusation{.of = "unsigned", .said = t("accusation.calledOff.unsigned"), .match_id = table.table_id()};
  }
  Accusation accusation{
      .of = {}, .said = {}, .match_id = table.table_id(), .statements = {called->start_signed, called->aborted_signed}};
  const auto of = [&](std::string kind, std::string said) {
    accusation.of = std::move(kind);
    accusation.said = std::move(said);
    return accusation;
  };
  if (sha256(string_of(called->aborted.server_seed)) != string_of(called->start.server_commitment)) {
    return of("seedDoesNotFit", t("accusation.calledOff.seed"));
  }
  if (const auto seat = falsely_blamed(*called)) {
    return of("falseBlame", t("accusation.calledOff.blamed", {{"n", *seat}}));
  }
  for (const receipts::Signed& before : kept ? kept->starts : std::vector<receipts::Signed>{}) {
    const auto other = receipts::read_start(before.text);
    if (!other || before.text == called->start_signed.text) continue;
    if (other->match == called->start.match && other->attempt == called->start.attempt) {
      accusation.statements.insert(accusation.statements.begin(), before);
      return of("contradiction", t("accusation.calledOff.other"));
    }
  }
  // A restart loses what had been shown, and a reveal that was not answered may not have arrived.
  const bool was_answered = string_of(called->start.server_commitment) == answered;
  if (!was_answered || !kept || kept->root.empty() || called->aborted.reason == receipts::AbortReason::kRestart)
    return std::nullopt;
  const std::string own = Chain(kept->root).commitment();
  for (std::size_t seat = 0; seat < called->start.seats.size(); ++seat) {
    const receipts::StartSeat& mine = called->start.seats[seat];
    if (!mine.player || string_of(*mine.player) != account || string_of(mine.commitment) != own) continue;
    if (called->aborted.shown[seat]) return std::nullopt;
    accusation.seat = static_cast<int>(seat);
    accusation.links = {Chain(kept->root).at(0)};
    return of("notShown", t("accusation.calledOff.notShown"));
  }
  return std::nullopt;
}

std::string called_off_text(const v1::Table& table) {
  if (table.aborted_count() == 0) return {};
  std::vector<std::string> reasons;
  for (const v1::AbortedStart& aborted : table.aborted_starts()) {
    const std::string reason = reason_text(aborted);
    if (std::find(reasons.begin(), reasons.end(), reason) == reasons.end()) reasons.push_back(reason);
  }
  return t("table.calledOff", {{"n", table.aborted_count()}, {"reasons", fmt::format("{}", fmt::join(reasons, "; "))}});
}

}  // namespace wyrmhall::cli
