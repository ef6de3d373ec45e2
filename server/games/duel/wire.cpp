#include <numeric>
#include <ranges>

#include "rules/duel/notation.h"
#include "rules/duel/rules.h"
#include "server/games/adapter.h"
#include "server/games/described.h"
#include "server/games/duel/figures.h"
#include "server/games/duel/solutions.h"
#include "server/games/option_fields.h"
#include "server/games/registry.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {
namespace {

namespace duel = rules::duel;

// Views, options and actions as protocol/wyrmhall/v1/duel.proto has them.
struct DuelWire {
  using Game = duel::Game;
  using Figures = DuelFigures;
  static constexpr std::uint32_t kMinPlayers = 1;
  static constexpr std::uint32_t kMaxPlayers = 8;
  static constexpr std::uint32_t kMinDecisions = 3;  // decisions; of 50 that bots played
  static constexpr std::uint32_t kMaxMoves = 20000;  // nine games of eight players

  template <class Visit>
  static void each_die(const duel::State& state, const duel::Event& event, Visit&& visit) {
    each_die_of(state, event, visit);
  }

  // The sides of all dice of an attack, one byte each, as the view tells them.
  static std::string dice_of(const duel::State& state, unsigned dragon, duel::ActionKind kind) {
    const duel::Figure figure = duel::figure_of(state, dragon);
    const auto attack = duel::attack_dice(figure, kind);
    std::string sides(attack.begin(), attack.end());
    sides.push_back(static_cast<char>(duel::defence_die(figure, kind)));
    return sides;
  }

  // --- Options ---

  static std::optional<pb::Refusal> read_options(const pb::GameOptions& message, duel::Options& options) {
    if (!message.has_duel()) return refuse(pb::REFUSAL_CODE_GAME_UNKNOWN, "the options are for no game", "options");
    return read_option_fields(message.duel(), options);
  }

  static void write_options(const duel::Options& options, pb::GameOptions& message) {
    const auto is_used = [&](std::size_t option) { return duel::is_used(options, static_cast<duel::Option>(option)); };
    write_option_fields(options, is_used, *message.mutable_duel());
  }

  // Names the option that a Fault is about, with what was given and what is allowed.
  static void name_option(const rules::Fault& fault, pb::Refusal& refusal) {
    const auto named = [&](std::int32_t option) {
      server::name_option<duel::Options, pb::DuelOptions>(refusal, option);
    };
    switch (static_cast<duel::Reason>(fault.reason)) {
      case duel::Reason::option_range:
        refusal.set_given(fault.arguments[1]);
        refusal.set_lowest(fault.arguments[2]);
        refusal.set_highest(fault.arguments[3]);
        return named(fault.arguments[0]);
      case duel::Reason::option_not_in_mode:
      case duel::Reason::option_length:
        return named(fault.arguments[0]);
      case duel::Reason::match_games_even:
        refusal.set_given(fault.arguments[0]);
        return named(duel::number(duel::Option::match_games));
      case duel::Reason::dragon_twice:
        return named(duel::number(duel::Option::dragons));
      case duel::Reason::seat_missing:
      case duel::Reason::owner_of_both:
        return named(duel::number(duel::Option::owners));
      default:
        return;
    }
  }

  // --- Actions ---

  static std::optional<duel::Action> read_action(const pb::GameAction& message) {
    const pb::DuelAction& from = message.duel();
    if (has_own_unknown_fields(message) || has_own_unknown_fields(from)) return std::nullopt;
    const auto small = [](std::uint32_t value) { return static_cast<std::uint8_t>(std::min(value, 255U)); };
    switch (from.action_case()) {
      case pb::DuelAction::kDragon:
        return duel::Action{.kind = duel::ActionKind::dragon, .target = 0, .dragon = small(from.dragon())};
      case pb::DuelAction::kClaw:
        return duel::Action{.kind = duel::ActionKind::claw, .target = small(from.claw()), .dragon = 0};
      case pb::DuelAction::kTailWhip:
        return duel::Action{.kind = duel::ActionKind::tail, .target = small(from.tail_whip()), .dragon = 0};
      case pb::DuelAction::kBreath:
        return duel::Action{.kind = duel::ActionKind::fire, .target = small(from.breath()), .dragon = 0};
      case pb::DuelAction::kWait:
        return duel::Action{.kind = duel::ActionKind::wait, .target = 0, .dragon = 0};
      case pb::DuelAction::ACTION_NOT_SET:
        return std::nullopt;
    }
    return std::nullopt;
  }

  static void write_action(const duel::Action& action, MessageWriter& to) {
    const MessageWriter::Nested duel(to, pb::GameAction::kDuelFieldNumber);
    switch (action.kind) {
      case duel::ActionKind::dragon:
        return to.number(pb::DuelAction::kDragonFieldNumber, action.dragon);
      case duel::ActionKind::claw:
        return to.number(pb::DuelAction::kClawFieldNumber, action.target);
      case duel::ActionKind::tail:
        return to.number(pb::DuelAction::kTailWhipFieldNumber, action.target);
      case duel::ActionKind::fire:
        return to.number(pb::DuelAction::kBreathFieldNumber, action.target);
      case duel::ActionKind::wait:
        return to.number(pb::DuelAction::kWaitFieldNumber, true);
    }
  }

  // --- The view ---

  static int or_none(std::uint8_t index) { return index == duel::kNobody ? -1 : index; }

  static void write_view(const duel::State* before, const duel::State& now, MessageWriter& to) {
    using View = pb::DuelView;
    const MessageWriter::Nested duel(to, pb::GameView::kDuelFieldNumber);
    const auto changed = [&](auto get) { return before == nullptr || get(*before) != get(now); };
    if (before == nullptr) {
      to.number(View::kModeFieldNumber, static_cast<int>(now.setup.mode) + 1);
      to.number(View::kMatchGamesFieldNumber, now.setup.match_games);
      to.number(View::kAbilitiesFieldNumber, now.setup.abilities);
    }
    write_changed_fields<View>(before, now, to);
    for (std::uint32_t i = 0; i < now.setup.dragons; ++i) {
      const duel::Dragon& dragon = now.dragons[i];
      if (changed([i](const auto& s) { return std::tie(s.dragons[i].side, s.dragons[i].seat, s.dragons[i].dragon); })) {
        const MessageWriter::Entry entry(to, View::kDragonsFieldNumber, i);
        to.number(pb::DuelDragon::kSideFieldNumber, dragon.side);
        to.signed_number(pb::DuelDragon::kSeatFieldNumber, or_none(dragon.seat));
        to.number(pb::DuelDragon::kDragonFieldNumber, dragon.dragon);
        to.bytes(pb::DuelDragon::kClawDiceFieldNumber, dice_of(now, i, duel::ActionKind::claw));
        to.bytes(pb::DuelDragon::kTailWhipDiceFieldNumber, dice_of(now, i, duel::ActionKind::tail));
        to.bytes(pb::DuelDragon::kBreathDiceFieldNumber, dice_of(now, i, duel::ActionKind::fire));
      }
      if (changed([i](const auto& s) { return s.dragons[i].health; })) {
        to.entry(View::kHealthFieldNumber, i, dragon.health);
      }
      if (changed([i](const auto& s) { return s.dragons[i].energy; })) {
        to.entry(View::kEnergyFieldNumber, i, dragon.energy);
      }
    }
  }

  // --- Events ---

  static bool is_solved(const duel::Options& options) { return duel::is_solved(options.mode); }
  static std::optional<duel::Action> perfect_choice(const duel::State& state, rules::Seat seat, const Stop& stop) {
    return perfect_duel_choice(state, seat, stop);
  }

  // The rules tell of a choice only by the state; whoever listens wants to hear of it.
  static bool tells_action(const duel::Action& action) { return action.kind == duel::ActionKind::dragon; }
  static void write_action_event(const duel::State& before, rules::Seat /*seat*/, const duel::Action& action,
                                 MessageWriter& to) {
    const MessageWriter::Nested duel(to, pb::GameEvent::kDuelFieldNumber);
    const MessageWriter::Nested chosen(to, pb::DuelEvent::kChosenFieldNumber);
    to.nonzero(pb::DuelChosen::kActorFieldNumber, before.actor);
    to.nonzero(pb::DuelChosen::kDragonFieldNumber, action.dragon);
  }

  // `state` may be any of the match since the dragons were chosen.
  static void write_event(const duel::State& state, const duel::Event& event, MessageWriter& to) {
    const MessageWriter::Nested duel(to, pb::GameEvent::kDuelFieldNumber);
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

  static void write(const rules::Described auto& event, MessageWriter& to) {
    write_event_field<pb::DuelEvent>(event, to);
  }
  static void write(const duel::Initiative& event, MessageWriter& to) {
    const MessageWriter::Nested initiative(to, pb::DuelEvent::kInitiativeFieldNumber);
    to.numbers(pb::DuelInitiative::kContendersFieldNumber,
               std::views::transform(event.rolls, [](const auto& roll) { return roll.contender; }));
    to.numbers(pb::DuelInitiative::kValuesFieldNumber,
               std::views::transform(event.rolls, [](const auto& roll) { return roll.value; }));
  }
  static void write(const duel::State& state, const duel::Fight& event, MessageWriter& to) {
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

  // --- Sentences ---

  static pb::DuelPhrase phrase_of(duel::ActionKind kind) {
    switch (kind) {
      case duel::ActionKind::dragon:
        return pb::DUEL_PHRASE_CHOOSE_DRAGON;
      case duel::ActionKind::claw:
        return pb::DUEL_PHRASE_CLAW;
      case duel::ActionKind::tail:
        return pb::DUEL_PHRASE_TAIL_WHIP;
      case duel::ActionKind::fire:
        return pb::DUEL_PHRASE_BREATH;
      case duel::ActionKind::wait:
        break;
    }
    return pb::DUEL_PHRASE_WAIT;
  }

  static void say(const duel::State& state, rules::Seat /*seat*/, const duel::Action& action, MessageWriter& to) {
    to.number(pb::Sentence::kDuelFieldNumber, phrase_of(action.kind));
    const MessageWriter::Packed arguments(to, pb::Sentence::kArgumentsFieldNumber);
    if (action.kind == duel::ActionKind::dragon) return arguments.add_signed(action.dragon);
    if (action.kind == duel::ActionKind::wait) return arguments.add_signed(1);  // D-17
    const int cost = duel::cost_of(action.kind);
    arguments.add_signed(action.target);
    arguments.add_signed(cost);
    arguments.add_signed(std::max(0, state.dragons[state.actor].energy - cost));  // D-20
  }

  static void place(const duel::State& state, rules::Seat /*seat*/, const duel::Action& action, PlaceWriter& on) {
    const bool own = action.kind == duel::ActionKind::dragon || action.kind == duel::ActionKind::wait;
    on.thing(pb::DuelView::kDragonsFieldNumber, own ? state.actor : action.target);
    on.group(static_cast<std::uint32_t>(phrase_of(action.kind)));
  }

  static constexpr auto& kReasonNames = duel::kReasonNames;
  static constexpr std::string_view kPhrasePrefix = "DUEL_PHRASE_";
  static constexpr int kPhraseField = pb::Sentence::kDuelFieldNumber;
  static const google::protobuf::EnumDescriptor& phrases() { return *pb::DuelPhrase_descriptor(); }

  // An argument of a Fault as sentences have it.
  static std::int32_t argument(const rules::Fault& fault, std::size_t i) {
    using enum duel::Reason;
    const std::int32_t argument = fault.arguments[i];
    const auto reason = static_cast<duel::Reason>(fault.reason);
    if (i == 0 && (reason == option_range || reason == option_not_in_mode || reason == option_length)) {
      return option_field<duel::Options>(*pb::DuelOptions::descriptor(), static_cast<std::size_t>(argument)).number();
    }
    return i == 1 && reason == option_not_in_mode ? argument + 1 : argument;  // DuelMode counts from 1
  }
};

static_assert(static_cast<int>(duel::ActionKind::claw) == pb::DUEL_ACT_CLAW);
static_assert(static_cast<int>(duel::ActionKind::wait) == pb::DUEL_ACT_WAIT);

}  // namespace

const GameKind& duel_game() {
  static const Kind<DuelWire> kind;
  return kind;
}

}  // namespace wyrmhall::server
