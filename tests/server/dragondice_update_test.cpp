// How long the updates of Dragon Dice are: in random matches of all kinds of forces, and where there is most to choose.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "clients/model/offered_actions.h"
#include "rules/dice/fast_dice.h"
#include "rules/dragondice/rules.h"
#include "server/games/dragondice/options.h"
#include "server/games/registry.h"
#include "tests/rules/dragondice/options.h"
#include "tests/support/effort.h"

namespace wyrmhall::test {
namespace {

namespace dragondice = rules::dragondice;
namespace pb = wyrmhall::v1;

// Bytes: of the median, and of the longest there may be.
constexpr std::size_t kUsualDiff = 250;
constexpr std::size_t kUsualChoices = 300;
constexpr std::size_t kMaxChoices = 2048;
constexpr int kMatches = 200;

std::unique_ptr<server::RunningGame> started(const dragondice::Options& options, std::uint64_t seed) {
  pb::GameOptions message;
  server::dragondice_wire::Options::write_options(options, message);
  REQUIRE_FALSE(server::dragondice_game().complete(message));
  persistence::MatchRow row;
  row.game = "dragondice";
  row.rules_version = server::dragondice_game().newest_version();
  row.options = message.SerializeAsString();
  row.seats.resize(2);
  for (std::size_t i = 0; i < 8; ++i) row.server_seed[i] = static_cast<std::uint8_t>(seed >> (8 * i));
  return server::dragondice_game().start(row).value();
}

// The largest force that there can be, of as many kinds of units as its losses allow, with six dragons.
dragondice::Options large_force() {
  dragondice::Options options;
  options.armies.clear();
  for (int seat = 0; seat < 2; ++seat) {
    dragondice::Army army;
    const auto add = [](std::vector<dragondice::UnitType>& units, std::string_view name, int times) {
      units.insert(units.end(), static_cast<std::size_t>(times), dragondice::unit_named(name).value());
    };
    add(army.home, "dwarf_footman", 6);
    add(army.home, "dwarf_warlord", 3);
    add(army.home, "dwarf_sergeant", 1);
    add(army.campaign, "dwarf_footman", 3);
    add(army.campaign, "dwarf_sergeant", 5);
    add(army.campaign, "dwarf_crossbowman", 4);
    add(army.campaign, "dwarf_crack_shot", 1);
    add(army.horde, "dwarf_warlord", 4);
    add(army.horde, "dwarf_gargoyle", 2);
    add(army.horde, "dwarf_footman", 3);
    options.armies.push_back(army);
  }
  using dragondice::DragonForm;
  using dragondice::DragonType;
  options.dragons.emplace();
  for (int seat = 0; seat < 2; ++seat) {
    options.dragons->push_back({{DragonType::elemental_fire, DragonForm::wyrm},
                                {DragonType::hybrid_earth_fire, DragonForm::wyrm},
                                {DragonType::ivory, DragonForm::drake}});
  }
  options.regroup = 3;
  options.call_cost = 1;
  options.rounds = 20;
  return options;
}

struct Sizes {
  std::vector<std::size_t> diffs;
  std::vector<std::size_t> choices;
  std::uint64_t most_actions = 0;  // that choices stood for
  std::string longest;
};

void play(const dragondice::Options& options, std::uint64_t seed, Sizes& sizes) {
  const auto game = started(options, seed);
  rules::FastDice chance(seed);
  while (!game->ending()) {
    persistence::Move move;
    while (!game->waiting_on().contains(move.seat)) ++move.seat;
    const pb::Choices choices = server::choices_of(*game, move.seat);
    sizes.choices.push_back(choices.ByteSizeLong());
    if (sizes.choices.back() >= *std::ranges::max_element(sizes.choices)) sizes.longest = choices.ShortDebugString();
    const std::uint64_t actions = clients::count_actions(choices);
    sizes.most_actions = std::max(sizes.most_actions, actions);
    move.action = clients::action_at(choices, chance.below(actions)).SerializeAsString();
    REQUIRE(server::play_recorded(*game, move));
    sizes.diffs.push_back(server::diff_of(*game, {.seat = move.seat}).ByteSizeLong());
  }
}

void check(Sizes& sizes) {
  std::ranges::sort(sizes.diffs);
  std::ranges::sort(sizes.choices);
  MESSAGE(sizes.diffs.size(), " decisions: the median diff has ", sizes.diffs[sizes.diffs.size() / 2],
          " bytes, the longest ", sizes.diffs.back(), "; choices ", sizes.choices[sizes.choices.size() / 2], " and ",
          sizes.choices.back(), "; at most ", sizes.most_actions, " actions");
  INFO(sizes.longest);
  CHECK(sizes.diffs[sizes.diffs.size() / 2] <= kUsualDiff);
  CHECK(sizes.choices[sizes.choices.size() / 2] <= kUsualChoices);
  CHECK(sizes.choices.back() <= kMaxChoices);
}

}  // namespace

TEST_CASE("diffs and choices are short in matches as they come up") {
  const auto all = rules::testing::dragondice_options();
  Sizes sizes;
  for (int match = 0; match < tests::cases(kMatches); ++match) {
    play(all[static_cast<std::size_t>(match) % all.size()], static_cast<std::uint64_t>(match), sizes);
  }
  check(sizes);
}

TEST_CASE("choices are short where there is most to choose from") {
  REQUIRE_FALSE(dragondice::check_options(large_force()));
  Sizes sizes;
  for (std::uint64_t seed = 0; seed < 30; ++seed) play(large_force(), seed, sizes);
  check(sizes);
}

}  // namespace wyrmhall::test
