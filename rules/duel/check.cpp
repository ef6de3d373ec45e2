// Which options a Dragon Duel can be started with.
#include <algorithm>
#include <array>

#include "rules/duel/rules.h"

namespace wyrmhall::rules::duel {
namespace {

using Refusal = std::optional<Fault>;

Fault out_of_range(std::string_view rule, Option option, int value, Range range) {
  return refuse(rule, Reason::option_range, {number(option), value, range.least, range.most});
}

Fault wrong_length(std::string_view rule, Option option, std::size_t length, int needed) {
  constexpr std::size_t kShown = 1'000'000;  // a list of hostile length still fits the Fault's number
  return refuse(rule, Reason::option_length,
                {number(option), static_cast<std::int32_t>(std::min(length, kShown)), needed});
}

Fault not_in_mode(std::string_view rule, Option option, Mode mode) {
  return refuse(rule, Reason::option_not_in_mode, {number(option), number(mode)});
}

// How many take part.
Refusal check_size(const Options& options) {
  if (options.mode == Mode::solitaire && !kEnemies.holds(options.enemies)) {
    return out_of_range("D-33", Option::enemies, options.enemies, kEnemies);
  }
  if (options.mode == Mode::arena && !kPlayers.holds(options.players)) {
    return out_of_range("D-38", Option::players, options.players, kPlayers);
  }
  if (options.mode == Mode::battle && !kLanes.holds(options.lanes)) {
    return out_of_range("D-43", Option::lanes, options.lanes, kLanes);
  }
  return std::nullopt;
}

// D-45: seats 0..m-1 with none missing, each on one team.
Refusal check_owners(const Options& options) {
  if (!options.owners) return std::nullopt;
  if (options.mode != Mode::battle) return not_in_mode("D-2", Option::owners, options.mode);
  const auto& owners = *options.owners;
  const int needed = dragon_count(options);
  if (owners.size() != static_cast<std::size_t>(needed)) {
    return wrong_length("D-45", Option::owners, owners.size(), needed);
  }
  std::array<std::array<bool, 2>, kMaxDragons> plays{};
  int seats = 0;
  for (std::size_t i = 0; i < owners.size(); ++i) {
    const Range range{0, needed - 1};
    if (!range.holds(owners[i])) return out_of_range("D-45", Option::owners, owners[i], range);
    plays[static_cast<std::size_t>(owners[i])][2 * i / owners.size()] = true;
    seats = std::max(seats, owners[i] + 1);
  }
  for (int seat = 0; seat < seats; ++seat) {
    const auto [team_zero, team_one] = plays[static_cast<std::size_t>(seat)];
    if (!team_zero && !team_one) return refuse("D-45", Reason::seat_missing, {seat});
    if (team_zero && team_one) return refuse("D-45", Reason::owner_of_both, {seat});
  }
  return std::nullopt;
}

Refusal check_dragons(const Options& options) {
  if (!options.dragons) return std::nullopt;
  const auto& dragons = *options.dragons;
  const int needed = dragon_count(options);
  if (dragons.size() != static_cast<std::size_t>(needed)) {
    return wrong_length("D-2", Option::dragons, dragons.size(), needed);
  }
  unsigned seen = 0;
  for (const int dragon : dragons) {
    if (!kKinds.holds(dragon)) return out_of_range("D-7", Option::dragons, dragon, kKinds);
    if (((seen >> dragon) & 1U) != 0) return refuse("D-7", Reason::dragon_twice, {dragon});
    seen |= 1U << dragon;
  }
  return std::nullopt;
}

// D-30, R-DUEL-24.
Refusal check_match(const Options& options) {
  if (kMatchGames.holds(options.match_games)) return std::nullopt;
  if (options.match_games < kMatchGames.least || options.match_games > kMatchGames.most) {
    return out_of_range("D-2", Option::match_games, options.match_games, kMatchGames);
  }
  return refuse("D-30", Reason::match_games_even, {options.match_games});
}

}  // namespace

std::optional<Fault> check_options(const Options& options) {
  if (options.mode > Mode::battle) {
    return out_of_range("D-2", Option::mode, number(options.mode), {0, number(Mode::battle)});
  }
  if (auto fault = check_size(options)) return fault;
  if (auto fault = check_owners(options)) return fault;
  if (auto fault = check_match(options)) return fault;
  if (auto fault = check_dragons(options)) return fault;
  if (options.round_cap != 0 && !kRoundCap.holds(options.round_cap)) {
    return out_of_range("D-32", Option::round_cap, options.round_cap, kRoundCap);
  }
  if (options.fair && options.mode != Mode::duel && options.mode != Mode::arena) {
    return not_in_mode("D-12", Option::fair, options.mode);
  }
  if (options.same_start && options.mode != Mode::arena) return not_in_mode("D-39", Option::same_start, options.mode);
  return std::nullopt;
}

}  // namespace wyrmhall::rules::duel
