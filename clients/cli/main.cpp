// wyrmhall: the client for the terminal.
#include <sys/ioctl.h>
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

#include "clients/cli/arguments.h"
#include "clients/cli/commands/admin_command.h"
#include "clients/cli/commands/blocked_command.h"
#include "clients/cli/commands/game_options.h"
#include "clients/cli/commands/hero_commands.h"
#include "clients/cli/commands/high_scores_command.h"
#include "clients/cli/commands/identity_commands.h"
#include "clients/cli/commands/list_commands.h"
#include "clients/cli/commands/nugget_commands.h"
#include "clients/cli/commands/play_command.h"
#include "clients/cli/commands/rules_command.h"
#include "clients/cli/commands/verify_accusation.h"
#include "clients/cli/commands/verify_command.h"
#include "clients/cli/commands/watch_command.h"
#include "clients/cli/messages.h"
#include "clients/cli/real_platform.h"
#include "clients/cli/terminal/input_lines.h"
#include "clients/cli/terminal/input_watch.h"
#include "clients/cli/terminal/line_terminal.h"
#include "clients/cli/terminal/screen_terminal.h"
#include "common/hex.h"

namespace wyrmhall::cli {
namespace {

bool wants_colour(const Settings& settings) {
  if (settings.colour != Colour::kAuto) return settings.colour == Colour::kAlways;
  const char* no_colour = std::getenv("NO_COLOR");
  const bool refused = no_colour != nullptr && *no_colour != '\0';
  return !refused && ::isatty(STDOUT_FILENO) == 1;
}

void choose_name(const Settings& settings, ProfileStore& profile) {
  if (settings.command == CommandName::kTakeToken) return profile.use_token(settings.token);
  if (!settings.name.empty()) return profile.use_name(settings.name);
  if (settings.command == CommandName::kJoin && profile.use_name_of_match(settings.match)) return;
  profile.use_made_up_name();
}

std::unique_ptr<Command> make_command(const Context& context, const v1::GameOptions& options) {
  switch (context.settings.command) {
    case CommandName::kGames:
      return std::make_unique<GamesCommand>(context);
    case CommandName::kTables:
      return std::make_unique<TablesCommand>(context);
    case CommandName::kMatches:
      return std::make_unique<MatchesCommand>(context);
    case CommandName::kNuggets:
      return std::make_unique<NuggetsCommand>(context);
    case CommandName::kRichest:
      return std::make_unique<RichestCommand>(context);
    case CommandName::kHighScores:
      return std::make_unique<HighScoresCommand>(context);
    case CommandName::kBlock:
    case CommandName::kUnblock:
    case CommandName::kBlocked:
      return std::make_unique<BlockedCommand>(context);
    case CommandName::kSignIns:
    case CommandName::kSignOut:
    case CommandName::kNewToken:
      return std::make_unique<SignInsCommand>(context);
    case CommandName::kTakeToken:
      return std::make_unique<TakeTokenCommand>(context);
    case CommandName::kRename:
      return std::make_unique<RenameCommand>(context);
    case CommandName::kExport:
      return std::make_unique<ExportCommand>(context);
    case CommandName::kHeroes:
    case CommandName::kShowHero:
    case CommandName::kRetireHero:
      return std::make_unique<HeroesCommand>(context);
    case CommandName::kMakeHero:
      return std::make_unique<MakeHeroCommand>(context);
    case CommandName::kFallenHeroes:
    case CommandName::kHeroBoard:
      return std::make_unique<FamousHeroesCommand>(context);
    case CommandName::kWatch:
      return std::make_unique<WatchCommand>(context);
    default:
      return std::make_unique<PlayCommand>(context, options);
  }
}

// Columns of the window that the output goes to; 0 where there is none.
std::size_t window_columns() {
  winsize size{};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

// A match has a screen where a person is at a terminal that one can be drawn on.
std::unique_ptr<ScreenTerminal> open_screen(const Settings& settings) {
  const bool of_match = settings.command == CommandName::kPlay || settings.command == CommandName::kJoin ||
                        settings.command == CommandName::kWatch;
  const char* kind = std::getenv("TERM");
  const bool simple = kind == nullptr || *kind == '\0' || std::string_view(kind) == "dumb";
  if (!of_match || simple || settings.plain || !settings.can_ask() || ::isatty(STDOUT_FILENO) != 1) return nullptr;
  return ScreenTerminal::open(wants_colour(settings));
}

ExitCode run_with_server(const Settings& settings, const v1::GameOptions& options) {
  const std::unique_ptr<ScreenTerminal> screen = open_screen(settings);
  LineTerminal lines(std::cout, std::cerr,
                     {.json = settings.json,
                      .colour = wants_colour(settings),
                      .echoes = settings.person_at_terminal,
                      .is_tty = ::isatty(STDOUT_FILENO) == 1},
                     window_columns);
  Terminal& terminal = screen ? static_cast<Terminal&>(*screen) : lines;
  ProfileStore profile(settings.data, settings.server.text());
  choose_name(settings, profile);
  clients::EventLoop loop;
  RealPlatform platform(loop, settings.server);
  std::optional<ExitCode> ended;
  const auto finish = [&](ExitCode code) {
    // The first end is the one that counts.
    if (!ended) ended = code;
    loop.stop();
  };
  const std::unique_ptr<Command> command = make_command({platform, profile, terminal, settings, finish}, options);
  Session session(platform, profile, terminal, settings.server.text(), *command);
  session.use_invitation(settings.invitation);
  command->attach(session);
  std::optional<InputLines> input;
  std::optional<InputWatch> keys;
  if (screen) {
    screen->listen({.line = [&](const std::string& text) { command->line(text); },
                    .end = [&] { command->end_of_input(); },
                    .resized = [&] { command->resized(); }});
    loop.on_signal({SIGWINCH}, [&] { screen->resize(); });
    keys.emplace(loop, [&] {
      screen->read_keys();
      keys->look_again();
    });
  } else if (command->reads_lines()) {
    input.emplace(
        loop, [&](const std::string& text) { command->line(text); }, [&] { command->end_of_input(); },
        [&] { return command->has_room_for_lines(); });
  }
  bool interrupted = false;
  loop.on_signal({SIGINT, SIGTERM, SIGHUP}, [&] {
    // Whoever says so twice waits for nothing.
    if (std::exchange(interrupted, true)) return finish(ExitCode::kInterrupted);
    command->interrupted();
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
  if (settings->command == CommandName::kRules)
    return show_rules(*settings, Paint(wants_colour(*settings)), std::cout, std::cerr);
  if (!settings->evidence.empty()) return verify_accusation(*settings, std::cout, std::cerr);
  if (settings->command == CommandName::kVerify) return verify_file(*settings, std::cout, std::cerr);
  if (settings->command == CommandName::kTakeToken) {
    settings->token = read_token(settings->file);
    if (settings->token.empty()) {
      std::cerr << t("token.not") << '\n';
      return ExitCode::kUsage;
    }
  }
  v1::GameOptions options;
  if (settings->command == CommandName::kPlay) {
    auto made = make_options(settings->game, settings->options);
    if (!made) {
      std::cerr << made.error() << '\n';
      return ExitCode::kUsage;
    }
    options = *std::move(made);
    if (const auto any = any_of(settings->game, settings->any); !any) {
      std::cerr << any.error() << '\n';
      return ExitCode::kUsage;
    }
    if (const auto part = make_part(settings->game, settings->bring); !settings->bring.empty() && !part) {
      std::cerr << part.error() << '\n';
      return ExitCode::kUsage;
    }
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
