// What must hold in every match of Dragon Dance (section 7 of docs/rules/dance.md); what must in any game is in
// conformance.h.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "rules/dance/rules.h"
#include "tests/rules/dance/options.h"
#include "tests/rules/dance/states.h"
#include "tests/rules/random_walk.h"

using namespace wyrmhall::rules;
using Dance = dance::Game;
using dance::Action;
using dance::ActionKind;
using dance::Card;
using dance::Event;
using dance::kDragon;
using dance::kKnight;
using dance::Phase;
using dance::Side;
using dance::State;

namespace {

// What came up on the way, so that no check is idle.
struct Seen {
  int follow_ups = 0;
  int fallen_follow_ups = 0;  // R-DANCE-13
  int reclaims = 0;
  int taken_back = 0;
  int draws = 0;
  int limits = 0;
};

void require(bool holds, const char* what, const State& state) {
  if (!holds) FAIL(std::string(what) << " in " << nlohmann::json(state).dump());
}

int ready_dice(const Side& side) {
  return static_cast<int>(std::ranges::count(side.spent, false));
}

void check_state(const State& state) {
  require(dance::why_invalid(state).empty(), "invalid", state);
  int choices = 0;
  for (const Seat seat : {kKnight, kDragon}) {
    dance::ActionList list;
    Dance::choices(state, seat, list);
    choices += static_cast<int>(list.size());
  }
  require((choices == 0) == (state.phase == Phase::over), "a dead end, or a choice after the end", state);
}

// What is told with a decision: `last` whenever the report changed, as it stands afterwards; the rest where it belongs.
void check_story(const State& before, const State& now, const std::vector<Event>& story) {
  int lasts = 0;
  int ends = 0;
  for (const Event& event : story) {
    if (const auto* last = std::get_if<dance::Last>(&event)) {
      ++lasts;
      require(*last == now.last, "another report than the state's", now);
    }
    if (const auto* rolled = std::get_if<dance::Rolled>(&event)) {
      const Side& side = now.seats[rolled->seat];
      require(std::ranges::equal(rolled->dice, std::span(side.dice).first(dance::dice_of(side.role))),
              "other dice than were rolled", now);
      require(rolled->dice == now.last.rolled[rolled->seat], "other dice than reported", now);
    }
    if (const auto* ended = std::get_if<dance::Ended>(&event)) {
      ++ends;
      require(*ended == now.result, "another result than the state's", now);
    }
  }
  require(lasts <= 1 && (before.last == now.last || lasts == 1), "a report that changed was not told once", now);
  require(ends == (now.phase == Phase::over ? 1 : 0), "the end was not told once", now);
}

// E1, A2: lives fall by what is reported, and never rise; dice come back only with Recuperate.
void check_lives(const State& before, const State& now, const Action& action) {
  const bool exchanged = before.phase == Phase::card && now.last.round == now.round - (now.phase == Phase::die ? 1 : 0);
  for (const Seat seat : {kKnight, kDragon}) {
    int loss = exchanged && now.phase != Phase::card ? now.last.damage[seat] : 0;
    if (action.kind == ActionKind::combo && seat == kDragon) loss = now.last.combo.damage;
    require(now.seats[seat].life == std::max(0, before.seats[seat].life - loss), "a life fell by something else", now);
  }
}

// D2, R1, R2, C1: what a round leaves behind.
void check_round(const State& start, const State& end, std::uint64_t rolls, Seen& seen) {
  std::uint64_t due = 0;
  for (const Seat seat : {kKnight, kDragon}) {
    const Card played = end.last.cards[seat];
    const bool followed = seat == kKnight && !end.last.combo.is_none();
    const Side& was = start.seats[seat];
    const Side& is = end.seats[seat];
    require(was.hand.contains(played) && dance::playable_at(start.range).contains(played), "an unplayable card", end);
    if (dance::rules_of(played).kind == dance::CardKind::recover) {
      ++seen.reclaims;
      due += dance::dice_of(is.role);
      require(is.hand.size() == dance::kDeckSize && is.discard.empty(), "R1: cards are missing", end);
      require(ready_dice(is) == dance::dice_of(is.role), "R1: dice are missing", end);
      require(end.last.rolled[seat].size() == dance::dice_of(is.role), "R2: the roll is not reported", end);
      continue;
    }
    require(end.last.rolled[seat].empty(), "R2: a roll without Recuperate", end);
    require(std::equal(was.dice.begin(), was.dice.end(), is.dice.begin()), "R2: other dice without Recuperate", end);
    const int used = (end.last.dice[seat] != 0 ? 1 : 0) + (followed && end.last.combo_die >= 0 ? 1 : 0);
    require(ready_dice(is) == ready_dice(was) - used, "D2: a chosen die is not spent", end);
    const auto discarded = static_cast<int>(is.discard.size()) - static_cast<int>(was.discard.size());
    const int cards = followed ? 2 : 1;
    require(discarded == cards || (discarded == cards - 1 && start.options.return_one), "D2: cards are missing", end);
    require(is.discard.contains(played), "D2: the played card is not discarded", end);
    if (discarded < cards) ++seen.taken_back;
  }
  require(rolls == due, "dice were rolled that no Recuperate asked for", end);
  if (end.last.combo.is_none()) return;
  ++seen.follow_ups;
  if (end.seats[kKnight].life == 0) ++seen.fallen_follow_ups;
  require(end.last.damage[kDragon] > 0 && end.last.range_to == dance::Range::close, "C1: no follow-up was due", end);
  require(dance::partner_of(end.last.cards[kKnight]) == end.last.combo.card, "C1: not the other card", end);
}

void check_end(const State& state, Seen& seen) {
  const auto& [knight, dragon] = state.seats;
  const bool fallen = knight.life == 0 || dragon.life == 0;
  require((state.result->reason == dance::EndReason::life) == fallen, "another reason than the lives tell", state);
  require(fallen || state.round == state.options.round_limit, "E2: over before the limit", state);
  const Outcome outcome = Dance::outcome(state).value();
  require(outcome.winners.size() == (state.result->winner == kNoSeat ? 0 : 1), "E3: a draw has a winner", state);
  if (fallen && state.result->winner != kNoSeat) {
    require(state.seats[state.result->winner].life > 0, "E1: the winner fell", state);
  }
  if (outcome.winners.empty()) ++seen.draws;
  if (!fallen) ++seen.limits;
}

void check_match(const dance::Options& options, std::uint64_t seed, Seen& seen) {
  testing::CountingDice dice(seed);
  FastDice choice(seed + 500);
  State state = start<Dance>(options, 1, dice).value();
  require(dice.rolls() == dance::kAllDice, "S2: not eight dice", state);
  State round_start = state;
  std::uint64_t rolls = dice.rolls();
  while (state.phase != Phase::over) {
    check_state(state);
    const SeatSet waiting = Dance::waiting_on(state);
    const Seat seat = waiting.size() == 2 ? static_cast<Seat>(choice.below(2)) : testing::first_waiting(waiting);
    const Action action = random_choice<Dance>(Dance::conceal(state, Viewer{seat}), seat, choice.bits()).value();
    const State before = state;
    std::vector<Event> story;
    REQUIRE_FALSE(apply<Dance>(state, seat, action, dice, [&](const Event& event) { story.push_back(event); }));
    check_story(before, state, story);
    check_lives(before, state, action);
    if (state.round == before.round && state.phase != Phase::over) continue;
    check_round(round_start, state, dice.rolls() - rolls, seen);
    round_start = state;
    rolls = dice.rolls();
  }
  check_state(state);
  check_end(state, seen);
}

}  // namespace

TEST_CASE("the invariants hold in random matches with all options") {
  Seen seen;
  for (const auto& options : testing::dance_options()) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) check_match(options, seed, seen);
  }
  for (const int times :
       {seen.follow_ups, seen.fallen_follow_ups, seen.reclaims, seen.taken_back, seen.draws, seen.limits}) {
    CHECK(times > 0);
  }
}

TEST_CASE("a hidden choice stays out of what the other sees, and can be anything") {
  FastDice dice(1);
  State state = start<Dance>({}, 1, dice).value();
  REQUIRE_FALSE(apply<Dance>(state, kKnight, {.kind = ActionKind::die, .die = 3}, dice));
  std::array<bool, dance::kKnightDice + 1> filled{};
  for (int i = 0; i < 200; ++i) {
    State seen = Dance::conceal(state, Viewer{kDragon});
    REQUIRE(seen.seats[kKnight].die == dance::kNotChosen);
    REQUIRE(seen.seats[kKnight].committed);
    Dance::determinise(seen, Viewer{kDragon}, dice);
    filled[static_cast<std::size_t>(seen.seats[kKnight].die + 1)] = true;
  }
  CHECK(std::ranges::all_of(filled, [](bool once) { return once; }));
  CHECK(Dance::conceal(state, Viewer{kKnight}) == state);
}

TEST_CASE("who looks ahead comes as far as what it may not know") {
  FastDice dice(1);
  const auto ends_there = [](const State& state) {
    return Dance::waiting_on(state).empty() && !Dance::chance_pending(state) && !Dance::outcome(state);
  };
  for (const Seat first : {kKnight, kDragon}) {
    const Seat second = first == kKnight ? kDragon : kKnight;
    State state = start<Dance>({}, 1, dice).value();
    REQUIRE_FALSE(apply<Dance>(state, first, {.kind = ActionKind::die, .die = 1}, dice));
    State ahead = Dance::conceal(state, Viewer{second});
    REQUIRE_FALSE(apply<Dance>(ahead, second, {.kind = ActionKind::die, .die = 0}, dice));
    CHECK(ahead.phase == Phase::die);
    CHECK(ends_there(ahead));
    REQUIRE_FALSE(apply<Dance>(state, second, {.kind = ActionKind::die, .die = 0}, dice));
    const std::array moves = {Card::advance_k, Card::advance_d};
    REQUIRE_FALSE(apply<Dance>(state, first, {.kind = ActionKind::card, .card = moves[first]}, dice));
    ahead = Dance::conceal(state, Viewer{second});
    REQUIRE_FALSE(apply<Dance>(ahead, second, {.kind = ActionKind::card, .card = moves[second]}, dice));
    CHECK(ahead.phase == Phase::card);
    CHECK(ends_there(ahead));
  }
}

TEST_CASE("at the limit the larger share of life wins, whoever has more") {
  const auto at_limit = [](int knight, int dragon) {
    FastDice dice(1);
    State state = start<Dance>({}, 1, dice).value();
    state.seats[kKnight].life = static_cast<std::uint8_t>(knight);
    state.seats[kDragon].life = static_cast<std::uint8_t>(dragon);
    return dance::result_of(state);
  };
  CHECK(at_limit(7, 15) == dance::Result{kKnight, dance::EndReason::limit});
  CHECK(at_limit(7, 16) == dance::Result{kDragon, dance::EndReason::limit});
  CHECK(at_limit(9, 20) == dance::Result{kNoSeat, dance::EndReason::limit});
  CHECK(at_limit(0, 20) == dance::Result{kDragon, dance::EndReason::life});
  CHECK(at_limit(1, 0) == dance::Result{kKnight, dance::EndReason::life});
  CHECK(at_limit(0, 0) == dance::Result{kNoSeat, dance::EndReason::life});
}
