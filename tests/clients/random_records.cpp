// Writes records of random matches, for programs that read records and for implementations of the rules to be compared:
//
//   random_records GAME COUNT FOLDER [SEED]
//
// GAME is a code name such as "hunt". Between them the matches use every option of the game, and now and then a seat
// resigns, runs out of time, is a bot or loses its chain. The same seed writes the same records.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "record/closing.h"
#include "tests/clients/random_match.h"
#include "tests/support/all_games.h"

namespace wyrmhall::tests {
namespace {

template <rules::Game G>
void write_records(int count, const std::filesystem::path& folder, std::uint64_t seed) {
  const auto options = options_of<G>();
  for (int i = 0; i < count; ++i) {
    rules::FastDice chance(seed + static_cast<std::uint64_t>(i));
    Course<G> course{.options = options[static_cast<std::size_t>(i) % options.size()]};
    const auto once_in = [&](std::uint64_t times) { return chance.below(times) == 0; };
    const auto some_move = [&] { return static_cast<int>(chance.below(30)); };
    if (once_in(8)) course.resign_at = some_move();
    if (once_in(8)) course.time_out_at = some_move();
    if (once_in(8)) course.lose_chain_at = some_move();
    course.confirmed = once_in(3);
    const bool closed = course.confirmed && once_in(2);
    course.bot_in_last_seat = G::seats(course.options) > 1 && once_in(3);
    const auto match = play_at_random<G>(seed + static_cast<std::uint64_t>(i), course);
    std::ofstream(folder / (std::string(G::code_name) + "-" + std::to_string(i + 1) + ".json"), std::ios::binary)
        << record::with_closing_links(record_of(match), closed ? match.closing_links : std::vector<record::SeatLink>());
  }
}

int run(const std::vector<std::string>& arguments) {
  if (arguments.size() < 3 || arguments.size() > 4) {
    std::fputs("usage: random_records GAME COUNT FOLDER [SEED]\n", stderr);
    return 2;
  }
  const std::string& game = arguments[0];
  const int count = std::atoi(arguments[1].c_str());
  const std::filesystem::path folder = arguments[2];
  const std::uint64_t seed = arguments.size() > 3 ? std::strtoull(arguments[3].c_str(), nullptr, 10) : 1;
  std::filesystem::create_directories(folder);
  const auto write = [&]<rules::Game G> { write_records<G>(count, folder, seed); };
  if (!for_game(game, write)) {
    std::fprintf(stderr, "there is no game \"%s\"\n", game.c_str());
    return 2;
  }
  return 0;
}

}  // namespace
}  // namespace wyrmhall::tests

int main(int argc, char** argv) {
  doctest::Context context;
  context.setAsDefaultForAssertsOutOfTestCases();
  return wyrmhall::tests::run({argv + 1, argv + argc});
}
