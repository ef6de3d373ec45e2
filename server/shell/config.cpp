#include "server/shell/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "persistence/store_place.h"
#include "server/core/version.h"
#include "server/shell/limit_table.h"
#include "server/shell/net/networks.h"
#include "server/shell/net/pages.h"

namespace wyrmhall::server {
namespace {

using namespace std::chrono_literals;

// The file, without what the environment says: to CLI11 the file would come first.
class FileAfterEnvironment final : public CLI::ConfigTOML {
 public:
  // `app` must outlive it.
  explicit FileAfterEnvironment(const CLI::App& app) : app_(app) {}

  [[nodiscard]] std::vector<CLI::ConfigItem> from_config(std::istream& file) const override {
    std::vector<CLI::ConfigItem> said = CLI::ConfigTOML::from_config(file);
    std::erase_if(said, [this](const CLI::ConfigItem& item) {
      const CLI::Option* option = app_.get_option_no_throw("--" + item.name);
      return option != nullptr && !option->get_envname().empty() &&
             std::getenv(option->get_envname().c_str()) != nullptr;
    });
    return said;
  }

 private:
  const CLI::App& app_;
};

// An option whose values are words. CLI11's own kind prints the numbers of an enumeration beside them, as bytes.
template <class Choice>
CLI::Option* add_choice(CLI::App& app, const char* name, Choice& into, const std::map<std::string, Choice>& words,
                        const char* what) {
  std::vector<std::string> names;
  names.reserve(words.size());
  for (const auto& [word, choice] : words) names.push_back(word);
  const auto take = [&into, words](const std::string& word) { into = words.at(word); };
  return app.add_option_function<std::string>(name, take, what)->check(CLI::IsMember(names));
}

// CLI11 says "INI was not able to parse NAME" of a line in the file whose name is no option's.
std::string what_is_wrong(const CLI::Error& error) {
  constexpr std::string_view kNoOption = "INI was not able to parse ";
  const std::string text = error.what();
  return text.starts_with(kNoOption) ? "there is no option " + text.substr(kNoOption.size()) : text;
}

// All options, and where their values go.
class CommandLine {
 public:
  explicit CommandLine(Config& config) : config_(config) {
    app_.config_formatter(std::make_shared<FileAfterEnvironment>(app_));
    app_.allow_config_extras(CLI::config_extras_mode::error);  // a name that is misspelt would change nothing
    app_.failure_message([](const CLI::App* /*app*/, const CLI::Error& error) {
      return what_is_wrong(error) + "\nRun with --help for more information.\n";
    });
    serving();
    keeping();
    logging();
    playing();
    reaching();
    limits();
    check_ = app_.add_subcommand("check-data", "Check the stored results of the database in --data, and exit")
                 ->fallthrough();
    move_ = app_.add_subcommand("move-store",
                                "Copy the SQLite database in --data into the PostgreSQL of --store, compare "
                                "each row, and exit; stop the server first")
                ->fallthrough();
    print_ = app_.add_subcommand("limits", "Print the table of limits as Markdown, and exit");
    app_.footer(
        "wyrmhalld check-upgrade --help: would the running matches of a server fold differently under this program?");
  }

  // Throws CLI::ParseError.
  void read(const std::vector<std::string>& arguments) {
    std::vector<std::string> backwards(arguments.rbegin(), arguments.rend());  // as CLI11 takes them
    app_.parse(backwards);
    config_.check_data = check_->parsed();
    config_.move_store = move_->parsed();
    config_.arguments = arguments;
    check_together();
    if (app_.get_config_ptr()->count() != 0) config_.file = app_.get_config_ptr()->as<std::string>();
  }

  [[nodiscard]] const CLI::App& app() const { return app_; }

  // What contradicts each other. Throws CLI::ValidationError.
  void check_together() const {
    if (config_.in_postgres() && config_.keep.matches) {
      throw CLI::ValidationError("--keep-matches",
                                 "moves matches to files beside a SQLite database: leave it out with PostgreSQL");
    }
    if (config_.in_postgres() && config_.check_data) {
      throw CLI::ValidationError(
          "check-data", "reads a SQLite database: with PostgreSQL, ask a running server with wyrmhall admin check");
    }
    if (config_.move_store && !config_.in_postgres()) {
      throw CLI::ValidationError("move-store", "moves a store into PostgreSQL: name a database with --store");
    }
    check_bus();
    if (config_.accept_loss && !config_.in_postgres()) {
      throw CLI::ValidationError("--accept-loss", "is about PostgreSQL: name a database with --store, or leave it out");
    }
    if (!config_.replica.empty() && !config_.in_postgres()) {
      throw CLI::ValidationError("--replica", "is of a PostgreSQL database: name that with --store, or leave it out");
    }
  }
  void check_bus() const {
    if (config_.bus.empty()) {
      if (!config_.node.empty())
        throw CLI::ValidationError("--node", "is for several servers: name their --bus as well");
      if (!config_.advertise.empty()) {
        throw CLI::ValidationError("--advertise", "is for several servers: name their --bus as well");
      }
      return;
    }
    if (!config_.bus.starts_with("nats://")) throw CLI::ValidationError("--bus", "must be nats://HOST:PORT");
    if (!config_.in_postgres()) {
      throw CLI::ValidationError("--bus", "is for several servers of one PostgreSQL database: name it with --store");
    }
    const bool fits = std::ranges::all_of(config_.node, [](unsigned char c) { return c > ' ' && c < 127; });
    if (config_.node.empty() || config_.node.size() > kNodeNameBytes || !fits) {
      throw CLI::ValidationError(
          "--node", fmt::format("must name this server among those of the bus, in 1 to {} characters without blanks",
                                kNodeNameBytes));
    }
    if (!config_.advertise.empty() && !config_.advertise.contains(':')) {
      throw CLI::ValidationError("--advertise", "must be HOST:PORT");
    }
  }
  [[nodiscard]] bool prints_limits() const { return print_->parsed(); }

 private:
  void serving();
  void keeping();
  void logging();
  void playing();
  void reaching();
  void limits();

  Config& config_;
  CLI::App app_{"wyrmhalld: the server of Wyrmhall, for dragon dice games with honest dice"};
  const CLI::App* check_;
  const CLI::App* move_;
  const CLI::App* print_;
};

// A number and s, m, h or d. Throws CLI::ValidationError.
std::chrono::seconds keep_time(const char* option, const std::string& text) {
  static const std::map<char, std::chrono::seconds> kUnits = {{'s', 1s}, {'m', 1min}, {'h', 1h}, {'d', 24h}};
  const auto unit = text.empty() ? kUnits.end() : kUnits.find(text.back());
  std::int64_t number = 0;
  const char* end = text.data() + text.size() - (text.empty() ? 0 : 1);
  const auto read = std::from_chars(text.data(), end, number);
  if (unit == kUnits.end() || read.ec != std::errc() || read.ptr != end || number < 1 ||
      number > std::chrono::seconds(kMaxKeepTime) / unit->second) {
    throw CLI::ValidationError(
        option, "must be a number followed by s, m, h or d, such as 365d, from 1s to 36500d, not " + text);
  }
  return number * unit->second;
}

void CommandLine::serving() {
  CLI::App& app = app_;
  Config& config = config_;
  app.set_version_flag("--version", std::string(kServerName));
  app.set_config("--config", "", "A file with these same options, one name = value per line")->type_name("FILE");
  app.add_option("--data", config.data, "Folder of the database; created if missing")
      ->type_name("FOLDER")
      ->envname("WYRMHALL_DATA")
      ->capture_default_str();
  app.add_option("--listen", config.listen, "HOST:PORT for clients; port 0 picks a free one")
      ->envname("WYRMHALL_LISTEN")
      ->capture_default_str();
  app.add_option("--web", config.web, "Folder of the browser client, to be served beside /ws")
      ->type_name("FOLDER")
      ->envname("WYRMHALL_WEB");
  app.add_option("--public-url", config.public_url,
                 "Where people reach this server, such as https://example.org: previews of links need it for their "
                 "pictures")
      ->type_name("URL")
      ->check([](const std::string& text) {
        return is_public_url(text) ? std::string() : "say a scheme and a host, such as https://example.org";
      })
      ->envname("WYRMHALL_PUBLIC_URL");
  app.add_option("--admin", config.admin, "HOST:PORT for administration; off without a token")
      ->envname("WYRMHALL_ADMIN")
      ->capture_default_str();
  app.add_option("--admin-token-file", config.admin_token_file,
                 "A file whose first line is the admin token; or put the token itself into "
                 "WYRMHALL_ADMIN_TOKEN")
      ->type_name("FILE")
      ->envname("WYRMHALL_ADMIN_TOKEN_FILE");
  app.add_option("--admin-tokens-file", config.admin_tokens_file,
                 "A file of named admin tokens, name role token until on each line; read again when it changes")
      ->type_name("FILE")
      ->envname("WYRMHALL_ADMIN_TOKENS_FILE");
}

std::string no_replica(std::string& place) {
  if (persistence::is_postgres(place)) return {};
  return "must be where a PostgreSQL database is: postgresql://USER@HOST:PORT/NAME";
}

std::string no_store(std::string& store) {
  if (store == "sqlite" || store == "memory" || persistence::is_postgres(store)) return {};
  return "must be sqlite, memory, or where a PostgreSQL database is: postgresql://USER@HOST:PORT/NAME";
}

void CommandLine::keeping() {
  CLI::App& app = app_;
  Config& config = config_;
  app.add_option(
         "--store", config.store,
         "Where matches are stored: sqlite, in --data; postgresql://USER@HOST:PORT/NAME, in that database; memory, "
         "in a folder that goes with the process, for tests and measurements")
      ->check(CLI::Validator(no_store, ""))
      ->type_name("STORE")
      ->envname("WYRMHALL_STORE")
      ->capture_default_str();
  app.add_flag("--accept-loss", config.accept_loss,
               "Take a PostgreSQL that does not wait for its disk: a crash of it may take back moves that were shown")
      ->envname("WYRMHALL_ACCEPT_LOSS");
  app.add_option("--replica", config.replica,
                 "A standby of the database, or another role of it: administrators read the history there")
      ->check(CLI::Validator(no_replica, ""))
      ->type_name("POSTGRESQL")
      ->envname("WYRMHALL_REPLICA");
  app.add_option("--bus", config.bus,
                 "NATS, by which several servers of one PostgreSQL database talk to each other: nats://HOST:PORT, or "
                 "several of its servers divided by commas; with --node")
      ->type_name("BUS")
      ->envname("WYRMHALL_BUS");
  app.add_option("--node", config.node, "The name of this server among them, the same after each start; with --bus")
      ->type_name("NAME")
      ->envname("WYRMHALL_NODE");
  app.add_option("--advertise", config.advertise,
                 "Where this server can be reached by those who run it, for lists of servers; with --bus")
      ->type_name("HOST:PORT")
      ->envname("WYRMHALL_ADVERTISE");
  const auto keep = [&config](const std::string& text) { config.keep.matches = keep_time("--keep-matches", text); };
  app.add_option_function<std::string>("--keep-matches", keep,
                                       "How long finished matches stay in the database, such as 365d, before their "
                                       "moves go to the file of their year "
                                       "beside it; without it they stay for ever")
      ->type_name("TIME")
      ->envname("WYRMHALL_KEEP_MATCHES");
  const auto expire = [&config](const std::string& text) {
    const bool never = text == "0" || text == "never";
    config.keep.guests = never ? std::nullopt : std::optional(keep_time("--guests-expire", text));
  };
  app.add_option_function<std::string>(
         "--guests-expire", expire,
         "When to delete guests who have never played and do not come back; 0 or never: they stay for ever")
      ->type_name("TIME")
      ->envname("WYRMHALL_GUESTS_EXPIRE")
      ->default_str("30d");
  app.add_flag("--full-sync,!--no-full-sync", config.full_sync,
               "Wait until each move is on disk; off only for measurements")
      ->envname("WYRMHALL_FULL_SYNC");
}

void CommandLine::logging() {
  CLI::App& app = app_;
  Config& config = config_;
  app.add_option("--log-format", config.log_format, "Format of the log on standard error")
      ->check(CLI::IsMember({"text", "json"}))
      ->envname("WYRMHALL_LOG_FORMAT")
      ->capture_default_str();
  app.add_option("--log-level", config.log_level, "Minimum log level")
      ->check(CLI::IsMember({"debug", "info", "warn", "error"}))
      ->envname("WYRMHALL_LOG_LEVEL")
      ->capture_default_str();
  add_choice<LogAddresses>(
      app, "--log-addresses", config.log_addresses,
      {{"plain", LogAddresses::kPlain}, {"hashed", LogAddresses::kHashed}, {"none", LogAddresses::kNone}},
      "How the log names clients that come or are refused: by address, by a word that changes with each restart, or "
      "not "
      "at all")
      ->envname("WYRMHALL_LOG_ADDRESSES")
      ->default_str("plain");
}

void CommandLine::playing() {
  CLI::App& app = app_;
  Config& config = config_;
  add_choice<Registration>(
      app, "--registration", config.registration,
      {{"open", Registration::kOpen}, {"invitation", Registration::kInvitation}, {"closed", Registration::kClosed}},
      "Who may become a guest: everybody, those with an invitation, or nobody. Existing guests are unaffected")
      ->envname("WYRMHALL_REGISTRATION")
      ->default_str("open");
  app.add_option("--workers", config.workers, "Threads that think for bots; 0: one per core, less one")
      ->check(CLI::Range(0U, 256U))
      ->envname("WYRMHALL_WORKERS")
      ->capture_default_str();
  add_choice<NuggetRule>(app, "--nuggets", config.nuggets,
                         {{"apart", NuggetRule::kApart}, {"always", NuggetRule::kAlways}},
                         "Which nuggets count: apart, those won between people who do not share an address, or always")
      ->envname("WYRMHALL_NUGGETS")
      ->default_str("apart");
}

void CommandLine::reaching() {
  CLI::App& app = app_;
  Config& config = config_;
  app.add_option("--allow-origin", config.origins,
                 "The origin of a web page that may connect, besides the server's own, such as https://example.org")
      ->envname("WYRMHALL_ALLOW_ORIGIN");
  app.add_option(
         "--trusted-proxy", config.trusted_proxies,
         "A network of proxies, such as 127.0.0.1 or 10.0.0.0/8, whose word on the client's address is trusted. "
         "May be repeated")
      ->check([](const std::string& text) {
        const auto network = network_of(text);
        return network ? std::string() : network.error();
      })
      ->envname("WYRMHALL_TRUSTED_PROXY")
      ->delimiter(',');
  app.add_option("--proxy-header", config.proxy_header,
                 "The header in which proxies name the client; the other one may come from the client and is ignored")
      ->check(CLI::IsMember({"x-forwarded-for", "forwarded"}))
      ->envname("WYRMHALL_PROXY_HEADER")
      ->capture_default_str();
  app.add_flag("--proxy-protocol,!--no-proxy-protocol", config.proxy_protocol,
               "Connections of trusted proxies begin with the PROXY protocol, version 2")
      ->envname("WYRMHALL_PROXY_PROTOCOL");
}

void CommandLine::limits() {
  for (const LimitRow& row : limit_table()) {
    const auto take = [this, &row](const std::string& value) {
      if (const std::string wrong = set_limit(row, value, config_.limits); !wrong.empty()) {
        throw CLI::ValidationError("--" + std::string(row.option), wrong);
      }
    };
    app_.add_option_function<std::string>("--" + std::string(row.option), take, std::string(row.what))
        ->envname(limit_variable(row.option))
        ->type_name("NUMBER")
        ->default_str(limit_value(row, config_.limits))
        ->group("Limits: read again from the --config file on SIGHUP");
  }
}

std::string name_on(std::string_view line) {
  const auto begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos || line[begin] == '#') return {};
  line.remove_prefix(begin);
  return std::string(line.substr(0, line.find_first_of(" \t=")));
}

bool says(std::string_view text, std::string_view name) {
  const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-'; };
  for (auto at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const auto end = at + name.size();
    const bool begins = at == 0 || !is_part(text[at - 1]) || (at >= 2 && text.substr(at - 2, 2) == "--");
    if (begins && (end == text.size() || !is_part(text[end]))) return true;
  }
  return false;
}

// CLI11 says which option is wrong and not where: "FILE, line 3: ", or nothing where no line has that option.
std::string place_in(const std::string& file, std::string_view error) {
  std::ifstream lines(file);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const std::string name = name_on(line);
    if (!name.empty() && says(error, name)) return fmt::format("{}, line {}: ", file, number);
  }
  return {};
}

// The file that an argument names, as far as that can be told while the arguments are wrong.
std::string file_of(const CLI::App& app) {
  const CLI::Option* named = app.get_config_ptr();
  return named->count() == 0 ? std::string() : named->results().front();
}

}  // namespace

std::expected<Config, int> read_config(int argc, char** argv) {
  Config config;
  CommandLine options(config);
  constexpr int kUsage = 2;
  try {
    options.read({argv + 1, argv + argc});
  } catch (const CLI::ParseError& error) {
    const bool mistake = error.get_exit_code() != 0;
    if (mistake) fmt::print(stderr, "{}", place_in(file_of(options.app()), error.what()));
    options.app().exit(error);
    return std::unexpected(mistake ? kUsage : 0);
  }
  if (options.prints_limits()) {
    fmt::print("{}", limits_in_markdown());
    return std::unexpected(0);
  }
  return config;
}

void show_command_line(const std::function<void(const CLI::App&)>& to) {
  Config config;
  to(CommandLine(config).app());
}

std::expected<Config, std::string> read_config_again(const Config& before) {
  Config config;
  CommandLine options(config);
  try {
    options.read(before.arguments);
  } catch (const CLI::ParseError& error) {
    return std::unexpected(place_in(before.file, error.what()) + what_is_wrong(error));
  }
  return config;
}

std::vector<std::string> changed_for_a_restart(const Config& before, const Config& after) {
  std::vector<std::string> changed;
  const auto compare = [&](auto field, const char* option) {
    if (before.*field != after.*field) changed.emplace_back(option);
  };
  compare(&Config::data, "data");
  compare(&Config::listen, "listen");
  compare(&Config::web, "web");
  compare(&Config::public_url, "public-url");
  compare(&Config::admin, "admin");
  compare(&Config::admin_token_file, "admin-token-file");
  compare(&Config::store, "store");
  compare(&Config::accept_loss, "accept-loss");
  compare(&Config::bus, "bus");
  compare(&Config::node, "node");
  compare(&Config::advertise, "advertise");
  if (before.keep.matches != after.keep.matches) changed.emplace_back("keep-matches");
  if (before.keep.guests != after.keep.guests) changed.emplace_back("guests-expire");
  compare(&Config::full_sync, "full-sync");
  compare(&Config::log_format, "log-format");
  compare(&Config::workers, "workers");
  return changed;
}

// The configuration has been checked: all of them are networks.
Proxies proxies_of(const Config& config) {
  return {.trusted = Networks::read(config.trusted_proxies).value_or(Networks()),
          .header = config.proxy_header == "forwarded" ? ProxyHeader::kForwarded : ProxyHeader::kXForwardedFor,
          .preamble = config.proxy_protocol};
}

bool allows_origin(const Config& config, std::string_view origin, std::string_view host) {
  const auto scheme = origin.find("://");
  if (scheme != std::string_view::npos && origin.substr(scheme + 3) == host) return true;
  return std::ranges::find(config.origins, origin) != config.origins.end();
}

}  // namespace wyrmhall::server
