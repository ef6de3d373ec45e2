#include "clients/cli/match/end.h"

#include <fmt/format.h>

#include "clients/cli/commands/verify/played.h"
#include "clients/cli/match/accusation.h"
#include "clients/cli/messages.h"
#include "clients/cli/profile/private_file.h"
#include "clients/model/chain.h"
#include "clients/model/ids.h"
#include "clients/model/signed_statement.h"
#include "clients/model/start_check.h"
#include "common/bytes.h"

namespace wyrmhall::cli {
namespace {

// For the server to sign, to write the record, or to work out how the dice fell.
constexpr Platform::Milliseconds kEndAnswerTime{3'000};
// Somebody may keep the server busy with long matches: what it signs is asked for again, after the same wait each time.
constexpr int kMaxAsked = 6;
// The most seats of a match: each closes its chain once.
constexpr int kMaxSeats = 8;
// No record of any game is longer than this.
constexpr std::size_t kMaxRecordBytes = std::size_t{64} << 20U;

}  // namespace

MatchEnd::MatchEnd(const Context& context, Session& session, const clients::MatchModel& model,
                   const clients::ShownMatch& shown, const MatchPrinter& printer, Done done)
    : context_(context), session_(session), model_(model), shown_(shown), printer_(printer), done_(std::move(done)) {}

void MatchEnd::begin(Kept kept) {
  start_ = std::move(kept.start);
  closing_ = std::move(kept.closing);
  const std::string& commitment = kept.commitment.empty() ? model_.info().server_commitment() : kept.commitment;
  if (const auto wrong = clients::broken_promise_at_end(commitment, model_.server_seed())) {
    broken_ = true;
    context_.terminal.warn(context_.terminal.paint()(Tint::kBad, t(*wrong)));
  }
  if (start_) return ask(Question::kReceipt);
  context_.profile.drop_chain(clients::id_of(model_.info()));
  ask(Question::kLuck);
}

// --- Asking ---

void MatchEnd::ask(Question question) {
  if (question == Question::kLuck && context_.settings.by_itself()) return settle();
  question_ = question;
  asked_ = 0;
  ask_again();
}

void MatchEnd::ask_again() {
  ++asked_;
  v1::ClientMessage message;
  const std::string& match = model_.info().match_id();
  switch (question_) {
    case Question::kReceipt:
      message.mutable_ask_receipt()->set_match_id(match);
      break;
    case Question::kClosing:
      message.mutable_close_chain()->set_match_id(match);
      message.mutable_close_chain()->set_link(*closing_);
      break;
    case Question::kRecord:
      message.mutable_export_()->set_match_id(match);
      message.mutable_export_()->set_offset(record_.size());
      message.mutable_export_()->set_with_closing_links(true);
      break;
    case Question::kLuck:
      message.mutable_ask_luck()->set_match_id(match);
      break;
  }
  waits_for_ = session_.send(message);
  context_.platform.after(kEndAnswerTime, [this, id = waits_for_, alive = std::weak_ptr<int>(alive_)] {
    if (!alive.expired() && waits_for_ == id) not_answered();
  });
}

void MatchEnd::not_answered() {
  if (question_ == Question::kLuck) return settle();
  if (asked_ < kMaxAsked) {
    if (asked_ == 1) context_.terminal.warn(t("end.asking"));
    return ask_again();
  }
  if (question_ == Question::kClosing) return ask(Question::kRecord);
  const std::string id = uuid_text(clients::id_of(model_.info()));
  context_.terminal.warn(question_ == Question::kReceipt ? t("end.unsigned") : t("end.unchecked", {{"id", id}}));
  ask(Question::kLuck);
}

bool MatchEnd::received(const v1::ServerMessage& message) {
  if (message.answer_to() == 0 || message.answer_to() != waits_for_) return false;
  waits_for_ = 0;
  switch (question_) {
    case Question::kReceipt:
      if (message.refusal().code() == v1::REFUSAL_CODE_MATCH_NOT_OVER) {
        // Its log has lost its end, say.
        accuse("unsigned", {"accusation.end.denied"});
        ask(Question::kLuck);
        break;
      }
      told_receipt(message.receipt());  // empty where this is another refusal
      break;
    case Question::kClosing:
      // If it is refused, the last decision stays as it is: not confirmed.
      context_.profile.drop_chain(clients::id_of(model_.info()));
      ask(Question::kRecord);
      break;
    case Question::kRecord:
      told_part(message.record());
      break;
    case Question::kLuck:
      // An answer without luck in it, such as a refusal, ends the match all the same.
      if (message.has_luck()) printer_.luck(message.luck());
      settle();
      break;
  }
  return true;
}

// --- What the server signs ---

void MatchEnd::told_receipt(const v1::Receipt& receipt) {
  end_ = clients::signed_from(receipt.end());
  if (const auto wrong = clients::wrong_with_end(*start_, end_, model_.server_seed())) {
    accuse(wrong->of, wrong->said);
    return ask(Question::kLuck);
  }
  tell_foresight(receipts::read_end(end_->text)->foresight);
  const MatchId match = clients::id_of(model_.info());
  context_.profile.save_receipts(match, *start_, *end_);
  // The chain is kept until the link that closes it is known: a client that is cut off closes it later (LateClosing).
  const bool closes = closing_ && !broken_;
  if (!closes && !broken_) context_.profile.drop_chain(match);
  ask(closes ? Question::kClosing : Question::kRecord);
}

void MatchEnd::tell_foresight(const receipts::Foresight& foresight) const {
  if (foresight.rolls() == 0) {
    context_.terminal.say(context_.terminal.paint()(Tint::kFaint, t("foresee.none")));
    return;
  }
  std::string text = t("foresee.rolls", {{"n", foresight.unforeseeable}, {"m", foresight.rolls()}});
  const auto add = [&](std::uint64_t count, std::string_view key) {
    if (count > 0) text = t("joined", {{"a", text}, {"b", t(key, {{"n", count}})}});
  };
  add(foresight.after_bot, "foresee.bot");
  add(foresight.by_stand_in, "foresee.standIn");
  add(foresight.without_chain, "foresee.without");
  const bool all = foresight.unforeseeable == foresight.rolls();
  context_.terminal.say(context_.terminal.paint()(
      Tint::kFaint, t(all ? "foresee.all" : "foresee.some", {{"text", text}, {"m", foresight.rolls()}})));
}

// --- What it says was played ---

void MatchEnd::told_part(const v1::RecordPart& part) {
  // Another seat has closed its chain meanwhile: what has come so far belongs to the record before that.
  if (!record_.empty() && part.total() != total_ && ++anew_ <= kMaxSeats) {
    record_.clear();
    return ask(Question::kRecord);
  }
  if (record_.empty()) total_ = part.total();
  const bool follows =
      part.offset() == record_.size() && !part.data().empty() && part.total() == total_ && total_ <= kMaxRecordBytes;
  if (!follows) {
    // Such as a refusal.
    context_.terminal.warn(t("end.unchecked", {{"id", uuid_text(clients::id_of(model_.info()))}}));
    return ask(Question::kLuck);
  }
  record_ += part.data();
  if (record_.size() < part.total()) return ask(Question::kRecord);
  compare();
  ask(Question::kLuck);
}

void MatchEnd::compare() {
  const auto end = receipts::read_end(end_->text);
  const PlayedMatch played{
      .shown = shown_, .seat = model_.seat(), .version = model_.version(), .outcome = model_.outcome(), .end = *end};
  const Comparison comparison = compare_with_record(played, record_);
  switch (comparison.result) {
    case Comparison::Result::kSame:
      return context_.terminal.say(context_.terminal.paint()(Tint::kFaint, t("end.checked")));
    case Comparison::Result::kUnknown:
      return context_.terminal.warn(t("end.unknown"));
    case Comparison::Result::kOther:
      break;
  }
  broken_ = true;
  clients::Accusation against = accusation("shownOtherwise", comparison.said);
  against.seen = comparison.seen;
  const auto path = context_.profile.accusations_folder() / (uuid_text(against.match) + "-record.json");
  if (write_private_file(path, record_)) against.seen.emplace_back("record", path.string());
  cli::accuse(context_.terminal, context_.profile, context_.settings.server.text(), against);
}

// --- The end of it ---

void MatchEnd::settle() {
  if (settled_) return;
  settled_ = true;
  waits_for_ = 0;
  done_(broken_);
}

clients::Accusation MatchEnd::accusation(const std::string& of, const clients::Message& said) const {
  clients::Accusation against{
      .of = of, .said = said, .match = clients::id_of(model_.info()), .statements = {*start_}, .seat = model_.seat()};
  if (end_) against.statements.push_back(*end_);
  return against;
}

void MatchEnd::accuse(const std::string& of, const clients::Message& said) {
  broken_ = true;
  cli::accuse(context_.terminal, context_.profile, context_.settings.server.text(), accusation(of, said));
}

}  // namespace wyrmhall::cli
