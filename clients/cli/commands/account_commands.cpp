#include "clients/cli/commands/account_commands.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <iostream>

#include "clients/cli/messages.h"
#include "clients/cli/profile/private_file.h"
#include "clients/cli/terminal/message_json.h"
#include "clients/cli/terminal/moment_text.h"
#include "clients/cli/terminal/refusal_text.h"
#include "common/uuid.h"

namespace wyrmhall::cli {
// --- my-data ---

void MyDataCommand::signed_in(const v1::SignedIn& who, bool /*again*/) {
  to_ask_.clear();
  lists_.clear();
  add("player", who.player());
  v1::ClientMessage message;
  message.mutable_ask_membership();
  to_ask_.push_back(message);
  message.mutable_list_sign_ins();
  to_ask_.push_back(message);
  message.mutable_list_blocked();
  to_ask_.push_back(message);
  message.mutable_list_followed();
  to_ask_.push_back(message);
  message.mutable_list_matches();
  to_ask_.push_back(message);
  message.mutable_list_nuggets();
  to_ask_.push_back(message);
  message.mutable_list_heroes();
  to_ask_.push_back(message);
  ask_next();
}

void MyDataCommand::ask_next() {
  if (to_ask_.empty()) return done();
  session().send(to_ask_.front());
}

void MyDataCommand::add(const char* list, const google::protobuf::Message& part) {
  lists_[list].push_back(json_text(part));
}

// Each part is followed by the next of its list, then by the other lists.
void MyDataCommand::received(const v1::ServerMessage& message) {
  if (message.has_refusal()) return end(ExitCode::kRefused, refusal_text(message.refusal(), nullptr));
  if (to_ask_.empty()) return;
  v1::ClientMessage& asked = to_ask_.front();
  bool more = false;
  if (message.has_membership()) {
    add("membership", message.membership());
  } else if (message.has_sign_ins()) {
    for (const v1::SignInLine& line : message.sign_ins().lines()) add("signIns", line);
  } else if (message.has_blocked_players()) {
    for (const v1::Player& player : message.blocked_players().players()) add("blocked", player);
  } else if (message.has_followed_players()) {
    for (const v1::FollowedPlayer& one : message.followed_players().players()) add("followed", one.player());
  } else if (message.has_matches()) {
    for (const v1::MatchSummary& match : message.matches().matches()) add("matches", match);
    more = !message.matches().next().empty();
    if (more) asked.mutable_list_matches()->set_before(message.matches().next());
  } else if (message.has_nuggets()) {
    for (const v1::NuggetLine& line : message.nuggets().lines()) add("nuggets", line);
    more = !message.nuggets().next().empty();
    if (more) asked.mutable_list_nuggets()->set_before(message.nuggets().next());
  } else if (message.has_stable()) {
    for (const v1::Hero& hero : message.stable().heroes()) {
      add("heroes", hero);
      v1::ClientMessage story;
      story.mutable_ask_hero_story()->set_hero_id(hero.hero_id());
      to_ask_.push_back(story);
    }
    more = !message.stable().next().empty();
    if (more) to_ask_.front().mutable_list_heroes()->set_after(message.stable().next());
  } else if (message.has_hero_story()) {
    lists_["stories"].push_back(fmt::format(R"({{"heroId":"{}","story":{}}})",
                                            uuid_text(asked.ask_hero_story().hero_id()),
                                            json_text(message.hero_story())));
    more = message.hero_story().next() != 0;
    if (more) asked.mutable_ask_hero_story()->set_before(message.hero_story().next());
  } else {
    return;  // news
  }
  if (!more) to_ask_.pop_front();
  ask_next();
}

void MyDataCommand::done() {
  const auto list = [&](const char* name) { return fmt::format("{}", fmt::join(lists_[name], ",\n    ")); };
  std::string text = fmt::format("{{\n  \"player\": {},\n  \"membership\": {}", list("player"), list("membership"));
  for (const char* name : {"signIns", "blocked", "followed", "matches", "nuggets", "heroes", "stories"}) {
    text += fmt::format(",\n  \"{}\": [\n    {}\n  ]", name, list(name));
  }
  text += "\n}\n";
  const std::filesystem::path& file = context_.settings.file;
  if (file.empty()) {
    std::cout << text;
    return end();
  }
  if (auto written = write_private_file(file, text); !written) return end(ExitCode::kUsage, written.error());
  end(ExitCode::kDone, t("account.saved", {{"path", file.string()}}));
}

// --- delete-account, keep-account ---

void DeletionCommand::signed_in(const v1::SignedIn& /*who*/, bool /*again*/) {
  const Settings& settings = context_.settings;
  v1::ClientMessage message;
  if (settings.command == CommandName::kKeepAccount) {
    message.mutable_keep_account();
  } else {
    v1::DeleteAccount& leave = *message.mutable_delete_account();
    if (settings.by_recovery_code) {
      leave.set_recovery_code(settings.secret);
    } else if (!settings.secret.empty()) {
      leave.set_password(settings.secret);
    }
  }
  session().send(message);
}

void DeletionCommand::received(const v1::ServerMessage& message) {
  if (message.has_refusal()) {
    const bool needs_proof = message.refusal().field() == "by";
    return end(ExitCode::kRefused, needs_proof ? t("account.proof") : refusal_text(message.refusal(), nullptr));
  }
  if (!message.has_membership()) return;
  const std::uint64_t at = message.membership().delete_at_us();
  end(ExitCode::kDone, at == 0 ? t("account.stays") : t("account.leaves", {{"when", moment_text(at)}}));
}

}  // namespace wyrmhall::cli
