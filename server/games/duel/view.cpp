#include "server/games/duel/view.h"

#include <numeric>
#include <ranges>
#include <string>
#include <tuple>
#include <type_traits>
#include <variant>

#include "rules/duel/table.h"
#include "rules/duel/turn.h"
#include "server/games/described.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server::duel_wire {

namespace pb = wyrmhall::v1;
namespace duel = rules::duel;

namespace {

static_assert(static_cast<int>(duel::ActionKind::claw) == pb::DUEL_ACT_CLAW);
static_assert(static_cast<int>(duel::ActionKind::wait) == pb::DUEL_ACT_WAIT);

// The sides of all dice of an attack, one byte each, as the view tells them.
std::string dice_of(const duel::State& state, unsigned dragon, duel::ActionKind kind) {
  const duel::Figure figure = duel::figure_of(state, dragon);
  const auto attack = duel::attack_dice(figure, kind);
  std::string sides(attack.begin(), attack.end());
  sides.push_back(static_cast<char>(duel::defence_die(figure, kind)));
  return sides;
}

int or_none(std::uint8_t index) {
  return index == duel::kNobody ? -1 : index;
}

// --- Events ---

void write(const Described auto& event, MessageWriter& to) {
  write_event_field<pb::DuelEvent>(event, to);
}
void write(const duel::Initiative& event, MessageWriter& to) {
  const MessageWriter::Nested initiative(to, pb::DuelEvent::kInitiativeFieldNumber);
  to.numbers(pb::DuelInitiative::kContendersFieldNumber,
             std::views::transform(event.rolls, [](const auto& roll) { return roll.contender; }));
  to.numbers(pb::DuelInitiative::kValuesFieldNumber,
             std::views::transform(event.rolls, [](const auto& roll) { return roll.value; }));
}
void write(const duel::State& state, const duel::Fight& event, MessageWriter& to) {
  using Fight = pb::DuelFight;
  const MessageWriter::Nested fight(to, pb::DuelEvent::kFightFieldNumber);
  to.nonzero(Fight::kActorFieldNumber, event.actor);
  to.nonzero(Fight::kTargetFieldNumber, event.target);
  to.nonzero(Fight::kActFieldNumber, static_cast<pb::DuelAct>(event.kind));
  {
    const MessageWriter::Packed dice(to, Fight::kDiceFieldNumber);
    for (const auto value : event.rolls) dice.add(value);
    dice.add(event.defence_roll);
  }
  to.nonzero(Fight::kAttackFieldNumber, event.attack);
  to.nonzero(Fight::kDefenceFieldNumber, event.defence);
  to.nonzero(Fight::kResultFieldNumber, static_cast<int>(event.result) + 1);
  to.nonzero(Fight::kDamageFieldNumber, event.damage);
  to.nonzero(Fight::kEnergyLostFieldNumber, event.energy_lost);
  to.nonzero(Fight::kHealthLostFieldNumber, event.health_lost);
  const int sum = std::accumulate(event.rolls.begin(), event.rolls.end(), 0);
  // An event that nobody has rolled, as Kind writes one to compare names, has no dice to divide by.
  const auto times = [](int total, int dice) { return dice == 0 ? 0 : total / dice; };
  const int bonus = duel::attack_bonus(duel::figure_of(state, event.actor), event.kind);
  to.nonzero(Fight::kAttackMultiplierFieldNumber, times(event.attack - bonus, sum));
  to.nonzero(Fight::kAttackBonusFieldNumber, bonus);
  to.nonzero(Fight::kDefenceMultiplierFieldNumber, times(event.defence, event.defence_roll));
}

}  // namespace

void View::write_view(const duel::State* before, const duel::State& now, MessageWriter& to) {
  using Field = pb::DuelView;
  const auto changed = [&](auto get) { return before == nullptr || get(*before) != get(now); };
  if (before == nullptr) {
    to.number(Field::kModeFieldNumber, static_cast<int>(now.setup.mode) + 1);
    to.number(Field::kMatchGamesFieldNumber, now.setup.match_games);
    to.number(Field::kAbilitiesFieldNumber, now.setup.abilities);
  }
  write_changed_fields<Field>(before, now, to);
  for (std::uint32_t i = 0; i < now.setup.dragons; ++i) {
    const duel::Dragon& dragon = now.dragons[i];
    if (changed([i](const auto& s) { return std::tie(s.dragons[i].side, s.dragons[i].seat, s.dragons[i].dragon); })) {
      const MessageWriter::Entry entry(to, Field::kDragonsFieldNumber, i);
      to.number(pb::DuelDragon::kSideFieldNumber, dragon.side);
      to.signed_number(pb::DuelDragon::kSeatFieldNumber, or_none(dragon.seat));
      to.number(pb::DuelDragon::kDragonFieldNumber, dragon.dragon);
      to.bytes(pb::DuelDragon::kClawDiceFieldNumber, dice_of(now, i, duel::ActionKind::claw));
      to.bytes(pb::DuelDragon::kTailWhipDiceFieldNumber, dice_of(now, i, duel::ActionKind::tail));
      to.bytes(pb::DuelDragon::kBreathDiceFieldNumber, dice_of(now, i, duel::ActionKind::fire));
    }
    if (changed([i](const auto& s) { return s.dragons[i].health; })) {
      to.entry(Field::kHealthFieldNumber, i, dragon.health);
    }
    if (changed([i](const auto& s) { return s.dragons[i].energy; })) {
      to.entry(Field::kEnergyFieldNumber, i, dragon.energy);
    }
  }
}

// `state` may be any state of the match since the dragons were chosen.
void View::write_event(const duel::State& state, const duel::Event& event, MessageWriter& to) {
  std::visit(
      [&]<class E>(const E& e) {
        if constexpr (std::is_same_v<E, duel::Fight>) {
          write(state, e, to);
        } else {
          write(e, to);
        }
      },
      event);
}

// The rules show a choice only in the state; those who listen want to hear of it.
bool View::tells_action(const duel::Action& action) {
  return action.kind == duel::ActionKind::dragon;
}
void View::write_action_event(const duel::State& before, rules::Seat /*seat*/, const duel::Action& action,
                              MessageWriter& to) {
  const MessageWriter::Nested chosen(to, pb::DuelEvent::kChosenFieldNumber);
  to.nonzero(pb::DuelChosen::kActorFieldNumber, before.actor);
  to.nonzero(pb::DuelChosen::kDragonFieldNumber, action.dragon);
}

}  // namespace wyrmhall::server::duel_wire
