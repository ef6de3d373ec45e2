#include "clients/cli/commands/identity_commands.h"

#include <fmt/format.h>

#include <vector>

#include "clients/cli/messages.h"
#include "clients/cli/terminal/moment_text.h"
#include "clients/cli/terminal/refusal_text.h"
#include "clients/model/ids.h"
#include "common/hex.h"

namespace wyrmhall::cli {
namespace {

constexpr std::size_t kIdDigits = 12;  // of a sign-in's id, as it is listed

std::string sign_in_line(const v1::SignInLine& line) {
  const std::string dates =
      t("signIn.dates", {{"made", day_text(line.made_at_us())}, {"used", day_text(line.used_at_us())}});
  std::string text = fmt::format("{}  {}  {}", hex_text(line.id()).substr(0, kIdDigits), dates,
                                 line.client().empty() ? t("signIn.unused") : strip_control_chars(line.client()));
  if (!line.name().empty()) text += "  " + t("signIn.named", {{"name", strip_control_chars(line.name())}});
  if (line.read_only()) text += "  " + t("signIn.readOnly");
  if (line.this_one()) {
    text += "  " + t("signIn.this");
  } else if (line.connections() > 0) {
    text += "  " + t("signIn.connected");
  }
  return text;
}

}  // namespace

// --- sign-ins, sign-out, name-sign-in, new-token ---

void SignInsCommand::signed_in(const v1::SignedIn& /*who*/, bool /*again*/) {
  v1::ClientMessage message;
  looked_up_ = false;
  if (context_.settings.command == CommandName::kNewToken) {
    message.mutable_add_sign_in()->set_read_only(context_.settings.read_only);
    message.mutable_add_sign_in()->set_name(context_.settings.new_name);
  } else if (context_.settings.command == CommandName::kSignOut && context_.settings.everywhere_else) {
    message.mutable_revoke_other_sign_ins();
  } else {
    message.mutable_list_sign_ins();
  }
  session().send(message);
}

void SignInsCommand::received(const v1::ServerMessage& message) {
  if (message.has_refusal()) return end(ExitCode::kRefused, refusal_text(message.refusal(), nullptr));
  if (message.has_sign_in_added()) {
    context_.terminal.say(hex_text(message.sign_in_added().token()));
    return end(ExitCode::kDone, t("token.made"));
  }
  if (!message.has_sign_ins()) return;
  if (context_.settings.sign_in.empty() || looked_up_) return list(message.sign_ins());
  act_on_one(message.sign_ins());
}

void SignInsCommand::list(const v1::SignIns& sign_ins) {
  for (const v1::SignInLine& line : sign_ins.lines()) context_.terminal.say(sign_in_line(line));
  if (sign_ins.lines().empty()) context_.terminal.say(t("signIn.out"));
  end();
}

void SignInsCommand::act_on_one(const v1::SignIns& sign_ins) {
  std::vector<std::string> meant;
  for (const v1::SignInLine& line : sign_ins.lines()) {
    if (hex_text(line.id()).starts_with(context_.settings.sign_in)) meant.push_back(line.id());
  }
  if (meant.size() != 1) {
    return end(ExitCode::kRefused,
               t(meant.empty() ? "signIn.noSuch" : "signIn.several", {{"id", context_.settings.sign_in}}));
  }
  looked_up_ = true;
  v1::ClientMessage message;
  if (context_.settings.command == CommandName::kNameSignIn) {
    message.mutable_name_sign_in()->set_id(meant.front());
    message.mutable_name_sign_in()->set_name(context_.settings.new_name);
  } else {
    message.mutable_revoke_sign_in()->set_id(meant.front());
  }
  session().send(message);
}

// --- take-token ---

void TakeTokenCommand::signed_in(const v1::SignedIn& who, bool /*again*/) {
  const std::string& name = who.player().name();
  if (const auto kept = context_.profile.keep_given(name, clients::id_of(who.player())); !kept) {
    return end(ExitCode::kUsage, t("token.notKept", {{"error", kept.error()}}));
  }
  context_.terminal.say(t("token.taken", {{"name", strip_control_chars(name)}}));
  end();
}

// --- rename ---

void RenameCommand::signed_in(const v1::SignedIn& /*who*/, bool /*again*/) {
  v1::ClientMessage message;
  message.mutable_rename()->set_name(context_.settings.new_name);
  session().send(message);
}

void RenameCommand::received(const v1::ServerMessage& message) {
  if (message.has_refusal()) return end(ExitCode::kRefused, refusal_text(message.refusal(), nullptr));
  if (!message.has_renamed()) return;
  const std::string& name = message.renamed().player().name();
  if (const auto kept = context_.profile.renamed(name); !kept) {
    return end(ExitCode::kUsage, t("name.notKept", {{"error", kept.error()}}));
  }
  context_.terminal.say(t("name.changed", {{"name", strip_control_chars(name)}}));
  end();
}

}  // namespace wyrmhall::cli
