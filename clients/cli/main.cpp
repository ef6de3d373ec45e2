// wyrmhall: the client for the terminal.
#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <expected>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "clients/cli/arguments.h"
#include "clients/cli/commands/account_commands.h"
#include "clients/cli/commands/admin/command.h"
#include "clients/cli/commands/find_id_command.h"
#include "clients/cli/commands/game_options.h"
#include "clients/cli/commands/hall_command.h"
#include "clients/cli/commands/heroes/commands.h"
#include "clients/cli/commands/high_scores_command.h"
#include "clients/cli/commands/identity_commands.h"
#include "clients/cli/commands/leave_command.h"
#include "clients/cli/commands/list_commands.h"
#include "clients/cli/commands/member_commands.h"
#include "clients/cli/commands/nugget_commands.h"
#include "clients/cli/commands/play_command.h"
#include "clients/cli/commands/relations_command.h"
#include "clients/cli/commands/rules_command.h"
#include "clients/cli/commands/verify/accusation.h"
#include "clients/cli/commands/verify/command.h"
#include "clients/cli/commands/watch_command.h"
#include "clients/cli/match/late_closing.h"
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
  if (!context.settings.id_begins.empty()) return std::make_unique<FindIdCommand>(context);
  switch (context.settings.command) {
    case CommandName::kHall:
      return std::make_unique<HallCommand>(context);
    case CommandName::kLeave:
    case CommandName::kDecline:
      return std::make_unique<LeaveCommand>(context);
    case CommandName::kGames:
      return std::make_unique<GamesCommand>(context);
    case CommandName::kTables:
    case CommandName::kChallenges:
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
    case CommandName::kFollow:
    case CommandName::kUnfollow:
    case CommandName::kFriends:
      return std::make_unique<RelationsCommand>(context);
    case CommandName::kSignIns:
    case CommandName::kSignOut:
    case CommandName::kNameSignIn:
    case CommandName::kNewToken:
      return std::make_unique<SignInsCommand>(context);
    case CommandName::kTakeToken:
      return std::make_unique<TakeTokenCommand>(context);
    case CommandName::kRename:
      return std::make_unique<RenameCommand>(context);
    case CommandName::kLogin:
      return std::make_unique<LoginCommand>(context);
    case CommandName::kLogout:
      return std::make_unique<LogoutCommand>(context);
    case CommandName::kPassword:
    case CommandName::kRecoveryCodes:
      return std::make_unique<PasswordCommand>(context);
    case CommandName::kMyData:
      return std::make_unique<MyDataCommand>(context);
    case CommandName::kDeleteAccount:
    case CommandName::kKeepAccount:
      return std::make_unique<DeletionCommand>(context);
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

LineTerminal::Manner manner_of(const Settings& settings) {
  return {.json = settings.json,
          .colour = wants_colour(settings),
          .echoes = settings.person_at_terminal,
          .is_tty = ::isatty(STDOUT_FILENO) == 1};
}

// Null where there is no person, or no terminal that a screen can be drawn on.
std::unique_ptr<ScreenTerminal> open_screen(const Settings& settings) {
  const char* kind = std::getenv("TERM");
  const bool simple = kind == nullptr || *kind == '\0' || std::string_view(kind) == "dumb";
  if (simple || settings.plain || !settings.can_ask() || ::isatty(STDOUT_FILENO) != 1) return nullptr;
  return ScreenTerminal::open(wants_colour(settings));
}

// How a command ended, and what to go on with.
struct Ended {
  ExitCode code = ExitCode::kDone;
  std::optional<Settings> next;
};

Ended run_with_server(Terminal& terminal, ScreenTerminal* screen, const Settings& settings,
                      const v1::GameOptions& options) {
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
  const Context context{platform, profile, terminal, settings, finish};
  const std::unique_ptr<Command> command = make_command(context, options);
  LateClosing late(context, *command);
  Session session(platform, profile, terminal, settings.server.text(), late);
  session.use_invitation(settings.invitation);
  if (settings.command == CommandName::kLogin) session.use_sign_in(sign_in_of(settings));
  late.attach(session);
  command->attach(session);
  std::optional<InputLines> input;
  std::optional<InputWatch> keys;
  if (screen != nullptr) {
    screen->listen({.line = [&](const std::string& text) { command->line(text); },
                    .end = [&] { command->end_of_input(); },
                    .resized = [&] { command->resized(); }});
    loop.on_signal({SIGWINCH}, [screen] { screen->resize(); });
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
    // A person who interrupts twice waits for nothing.
    if (std::exchange(interrupted, true)) return finish(ExitCode::kInterrupted);
    command->interrupted();
  });
  session.start();
  loop.run();
  if (screen != nullptr) screen->listen({});
  const ExitCode code = ended.value_or(ExitCode::kDone);
  return {code, code == ExitCode::kDone ? command->next() : std::nullopt};
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

// The options of a game that is to be played, and whether all else about it makes sense; what is wrong otherwise.
std::expected<v1::GameOptions, std::string> options_of(const Settings& settings) {
  if (settings.command != CommandName::kPlay) return v1::GameOptions();
  auto options = make_options(settings.game, settings.options);
  if (!options) return options;
  if (const auto any = any_of(settings.game, settings.any); !any) return std::unexpected(any.error());
  if (const auto part = make_part(settings.game, settings.bring); !settings.bring.empty() && !part) {
    return std::unexpected(part.error());
  }
  options->set_no_odds(settings.no_odds);
  return options;
}

// The command, and what it leads to: from the hall to a match, and back.
ExitCode run_commands(Settings settings) {
  const auto hall = settings.command == CommandName::kHall ? std::optional(settings) : std::nullopt;
  const bool uses_screen = hall || settings.command == CommandName::kPlay || settings.command == CommandName::kJoin ||
                           settings.command == CommandName::kWatch;
  std::unique_ptr<ScreenTerminal> screen;
  std::optional<LineTerminal> lines;
  while (true) {
    const auto options = options_of(settings);
    if (!options) {
      std::cerr << options.error() << '\n';
      return ExitCode::kUsage;
    }
    if (uses_screen && !screen && !lines) screen = open_screen(settings);
    if (!screen && !lines) lines.emplace(std::cout, std::cerr, manner_of(settings), window_columns);
    Terminal& terminal = screen ? static_cast<Terminal&>(*screen) : *lines;
    Ended ended = run_with_server(terminal, screen.get(), settings, *options);
    const bool back_to_hall = hall && settings.command != CommandName::kHall && ended.code == ExitCode::kDone;
    if (!ended.next && !back_to_hall) return ended.code;
    settings = ended.next ? *std::move(ended.next) : *hall;
    terminal.start_anew();
  }
}

ExitCode run(int argc, const char* const* argv) {
  if (argc > 1 && std::string_view(argv[1]) == "admin") return run_admin(argc - 1, argv + 1);
  auto settings = parse_arguments(argc, argv);
  if (!settings) {
    (settings.error().code == ExitCode::kDone ? std::cout : std::cerr) << settings.error().text;
    return settings.error().code;
  }
  settings->person_at_terminal = ::isatty(STDIN_FILENO) == 1;
  if (settings->command == CommandName::kHall && !settings->can_ask()) {
    std::cerr
        << "A command is needed, such as `wyrmhall play duel`; without one there is a hall for people at a terminal.\n"
           "Run `wyrmhall --help` for usage.\n";
    return ExitCode::kUsage;
  }
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
  if (const auto without = ask_for_secrets(*settings)) return *without;
  return run_commands(*std::move(settings));
}

}  // namespace
}  // namespace wyrmhall::cli

int main(int argc, char** argv) {
  // If a connection breaks while we write to it, the write reports it.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return static_cast<int>(wyrmhall::cli::run(argc, argv));
  } catch (const std::exception& error) {
    std::cerr << "This should not have happened: " << error.what() << '\n';
    return static_cast<int>(wyrmhall::cli::ExitCode::kUsage);
  }
}
