#include "clients/cli/commands/find_id_command.h"

#include "clients/cli/commands/list_commands.h"
#include "clients/cli/commands/typed_id.h"
#include "clients/cli/messages.h"
#include "clients/cli/terminal/refusal_text.h"
#include "clients/model/code_name.h"
#include "clients/model/handshake.h"
#include "clients/model/ids.h"
#include "common/uuid.h"

namespace wyrmhall::cli {
namespace {

constexpr int kMaxLookedAt = 2000;    // matches and tables
constexpr std::size_t kMaxNamed = 5;  // of those that begin alike

}  // namespace

void FindIdCommand::signed_in(const v1::SignedIn& who, bool /*again*/) {
  fitting_.clear();
  newest_.reset();
  looked_at_ = 0;
  for (const v1::ChallengeOffer& offer : who.challenges()) {
    look_at(id_from_bytes<MatchId>(offer.table_id()).value_or(MatchId{}), clients::game_of(offer.table().options()));
  }
  if (context_.settings.command == CommandName::kDecline) return found();
  for (const v1::Table& table : who.tables()) look_at(clients::match_id_of(table), clients::game_of(table.options()));
  for (const v1::MatchSummary& match : who.matches()) look_at(clients::id_of(match), match_line(match));
  // A player who comes back wants what is running; one who exports wants what is over.
  const bool running =
      context_.settings.command == CommandName::kJoin || context_.settings.command == CommandName::kLeave;
  if (context_.settings.id_begins == kLastId && running && newest_) return found();
  if (context_.settings.command == CommandName::kWatch) return ask_for_tables({});
  ask_for_matches({});
}

void FindIdCommand::look_at(const MatchId& id, const std::string& what) {
  ++looked_at_;
  if (!newest_ || id > *newest_) newest_ = id;
  if (uuid_text(to_bytes(id)).starts_with(context_.settings.id_begins)) fitting_[id] = what;
}

void FindIdCommand::ask_for_matches(const std::string& before) {
  v1::ClientMessage message;
  message.mutable_list_matches()->set_before(before);
  session().send(message);
}

void FindIdCommand::ask_for_tables(const std::string& after) {
  v1::ClientMessage message;
  message.mutable_list_tables()->set_after(after);
  session().send(message);
}

void FindIdCommand::received(const v1::ServerMessage& message) {
  if (message.has_refusal()) return end(ExitCode::kRefused, refusal_text(message.refusal(), nullptr));
  if (message.has_matches()) {
    for (const v1::MatchSummary& match : message.matches().matches()) look_at(clients::id_of(match), match_line(match));
    const bool newest_will_do = context_.settings.id_begins == kLastId && newest_;
    if (!message.matches().next().empty() && looked_at_ < kMaxLookedAt && !newest_will_do) {
      return ask_for_matches(message.matches().next());
    }
    return newest_will_do ? found() : ask_for_tables({});
  }
  if (!message.has_tables()) return;
  for (const v1::MatchSummary& match : message.tables().running()) look_at(clients::id_of(match), match_line(match));
  for (const v1::Table& table : message.tables().tables()) {
    look_at(clients::match_id_of(table), clients::game_of(table.options()));
  }
  if (!message.tables().next().empty() && looked_at_ < kMaxLookedAt) return ask_for_tables(message.tables().next());
  found();
}

void FindIdCommand::found() {
  const std::string& begins = context_.settings.id_begins;
  std::optional<MatchId> id;
  if (begins == kLastId) {
    id = newest_;
  } else if (fitting_.size() == 1) {
    id = fitting_.begin()->first;
  }
  if (!id && fitting_.size() > 1) {
    std::string text = t("id.several", {{"begins", begins}});
    std::size_t named = 0;
    for (const auto& [each, what] : fitting_) {
      if (++named > kMaxNamed) break;
      text += "\n  " + uuid_text(to_bytes(each)) + "  " + what;
    }
    return end(ExitCode::kUsage, text);
  }
  if (!id) return end(ExitCode::kUsage, t(begins == kLastId ? "id.noLast" : "id.none", {{"begins", begins}}));
  next_ = context_.settings;
  next_->match = *id;
  next_->id_begins.clear();
  end();
}

}  // namespace wyrmhall::cli
