#include "server/games/duel.h"

#include <numeric>
#include <ranges>

#include "rules/duel/notation.h"
#include "rules/duel/rules.h"
#include "server/frames.h"
#include "server/games/adapter.h"
#include "server/games/duel_figures.h"
#include "server/games/duel_solutions.h"

namespace wyrmhall::server {
namespace {

namespace duel = rules::duel;

// Views, options and actions as protocol/wyrmhall/v1/duel.proto has them.
struct DuelWire {
  using Game = duel::Game;
  using Figures = DuelFigures;
  static constexpr std::uint32_t kSeatsLeast = 1;
  static constexpr std::uint32_t kSeatsMost = 8;
  static constexpr std::uint32_t kShortestMatch = 3;  // decisions; of 50 that bots played

  template <class Visit>
  static void each_die(const duel::State& state, const duel::Event& event, Visit&& visit) {
    each_die_of(state, event, visit);
  }

  // The sides of all dice of an attack, one byte each, as the view tells them.
  static std::string dice_of(const duel::State& state, unsigned dragon, duel::Deed deed) {
    const duel::Figure figure = duel::figure_of(state, dragon);
    const auto attack = duel::attack_dice(figure, deed);
    std::string sides(attack.begin(), attack.end());
    sides.push_back(static_cast<char>(duel::defence_die(figure, deed)));
    return sides;
  }

  // --- Options ---

  static std::optional<pb::Refusal> read_options(const pb::GameOptions& message, duel::Options& options) {
    if (!message.has_duel()) return refuse(pb::REFUSAL_CODE_GAME_UNKNOWN, "the options are for no game", "options");
    const pb::DuelOptions& from = message.duel();
    if (!pb::DuelMode_IsValid(from.mode())) {
      return refuse(pb::REFUSAL_CODE_OPTIONS_INVALID, "there is no such mode", "mode");
    }
    if (from.mode() != pb::DUEL_MODE_UNSPECIFIED) options.mode = static_cast<duel::Mode>(from.mode() - 1);
    for (const auto& [field, name] : {std::pair{&from.owners(), "owners"}, std::pair{&from.dragons(), "dragons"}}) {
      if (field->size() > 2 * duel::kMaxDragons) {
        return refuse(pb::REFUSAL_CODE_OPTIONS_INVALID, "the list is longer than there are dragons", name);
      }
    }
    const auto number = [](std::uint32_t value) {
      return static_cast<int>(std::min(value, 1U << 20U));  // far out of every range, and an int
    };
    if (from.has_players()) options.players = number(from.players());
    if (from.has_enemies()) options.enemies = number(from.enemies());
    if (from.has_lanes()) options.lanes = number(from.lanes());
    if (from.has_match_games()) options.match_games = number(from.match_games());
    if (from.has_round_cap()) options.round_cap = number(from.round_cap());
    options.abilities = from.abilities();
    options.fair = from.fair();
    const auto list = [&](const auto& values) {
      std::optional<std::vector<int>> numbers;
      if (!values.empty()) numbers.emplace();
      for (const std::uint32_t value : values) numbers->push_back(number(value));
      return numbers;
    };
    options.owners = list(from.owners());
    options.dragons = list(from.dragons());
    return std::nullopt;
  }

  static void write_options(const duel::Options& options, pb::GameOptions& message) {
    pb::DuelOptions& to = *message.mutable_duel();
    to.set_mode(static_cast<pb::DuelMode>(static_cast<int>(options.mode) + 1));
    const auto number = [](int value) { return static_cast<std::uint32_t>(value); };
    // Only what the mode uses: two sets of options that mean the same match are then the same message.
    if (options.mode == duel::Mode::arena) to.set_players(number(options.players));
    if (options.mode == duel::Mode::solitaire) to.set_enemies(number(options.enemies));
    if (options.mode == duel::Mode::battle) to.set_lanes(number(options.lanes));
    to.set_match_games(number(options.match_games));
    to.set_round_cap(number(options.round_cap));
    to.set_abilities(options.abilities);
    to.set_fair(options.fair);
    if (options.owners) {
      for (const int seat : *options.owners) to.add_owners(number(seat));
    }
    if (options.dragons) {
      for (const int dragon : *options.dragons) to.add_dragons(number(dragon));
    }
  }

  // Field numbers of DuelOptions by the rules' own numbering.
  static int field_of(std::int32_t option) {
    switch (static_cast<duel::Option>(option)) {
      case duel::Option::mode:
        return pb::DuelOptions::kModeFieldNumber;
      case duel::Option::players:
        return pb::DuelOptions::kPlayersFieldNumber;
      case duel::Option::enemies:
        return pb::DuelOptions::kEnemiesFieldNumber;
      case duel::Option::lanes:
        return pb::DuelOptions::kLanesFieldNumber;
      case duel::Option::owners:
        return pb::DuelOptions::kOwnersFieldNumber;
      case duel::Option::match_games:
        return pb::DuelOptions::kMatchGamesFieldNumber;
      case duel::Option::abilities:
        return pb::DuelOptions::kAbilitiesFieldNumber;
      case duel::Option::dragons:
        return pb::DuelOptions::kDragonsFieldNumber;
      case duel::Option::round_cap:
        return pb::DuelOptions::kRoundCapFieldNumber;
      case duel::Option::fair:
        return pb::DuelOptions::kFairFieldNumber;
    }
    return 0;
  }

  // Names the option that a Fault is about, with what was given and what is allowed.
  static void name_option(const rules::Fault& fault, pb::Refusal& refusal) {
    const auto named = [&](int field) {
      if (const auto* descriptor = pb::DuelOptions::descriptor()->FindFieldByNumber(field)) {
        refusal.set_field(descriptor->name());
      }
    };
    switch (static_cast<duel::Reason>(fault.reason)) {
      case duel::Reason::option_out_of_range:
        refusal.set_given(fault.arguments[1]);
        refusal.set_lowest(fault.arguments[2]);
        refusal.set_highest(fault.arguments[3]);
        named(field_of(fault.arguments[0]));
        break;
      case duel::Reason::option_not_in_mode:
      case duel::Reason::list_of_wrong_length:
        named(field_of(fault.arguments[0]));
        break;
      case duel::Reason::match_games_even:
        refusal.set_given(fault.arguments[0]);
        named(pb::DuelOptions::kMatchGamesFieldNumber);
        break;
      case duel::Reason::dragon_twice:
        named(pb::DuelOptions::kDragonsFieldNumber);
        break;
      case duel::Reason::seats_not_in_row:
      case duel::Reason::owner_of_both_teams:
        named(pb::DuelOptions::kOwnersFieldNumber);
        break;
      default:
        break;
    }
    if (!refusal.field().empty()) {
      refusal.set_detail(fmt::format("option {} is refused by rule {}", refusal.field(), fault.rule));
    }
  }

  // --- Actions ---

  static std::optional<duel::Action> read_action(const pb::GameAction& message) {
    const pb::DuelAction& from = message.duel();
    if (has_own_unknown_fields(message) || has_own_unknown_fields(from)) return std::nullopt;
    const auto small = [](std::uint32_t value) { return static_cast<std::uint8_t>(std::min(value, 255U)); };
    switch (from.action_case()) {
      case pb::DuelAction::kDragon:
        return duel::Action{.deed = duel::Deed::dragon, .target = 0, .dragon = small(from.dragon())};
      case pb::DuelAction::kClaw:
        return duel::Action{.deed = duel::Deed::claw, .target = small(from.claw()), .dragon = 0};
      case pb::DuelAction::kTailWhip:
        return duel::Action{.deed = duel::Deed::tail, .target = small(from.tail_whip()), .dragon = 0};
      case pb::DuelAction::kBreath:
        return duel::Action{.deed = duel::Deed::fire, .target = small(from.breath()), .dragon = 0};
      case pb::DuelAction::kWait:
        return duel::Action{.deed = duel::Deed::wait, .target = 0, .dragon = 0};
      case pb::DuelAction::ACTION_NOT_SET:
        return std::nullopt;
    }
    return std::nullopt;
  }

  static void write_action(const duel::Action& action, MessageWriter& to) {
    const MessageWriter::Nested duel(to, pb::GameAction::kDuelFieldNumber);
    switch (action.deed) {
      case duel::Deed::dragon:
        return to.number(pb::DuelAction::kDragonFieldNumber, action.dragon);
      case duel::Deed::claw:
        return to.number(pb::DuelAction::kClawFieldNumber, action.target);
      case duel::Deed::tail:
        return to.number(pb::DuelAction::kTailWhipFieldNumber, action.target);
      case duel::Deed::fire:
        return to.number(pb::DuelAction::kBreathFieldNumber, action.target);
      case duel::Deed::wait:
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
    if (changed([](const auto& s) { return s.phase; })) {
      to.number(View::kPhaseFieldNumber, static_cast<int>(now.phase) + 1);
    }
    if (changed([](const auto& s) { return s.actor; })) to.signed_number(View::kActorFieldNumber, or_none(now.actor));
    if (changed([](const auto& s) { return s.round; })) to.number(View::kRoundFieldNumber, now.round);
    if (changed([](const auto& s) { return s.order; })) to.bytes(View::kOrderFieldNumber, now.order);
    if (changed([](const auto& s) { return s.game; })) to.number(View::kGameFieldNumber, now.game);
    if (changed([](const auto& s) { return s.first; })) to.signed_number(View::kFirstFieldNumber, or_none(now.first));
    if (changed([](const auto& s) { return s.game_winner; })) {
      to.signed_number(View::kGameWinnerFieldNumber, or_none(now.game_winner));
    }
    if (changed([](const auto& s) { return s.winner; })) {
      to.signed_number(View::kWinnerFieldNumber, or_none(now.winner));
    }
    for (std::uint32_t i = 0; i < now.setup.dragons; ++i) {
      const duel::Dragon& dragon = now.dragons[i];
      if (changed([i](const auto& s) { return std::tie(s.dragons[i].side, s.dragons[i].seat, s.dragons[i].dragon); })) {
        const MessageWriter::Entry entry(to, View::kDragonsFieldNumber, i);
        to.number(pb::DuelDragon::kSideFieldNumber, dragon.side);
        to.signed_number(pb::DuelDragon::kSeatFieldNumber, or_none(dragon.seat));
        to.number(pb::DuelDragon::kDragonFieldNumber, dragon.dragon);
        to.bytes(pb::DuelDragon::kClawDiceFieldNumber, dice_of(now, i, duel::Deed::claw));
        to.bytes(pb::DuelDragon::kTailWhipDiceFieldNumber, dice_of(now, i, duel::Deed::tail));
        to.bytes(pb::DuelDragon::kBreathDiceFieldNumber, dice_of(now, i, duel::Deed::fire));
      }
      if (changed([i](const auto& s) { return s.dragons[i].health; })) {
        to.entry(View::kHealthFieldNumber, i, dragon.health);
      }
      if (changed([i](const auto& s) { return s.dragons[i].energy; })) {
        to.entry(View::kEnergyFieldNumber, i, dragon.energy);
      }
    }
    for (std::uint32_t side = 0; side < now.setup.sides; ++side) {
      if (changed([side](const auto& s) { return s.wins[side]; })) {
        to.entry(View::kWinsFieldNumber, side, now.wins[side]);
      }
    }
  }

  // --- Events ---

  static bool is_solved(const duel::Options& options) { return duel::is_solved(options.mode); }
  static std::optional<duel::Action> perfect_choice(const duel::State& state, rules::Seat seat, const Stop& stop) {
    return perfect_duel_choice(state, seat, stop);
  }

  // The rules tell of a choice only by the state; whoever listens wants to hear of it.
  static bool tells_action(const duel::Action& action) { return action.deed == duel::Deed::dragon; }
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

  static void write(const duel::Initiative& event, MessageWriter& to) {
    const MessageWriter::Nested initiative(to, pb::DuelEvent::kInitiativeFieldNumber);
    to.numbers(pb::DuelInitiative::kContendersFieldNumber,
               std::views::transform(event.rolls, [](const auto& roll) { return roll.contender; }));
    to.numbers(pb::DuelInitiative::kValuesFieldNumber,
               std::views::transform(event.rolls, [](const auto& roll) { return roll.value; }));
  }
  static void write(const duel::Round& event, MessageWriter& to) {
    const MessageWriter::Nested round(to, pb::DuelEvent::kRoundFieldNumber);
    to.nonzero(pb::DuelRound::kRoundFieldNumber, event.round);
    to.numbers(pb::DuelRound::kOrderFieldNumber, event.order);
  }
  static void write(const duel::EnemyDie& event, MessageWriter& to) {
    const MessageWriter::Nested die(to, pb::DuelEvent::kD4FieldNumber);
    to.nonzero(pb::DuelEnemyRoll::kActorFieldNumber, event.actor);
    to.nonzero(pb::DuelEnemyRoll::kRollFieldNumber, event.roll);
  }
  static void write(const duel::Waited& event, MessageWriter& to) {
    const MessageWriter::Nested wait(to, pb::DuelEvent::kWaitFieldNumber);
    to.nonzero(pb::DuelWaited::kActorFieldNumber, event.actor);
    to.nonzero(pb::DuelWaited::kEnergyFieldNumber, event.energy);
  }
  static void write(const duel::State& state, const duel::Fight& event, MessageWriter& to) {
    using Fight = pb::DuelFight;
    const MessageWriter::Nested fight(to, pb::DuelEvent::kFightFieldNumber);
    to.nonzero(Fight::kActorFieldNumber, event.actor);
    to.nonzero(Fight::kTargetFieldNumber, event.target);
    to.nonzero(Fight::kActFieldNumber, static_cast<pb::DuelAct>(event.deed));
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
    const int bonus = duel::attack_bonus(duel::figure_of(state, event.actor), event.deed);
    to.nonzero(Fight::kAttackMultiplierFieldNumber, (event.attack - bonus) / sum);
    to.nonzero(Fight::kAttackBonusFieldNumber, bonus);
    to.nonzero(Fight::kDefenceMultiplierFieldNumber, event.defence / event.defence_roll);
  }
  static void write(const duel::Death& event, MessageWriter& to) {
    const MessageWriter::Nested death(to, pb::DuelEvent::kDeathFieldNumber);
    to.nonzero(pb::DuelDeath::kDragonFieldNumber, event.dragon);
  }
  static void write(const duel::GameWon& event, MessageWriter& to) {
    const MessageWriter::Nested game(to, pb::DuelEvent::kGameFieldNumber);
    to.nonzero(pb::DuelGameEnd::kGameFieldNumber, event.game);
    to.nonzero(pb::DuelGameEnd::kWinnerFieldNumber, event.winner);
  }
  static void write(const duel::MatchWon& event, MessageWriter& to) {
    const MessageWriter::Nested match(to, pb::DuelEvent::kMatchFieldNumber);
    to.nonzero(pb::DuelMatchEnd::kWinnerFieldNumber, event.winner);
  }

  // --- Sentences ---

  static pb::DuelPhrase phrase_of(duel::Deed deed) {
    switch (deed) {
      case duel::Deed::dragon:
        return pb::DUEL_PHRASE_CHOOSE_DRAGON;
      case duel::Deed::claw:
        return pb::DUEL_PHRASE_CLAW;
      case duel::Deed::tail:
        return pb::DUEL_PHRASE_TAIL_WHIP;
      case duel::Deed::fire:
        return pb::DUEL_PHRASE_BREATH;
      case duel::Deed::wait:
        break;
    }
    return pb::DUEL_PHRASE_WAIT;
  }

  static void say(const duel::State& state, rules::Seat /*seat*/, const duel::Action& action, MessageWriter& to) {
    to.number(pb::Sentence::kDuelFieldNumber, phrase_of(action.deed));
    const MessageWriter::Packed arguments(to, pb::Sentence::kArgumentsFieldNumber);
    if (action.deed == duel::Deed::dragon) return arguments.add_signed(action.dragon);
    if (action.deed == duel::Deed::wait) return arguments.add_signed(1);  // D-17
    const int cost = duel::cost_of(action.deed);
    arguments.add_signed(action.target);
    arguments.add_signed(cost);
    arguments.add_signed(std::max(0, state.dragons[state.actor].energy - cost));  // D-20
  }

  static void place(const duel::State& state, rules::Seat /*seat*/, const duel::Action& action, PlaceWriter& on) {
    const bool own = action.deed == duel::Deed::dragon || action.deed == duel::Deed::wait;
    on.thing(pb::DuelView::kDragonsFieldNumber, own ? state.actor : action.target);
    on.group(static_cast<std::uint32_t>(phrase_of(action.deed)));
  }

  static void explain(const rules::Fault& fault, MessageWriter& to) {
    using enum duel::Reason;
    const auto reason = static_cast<duel::Reason>(fault.reason);
    const int offset =
        reason < match_over ? pb::DUEL_PHRASE_OPTION_RANGE : pb::DUEL_PHRASE_MATCH_OVER - static_cast<int>(match_over);
    to.number(pb::Sentence::kDuelFieldNumber, offset + static_cast<int>(reason));
    const MessageWriter::Packed arguments(to, pb::Sentence::kArgumentsFieldNumber);
    for (std::size_t i = 0; i < fault.arguments.size(); ++i) {
      std::int32_t argument = fault.arguments[i];
      if (i == 0 && (reason == option_out_of_range || reason == option_not_in_mode || reason == list_of_wrong_length)) {
        argument = field_of(argument);
      }
      if (i == 1 && reason == option_not_in_mode) ++argument;  // DuelMode counts from 1
      arguments.add_signed(argument);
    }
  }
};

// explain() counts on these: the phrases follow the order of the rules' reasons.
static_assert(static_cast<int>(duel::Reason::owner_of_both_teams) ==
              pb::DUEL_PHRASE_OWNER_OF_BOTH - pb::DUEL_PHRASE_OPTION_RANGE);
static_assert(static_cast<int>(duel::Reason::energy_full) - static_cast<int>(duel::Reason::match_over) ==
              pb::DUEL_PHRASE_FULL_ENERGY - pb::DUEL_PHRASE_MATCH_OVER);
static_assert(static_cast<int>(duel::Deed::claw) == pb::DUEL_ACT_CLAW);
static_assert(static_cast<int>(duel::Deed::wait) == pb::DUEL_ACT_WAIT);

}  // namespace

const GameKind& duel_game() {
  static const Kind<DuelWire> kind;
  return kind;
}

}  // namespace wyrmhall::server
