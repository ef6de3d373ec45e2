#include "server/games/duel.h"

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

  static void write_action(const duel::Action& action, pb::GameAction& message) {
    pb::DuelAction& to = *message.mutable_duel();
    switch (action.deed) {
      case duel::Deed::dragon:
        to.set_dragon(action.dragon);
        break;
      case duel::Deed::claw:
        to.set_claw(action.target);
        break;
      case duel::Deed::tail:
        to.set_tail_whip(action.target);
        break;
      case duel::Deed::fire:
        to.set_breath(action.target);
        break;
      case duel::Deed::wait:
        to.set_wait(true);
        break;
    }
  }

  // --- The view ---

  static int or_none(std::uint8_t index) { return index == duel::kNobody ? -1 : index; }

  static void write_view(const duel::State* before, const duel::State& now, pb::GameView& message) {
    pb::DuelView& view = *message.mutable_duel();
    const auto changed = [&](auto get) { return before == nullptr || get(*before) != get(now); };
    if (before == nullptr) {
      view.set_mode(static_cast<pb::DuelMode>(static_cast<int>(now.setup.mode) + 1));
      view.set_match_games(now.setup.match_games);
      view.set_abilities(now.setup.abilities);
    }
    if (changed([](const auto& s) { return s.phase; })) {
      view.set_phase(static_cast<pb::DuelPhase>(static_cast<int>(now.phase) + 1));
    }
    if (changed([](const auto& s) { return s.actor; })) view.set_actor(or_none(now.actor));
    if (changed([](const auto& s) { return s.round; })) view.set_round(now.round);
    if (changed([](const auto& s) { return s.order; })) view.set_order(std::string(now.order.begin(), now.order.end()));
    if (changed([](const auto& s) { return s.game; })) view.set_game(now.game);
    if (changed([](const auto& s) { return s.first; })) view.set_first(or_none(now.first));
    if (changed([](const auto& s) { return s.game_winner; })) view.set_game_winner(or_none(now.game_winner));
    if (changed([](const auto& s) { return s.winner; })) view.set_winner(or_none(now.winner));
    for (std::uint32_t i = 0; i < now.setup.dragons; ++i) {
      const duel::Dragon& dragon = now.dragons[i];
      if (changed([i](const auto& s) { return std::tie(s.dragons[i].side, s.dragons[i].seat, s.dragons[i].dragon); })) {
        pb::DuelDragon& to = (*view.mutable_dragons())[i];
        to.set_side(dragon.side);
        to.set_seat(or_none(dragon.seat));
        to.set_dragon(dragon.dragon);
        to.set_claw_dice(dice_of(now, i, duel::Deed::claw));
        to.set_tail_whip_dice(dice_of(now, i, duel::Deed::tail));
        to.set_breath_dice(dice_of(now, i, duel::Deed::fire));
      }
      if (changed([i](const auto& s) { return s.dragons[i].health; })) (*view.mutable_health())[i] = dragon.health;
      if (changed([i](const auto& s) { return s.dragons[i].energy; })) (*view.mutable_energy())[i] = dragon.energy;
    }
    for (std::uint32_t side = 0; side < now.setup.sides; ++side) {
      if (changed([side](const auto& s) { return s.wins[side]; })) (*view.mutable_wins())[side] = now.wins[side];
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
                                 pb::GameEvent& message) {
    pb::DuelChosen& chosen = *message.mutable_duel()->mutable_chosen();
    chosen.set_actor(before.actor);
    chosen.set_dragon(action.dragon);
  }

  static void write_event(const duel::Event& event, pb::GameEvent& message) {
    std::visit([&](const auto& e) { write(e, *message.mutable_duel()); }, event);
  }

  static void write(const duel::Initiative& event, pb::DuelEvent& to) {
    for (const auto& roll : event.rolls) {
      to.mutable_initiative()->add_contenders(roll.contender);
      to.mutable_initiative()->add_values(roll.value);
    }
  }
  static void write(const duel::Round& event, pb::DuelEvent& to) {
    to.mutable_round()->set_round(event.round);
    for (const auto dragon : event.order) to.mutable_round()->add_order(dragon);
  }
  static void write(const duel::EnemyDie& event, pb::DuelEvent& to) {
    to.mutable_d4()->set_actor(event.actor);
    to.mutable_d4()->set_roll(event.roll);
  }
  static void write(const duel::Waited& event, pb::DuelEvent& to) {
    to.mutable_wait()->set_actor(event.actor);
    to.mutable_wait()->set_energy(event.energy);
  }
  static void write(const duel::Fight& event, pb::DuelEvent& to) {
    pb::DuelFight& fight = *to.mutable_fight();
    fight.set_actor(event.actor);
    fight.set_target(event.target);
    fight.set_act(static_cast<pb::DuelAct>(event.deed));
    for (const auto value : event.rolls) fight.add_dice(value);
    fight.add_dice(event.defence_roll);
    fight.set_attack(event.attack);
    fight.set_defence(event.defence);
    fight.set_result(static_cast<pb::DuelFightResult>(static_cast<int>(event.result) + 1));
    fight.set_damage(event.damage);
    fight.set_energy_lost(event.energy_lost);
    fight.set_health_lost(event.health_lost);
  }
  static void write(const duel::Death& event, pb::DuelEvent& to) { to.mutable_death()->set_dragon(event.dragon); }
  static void write(const duel::GameWon& event, pb::DuelEvent& to) {
    to.mutable_game()->set_game(event.game);
    to.mutable_game()->set_winner(event.winner);
  }
  static void write(const duel::MatchWon& event, pb::DuelEvent& to) { to.mutable_match()->set_winner(event.winner); }

  // --- Sentences ---

  static void sit_on(pb::Choice& choice, std::uint32_t dragon) {
    pb::Thing& thing = *choice.add_on();
    thing.add_path(pb::DuelView::kDragonsFieldNumber);
    thing.add_path(dragon);
  }

  static void describe(const duel::State& state, rules::Seat /*seat*/, const duel::Action& action, pb::Choice& choice) {
    pb::Sentence& sentence = *choice.mutable_sentence();
    const auto group = [&](pb::DuelPhrase phrase) {
      sentence.set_duel(phrase);
      choice.set_group(static_cast<std::uint32_t>(phrase));
    };
    switch (action.deed) {
      case duel::Deed::dragon:
        group(pb::DUEL_PHRASE_CHOOSE_DRAGON);
        sentence.add_arguments(action.dragon);
        sit_on(choice, state.actor);
        return;
      case duel::Deed::wait:
        group(pb::DUEL_PHRASE_WAIT);
        sentence.add_arguments(1);  // D-17
        sit_on(choice, state.actor);
        return;
      case duel::Deed::claw:
        group(pb::DUEL_PHRASE_CLAW);
        break;
      case duel::Deed::tail:
        group(pb::DUEL_PHRASE_TAIL_WHIP);
        break;
      case duel::Deed::fire:
        group(pb::DUEL_PHRASE_BREATH);
        break;
    }
    const int cost = duel::cost_of(action.deed);
    sentence.add_arguments(action.target);
    sentence.add_arguments(cost);
    sentence.add_arguments(std::max(0, state.dragons[state.actor].energy - cost));  // D-20
    sit_on(choice, action.target);
  }

  static void explain(const rules::Fault& fault, pb::Sentence& sentence) {
    using enum duel::Reason;
    const auto reason = static_cast<duel::Reason>(fault.reason);
    const int offset =
        reason < match_over ? pb::DUEL_PHRASE_OPTION_RANGE : pb::DUEL_PHRASE_MATCH_OVER - static_cast<int>(match_over);
    sentence.set_duel(static_cast<pb::DuelPhrase>(offset + static_cast<int>(reason)));
    for (std::size_t i = 0; i < fault.arguments.size(); ++i) {
      std::int32_t argument = fault.arguments[i];
      if (i == 0 && (reason == option_out_of_range || reason == option_not_in_mode || reason == list_of_wrong_length)) {
        argument = field_of(argument);
      }
      if (i == 1 && reason == option_not_in_mode) ++argument;  // DuelMode counts from 1
      sentence.add_arguments(argument);
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
