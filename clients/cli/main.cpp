// wyrmhall: the client for the terminal.
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "clients/cli/admin_command.h"
#include "clients/cli/arguments.h"
#include "clients/cli/blocked_errand.h"
#include "clients/cli/game_options.h"
#include "clients/cli/identity_errands.h"
#include "clients/cli/input_lines.h"
#include "clients/cli/list_errands.h"
#include "clients/cli/messages.h"
#include "clients/cli/nugget_errands.h"
#include "clients/cli/play_errand.h"
#include "clients/cli/real_outside.h"
#include "clients/cli/verify_accusation.h"
#include "clients/cli/verify_command.h"
#include "clients/cli/watch_errand.h"
#include "common/hex.h"

namespace wyrmhall::cli {
namespace {

bool wants_colour(const Settings& settings) {
  if (settings.colour != Colour::kAuto) return settings.colour == Colour::kAlways;
  const char* no_colour = std::getenv("NO_COLOR");
  const bool refused = no_colour != nullptr && *no_colour != '\0';
  return !refused && ::isatty(STDOUT_FILENO) == 1;
}

void choose_name(const Settings& settings, Keep& keep) {
  if (settings.command == Command::kTakeToken) return keep.use_token(settings.token);
  if (!settings.name.empty()) return keep.use_name(settings.name);
  if (settings.command == Command::kJoin && keep.use_name_of_match(settings.id)) return;
  keep.use_made_up_name();
}

std::unique_ptr<Errand> make_errand(const Surroundings& world, const v1::GameOptions& options) {
  switch (world.settings.command) {
    case Command::kGames:
      return std::make_unique<GamesErrand>(world);
    case Command::kTables:
      return std::make_unique<TablesErrand>(world);
    case Command::kMatches:
      return std::make_unique<MatchesErrand>(world);
    case Command::kNuggets:
      return std::make_unique<NuggetsErrand>(world);
    case Command::kRichest:
      return std::make_unique<RichestErrand>(world);
    case Command::kBlock:
    case Command::kUnblock:
    case Command::kBlocked:
      return std::make_unique<BlockedErrand>(world);
    case Command::kSignIns:
    case Command::kSignOut:
    case Command::kNewToken:
      return std::make_unique<SignInsErrand>(world);
    case Command::kTakeToken:
      return std::make_unique<TakeTokenErrand>(world);
    case Command::kRename:
      return std::make_unique<RenameErrand>(world);
    case Command::kExport:
      return std::make_unique<ExportErrand>(world);
    case Command::kWatch:
      return std::make_unique<WatchErrand>(world);
    default:
      return std::make_unique<PlayErrand>(world, options);
  }
}

ExitCode run_with_server(const Settings& settings, const v1::GameOptions& options) {
  Terminal terminal(std::cout, std::cerr,
                    {.json = settings.json,
                     .colour = wants_colour(settings),
                     .echoes = settings.person_at_terminal,
                     .is_tty = ::isatty(STDOUT_FILENO) == 1});
  Keep keep(settings.data, settings.server.text());
  choose_name(settings, keep);
  clients::EventLoop loop;
  RealOutside outside(loop, settings.server);
  std::optional<ExitCode> ended;
  const auto finish = [&](ExitCode code) {
    // The first end is the one that counts.
    if (!ended) ended = code;
    loop.stop();
  };
  const std::unique_ptr<Errand> errand = make_errand({outside, keep, terminal, settings, finish}, options);
  Session session(outside, keep, terminal, settings.server.text(), *errand);
  session.use_invitation(settings.invitation);
  errand->attach(session);
  std::optional<InputLines> input;
  if (errand->reads_lines()) {
    input.emplace(loop, [&](const std::string& text) { errand->line(text); }, [&] { errand->end_of_input(); });
  }
  bool interrupted = false;
  loop.on_signal({SIGINT, SIGTERM, SIGHUP}, [&] {
    // Whoever says so twice waits for nothing.
    if (std::exchange(interrupted, true)) return finish(ExitCode::kInterrupted);
    errand->interrupted();
  });
  session.start();
  loop.run();
  return ended.value_or(ExitCode::kDone);
}

// The first line of a file, or of the standard input where none is named. Empty where that is no token.
std::string read_token(const std::filesystem::path& path) {
  std::string line;
  if (path.empty()) {
    std::getline(std::cin, line);
  } else {
    std::ifstream file(path);
    std::getline(file, line);
  }
  constexpr std::size_t kTokenBytes = 32;
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
  const auto token = from_hex(line);
  return token && token->size() == kTokenBytes ? *token : std::string();
}

ExitCode run(int argc, const char* const* argv) {
  if (argc > 1 && std::string_view(argv[1]) == "admin") return run_admin(argc - 1, argv + 1);
  auto settings = parse_arguments(argc, argv);
  if (!settings) {
    (settings.error().code == ExitCode::kDone ? std::cout : std::cerr) << settings.error().text;
    return settings.error().code;
  }
  settings->person_at_terminal = ::isatty(STDIN_FILENO) == 1;
  use_language(settings->language.empty() ? language_of_environment([](const char* name) { return std::getenv(name); })
                                          : settings->language);
  if (!settings->evidence.empty()) return verify_accusation(*settings, std::cout, std::cerr);
  if (settings->command == Command::kVerify) return verify_file(*settings, std::cout, std::cerr);
  if (settings->command == Command::kTakeToken) {
    settings->token = read_token(settings->file);
    if (settings->token.empty()) {
      std::cerr << t("token.not") << '\n';
      return ExitCode::kUsage;
    }
  }
  v1::GameOptions options;
  if (settings->command == Command::kPlay) {
    auto made = make_options(settings->game, settings->options);
    if (!made) {
      std::cerr << made.error() << '\n';
      return ExitCode::kUsage;
    }
    options = *std::move(made);
    options.set_no_odds(settings->no_odds);
  }
  return run_with_server(*settings, options);
}

}  // namespace
}  // namespace wyrmhall::cli

int main(int argc, char** argv) {
  // A connection that breaks while we write to it is told by the write.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return static_cast<int>(wyrmhall::cli::run(argc, argv));
  } catch (const std::exception& error) {
    std::cerr << "This should not have happened: " << error.what() << '\n';
    return static_cast<int>(wyrmhall::cli::ExitCode::kUsage);
  }
}
