// wyrmhall-manual FOLDER: writes the man pages of both programs, and the completion of their command lines for three
// shells, from the options and commands that the programs have.
#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "clients/cli/arguments.h"
#include "clients/cli/commands/admin/command.h"
#include "generated/common/version.h"
#include "manual/command_tree.h"
#include "manual/completion.h"
#include "manual/man_page.h"
#include "server/offline/check_upgrade.h"
#include "server/shell/config.h"

namespace wyrmhall::manual {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> games() {
  std::vector<std::string> names;
#define WYRMHALL_GAME(code, Name) names.emplace_back(#code);
#include "generated/rules/games.inc"
  return names;
}

Command client() {
  Command program;
  cli::show_command_line([&](const CLI::App& app) { program = command_of(app, games()); });
  program.name = "wyrmhall";
  for (Command& command : program.commands) {
    if (command.name != "admin") continue;
    // It reads what follows by itself.
    const std::string what = "Administer a server";
    cli::show_admin_command_line([&](const CLI::App& app) { command = command_of(app, games()); });
    command.name = "admin";
    command.what = what;
    command.takes_those_above = false;
  }
  return program;
}

Command server_program() {
  Command program;
  server::show_command_line([&](const CLI::App& app) { program = command_of(app, games()); });
  program.name = "wyrmhalld";
  server::show_check_upgrade_command_line([&](const CLI::App& app) {
    Command check = command_of(app, games());
    check.name = "check-upgrade";
    check.what = "Would the running matches of a server fold differently under this program?";
    program.commands.push_back(std::move(check));
  });
  return program;
}

const Page kClientPage = {
    .section = 1,
    .version = WYRMHALL_VERSION,
    .what = "play dragon dice games at a terminal",
    .description =
        {"The terminal client of Wyrmhall. It plays and watches matches on a server, verifies the record of a "
         "finished match without one, and administers a server.",
         "Options of `wyrmhall` itself may stand before or after a command; those of `wyrmhall admin` are its own. "
         "`--help` after a command describes that command."},
    .exit_status = {{"0", "Done."},
                    {"2", "A mistake on the command line."},
                    {"3", "The server cannot be reached."},
                    {"4", "The server refused."},
                    {"5", "A record does not verify."},
                    {"6", "Only a person can decide, and there is nobody to ask."},
                    {"7", "An accusation does not convict by itself."},
                    {"130", "Interrupted by Ctrl-C."}},
    .files = {{"~/.local/state/wyrmhall", "Tokens, and the secrets of running matches."}},
    .see_also = "\\fBwyrmhalld\\fR(8)"};

const Page kServerPage = {
    .section = 8,
    .version = WYRMHALL_VERSION,
    .what = "serve dragon dice games",
    .description =
        {"The server of Wyrmhall. It is one process with one folder and one port; the database is inside. It rolls "
         "every die and judges every move, and loses no move that anybody has been shown.",
         "On SIGTERM it keeps every match and exits within three seconds. On SIGHUP it reads the limits and some "
         "other options of the `--config` file again."},
    .exit_status = {{"0", "Stopped as it was asked to, or a check found nothing wrong."},
                    {"1", "The server could not start, or a check found something wrong."},
                    {"2", "A mistake on the command line, or something that cannot be checked."}},
    .files = {{"/etc/wyrmhall/wyrmhalld.conf", "Options of the service, one name = value per line."},
              {"/etc/wyrmhall/admin-token", "The admin token of the service."},
              {"/var/lib/wyrmhall", "The data of the service."}},
    .see_also = "\\fBwyrmhall\\fR(1), \\fBsystemctl\\fR(1)"};

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw std::runtime_error(path.string() + " cannot be written.");
}

void write_all(const fs::path& folder) {
  // Defaults that depend on whose machine this is are to be read as everybody's.
  ::setenv("HOME", "~", 1);
  ::unsetenv("XDG_STATE_HOME");
  ::unsetenv("TMPDIR");
  for (const auto& [program, page] : {std::pair(client(), kClientPage), std::pair(server_program(), kServerPage)}) {
    write(folder / fmt::format("{}.{}", program.name, page.section), man_page(program, page));
    write(folder / "bash" / program.name, bash_completion(program));
    write(folder / "zsh" / ("_" + program.name), zsh_completion(program));
    write(folder / "fish" / (program.name + ".fish"), fish_completion(program));
  }
}

}  // namespace
}  // namespace wyrmhall::manual

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: wyrmhall-manual FOLDER\n";
    return 2;
  }
  try {
    wyrmhall::manual::write_all(argv[1]);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
  return 0;
}
