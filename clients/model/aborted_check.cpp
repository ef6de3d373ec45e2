#include "clients/model/aborted_check.h"

#include <algorithm>

#include "clients/model/chain.h"
#include "clients/model/ids.h"
#include "clients/model/signed_statement.h"
#include "common/bytes.h"
#include "receipts/statement.h"

namespace wyrmhall::clients {
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

// A seat that is blamed although it showed what it had committed to, or for which something is shown that it had not.
std::optional<std::size_t> falsely_blamed(const Called& called) {
  for (std::size_t seat = 0; seat < called.start.seats.size() && seat < called.aborted.shown.size(); ++seat) {
    const auto& shown = called.aborted.shown[seat];
    if (!shown) continue;
    const bool fits = link_of(to_bytes(*shown)) == to_bytes(called.start.seats[seat].commitment);
    const bool blamed = called.aborted.reason == receipts::AbortReason::kNoReveal && names(called.aborted, seat);
    if (!fits || blamed) return seat;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Accusation> wrong_with_aborted(const v1::Table& table, const v1::AbortedStart& aborted,
                                             std::string_view key, const std::optional<KeptChain>& kept,
                                             const AccountId& account, std::string_view answered) {
  const auto called = read_called(aborted, key);
  if (!called || to_bytes(called->start.match) != table.table_id() || called->aborted.match != called->start.match ||
      called->aborted.attempt != called->start.attempt) {
    return Accusation{.of = "unsigned", .said = {"accusation.calledOff.unsigned"}, .match = match_id_of(table)};
  }
  Accusation accusation{
      .of = {}, .said = {}, .match = match_id_of(table), .statements = {called->start_signed, called->aborted_signed}};
  const auto of = [&](std::string kind, Message said) {
    accusation.of = std::move(kind);
    accusation.said = std::move(said);
    return accusation;
  };
  if (sha256(to_bytes(called->aborted.server_seed)) != to_bytes(called->start.server_commitment)) {
    return of("seedDoesNotFit", {"accusation.calledOff.seed"});
  }
  if (const auto seat = falsely_blamed(*called)) {
    return of("falseBlame", {"accusation.calledOff.blamed", {{"n", *seat}}});
  }
  for (const receipts::Signed& before : kept ? kept->starts : std::vector<receipts::Signed>{}) {
    const auto other = receipts::read_start(before.text);
    if (!other || before.text == called->start_signed.text) continue;
    if (other->match == called->start.match && other->attempt == called->start.attempt) {
      accusation.statements.insert(accusation.statements.begin(), before);
      return of("contradiction", {"accusation.calledOff.other"});
    }
  }
  // A restart loses what had been shown, and a reveal that was not answered may not have arrived.
  const bool was_answered = to_bytes(called->start.server_commitment) == answered;
  if (!was_answered || !kept || kept->root.empty() || called->aborted.reason == receipts::AbortReason::kRestart)
    return std::nullopt;
  const std::string own = Chain(kept->root).commitment();
  for (std::size_t seat = 0; seat < called->start.seats.size(); ++seat) {
    const receipts::StartSeat& mine = called->start.seats[seat];
    if (mine.player != account || to_bytes(mine.commitment) != own) continue;
    if (called->aborted.shown[seat]) return std::nullopt;
    accusation.seat = static_cast<int>(seat);
    accusation.links = {Chain(kept->root).at(0)};
    return of("notShown", {"accusation.calledOff.notShown"});
  }
  return std::nullopt;
}

}  // namespace wyrmhall::clients
