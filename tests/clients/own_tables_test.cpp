#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "clients/cli/commands/list_commands.h"
#include "clients/cli/terminal/line_terminal.h"
#include "common/uuid.h"
#include "fake_platform.h"

namespace wyrmhall::cli {
namespace {

using wyrmhall::tests::FakePlatform;

// What `wyrmhall tables --mine [GAME]` says to somebody who sits at a table of each of two games.
struct Listed {
  explicit Listed(const std::string& game, const v1::SignedIn& who) {
    settings.mine = true;
    settings.game = game;
    const Context context{platform, profile, terminal, settings, [this](ExitCode code) { ended = code; }};
    TablesCommand command(context);
    command.signed_in(who, false);
  }
  Listed(const Listed&) = delete;
  Listed& operator=(const Listed&) = delete;
  ~Listed() { std::filesystem::remove_all(folder); }

  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("wyrmhall-own-tables-" + std::to_string(::getpid()));
  Settings settings;
  FakePlatform platform;
  ProfileStore profile{folder, "ws://test:1"};
  std::ostringstream out;
  std::ostringstream troubles;
  LineTerminal terminal{out, troubles, {}};
  std::optional<ExitCode> ended;
};

}  // namespace

TEST_CASE("the tables at which one sits are those of the greeting, of one game where that is asked for") {
  const std::vector<std::string> ids = {std::string(16, '1'), std::string(16, '2')};
  v1::SignedIn who;
  CHECK(Listed("", who).troubles.str() == "You sit at no table.\n");
  for (const std::string& id : ids) {
    v1::Table& table = *who.add_tables();
    table.set_table_id(id);
    table.add_seats()->mutable_player()->set_name("Mira");
    table.add_seats();
  }
  who.mutable_tables(0)->mutable_options()->mutable_duel();
  who.mutable_tables(1)->mutable_options()->mutable_dance();
  const Listed all("", who);
  for (const std::string& id : ids) CHECK(all.out.str().find(uuid_text(id) + "  ") != std::string::npos);
  CHECK(all.out.str().find("Mira, 1 free") != std::string::npos);
  CHECK(all.ended == ExitCode::kDone);
  const Listed dance("dance", who);
  CHECK(dance.out.str().find(uuid_text(ids[0])) == std::string::npos);
  CHECK(dance.out.str().starts_with(uuid_text(ids[1])));
  CHECK(Listed("hunt", who).troubles.str() == "You sit at no table.\n");
}

}  // namespace wyrmhall::cli
