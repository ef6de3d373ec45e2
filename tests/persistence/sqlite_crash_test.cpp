// What was answered as kept survives a killed process.
#include <doctest/doctest.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "tests/persistence/appender.h"
#include "tests/persistence/forked.h"
#include "tests/persistence/samples.h"
#include "tests/persistence/sqlite_testing.h"

namespace wyrmhall::persistence::testing {
namespace {

TEST_CASE("every move that was answered as kept is there after a kill") {
  for (const std::int64_t journal_bytes : {std::int64_t{1 << 20}, std::int64_t{10'000}, kShortJournal}) {
    const ScratchFolder folder;
    Forked child([&](int pipe) {
      append_forever({.folder = folder.path(), .full_sync = false, .journal_bytes = journal_bytes}, pipe);
    });
    std::string said = child.read(sizeof(std::uint64_t) * 4'000);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    child.kill();
    said += child.read_all();
    REQUIRE(said.size() >= sizeof(std::uint64_t) * 4'000);
    Told told;
    note_told(said, told);
    CHECK(lost(folder, journal_bytes, told) == 0);
  }
}

TEST_CASE("a closing link that was answered as kept is there after a kill") {
  const ScratchFolder folder;
  const KeepClosingLink closing{.match = match_id(1), .closing = {.seat = 0, .link = {5}}};
  Forked child([&](int pipe) {
    Asker asker = open(folder.path());
    asker.ask(CreateAccount{account(1)});
    asker.ask(CreateMatch{match(1, {1, 0})});
    asker.ask(append_last(1, 0, 1));
    say(pipe, asker.ask(closing).kept() ? "kept" : "lost");
    ::pause();
  });
  CHECK(child.read(4) == "kept");
  child.kill();
  Asker asker = open(folder.path());
  CHECK(asker.ask(LoadMatch{match_id(1)}).value->closing_links == std::vector{closing.closing});
}

TEST_CASE("a statement of the end that was answered as kept is there after a kill") {
  const ScratchFolder folder;
  Forked child([&](int pipe) {
    Asker asker = open(folder.path());
    asker.ask(CreateAccount{account(1)});
    asker.ask(CreateMatch{match(1, {1, 0})});
    asker.ask(append_last(1, 0, 1));
    const auto answer = asker.ask(KeepEndStatement{.match = match_id(1), .statement = end_statement(1, 1)});
    say(pipe, answer.kept() ? "kept" : "lost");
    ::pause();
  });
  CHECK(child.read(4) == "kept");
  child.kill();
  Asker asker = open(folder.path());
  CHECK(asker.ask(LoadMatch{match_id(1)}).value->end_statement == end_statement(1, 1));
}

}  // namespace
}  // namespace wyrmhall::persistence::testing
