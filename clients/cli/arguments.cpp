#include "clients/cli/arguments.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "clients/cli/commands/typed_id.h"
#include "clients/cli/messages.h"
#include "clients/cli/profile/profile_store.h"
#include "clients/cli/suggestion.h"
#include "clients/cli/terminal/message_text.h"
#include "clients/model/code_name.h"
#include "common/id.h"
#include "generated/common/version.h"

namespace wyrmhall::cli {
namespace {

constexpr std::string_view kDefaultServer = "ws://127.0.0.1:7420";
constexpr const char* kWhichId = "Its id or how that begins, a link to it, or last";

// Values that have to be read as text first.
struct Raw {
  std::string server{kDefaultServer};
  std::string bot;
  std::string decider;
  std::string colour = "auto";
  std::string id;
  std::string data;
  std::string ca;
  std::string file;
  std::uint64_t seed = 0;
  int think = 0;
};

// The contract's levels by their words, each with its number.
std::map<std::string, v1::BotLevel> bot_levels() {
  std::map<std::string, v1::BotLevel> levels;
  const auto& type = *v1::BotLevel_descriptor();
  for (int i = 1; i < type.value_count(); ++i) {
    levels[clients::short_name(*type.value(i))] = static_cast<v1::BotLevel>(type.value(i)->number());
  }
  return levels;
}

void add_common(CLI::App& app, Settings& settings, Raw& raw) {
  app.add_option("--server", raw.server,
                 "The server: HOST, HOST:PORT, ws://HOST:PORT, wss://HOST with TLS, or a link to its page")
      ->envname("WYRMHALL_SERVER")
      ->capture_default_str();
  app.add_option("--ca", raw.ca, "With wss://: trust the certificates of this file instead of the system's")
      ->type_name("FILE");
  app.add_option("--name", settings.name, "Player name. Reusing it signs you in as the same guest")
      ->envname("WYRMHALL_NAME");
  app.add_option("--invitation", settings.invitation, "Invitation code, if the server asks new guests for one");
  app.add_option("--data", raw.data, "Folder for tokens and the secrets of running matches")
      ->type_name("FOLDER")
      ->default_str(ProfileStore::default_data().string());
  app.add_flag("--json", settings.json,
               "Print each message of the server as a line of JSON, and nothing else; verify: the verdict");
  app.add_flag("--plain", settings.plain,
               "Print line below line instead of a screen, as in a pipe; for screen readers and simple terminals");
  app.add_option("--language", settings.language,
                 "Of the match and of all messages but this help; default: as LANG says")
      ->check(CLI::IsMember(languages()));
  app.add_option("--colour", raw.colour, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
}

void add_playing(CLI::App& command, Settings& settings, Raw& raw) {
  command.add_option("--auto", raw.decider, "The client decides by itself: random or first")
      ->check(CLI::IsMember({"random", "first"}));
  command.add_option("--seed", raw.seed, "For --auto random: the same seed makes the same decisions");
  command.add_option("--think", raw.think, "For --auto: milliseconds before each decision")
      ->check(CLI::Range(0, 600'000));
  command.add_flag("--accept-key", settings.accept_key, "Trust the server's present key although it has changed");
  command.add_flag(
      "--give-up-chain", settings.give_up_chain,
      "Play on without the secrets of the match if they are not here: the operator can then foresee your rolls");
  const auto add_names = [&](const char* option, std::vector<std::string>& names, const char* what) {
    command.add_option(option, names, what)->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  };
  add_names("--bring", settings.bring,
            "What your own seat brings, key=value, such as role=dragon (see `wyrmhall games`); may be repeated");
  add_names("--hero", settings.heroes, "Bring a hero of yours (see `wyrmhall heroes`); may be repeated");
  add_names("--newcomer", settings.newcomers, "Make a hero of this name, of the class of its place, and bring it");
}

template <class Add>
void add_heroes(const Add& add, Settings& settings) {
  CLI::App* heroes = add("heroes", "Your heroes of Dice & Dragons, and those of others", CommandName::kHeroes, nullptr);
  CLI::App* make = add("make", "Make a hero", CommandName::kMakeHero, heroes);
  make->add_option("NAME", settings.hero, "What you call it")->required();
  make->add_option("CLASS", settings.sheet,
                   "warrior, wizard, cleric, ranger or rogue; or custom, its symbol, and six starting skills")
      ->required()
      ->expected(1, -1);
  const auto add_one = [&](const char* name, const char* what, CommandName command) {
    add(name, what, command, heroes)->add_option("NAME", settings.hero, "The name, or the id")->required();
  };
  add_one("show", "Show a hero with its skills and its story", CommandName::kShowHero);
  add_one("retire", "Retire a hero for good", CommandName::kRetireHero);
  add("fallen", "The hall of the fallen", CommandName::kFallenHeroes, heroes);
  add("board", "Whose heroes have come furthest", CommandName::kHeroBoard, heroes)
      ->add_option("BOARD", settings.board, "chapter (the highest won) or slain (dragons)")
      ->check(CLI::IsMember({"chapter", "slain"}))
      ->default_str("chapter");
}

template <class Add>
void add_identity(const Add& add, Settings& settings, Raw& raw) {
  add("sign-ins", "List the tokens that sign you in, one for each device, and when each was last used",
      CommandName::kSignIns);
  CLI::App* out = add("sign-out", "Revoke one of these tokens, or all others", CommandName::kSignOut);
  auto* which = out->add_option("SIGN-IN", settings.sign_in, "The beginning of its id, as `sign-ins` lists it");
  out->add_flag("--everywhere-else", settings.everywhere_else, "All but this device's")->excludes(which);
  CLI::App* named = add("name-sign-in", "Give one of these tokens a name", CommandName::kNameSignIn);
  named->add_option("SIGN-IN", settings.sign_in, "The beginning of its id, as `sign-ins` lists it")->required();
  named->add_option("NAME", settings.new_name, "The name, such as \"the old laptop\"")->required();
  CLI::App* token =
      add("new-token", "Make a token for another device of yours or for a program, shown once", CommandName::kNewToken);
  token->add_flag("--read-only", settings.read_only, "Good for looking only: it can change and say nothing");
  token->add_option("--called", settings.new_name, "What you call it, such as \"the board on the wall\"")
      ->type_name("NAME");
  add("take-token", "Use a token made on another device", CommandName::kTakeToken)
      ->add_option("FILE", raw.file, "A file whose first line is the token; default: standard input")
      ->type_name("FILE");
  CLI::App* in =
      add("login", "Sign in on this device, by password, recovery code or in the browser", CommandName::kLogin);
  in->add_option("NAME", settings.name, "The member's name");
  in->add_flag("--browser", settings.by_browser, "Show a code that you confirm in a browser where you are signed in");
  CLI::App* password = add("password", "Become a member by setting a password, or change it", CommandName::kPassword);
  for (CLI::App* command : {in, password}) {
    command->add_flag("--recovery-code", settings.by_recovery_code, "Ask for a recovery code instead of the password");
  }
  CLI::App* leave = add("delete-account", "Have yourself deleted in seven days", CommandName::kDeleteAccount);
  leave->add_flag("--recovery-code", settings.by_recovery_code, "Ask for a recovery code instead of the password");
  leave->add_flag("--yes", settings.yes, "That is what you want");
  add("keep-account", "Take `delete-account` back", CommandName::kKeepAccount);
  add("my-data", "Save all that the server keeps about you, as JSON", CommandName::kMyData)
      ->add_option("FILE", raw.file, "Where to; default: standard output")
      ->type_name("FILE");
  add("recovery-codes", "Get new recovery codes; those of before count no more", CommandName::kRecoveryCodes);
  add("logout", "Sign this device out, and forget who you are here", CommandName::kLogout)
      ->add_flag("--yes", settings.yes, "As a guest too, although nobody can then be this player again");
  add("rename", "Change your name; account, matches and token stay", CommandName::kRename)
      ->add_option("NAME", settings.new_name, "The new one")
      ->required();
}

template <class Add>
void add_play(const Add& add, Settings& settings, Raw& raw) {
  CLI::App* play = add("play", "Play a game, against bots or against people", CommandName::kPlay);
  play->add_option("GAME", settings.game, "Such as duel")->required();
  play->add_option("--option", settings.options, "An option of the game, key=value; may be repeated")
      ->take_all()
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  play->add_option("--any", settings.any,
                   "Against people: an option that does not matter to you, clock, or all; may be repeated")
      ->take_all()
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  play->add_option("--bot", raw.bot, "Fill all other seats with bots of this level; not every game has every level")
      ->check(CLI::IsMember(bot_levels()));
  play->add_option("--with", settings.challenged,
                   "Challenge a player of this name; may be repeated where more than two play")
      ->type_name("PLAYER")
      ->take_all()
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->excludes("--bot")
      ->excludes("--any");
  play->add_option(
      "--turn-seconds", settings.turn_seconds,
      "Seconds per decision, only for a table you open; 0 for no limit. Default: 120 against people, no limit "
      "against bots and alone");
  play->add_option(
      "--absence-seconds", settings.absence_seconds,
      "In a match without a limit: seconds that a player who must decide may be away before others can claim; 0 "
      "for never. Default: 60");
  play->add_flag("--no-odds", settings.no_odds, "Open a table on which odds are hidden from everyone");
  play->add_option("--matches", settings.matches, "Number of matches to play in a row (needs --auto)")
      ->check(CLI::Range(1, 1'000'000));
  add_playing(*play, settings, raw);
}

template <class Add>
void add_verify(const Add& add, Settings& settings, Raw& raw) {
  CLI::App* verifying =
      add("verify", "Verify a record, or judge an accusation, without a server", CommandName::kVerify);
  auto* record =
      verifying->add_option("FILE", raw.file, "A record, as export writes it; - for standard input")->type_name("FILE");
  verifying
      ->add_option("--accusation", settings.evidence,
                   "Judge a client's evidence against a server; records and receipts may be given too, or alone")
      ->type_name("FILE")
      ->excludes(record);
  verifying
      ->add_option("--key", settings.key, "The server's public key, or a file with it: it must have signed the match")
      ->needs(record);
}

std::map<CLI::App*, CommandName> add_commands(CLI::App& app, Settings& settings, Raw& raw) {
  std::map<CLI::App*, CommandName> commands;
  const auto add = [&](const char* name, const char* what, CommandName command, CLI::App* of = nullptr) {
    CLI::App* sub = (of == nullptr ? app : *of).add_subcommand(name, what);
    sub->fallthrough();
    commands[sub] = command;
    return sub;
  };
  add_play(add, settings, raw);
  CLI::App* join = add("join", "Take a seat at a table, or come back to a match", CommandName::kJoin);
  join->add_option("ID", raw.id, kWhichId)->required();
  add_playing(*join, settings, raw);
  app.add_subcommand("help", "Say what commands there are, as --help does");
  add("games", "List the server's games and the options of each", CommandName::kGames)
      ->add_option("GAME", settings.game, "Only of this game");
  CLI::App* rules =
      add("rules", "Read the rulebook of a game, a rule of it, or what it says of a word", CommandName::kRules);
  rules->add_option("GAME", settings.game, "Such as hunt");
  rules->add_option("RULE", settings.words, "The number of a rule, such as K2; or words to look for");
  CLI::App* tables = add("tables", "List tables waiting for players, and matches to watch", CommandName::kTables);
  tables->add_option("GAME", settings.game, "Only of this game");
  tables->add_flag("--mine", settings.mine, "The tables at which you sit instead, those that are hidden too");
  add("watch", "Watch a match", CommandName::kWatch)->add_option("MATCH", raw.id, kWhichId)->required();
  add("leave", "Get up from a table at which the match has not begun", CommandName::kLeave)
      ->add_option("ID", raw.id, std::string(kWhichId) + "; without it all of yours");
  add("challenges", "List who wants to play with you, and what; `join` accepts", CommandName::kChallenges);
  add("decline", "Say that you do not want to play now", CommandName::kDecline)
      ->add_option("ID", raw.id, std::string(kWhichId) + "; without it all who have challenged you");
  add("matches", "List your own matches", CommandName::kMatches);
  add("nuggets", "Your gold nuggets, and the matches that gave them", CommandName::kNuggets);
  add("richest", "Who has the most gold nuggets", CommandName::kRichest);
  add("scores", "The high scores of games that one can play alone, and your own", CommandName::kHighScores)
      ->add_option("GAME", settings.game, "Only of this game");
  add("block", "Never be matched with a player", CommandName::kBlock)
      ->add_option("PLAYER", settings.player, "The name, or the id")
      ->required();
  add("unblock", "Undo a block", CommandName::kUnblock)
      ->add_option("PLAYER", settings.player, "The name, or the id")
      ->required();
  add("blocked", "List whom you have blocked", CommandName::kBlocked);
  add("follow", "Note a player as a friend; they are not told", CommandName::kFollow)
      ->add_option("PLAYER", settings.player, "The name, or the id")
      ->required();
  add("unfollow", "Undo a follow", CommandName::kUnfollow)
      ->add_option("PLAYER", settings.player, "The name, or the id")
      ->required();
  add("friends", "List whom you follow, and who of them is here", CommandName::kFriends);
  add_identity(add, settings, raw);
  add_heroes(add, settings);
  CLI::App* exporting = add("export", "Write the record of a finished match", CommandName::kExport);
  exporting->add_option("MATCH", raw.id, kWhichId)->required();
  exporting->add_option("-o,--output", raw.file, "The file; default: standard output")->type_name("FILE");
  add_verify(add, settings, raw);
  // For the list of commands only: main() takes it before it comes here.
  app.add_subcommand("admin", "Administer a server: `wyrmhall admin --help`");
  return commands;
}

// What people paste: a page's address, or a host with or without its port.
std::string server_url(std::string_view text) {
  const auto with = [&](std::string_view scheme, std::string_view instead) {
    std::string_view rest = text.substr(scheme.size());
    rest = rest.substr(0, rest.find('/'));
    // Browsers look for a page without a port there.
    const bool has_port = rest.rfind(':') != std::string_view::npos && !rest.ends_with(']');
    const std::string_view port = has_port || instead == "wss://" ? "" : ":80";
    return std::string(instead) + std::string(rest) + std::string(port);
  };
  if (text.starts_with("https://")) return with("https://", "wss://");
  if (text.starts_with("http://")) return with("http://", "ws://");
  return text.contains("://") ? std::string(text) : "ws://" + std::string(text);
}

// What the help of play cannot say itself, since only the server knows. Empty for all other help.
std::string about_options(const CLI::App& app) {
  if (!app.got_subcommand("play")) return {};
  const auto& games = app.get_subcommand("play")->get_option("GAME")->results();
  return "\n`wyrmhall games " + (games.empty() ? "GAME" : games.front()) +
         "` asks the server for the options of that game, what they mean, and its bots.\n";
}

// If the first word names no command: the command that may have been meant. Empty if that is not what was wrong.
std::string about_command(const CLI::App& app, int argc, const char* const* argv) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(sub->get_name());
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word.starts_with('-')) {
      const CLI::Option* option = app.get_option_no_throw(word);
      if (option != nullptr && option->get_items_expected_max() > 0 && !word.contains('=')) ++i;
      continue;
    }
    if (std::ranges::find(names, word) != names.end()) return {};
    const std::string meant = suggestion(word, names);
    return "There is no command \"" + word + "\"." + (meant.empty() ? "" : " Did you mean " + meant + "?");
  }
  return {};
}

// What is wrong with a line of the option file whose name is no option's, of which CLI11 says "INI was not able to
// parse NAME". Empty if that is not what was wrong.
std::string about_config(const CLI::App& app, const CLI::Error& error) {
  constexpr std::string_view kNoOption = "INI was not able to parse ";
  const std::string text = error.what();
  if (!text.starts_with(kNoOption)) return {};
  std::string name = text.substr(kNoOption.size());
  // CLI11's own name for the line in brackets that other lines stand below.
  constexpr std::string_view kBegins = ".++";
  const bool is_section = name.ends_with(kBegins);
  if (is_section) name.resize(name.size() - kBegins.size());
  std::string wrong = app.get_config_ptr()->as<std::string>() + ": there is no " +
                      (is_section ? "command \"" : "option \"") + name + "\".";
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    const auto& known = option->get_lnames();
    names.insert(names.end(), known.begin(), known.end());
  }
  std::string commands;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (sub->get_option_no_throw("--" + name) == nullptr) continue;
    commands += (commands.empty() ? "[" : " or [") + sub->get_name() + "]";
  }
  const std::string meant = suggestion(name, names);
  if (!is_section && !commands.empty()) return wrong + " It belongs below a line " + commands + ".";
  return meant.empty() || is_section ? wrong : wrong + " Did you mean " + meant + "?";
}

// Empty when all is well.
std::string take_raw(const Raw& raw, Settings& settings) {
  std::string server = raw.server;
  if (!raw.id.empty()) {
    const auto id = parse_typed_id(raw.id);
    if (!id) {
      return "\"" + raw.id +
             "\" is not an id. An id looks like 0190f3a2-1b2c-7d3e-8f40-5a6b7c8d9e0f; its first letters, a link, or "
             "last will do.";
    }
    if (id->whole) settings.match = *id->whole;
    settings.id_begins = id->begins;
    if (!id->server.empty()) server = id->server;
  }
  const auto address = clients::parse_address(server_url(server));
  if (!address) return "--server needs a URL like ws://127.0.0.1:7420 or wss://example.org, not " + server + ".";
  if (!raw.ca.empty() && !address->tls) return "--ca needs a --server that begins with wss://.";
  settings.server = *address;
  settings.server.ca = raw.ca;
  settings.data = raw.data.empty() ? ProfileStore::default_data() : std::filesystem::path(raw.data);
  settings.file = raw.file;
  settings.think = std::chrono::milliseconds(raw.think);
  if (!raw.bot.empty()) settings.bot = bot_levels().at(raw.bot);
  if (raw.decider == "random") settings.decider = Decider::kRandom;
  if (raw.decider == "first") settings.decider = Decider::kFirst;
  if (raw.colour == "always") settings.colour = Colour::kAlways;
  if (raw.colour == "never") settings.colour = Colour::kNever;
  if (settings.command == CommandName::kVerify && raw.file.empty() && settings.evidence.empty()) {
    return "verify needs a FILE (- for the standard input), or --accusation FILE.";
  }
  if (settings.command == CommandName::kSignOut && settings.sign_in.empty() && !settings.everywhere_else) {
    return "sign-out needs a SIGN-IN, or --everywhere-else.";
  }
  if (settings.command == CommandName::kLogin && settings.name.empty() && !settings.by_browser) {
    return "login needs the member's NAME, or --browser.";
  }
  if (settings.command == CommandName::kLogin && settings.by_browser && settings.by_recovery_code) {
    return "--browser needs no recovery code: leave one of the two out.";
  }
  if (settings.command == CommandName::kDeleteAccount && !settings.yes) {
    return "delete-account takes name, heroes and nuggets from you for good, after seven days. If you want that, add "
           "--yes.";
  }
  if (settings.command == CommandName::kNewToken && settings.json) {
    return "new-token shows a token, and --json never does: leave --json out.";
  }
  const bool shows_codes =
      settings.command == CommandName::kPassword || settings.command == CommandName::kRecoveryCodes;
  if (shows_codes && settings.json) {
    return "password and recovery-codes show codes, and --json never does: leave --json out.";
  }
  if (settings.matches > 1 && !settings.by_itself()) return "--matches needs --auto.";
  return {};
}

// $XDG_CONFIG_HOME/wyrmhall/config.toml, or ~/.config/wyrmhall/config.toml.
std::string default_config() {
  const auto folder_in = [](const char* variable) { return std::string(variable == nullptr ? "" : variable); };
  const std::string own = folder_in(std::getenv("XDG_CONFIG_HOME"));
  const std::string home = folder_in(std::getenv("HOME"));
  return (own.empty() ? home + "/.config" : own) + "/wyrmhall/config.toml";
}

std::map<CLI::App*, CommandName> add_all(CLI::App& app, Settings& settings, Raw& raw) {
  app.description("Wyrmhall: dragon dice games at a terminal");
  app.set_version_flag("--version", "wyrmhall " WYRMHALL_VERSION);
  app.require_subcommand(0, 1);
  add_common(app, settings, raw);
  app.set_config("--config", default_config(), "A file with options, such as server = \"wss://example.org\"")
      ->type_name("FILE");
  app.allow_config_extras(CLI::config_extras_mode::error);  // a name that is misspelt would change nothing
  return add_commands(app, settings, raw);
}

}  // namespace

void show_command_line(const std::function<void(const CLI::App&)>& to) {
  CLI::App app;
  Settings settings;
  Raw raw;
  add_all(app, settings, raw);
  to(app);
}

std::expected<Settings, Instead> parse_arguments(int argc, const char* const* argv) {
  CLI::App app;
  Settings settings;
  settings.command = CommandName::kHall;
  Raw raw;
  const auto commands = add_all(app, settings, raw);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    std::ostringstream text;
    app.exit(help, text, text);
    if (help.get_name() == "CallForHelp") text << about_options(app);
    return std::unexpected(Instead{ExitCode::kDone, text.str()});
  } catch (const CLI::ParseError& error) {
    std::string about = about_command(app, argc, argv);
    if (about.empty()) about = about_config(app, error);
    const std::string wrong = about.empty() ? error.what() : about;
    return std::unexpected(Instead{ExitCode::kUsage, wrong + "\nRun `wyrmhall --help` for usage.\n"});
  }
  if (app.got_subcommand("help")) {
    return std::unexpected(
        Instead{ExitCode::kDone, app.get_formatter()->make_help(&app, app.get_name(), CLI::AppFormatMode::Normal)});
  }
  for (const auto& [sub, command] : commands) {
    if (!sub->parsed() || !sub->get_subcommands().empty()) continue;
    settings.command = command;
    const CLI::Option* seed = sub->get_option_no_throw("--seed");
    if (seed != nullptr && seed->count() > 0) settings.seed = raw.seed;
  }
  if (const std::string wrong = take_raw(raw, settings); !wrong.empty()) {
    return std::unexpected(Instead{ExitCode::kUsage, wrong + "\n"});
  }
  return settings;
}

}  // namespace wyrmhall::cli
