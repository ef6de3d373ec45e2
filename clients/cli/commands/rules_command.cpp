#include "clients/cli/commands/rules_command.h"

#include <ostream>

#include "clients/cli/messages.h"
#include "clients/cli/rules/rulebook.h"
#include "clients/cli/rules/rulebook_text.h"

namespace wyrmhall::cli {

ExitCode show_rules(const Settings& settings, const Paint& paint, std::ostream& out, std::ostream& errors) {
  if (settings.game.empty()) {
    for (const std::string& game : games_with_rulebooks()) out << game << "  " << rulebook_of(game)->title() << '\n';
    return ExitCode::kDone;
  }
  const Rulebook* book = rulebook_of(settings.game);
  if (book == nullptr) {
    errors << t("game.none", {{"game", settings.game}, {"list", listed(games_with_rulebooks())}}) << '\n';
    return ExitCode::kUsage;
  }
  const RulesFound found = look_up(paint, *book, settings.words);
  if (!found.none.empty()) {
    errors << found.none << '\n';
    return ExitCode::kUsage;
  }
  for (const std::string& line : found.lines) out << line << '\n';
  return ExitCode::kDone;
}

}  // namespace wyrmhall::cli
