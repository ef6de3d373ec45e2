#include "clients/cli/commands/member_commands.h"

#include <iostream>

#include "clients/cli/messages.h"
#include "clients/cli/terminal/refusal_text.h"
#include "clients/cli/terminal/secret_line.h"

namespace wyrmhall::cli {
namespace {

// Where the browser client of a server confirms a code.
std::string page_of(const clients::Address& server) {
  const bool usual = server.port == (server.tls ? "443" : "80");
  return (server.tls ? "https://" : "http://") + server.host + (usual ? "" : ":" + server.port) + "/confirm";
}

bool read_into(std::string& secret, const char* prompt) {
  auto line = read_secret_line(t(prompt));
  if (!line) return false;
  secret = *std::move(line);
  return true;
}

// The new password: at a terminal twice, since nobody sees what they type.
std::optional<ExitCode> read_new_password(Settings& settings) {
  if (!read_into(settings.new_password, "member.new")) return ExitCode::kNeedsDecision;
  if (!settings.person_at_terminal) return std::nullopt;
  std::string again;
  if (!read_into(again, "member.again")) return ExitCode::kNeedsDecision;
  if (again == settings.new_password) return std::nullopt;
  std::cerr << t("member.differ") << '\n';
  return ExitCode::kUsage;
}

}  // namespace

std::optional<ExitCode> ask_for_secrets(Settings& settings) {
  const bool sets = settings.command == CommandName::kPassword;
  const bool leaves = settings.command == CommandName::kDeleteAccount;
  const bool logs_in = settings.command == CommandName::kLogin && !settings.by_browser;
  if (!sets && !leaves && !logs_in && settings.command != CommandName::kRecoveryCodes) return std::nullopt;
  const char* password = sets ? "member.present" : leaves ? "account.password" : "member.password";
  // A guest who leaves has nothing to give.
  if (!read_into(settings.secret, settings.by_recovery_code ? "member.code" : password) && !leaves) {
    return ExitCode::kNeedsDecision;
  }
  return sets ? read_new_password(settings) : std::nullopt;
}

v1::SignIn sign_in_of(const Settings& settings) {
  v1::SignIn sign_in;
  if (settings.by_browser) {
    sign_in.mutable_confirmed();
    return sign_in;
  }
  v1::MemberSignIn& member = *sign_in.mutable_member();
  member.set_name(settings.name);
  settings.by_recovery_code ? member.set_recovery_code(settings.secret) : member.set_password(settings.secret);
  return sign_in;
}

// --- login ---

void LoginCommand::code_to_confirm(const v1::SignInCode& code) {
  context_.terminal.say(t("member.confirm", {{"page", page_of(context_.settings.server)},
                                             {"code", strip_control_chars(code.code())},
                                             {"n", code.valid_ms() / 60'000}}));
}

// The session has kept the token (Session::use_sign_in).
void LoginCommand::signed_in(const v1::SignedIn& who, bool /*again*/) {
  context_.terminal.say(t("member.in", {{"name", strip_control_chars(who.player().name())}}));
  end();
}

// --- logout ---

void LogoutCommand::signed_in(const v1::SignedIn& who, bool /*again*/) {
  name_ = strip_control_chars(who.player().name());
  revoking_ = false;
  v1::ClientMessage message;
  message.mutable_ask_membership();
  session().send(message);
}

void LogoutCommand::received(const v1::ServerMessage& message) {
  if (message.has_refusal()) return end(ExitCode::kRefused, refusal_text(message.refusal(), nullptr));
  v1::ClientMessage next;
  if (message.has_membership()) {
    if (!message.membership().member() && !context_.settings.yes) {
      return end(ExitCode::kNeedsDecision, t("member.guest", {{"name", name_}}));
    }
    next.mutable_list_sign_ins();
    session().send(next);
  } else if (message.has_sign_ins() && !revoking_) {
    revoking_ = true;
    for (const v1::SignInLine& line : message.sign_ins().lines()) {
      if (line.this_one()) next.mutable_revoke_sign_in()->set_id(line.id());
    }
    session().send(next);
  } else if (message.has_sign_ins()) {
    if (const auto gone = context_.profile.forget_token(); !gone) {
      return end(ExitCode::kUsage, t("member.notForgotten", {{"error", gone.error()}}));
    }
    context_.terminal.say(t("member.out"));
    end();
  }
}

// --- password, recovery-codes ---

void PasswordCommand::signed_in(const v1::SignedIn& /*who*/, bool /*again*/) {
  const Settings& settings = context_.settings;
  v1::ClientMessage message;
  if (settings.command == CommandName::kRecoveryCodes) {
    message.mutable_new_recovery_codes()->set_password(settings.secret);
  } else {
    v1::SetPassword& set = *message.mutable_set_password();
    set.set_password(settings.new_password);
    if (settings.by_recovery_code) {
      set.set_recovery_code(settings.secret);
    } else if (!settings.secret.empty()) {
      set.set_current_password(settings.secret);
    }
  }
  session().send(message);
}

void PasswordCommand::received(const v1::ServerMessage& message) {
  if (message.has_refusal()) {
    const bool needs_present = message.refusal().field() == "by";
    return end(ExitCode::kRefused,
               needs_present ? t("member.present.needed") : refusal_text(message.refusal(), nullptr));
  }
  if (!message.has_membership()) return;
  const v1::Membership& now = message.membership();
  for (const std::string& code : now.recovery_codes()) context_.terminal.say(strip_control_chars(code));
  if (now.recovery_codes().empty()) return end(ExitCode::kDone, t("member.changed", {{"n", now.codes_left()}}));
  end(ExitCode::kDone, t(context_.settings.command == CommandName::kPassword ? "member.made" : "member.codes"));
}

}  // namespace wyrmhall::cli
