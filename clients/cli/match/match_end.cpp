#include "clients/cli/match/match_end.h"

#include <fmt/format.h>

#include "clients/cli/match/accusation.h"
#include "clients/cli/messages.h"
#include "clients/model/chain.h"
#include "clients/model/ids.h"
#include "clients/model/signed_statement.h"
#include "clients/model/start_check.h"
#include "common/bytes.h"

namespace wyrmhall::cli {
namespace {

// For the server to sign, and to work out how the dice fell; then it is left unsaid.
constexpr Platform::Milliseconds kEndAnswerTime{3'000};

}  // namespace

MatchEnd::MatchEnd(const Context& context, Session& session, const clients::MatchModel& model,
                   const MatchPrinter& printer, Done done)
    : context_(context), session_(session), model_(model), printer_(printer), done_(std::move(done)) {}

void MatchEnd::begin(const std::string& promised, const std::optional<receipts::Signed>& start) {
  start_ = start;
  const std::string& commitment = promised.empty() ? model_.info().server_commitment() : promised;
  if (const auto wrong = clients::broken_promise_at_end(commitment, model_.server_seed())) {
    broken_ = true;
    context_.terminal.warn(context_.terminal.paint()(Tint::kBad, t(*wrong)));
  }
  if (start_) return ask_receipt();
  context_.profile.drop_chain(clients::id_of(model_.info()));
  ask_luck();
}

void MatchEnd::ask_receipt() {
  v1::ClientMessage message;
  message.mutable_ask_receipt()->set_match_id(model_.info().match_id());
  receipt_id_ = session_.send(message);
  context_.platform.after(kEndAnswerTime, [this, alive = std::weak_ptr<int>(alive_)] {
    if (alive.expired() || receipt_id_ == 0) return;
    receipt_id_ = 0;
    context_.terminal.warn(t("end.unsigned"));
    ask_luck();
  });
}

bool MatchEnd::received(const v1::ServerMessage& message) {
  if (message.answer_to() == 0) return false;
  if (message.answer_to() == receipt_id_) {
    receipt_id_ = 0;
    told_receipt(message.receipt());  // empty where this is a refusal
    ask_luck();
    return true;
  }
  if (message.answer_to() != luck_id_) return false;
  // An answer without luck in it, such as a refusal, ends the match all the same.
  if (message.has_luck()) printer_.luck(message.luck());
  settle();
  return true;
}

void MatchEnd::told_receipt(const v1::Receipt& receipt) {
  const auto end_signed = clients::signed_from(receipt.end());
  const auto end = end_signed ? receipts::read_end(end_signed->text) : std::nullopt;
  if (!end || !clients::is_signed_by(*end_signed, to_bytes(start_->key))) {
    return accuse("unsigned", {"accusation.end.key"}, end_signed);
  }
  look_at_receipt(*end_signed, *end);
}

void MatchEnd::look_at_receipt(const receipts::Signed& end_signed, const receipts::EndStatement& end) {
  const auto start = receipts::read_start(start_->text);
  if (!start || end.match != start->match || end.start != receipts::hash_of(start_->text)) {
    return accuse("contradiction", {"accusation.end.other"}, end_signed);
  }
  if (clients::sha256(to_bytes(end.server_seed)) != to_bytes(start->server_commitment)) {
    return accuse("seedDoesNotFit", {"accusation.end.seed"}, end_signed);
  }
  if (to_bytes(end.server_seed) != model_.server_seed()) {
    return accuse("unsigned", {"accusation.end.shown"}, end_signed);
  }
  tell_foresight(end.foresight);
  context_.profile.save_receipts(clients::id_of(model_.info()), *start_, end_signed);
  if (!broken_) context_.profile.drop_chain(clients::id_of(model_.info()));
}

void MatchEnd::tell_foresight(const receipts::Foresight& foresight) const {
  std::string text = t("foresee.rolls", {{"n", foresight.unforeseeable}, {"m", foresight.rolls()}});
  const auto add = [&](std::uint64_t count, std::string_view key) {
    if (count > 0) text += "; " + t(key, {{"n", count}});
  };
  add(foresight.after_bot, "foresee.bot");
  add(foresight.by_stand_in, "foresee.standIn");
  add(foresight.without_chain, "foresee.without");
  const bool all = foresight.unforeseeable == foresight.rolls();
  context_.terminal.say(
      context_.terminal.paint()(Tint::kFaint, t(all ? "foresee.all" : "foresee.some", {{"text", text}})));
}

void MatchEnd::ask_luck() {
  if (context_.settings.by_itself()) return settle();
  v1::ClientMessage message;
  message.mutable_ask_luck()->set_match_id(model_.info().match_id());
  luck_id_ = session_.send(message);
  context_.platform.after(kEndAnswerTime, [this, alive = std::weak_ptr<int>(alive_)] {
    if (!alive.expired() && luck_id_ != 0) settle();
  });
}

void MatchEnd::settle() {
  if (settled_) return;
  settled_ = true;
  luck_id_ = 0;
  done_(broken_);
}

void MatchEnd::accuse(const std::string& of, const clients::Message& said, const std::optional<receipts::Signed>& end) {
  broken_ = true;
  clients::Accusation accusation{
      .of = of, .said = said, .match = clients::id_of(model_.info()), .statements = {*start_}, .seat = model_.seat()};
  if (end) accusation.statements.push_back(*end);
  cli::accuse(context_.terminal, context_.profile, context_.settings.server.text(), accusation);
}

}  // namespace wyrmhall::cli
