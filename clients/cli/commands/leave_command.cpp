#include "clients/cli/commands/leave_command.h"

#include "clients/cli/messages.h"
#include "clients/cli/terminal/refusal_text.h"
#include "clients/model/handshake.h"
#include "clients/model/ids.h"
#include "common/uuid.h"

namespace wyrmhall::cli {

void LeaveCommand::signed_in(const v1::SignedIn& who, bool /*again*/) {
  tables_.clear();
  const bool all = context_.settings.match == MatchId{};
  const auto add = [&](const v1::Table& table) {
    const MatchId id = clients::match_id_of(table);
    if (all || id == context_.settings.match) tables_.push_back(id);
  };
  if (declines()) {
    for (const v1::ChallengeOffer& offer : who.challenges()) add(offer.table());
  } else {
    for (const v1::Table& table : who.tables()) add(table);
  }
  if (tables_.empty() && left_ == 0) {
    if (declines()) return end(all ? ExitCode::kDone : ExitCode::kUsage, t("challenges.none"));
    return end(all ? ExitCode::kDone : ExitCode::kUsage, t(all ? "leave.nowhere" : "leave.none"));
  }
  leave_next();
}

void LeaveCommand::leave_next() {
  if (tables_.empty()) return end(ExitCode::kDone, "");
  const std::string id = to_bytes(table_id_of(tables_.back()));
  v1::ClientMessage message;
  if (declines()) {
    message.mutable_decline_challenge()->set_table_id(id);
  } else {
    message.mutable_leave_table()->set_table_id(id);
  }
  session().send(message);
}

void LeaveCommand::received(const v1::ServerMessage& message) {
  if (message.answer_to() == 0 || tables_.empty()) return;
  if (message.has_refusal()) return end(ExitCode::kRefused, refusal_text(message.refusal(), nullptr));
  context_.terminal.say(
      t(declines() ? "challenges.declined" : "leave.left", {{"id", uuid_text(to_bytes(tables_.back()))}}));
  tables_.pop_back();
  ++left_;
  leave_next();
}

}  // namespace wyrmhall::cli
