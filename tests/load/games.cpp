#include "tests/load/games.h"

#include <algorithm>
#include <string>

#include "clients/model/offered_actions.h"

namespace wyrmhall::load {
namespace {

// Any two will do while abilities are off.
constexpr std::uint32_t kPresetDragons[] = {1, 2};

// Dealt and chosen set-ups, in the open and in secret.
constexpr v1::ArenaPlacement kPlacements[] = {v1::ARENA_PLACEMENT_BABY, v1::ARENA_PLACEMENT_LITTLE,
                                              v1::ARENA_PLACEMENT_BIG, v1::ARENA_PLACEMENT_EQUAL,
                                              v1::ARENA_PLACEMENT_FREE};

constexpr std::uint64_t kSpecies = 12;              // of Dragon Dice
constexpr std::uint64_t kChapters = 10;             // of Dice & Dragons
constexpr std::uint32_t kParties[] = {2, 3, 4, 5};  // heroes; from four on they hunt two dragons

void write_duel(const LoadOptions& options, v1::DuelOptions& duel) {
  duel.set_mode(v1::DUEL_MODE_DUEL);
  duel.set_match_games(options.match_games);
  if (!options.choosing) duel.mutable_dragons()->Add(std::begin(kPresetDragons), std::end(kPresetDragons));
}

// Every placement in turn, each as often with powers as without; a series takes as many nuggets as a
// match of duels takes games.
void write_arena(const LoadOptions& options, std::uint64_t number, v1::ArenaOptions& arena) {
  arena.set_placement(kPlacements[number % std::size(kPlacements)]);
  arena.set_master((number / std::size(kPlacements)) % 2 == 1);
  arena.set_nuggets((options.match_games + 1) / 2);
  arena.set_max_duels(options.match_games);
}

// Every size of a party for two, and every chapter in turn.
void write_hunt(std::uint64_t number, v1::HuntOptions& hunt) {
  const std::uint32_t heroes = kParties[(number / kChapters) % std::size(kParties)];
  for (std::uint32_t i = 0; i < heroes; ++i) {
    v1::HuntHeroOption& hero = *hunt.add_heroes();
    hero.set_seat(i % 2);
    hero.set_class_(static_cast<v1::HuntClass>(v1::HUNT_CLASS_WARRIOR + i));
  }
  hunt.set_chapter(static_cast<std::uint32_t>(number % kChapters) + 1);
}

// Every species in turn, against each of the others.
void write_dragondice(std::uint64_t number, v1::DragondiceOptions& dragondice) {
  const auto preset = [](std::uint64_t i) {
    return static_cast<v1::DragondicePreset>(v1::DRAGONDICE_PRESET_AMAZON_30 + static_cast<int>(i % kSpecies));
  };
  dragondice.add_armies()->set_preset(preset(number));
  dragondice.add_armies()->set_preset(preset(number + 1 + (number / kSpecies)));
}

}  // namespace

void write_options(Game game, const LoadOptions& options, std::uint64_t number, v1::GameOptions& out) {
  switch (game) {
    case Game::duel:
      return write_duel(options, *out.mutable_duel());
    case Game::arena:
      return write_arena(options, number, *out.mutable_arena());
    case Game::dance:
      return out.mutable_dance()->set_return_one(number % 2 == 1);
    case Game::hunt:
      return write_hunt(number, *out.mutable_hunt());
    case Game::dragondice:
      return write_dragondice(number, *out.mutable_dragondice());
    default:  // as it is played where nothing is chosen
      out.GetReflection()->MutableMessage(
          &out, out.GetDescriptor()->FindFieldByName(std::string(kGameNames[static_cast<std::size_t>(game)])));
  }
}

const v1::GameAction* usual_action(const LoadOptions& options, const v1::Choices& choices) {
  for (const v1::Choice& choice : choices.choices()) {
    const v1::GameAction& action = choice.action();
    const bool stays = action.hunt().action_case() == v1::HuntAction::kFlee && !action.hunt().flee();
    if (stays || (options.claws && action.duel().has_claw())) return &action;
  }
  return nullptr;
}

v1::GameAction random_action(const v1::Choices& choices, rules::FastDice& random) {
  const std::size_t all = clients::count_actions(choices);
  v1::GameAction action = clients::action_at(choices, random.below(all));
  while (all > 1 && action.hunt().flee()) action = clients::action_at(choices, random.below(all));
  return action;
}

Figures::Story story_of(Game game, const v1::MatchUpdate& update) {
  if (game != Game::duel) return Figures::Story::other;
  const bool claw = std::any_of(update.events().begin(), update.events().end(), [](const v1::GameEvent& event) {
    return event.duel().has_fight() && event.duel().fight().act() == v1::DUEL_ACT_CLAW;
  });
  if (!claw) return Figures::Story::other;
  return update.events_size() == 1 ? Figures::Story::claw_alone : Figures::Story::claw_and_more;
}

}  // namespace wyrmhall::load
