#include "clients/cli/commands/key_question.h"

#include "clients/cli/messages.h"
#include "clients/cli/terminal/typed_commands.h"
#include "common/hex.h"

namespace wyrmhall::cli {

KeyQuestion::Outcome KeyQuestion::shown(const std::string& key) {
  key_ = key;
  ServerKey kept = context_.profile.server_key();
  const auto standing = kept.shown(key_);
  if (!standing) return cannot_keep(standing.error());
  if (*standing == ServerKey::Standing::kUnsigned) context_.terminal.warn(t("key.none"));
  return {.agreed = *standing != ServerKey::Standing::kChanged};
}

KeyQuestion::Outcome KeyQuestion::ask() const {
  const std::string pinned = hex_text(context_.profile.server_key().pinned());
  context_.terminal.warn(context_.terminal.paint()(
      Tint::kBad, t("key.changed", {{"server", context_.settings.server.text()},
                                    {"key", key_.empty() ? t("key.changed.none") : hex_text(key_)},
                                    {"before", pinned}})));
  if (context_.settings.accept_key) return accept();
  if (!context_.settings.can_ask()) return {.ends = ExitCode::kNeedsDecision, .sentence = t("key.option")};
  context_.terminal.ask(t("key.ask"));
  return {};
}

KeyQuestion::Outcome KeyQuestion::answered(const std::string& text) const {
  if (is_yes(text)) return accept();
  if (is_no(text) || text == "quit") return {.ends = ExitCode::kNeedsDecision};
  context_.terminal.ask(t("key.ask"));
  return {};
}

KeyQuestion::Outcome KeyQuestion::accept() const {
  ServerKey key = context_.profile.server_key();
  if (auto kept = key.accept(key_); !kept) return cannot_keep(kept.error());
  return {.agreed = true};
}

KeyQuestion::Outcome KeyQuestion::cannot_keep(const std::string& error) {
  return {.ends = ExitCode::kUsage, .sentence = t("key.notKept", {{"error", error}})};
}

}  // namespace wyrmhall::cli
