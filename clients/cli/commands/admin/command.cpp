#include "clients/cli/commands/admin/command.h"

#include <functional>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "clients/cli/commands/admin/client.h"
#include "clients/cli/commands/admin/status.h"
#include "clients/cli/commands/admin/table.h"
#include "clients/cli/commands/admin/tokens.h"
#include "clients/cli/commands/duration.h"

namespace wyrmhall::cli {
namespace {

const std::vector<Column> kMatchColumns = {{"started", "startedAt"}, {"game", "game"},     {"state", "state"},
                                           {"result", "result"},     {"reason", "reason"}, {"moves", "moves"},
                                           {"seats", "seats"},       {"id", "id"}};
const std::vector<Column> kPlayerColumns = {
    {"name", "name"}, {"since", "createdAt"}, {"blocked", "blockedAt"}, {"id", "id"}};

class Parser {
 public:
  Parser() {
    app_.name("wyrmhall admin");
    app_.require_subcommand(1);
    app_.add_option("--admin", settings_.server, "The admin listener: HOST:PORT")
        ->envname("WYRMHALL_ADMIN")
        ->capture_default_str();
    app_.add_option("--admin-token-file", settings_.token_file,
                    "A file whose first line is the token; or set WYRMHALL_ADMIN_TOKEN")
        ->type_name("FILE")
        ->envname("WYRMHALL_ADMIN_TOKEN_FILE");
    app_.add_flag("--json", settings_.json, "JSON instead of tables");
    add_matches();
    add_players();
    add_present();
    add_endings();
    add_many();
    add_tokens();
    add_bans();
    add_invitations();
    add_upkeep();
    add_servers();
  }

  ExitCode run(int argc, const char* const* argv) {
    try {
      app_.parse(argc, argv);
    } catch (const CLI::Success& help) {
      app_.exit(help, std::cout, std::cout);
      return ExitCode::kDone;
    } catch (const CLI::ParseError& error) {
      std::cerr << error.what() << "\nRun `wyrmhall admin --help` for usage.\n";
      return ExitCode::kUsage;
    }
    if (new_token_ != nullptr && new_token_->parsed()) {
      return make_admin_token(settings_.id, settings_.role, settings_.until, std::cout, std::cerr);
    }
    try {
      Admin admin(settings_);
      for (const auto& [command, work] : commands_) {
        if (command->parsed()) work(admin);
      }
    } catch (const Failure& failure) {
      std::cerr << failure.text << '\n';
      return failure.code;
    }
    return ExitCode::kDone;
  }

  [[nodiscard]] const CLI::App& app() const { return app_; }

 private:
  CLI::App* add(const char* name, const char* what, std::function<void(Admin&)> work) {
    CLI::App* command = app_.add_subcommand(name, what);
    command->fallthrough();
    commands_.emplace_back(command, std::move(work));
    return command;
  }
  CLI::App* add_with_id(const char* name, const char* what, const char* id, std::function<void(Admin&)> work) {
    CLI::App* command = add(name, what, std::move(work));
    command->add_option(id, settings_.id, "Which one")->required();
    return command;
  }
  void option(CLI::App* command, const std::string& name, std::string parameter, const char* what) {
    command->add_option_function<std::string>(
        name,
        [this, parameter = std::move(parameter)](const std::string& value) { settings_.query[parameter] = value; },
        what);
  }
  // A list can be paged.
  void paged(CLI::App* command) {
    option(command, "--limit", "limit", "Rows per page");
    option(command, "--cursor", "cursor", "Continue from this cursor");
    command->add_flag("--all", settings_.all, "All pages");
  }
  void as_csv(CLI::App* command) { command->add_flag("--csv", settings_.csv, "CSV, for a spreadsheet"); }
  [[nodiscard]] std::string of(const char* path) const { return path + escaped(settings_.id); }

  void add_matches() {
    CLI::App* list = add("matches", "The history of matches, newest first",
                         [](Admin& admin) { admin.list("/admin/v1/matches", "matches", kMatchColumns); });
    option(list, "--game", "game", "Its code name");
    option(list, "--player", "player", "Somebody who sat in it: the name that they have now, or their id");
    option(list, "--state", "state", "running, finished or abandoned");
    option(list, "--result", "result", "won, shared, none, unknown or void");
    option(list, "--rules-version", "rulesVersion", "The version of the game's rules");
    option(list, "--since", "since",
           "Started then or later: how long ago (7d, 36h, 30m), a day, or a time of RFC 3339");
    option(list, "--until", "until", "Started before; likewise");
    option(list, "--reason", "reason", "Why it ended: played, resigned, time or absence");
    option(list, "--bot", "bot", "Where a bot of this level sits; any: whatever its level; none: people alone");
    option(list, "--min-moves", "minMoves", "Over, after at least this many moves");
    list->add_flag_callback("--count", [this] { settings_.query["count"] = "true"; }, "Also say how many fit in all");
    option(list, "--fields", "fields", "With --json or --csv: only these members, between commas");
    paged(list);
    as_csv(list);
    add_with_id("match", "One match, with all of its moves once it is over", "MATCH",
                [this](Admin& admin) { admin.show(admin.get(of("/admin/v1/matches/"))); });
    add_with_id("export", "The record of a finished match, as `wyrmhall verify` takes it", "MATCH",
                [this](Admin& admin) { admin.write(admin.ask("GET", of("/admin/v1/matches/") + "/export").body); })
        ->add_option("-o,--output", settings_.file, "The file; default: standard output")
        ->type_name("FILE");
  }

  void add_players() {
    CLI::App* list = add("players", "Players by name",
                         [](Admin& admin) { admin.list("/admin/v1/players", "players", kPlayerColumns); });
    option(list, "NAME", "name", "The beginning of the name");
    list->add_flag_callback("--blocked", [this] { settings_.query["blocked"] = "true"; }, "Only those who are blocked");
    paged(list);
    as_csv(list);
    add_with_id("player", "One player", "PLAYER",
                [this](Admin& admin) { admin.show(admin.get(of("/admin/v1/players/"))); });
    add_with_id("block", "Block a player", "PLAYER", [this](Admin& admin) {
      admin.show(Admin::parsed(admin.ask("PUT", of("/admin/v1/players/") + "/block", {{"reason", settings_.reason}})));
    })->add_option("--reason", settings_.reason, "Why, for the audit");
    add_with_id("unblock", "Unblock a player", "PLAYER", [this](Admin& admin) {
      admin.show(Admin::parsed(admin.ask("DELETE", of("/admin/v1/players/") + "/block")));
    });
    add_with_id("rename", "Give a player another name", "PLAYER",
                [this](Admin& admin) {
                  admin.show(Admin::parsed(admin.ask("PUT", of("/admin/v1/players/") + "/name",
                                                     {{"name", settings_.name}, {"reason", settings_.reason}})));
                })
        ->add_option("NAME", settings_.name, "The new name")
        ->required();
    CLI::App* reissue = add_with_id(
        "reissue-token", "Make a new token for a player who has lost the old one; it is shown once", "PLAYER",
        [this](Admin& admin) {
          admin.show_token(Admin::parsed(admin.ask("POST", of("/admin/v1/players/") + "/tokens",
                                                   {{"revokeOthers", settings_.sure}, {"reason", settings_.reason}})));
        });
    reissue->add_flag("--revoke-others", settings_.sure, "Revoke the player's other tokens");
    for (const char* one : {"rename", "reissue-token"}) {
      app_.get_subcommand(one)->add_option("--reason", settings_.reason, "Why, for the audit");
    }
    add_with_id("disconnect", "End all connections of a player", "PLAYER", [this](Admin& admin) {
      admin.show(Admin::parsed(admin.ask("DELETE", of("/admin/v1/players/") + "/sessions")));
    });
    add_with_id("player-data", "Everything stored about a player, as JSON", "PLAYER",
                [this](Admin& admin) {
                  admin.write(admin.whole(of("/admin/v1/players/") + "/export").dump(2, ' ', true) + "\n");
                })
        ->add_option("-o,--output", settings_.file, "The file; default: standard output")
        ->type_name("FILE");
    add_with_id("delete-player", "Delete a player; their matches stay, under the name deleted player", "PLAYER",
                [this](Admin& admin) {
                  if (!settings_.sure) throw Failure{ExitCode::kUsage, "This cannot be undone: add --yes."};
                  admin.ask("DELETE", of("/admin/v1/players/"));
                })
        ->add_flag("--yes", settings_.sure, "Really");
  }

  void add_present() {
    add("status", "The server as it is now", [this](Admin& admin) {
      const AdminJson status = admin.get("/admin/v1/status");
      settings_.json ? admin.show(status) : print_status(std::cout, status);
    });
    paged(add("tables", "Tables where matches are being set up", [](Admin& admin) {
      admin.list("/admin/v1/tables", "tables",
                 {{"game", "game"}, {"hidden", "hidden"}, {"starting", "starting"}, {"id", "id"}});
    }));
    paged(add("sessions", "Connections of clients", [](Admin& admin) {
      admin.list("/admin/v1/sessions", "sessions",
                 {{"number", "number"},
                  {"address", "address"},
                  {"stage", "stage"},
                  {"player", "player"},
                  {"client", "client"},
                  {"since", "connectedAt"}});
    }));
    add_with_id("end-session", "End one connection", "NUMBER",
                [this](Admin& admin) { admin.ask("DELETE", of("/admin/v1/sessions/")); });
    CLI::App* totals = add("totals", "Matches by day and game", [](Admin& admin) {
      admin.list("/admin/v1/totals", "totals",
                 {{"day", "day"}, {"game", "game"}, {"state", "state"}, {"matches", "matches"}, {"moves", "moves"}});
    });
    option(totals, "--since", "since", "The first day, or how long ago it was, such as 7d");
    option(totals, "--until", "until", "The last day, likewise");
    as_csv(totals);
  }

  void add_endings() {
    CLI::App* end = add_with_id(
        "end-match", "Decide a running match: all seats but the winners resign", "MATCH", [this](Admin& admin) {
          admin.show(Admin::parsed(admin.ask("POST", of("/admin/v1/matches/") + "/end",
                                             {{"winners", settings_.winners}, {"reason", settings_.reason}})));
        });
    end->add_option("--winners", settings_.winners, "The seats that win, from 0")->required();
    end->add_option("--reason", settings_.reason, "Why, for the audit");
    add_with_id("void-match", "Take back what a match gave; a running one is ended first", "MATCH",
                [this](Admin& admin) {
                  admin.show(Admin::parsed(
                      admin.ask("POST", of("/admin/v1/matches/") + "/void", {{"reason", settings_.reason}})));
                })
        ->add_option("--reason", settings_.reason, "Why, for the audit");
    add_with_id("close-table", "Close a table for everybody who sits there", "TABLE",
                [this](Admin& admin) { admin.ask("DELETE", of("/admin/v1/tables/")); });
  }

  void add_many() {
    CLI::App* many = add("many", "The same change to up to 100 players, matches or tables", [this](Admin& admin) {
      AdminJson body = {{"operation", settings_.operation}, {"ids", settings_.ids}};
      if (!settings_.reason.empty()) body["reason"] = settings_.reason;
      admin.show_lines(Admin::parsed(admin.ask("POST", "/admin/v1/many", body)), "results",
                       {{"id", "id"}, {"status", "status"}, {"problem", "problem"}});
    });
    many->add_option("OPERATION", settings_.operation,
                     "blockPlayer, unblockPlayer, endPlayerSessions, voidMatch or closeTable")
        ->required();
    many->add_option("ID", settings_.ids, "Which ones")->required();
    many->add_option("--reason", settings_.reason, "Why, for the audit");
  }

  void add_tokens() {
    CLI::App* tokens = app_.add_subcommand("tokens", "Admin tokens");
    tokens->fallthrough();
    tokens->require_subcommand(1);
    new_token_ = tokens->add_subcommand("new", "Make one, and the line for the server's --admin-tokens-file");
    new_token_->add_option("NAME", settings_.id, "Whose: a-z, 0-9, and . _ - inside")->required();
    new_token_->add_option("ROLE", settings_.role, "read-metrics, read, moderate or operate")
        ->required()
        ->check(CLI::IsMember({"read-metrics", "read", "moderate", "operate"}));
    new_token_->add_option("--until", settings_.until,
                           "The day on which it expires, such as 2027-03-01; default: never");
    CLI::App* list = tokens->add_subcommand("list", "Who has one on the server, and with which role");
    list->fallthrough();
    commands_.emplace_back(list, [](Admin& admin) {
      admin.show_lines(admin.get("/admin/v1/tokens"), "tokens",
                       {{"name", "name"}, {"role", "role"}, {"until", "until"}, {"used", "usedAt"}});
    });
  }

  void add_bans() {
    CLI::App* ban = add("ban", "Keep a network from connecting for a time", [this](Admin& admin) {
      const auto seconds = parse_duration(settings_.time);
      if (!seconds)
        throw Failure{ExitCode::kUsage, "--for needs a time like 90s, 15m, 24h or 7d, not " + settings_.time + "."};
      admin.show(Admin::parsed(admin.ask("POST", "/admin/v1/bans",
                                         {{"network", settings_.id},
                                          {"seconds", *seconds},
                                          {"reason", settings_.reason},
                                          {"force", settings_.force}})));
    });
    ban->add_option("NETWORK", settings_.id, "An address, or a network such as 192.0.2.0/24 or 2001:db8::/48")
        ->required();
    ban->add_option("--for", settings_.time, "How long, such as 90s, 15m, 24h or 7d")->capture_default_str();
    ban->add_option("--reason", settings_.reason, "Why, for the audit");
    ban->add_flag("--force", settings_.force, "Even if it contains your own address or a trusted proxy");
    add("bans", "List the banned networks", [](Admin& admin) {
      admin.show_lines(admin.get("/admin/v1/bans"), "bans",
                       {{"network", "network"}, {"since", "createdAt"}, {"until", "until"}, {"reason", "reason"}});
    });
    add_with_id("unban", "Lift a ban", "NETWORK", [this](Admin& admin) { admin.ask("DELETE", of("/admin/v1/bans/")); });
  }

  void add_invitations() {
    CLI::App* invitation = app_.add_subcommand("invitation", "Invitations, where new guests need one");
    invitation->fallthrough();
    invitation->require_subcommand(1);
    const auto add_one = [&](const char* name, const char* what, std::function<void(Admin&)> work) {
      CLI::App* command = invitation->add_subcommand(name, what);
      command->fallthrough();
      commands_.emplace_back(command, std::move(work));
      return command;
    };
    CLI::App* make = add_one("new", "Make one; its code is shown only once", [this](Admin& admin) {
      AdminJson body = {{"uses", settings_.uses}, {"note", settings_.note}};
      if (!settings_.until.empty()) body["until"] = settings_.until;
      admin.show(Admin::parsed(admin.ask("POST", "/admin/v1/invitations", body)));
    });
    make->add_option("--uses", settings_.uses, "How many guests may use it")->capture_default_str();
    make->add_option("--until", settings_.until, "When it expires: a day, or a time of RFC 3339; default: in a week");
    make->add_option("--note", settings_.note, "Whom it is for, as a note to yourself");
    add_one("list", "List the invitations", [](Admin& admin) {
      admin.show_lines(admin.get("/admin/v1/invitations"), "invitations",
                       {{"note", "note"},
                        {"uses", "uses"},
                        {"used", "used"},
                        {"until", "until"},
                        {"counts", "counts"},
                        {"id", "id"}});
    });
    add_one("revoke", "Revoke one", [this](Admin& admin) { admin.ask("DELETE", of("/admin/v1/invitations/")); })
        ->add_option("ID", settings_.id, "Which one")
        ->required();
  }

  void add_servers() {
    add("nodes", "The servers that share this one's store", [](Admin& admin) {
      admin.show_lines(admin.get("/admin/v1/nodes"), "nodes",
                       {{"name", "name"},
                        {"start", "start"},
                        {"shards", "shards"},
                        {"lobby", "lobby"},
                        {"draining", "draining"},
                        {"NATS", "bus"},
                        {"version", "version"},
                        {"address", "address"}});
    });
    CLI::App* shards = add("shards", "Which of several servers runs which matches", [](Admin& admin) {
      admin.list("/admin/v1/shards", "shards", {{"shard", "number"}, {"node", "node"}});
    });
    option(shards, "--match", "match", "Only the shard of this match");
    option(shards, "--node", "node", "Only those of this server");
    paged(shards);
  }

  void add_upkeep() {
    add("log-level", "Show or set what is logged", [this](Admin& admin) {
      const char* path = "/admin/v1/log-level";
      admin.show(settings_.level.empty() ? admin.get(path)
                                         : Admin::parsed(admin.ask("PUT", path, {{"level", settings_.level}})));
    })->add_option("LEVEL", settings_.level, "debug, info, warn or error");
    CLI::App* drain = add("drain",
                          "Drain: take no new matches, and stop when none is being played. Where there are several "
                          "servers it gives its matches to the others, and stops",
                          [](Admin& admin) { admin.drain(); });
    drain->add_option("NODE", settings_.id, "Which of several servers, by its --node; default: the one that is asked");
    drain->add_option("--seconds", settings_.seconds, "Stop after this many seconds at the latest")
        ->capture_default_str();
    drain->add_flag("--wait", settings_.wait, "Wait until the server has stopped");
    add("backup", "Copy the database while the server runs",
        [](Admin& admin) { admin.finish(admin.ask("POST", "/admin/v1/backups")); });
    add("backups", "List the backups",
        [](Admin& admin) { admin.list("/admin/v1/backups", "backups", {{"name", "name"}, {"bytes", "bytes"}}); });
    add("check", "Check the database while the server runs",
        [](Admin& admin) { admin.finish(admin.ask("POST", "/admin/v1/integrity-checks")); });
    paged(add("audit", "What administrators have changed, and whose data they have read", [](Admin& admin) {
      admin.list("/admin/v1/audit", "entries",
                 {{"at", "at"},
                  {"who", "who"},
                  {"from", "address"},
                  {"operation", "operation"},
                  {"target", "target"},
                  {"outcome", "outcome"},
                  {"detail", "detail"}});
    }));
  }

  CLI::App* new_token_ = nullptr;
  CLI::App app_{"Administers a Wyrmhall server"};
  AdminSettings settings_;
  std::vector<std::pair<CLI::App*, std::function<void(Admin&)>>> commands_;
};

}  // namespace

ExitCode run_admin(int argc, const char* const* argv) {
  return Parser().run(argc, argv);
}

void show_admin_command_line(const std::function<void(const CLI::App&)>& to) {
  to(Parser().app());
}

}  // namespace wyrmhall::cli
