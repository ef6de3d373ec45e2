#include "clients/cli/commands/nugget_commands.h"

#include <fmt/format.h>

#include "clients/cli/commands/list_commands.h"
#include "clients/cli/messages.h"
#include "clients/cli/terminal/refusal_text.h"
#include "clients/model/ids.h"

namespace wyrmhall::cli {
namespace {

// Further pages are for scripts: a person wants the first few.
constexpr std::uint64_t kMaxLines = 200;

}  // namespace

// --- nuggets ---

void NuggetsCommand::signed_in(const v1::SignedIn& /*who*/, bool /*again*/) {
  ask();
}

void NuggetsCommand::ask() {
  v1::ClientMessage message;
  message.mutable_list_nuggets()->set_before(before_);
  session().send(message);
}

void NuggetsCommand::received(const v1::ServerMessage& message) {
  if (message.has_refusal()) return end(ExitCode::kRefused, refusal_text(message.refusal(), nullptr));
  if (!message.has_nuggets()) return;
  const v1::Nuggets& nuggets = message.nuggets();
  if (!told_tally_) {
    const std::string_view key = nuggets.tally() == 0 ? "gold.none" : "gold.has";
    context_.terminal.say(t(
        key, {{"name", strip_control_chars(context_.profile.name())}, {"gold", t("gold", {{"n", nuggets.tally()}})}}));
    told_tally_ = true;
  }
  for (const v1::NuggetLine& line : nuggets.lines()) {
    context_.terminal.say(fmt::format("{:>4}  {}", line.nuggets(), match_line(line.match())));
  }
  before_ = nuggets.next();
  if (!before_.empty()) return ask();
  end();
}

// --- richest ---

void RichestCommand::signed_in(const v1::SignedIn& /*who*/, bool /*again*/) {
  ask();
}

void RichestCommand::ask() {
  v1::ClientMessage message;
  message.mutable_list_richest();
  if (after_) *message.mutable_list_richest()->mutable_after() = *after_;
  session().send(message);
}

void RichestCommand::list(const v1::RichestLine& line) {
  ++listed_;
  if (line.nuggets() != nuggets_) place_ = listed_;
  nuggets_ = line.nuggets();
  const bool is_me = clients::id_of(line.player()) == session().account();
  const std::string text = fmt::format("{:>4}  {:>6}  {}", fmt::format("{}.", place_), line.nuggets(),
                                       strip_control_chars(line.player().name()));
  context_.terminal.say(is_me ? context_.terminal.paint()(Tint::kStrong, text) : text);
}

void RichestCommand::received(const v1::ServerMessage& message) {
  if (message.has_refusal()) return end(ExitCode::kRefused, refusal_text(message.refusal(), nullptr));
  if (!message.has_richest()) return;
  for (const v1::RichestLine& line : message.richest().lines()) list(line);
  if (message.richest().has_next() && (listed_ < kMaxLines || context_.terminal.json())) {
    after_ = message.richest().next();
    return ask();
  }
  if (listed_ == 0) context_.terminal.say(t("gold.nobody"));
  if (message.richest().has_next()) context_.terminal.say(t("gold.more"));
  end();
}

}  // namespace wyrmhall::cli
