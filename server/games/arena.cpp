#include "server/games/arena.h"

#include "rules/arena/notation.h"
#include "rules/arena/rules.h"
#include "server/frames.h"
#include "server/games/adapter.h"

namespace wyrmhall::server {
namespace {

namespace arena = rules::arena;

// Views, options and actions as protocol/wyrmhall/v1/arena.proto has them.
struct ArenaWire {
  using Game = arena::Game;
  static constexpr std::uint32_t kSeatsLeast = 1;
  static constexpr std::uint32_t kSeatsMost = 2;

  // --- Options ---

  static std::optional<pb::Refusal> read_options(const pb::GameOptions& message, arena::Options& options) {
    if (!message.has_arena()) return refuse(pb::REFUSAL_CODE_GAME_UNKNOWN, "the options are for no game", "options");
    const pb::ArenaOptions& from = message.arena();
    if (!pb::ArenaPlacement_IsValid(from.placement())) {
      return refuse(pb::REFUSAL_CODE_OPTIONS_INVALID, "there is no such placement", "placement");
    }
    if (!pb::ArenaDifficulty_IsValid(from.difficulty())) {
      return refuse(pb::REFUSAL_CODE_OPTIONS_INVALID, "there is no such difficulty", "difficulty");
    }
    if (from.placement() != pb::ARENA_PLACEMENT_UNSPECIFIED) {
      options.placement = static_cast<arena::Placement>(from.placement() - 1);
    }
    if (from.difficulty() != pb::ARENA_DIFFICULTY_UNSPECIFIED) {
      options.difficulty = static_cast<arena::Difficulty>(from.difficulty() - 1);
    }
    const auto number = [](std::uint32_t value) {
      return static_cast<int>(std::min(value, 1U << 20U));  // far out of every range, and an int
    };
    if (from.has_nuggets()) options.nuggets = number(from.nuggets());
    if (from.has_max_duels()) options.max_duels = number(from.max_duels());
    if (from.has_fire_seat()) options.fire_seat = number(from.fire_seat());
    options.master = from.master();
    options.solo = from.solo();
    return std::nullopt;
  }

  static void write_options(const arena::Options& options, pb::GameOptions& message) {
    pb::ArenaOptions& to = *message.mutable_arena();
    const auto number = [](int value) { return static_cast<std::uint32_t>(value); };
    to.set_placement(placement_of(options.placement));
    to.set_master(options.master);
    to.set_nuggets(number(options.nuggets));
    to.set_max_duels(number(arena::duels_of(options)));
    to.set_fire_seat(number(options.fire_seat));
    to.set_solo(options.solo);
    // Without effect elsewhere: two sets of options that mean the same match are then the same message.
    if (options.solo) to.set_difficulty(difficulty_of(options.difficulty));
  }

  static pb::ArenaPlacement placement_of(arena::Placement placement) {
    return static_cast<pb::ArenaPlacement>(static_cast<int>(placement) + 1);
  }
  static pb::ArenaDifficulty difficulty_of(arena::Difficulty difficulty) {
    return static_cast<pb::ArenaDifficulty>(static_cast<int>(difficulty) + 1);
  }

  // Field numbers of ArenaOptions by the rules' own numbering.
  static int field_of(std::int32_t option) {
    switch (static_cast<arena::Option>(option)) {
      case arena::Option::placement:
        return pb::ArenaOptions::kPlacementFieldNumber;
      case arena::Option::master:
        return pb::ArenaOptions::kMasterFieldNumber;
      case arena::Option::nuggets:
        return pb::ArenaOptions::kNuggetsFieldNumber;
      case arena::Option::max_duels:
        return pb::ArenaOptions::kMaxDuelsFieldNumber;
      case arena::Option::fire_seat:
        return pb::ArenaOptions::kFireSeatFieldNumber;
      case arena::Option::solo:
        return pb::ArenaOptions::kSoloFieldNumber;
      case arena::Option::difficulty:
        return pb::ArenaOptions::kDifficultyFieldNumber;
    }
    return 0;
  }

  // Names the option that a Fault is about, with what was given and what is allowed.
  static void name_option(const rules::Fault& fault, pb::Refusal& refusal) {
    const auto reason = static_cast<arena::Reason>(fault.reason);
    if (reason == arena::Reason::option_out_of_range) {
      refusal.set_given(fault.arguments[1]);
      refusal.set_lowest(fault.arguments[2]);
      refusal.set_highest(fault.arguments[3]);
    }
    const auto* field = pb::ArenaOptions::descriptor()->FindFieldByNumber(field_of(fault.arguments[0]));
    if (field == nullptr) return;
    refusal.set_field(field->name());
    refusal.set_detail(fmt::format("option {} is refused by rule {}", field->name(), fault.rule));
  }

  // --- Actions ---

  static std::optional<arena::Action> read_action(const pb::GameAction& message) {
    const pb::ArenaAction& from = message.arena();
    if (has_own_unknown_fields(message) || has_own_unknown_fields(from)) return std::nullopt;
    const auto small = [](std::uint32_t value) { return static_cast<std::uint8_t>(std::min(value, 254U)); };
    arena::Action action;
    switch (from.action_case()) {
      case pb::ArenaAction::kAllocate:
        if (from.allocate().size() != action.powers.size()) return std::nullopt;
        std::ranges::transform(from.allocate(), action.powers.begin(),
                               [](char power) { return static_cast<std::uint8_t>(power); });
        action.deed = arena::Deed::allocate;
        return action;
      case pb::ArenaAction::kPair:
        return arena::Action{.deed = arena::Deed::pair, .power = small(from.pair())};
      case pb::ArenaAction::kPlace:
        if (has_own_unknown_fields(from.place())) return std::nullopt;
        return arena::Action{
            .deed = arena::Deed::place, .square = small(from.place().square()), .power = small(from.place().power())};
      case pb::ArenaAction::kEliminate:
        if (has_own_unknown_fields(from.eliminate())) return std::nullopt;
        return arena::Action{.deed = arena::Deed::eliminate,
                             .square = small(from.eliminate().from()),
                             .to = small(from.eliminate().to())};
      case pb::ArenaAction::kModify:
        if (has_own_unknown_fields(from.modify())) return std::nullopt;
        return arena::Action{.deed = arena::Deed::modify,
                             .square = small(from.modify().square()),
                             .power = small(from.modify().power())};
      case pb::ArenaAction::kTrigger:
        if (has_own_unknown_fields(from.trigger())) return std::nullopt;
        action = {.deed = arena::Deed::trigger, .square = small(from.trigger().target())};
        if (from.trigger().has_to()) action.to = small(from.trigger().to());
        return action;
      case pb::ArenaAction::ACTION_NOT_SET:
        return std::nullopt;
    }
    return std::nullopt;
  }

  static void write_action(const arena::Action& action, pb::GameAction& message) {
    pb::ArenaAction& to = *message.mutable_arena();
    switch (action.deed) {
      case arena::Deed::allocate:
        to.set_allocate(std::string(action.powers.begin(), action.powers.end()));
        break;
      case arena::Deed::pair:
        to.set_pair(action.power);
        break;
      case arena::Deed::place:
        to.mutable_place()->set_power(action.power);
        to.mutable_place()->set_square(action.square);
        break;
      case arena::Deed::eliminate:
        to.mutable_eliminate()->set_from(action.square);
        to.mutable_eliminate()->set_to(action.to);
        break;
      case arena::Deed::modify:
        to.mutable_modify()->set_square(action.square);
        to.mutable_modify()->set_power(action.power);
        break;
      case arena::Deed::trigger:
        to.mutable_trigger()->set_target(action.square);
        if (action.to != arena::kNowhere) to.mutable_trigger()->set_to(action.to);
        break;
    }
  }

  // --- The view ---

  static int or_none(arena::Species species) {
    return species == arena::Species::none ? -1 : static_cast<int>(species);
  }
  static std::uint32_t key(arena::Species species) { return static_cast<std::uint32_t>(species); }

  static void write_view(const arena::State* before, const arena::State& now, pb::GameView& message) {
    pb::ArenaView& view = *message.mutable_arena();
    const auto changed = [&](auto get) { return before == nullptr || get(*before) != get(now); };
    if (before == nullptr) write_setup(now.setup, view);
    if (changed([](const auto& s) { return s.phase; })) {
      view.set_phase(static_cast<pb::ArenaPhase>(static_cast<int>(now.phase) + 1));
    }
    if (changed([](const auto& s) { return s.starter; })) view.set_starter(or_none(now.starter));
    if (changed([](const auto& s) { return s.to_move; })) view.set_to_move(or_none(now.to_move));
    if (changed([](const auto& s) { return s.duel; })) view.set_duel(now.duel);
    if (changed([](const auto& s) { return s.turn; })) view.set_turn(now.turn);
    if (changed([](const auto& s) { return s.stall; })) view.set_stall(now.stall);
    if (changed([](const auto& s) { return s.winner; })) view.set_winner(or_none(now.winner));
    for (std::uint32_t square = 0; square < arena::kSquares; ++square) {
      if (!changed([square](const auto& s) { return s.board[square]; })) continue;
      pb::ArenaDie& to = (*view.mutable_board())[square];
      const arena::Die& die = now.board[square];
      if (die.species == arena::Species::none) continue;
      to.set_species(key(die.species));
      to.set_power(die.power);
      to.set_field(die.field);
    }
    for (const arena::Species species : arena::kSpecies) {
      const std::size_t i = arena::index(species);
      if (changed([i](const auto& s) { return s.nuggets[i]; })) {
        (*view.mutable_nuggets())[key(species)] = now.nuggets[i];
      }
      if (!changed([i](const auto& s) { return s.pool[i]; })) continue;
      pb::ArenaPool& to = (*view.mutable_pools())[key(species)];
      const arena::Pool& pool = now.pool[i];
      to.set_hidden(arena::is_hidden(pool));
      if (!arena::is_hidden(pool)) to.set_powers(std::string(pool.begin(), pool.end()));
    }
    for (std::size_t i = before == nullptr ? 0 : before->results.size(); i < now.results.size(); ++i) {
      write(now.results[i], (*view.mutable_results())[now.results[i].duel]);
    }
  }

  static void write_setup(const arena::Setup& setup, pb::ArenaView& view) {
    for (const arena::Species species : arena::kSpecies) {
      (*view.mutable_seats())[key(species)] = arena::seat_of(setup, species);
    }
    view.set_placement(placement_of(setup.placement));
    view.set_master(setup.master);
    view.set_solo(setup.solo);
    view.set_difficulty(difficulty_of(setup.difficulty));
    view.set_nuggets_needed(setup.nuggets);
    view.set_max_duels(setup.max_duels);
    view.set_allocation_sum(setup.placement == arena::Placement::big ? arena::kBigSum : 0);
    view.set_opponent(setup.solo ? or_none(arena::other(arena::species_of(setup, 0))) : -1);
  }

  static void write(const arena::DuelResult& result, pb::ArenaDuelResult& to) {
    to.set_duel(result.duel);
    to.set_reason(static_cast<pb::ArenaDuelEnd>(static_cast<int>(result.reason) + 1));
    to.set_turns(result.turns);
    for (const std::size_t i : {0U, 1U}) {
      to.add_power(result.power[i]);
      to.add_left(result.left[i]);
      to.add_score(result.score[i]);
    }
    to.set_winner(or_none(result.winner));
    if (result.auto_loss) to.set_auto_loss(*result.auto_loss);
  }

  // --- Events ---

  // The rules tell only of what follows from a decision; whoever listens wants to hear of the decision too.
  static bool tells_action(const arena::Action& /*action*/) { return true; }

  static void write_action_event(const arena::State& before, rules::Seat seat, const arena::Action& action,
                                 pb::GameEvent& message) {
    pb::ArenaEvent& to = *message.mutable_arena();
    const std::uint32_t species =
        key(before.phase == arena::Phase::allocate ? arena::species_of(before.setup, seat) : before.to_move);
    const auto power_on = [&](std::uint8_t square) { return before.board[square].power; };
    switch (action.deed) {
      case arena::Deed::allocate:
        to.mutable_committed()->set_species(species);  // what was committed is for the reveal to tell
        break;
      case arena::Deed::pair:
        to.mutable_paired()->set_species(species);
        to.mutable_paired()->set_low(action.power);
        break;
      case arena::Deed::place:
        to.mutable_placed()->set_species(species);
        to.mutable_placed()->set_power(action.power);
        to.mutable_placed()->set_square(action.square);
        break;
      case arena::Deed::eliminate: {
        pb::ArenaAttacked& attacked = *to.mutable_attacked();
        attacked.set_species(species);
        attacked.set_from(action.square);
        attacked.set_to(action.to);
        attacked.set_power(power_on(action.square));
        attacked.set_target_power(power_on(action.to));
        break;
      }
      case arena::Deed::modify: {
        pb::ArenaModified& modified = *to.mutable_modified();
        modified.set_species(species);
        modified.set_square(action.square);
        modified.set_before(power_on(action.square));
        modified.set_power(action.power);
        break;
      }
      case arena::Deed::trigger: {
        pb::ArenaTriggered& triggered = *to.mutable_triggered();
        triggered.set_species(species);
        triggered.set_target(action.square);
        triggered.set_before(power_on(action.square));
        triggered.set_power(static_cast<std::uint32_t>(weakened(before, action)));
        if (action.to != arena::kNowhere) triggered.set_to(action.to);
        break;
      }
    }
  }

  // What the target's power becomes; 0 if it is eliminated.
  static int weakened(const arena::State& state, const arena::Action& action) {
    return std::max(0, state.board[action.square].power - arena::strength_of(state.to_move));
  }

  static void write_event(const arena::Event& event, pb::GameEvent& message) {
    std::visit([&](const auto& e) { write(e, *message.mutable_arena()); }, event);
  }

  static void write(const arena::Lots& event, pb::ArenaEvent& to) { to.mutable_lots()->set_roll(event.roll); }
  static void write(const arena::Started& event, pb::ArenaEvent& to) {
    to.mutable_starter()->set_species(key(event.species));
  }
  static void write(const arena::Reveal& event, pb::ArenaEvent& to) {
    const auto [fire, ice] = event.powers;
    to.mutable_revealed()->set_fire(std::string(fire.begin(), fire.end()));
    to.mutable_revealed()->set_ice(std::string(ice.begin(), ice.end()));
  }
  static void write(const arena::Eliminated& event, pb::ArenaEvent& to) {
    to.mutable_eliminated()->set_square(event.square);
  }
  static void write(const arena::DuelEnded& event, pb::ArenaEvent& to) { write(event.result, *to.mutable_duel()); }
  static void write(const arena::Supremacy& event, pb::ArenaEvent& to) {
    to.mutable_supremacy()->set_winner(or_none(event.winner));
  }

  // --- Sentences ---

  static void sit_on(pb::Choice& choice, std::uint32_t field, std::uint32_t entry) {
    pb::Thing& thing = *choice.add_on();
    thing.add_path(field);
    thing.add_path(entry);
  }

  static void describe(const arena::State& state, rules::Seat seat, const arena::Action& action, pb::Choice& choice) {
    pb::Sentence& sentence = *choice.mutable_sentence();
    const auto say = [&](pb::ArenaPhrase phrase, std::initializer_list<int> arguments) {
      sentence.set_arena(phrase);
      choice.set_group(static_cast<std::uint32_t>(phrase));
      for (const int argument : arguments) sentence.add_arguments(argument);
    };
    const auto on_square = [&](std::uint32_t square) { sit_on(choice, pb::ArenaView::kBoardFieldNumber, square); };
    const auto on_pool = [&](arena::Species species) {
      sit_on(choice, pb::ArenaView::kPoolsFieldNumber, key(species));
    };
    switch (action.deed) {
      case arena::Deed::allocate:
        say(pb::ARENA_PHRASE_ALLOCATE, {});
        return on_pool(arena::species_of(state.setup, seat));
      case arena::Deed::pair:
        say(pb::ARENA_PHRASE_PAIR, {action.power, arena::kMostPower + 1 - action.power});
        return on_pool(state.to_move);
      case arena::Deed::place:
        say(pb::ARENA_PHRASE_PLACE, {action.power, action.square});
        return on_square(action.square);
      case arena::Deed::eliminate:
        say(pb::ARENA_PHRASE_ELIMINATE,
            {action.square, action.to, state.board[action.square].power, state.board[action.to].power});
        on_square(action.square);
        return on_square(action.to);
      case arena::Deed::modify:
        say(pb::ARENA_PHRASE_MODIFY, {action.square, state.board[action.square].power, action.power});
        return on_square(action.square);
      case arena::Deed::trigger:
        break;
    }
    const int now = state.board[action.square].power;
    if (state.to_move == arena::Species::fire) {
      say(pb::ARENA_PHRASE_COMBUSTION, {action.square, now, weakened(state, action)});
    } else {
      const int to = action.to == arena::kNowhere ? -1 : action.to;
      say(pb::ARENA_PHRASE_BLIZZARD, {action.square, now, weakened(state, action), to});
    }
    on_square(action.square);
    if (action.to != arena::kNowhere) on_square(action.to);
  }

  static void explain(const rules::Fault& fault, pb::Sentence& sentence) {
    using enum arena::Reason;
    const auto reason = static_cast<arena::Reason>(fault.reason);
    const int offset = reason < match_over ? pb::ARENA_PHRASE_OPTION_RANGE
                                           : pb::ARENA_PHRASE_MATCH_OVER - static_cast<int>(match_over);
    sentence.set_arena(static_cast<pb::ArenaPhrase>(offset + static_cast<int>(reason)));
    const bool about_option = reason < match_over;
    const bool about_act = reason == wrong_phase || reason == stray_field;
    for (std::size_t i = 0; i < fault.arguments.size(); ++i) {
      std::int32_t argument = fault.arguments[i];
      if (i == 0 && about_option) argument = field_of(argument);
      if (i == 0 && about_act) ++argument;              // fields of ArenaAction count from 1
      if (i == 1 && reason == wrong_phase) ++argument;  // so does ArenaPhase
      sentence.add_arguments(argument);
    }
  }
};

// explain() counts on these: the phrases follow the order of the rules' reasons, and the acts that of their deeds.
static_assert(static_cast<int>(arena::Reason::not_in_solo) ==
              pb::ARENA_PHRASE_NOT_IN_SOLO - pb::ARENA_PHRASE_OPTION_RANGE);
static_assert(static_cast<int>(arena::Reason::no_destination) - static_cast<int>(arena::Reason::match_over) ==
              pb::ARENA_PHRASE_NO_DESTINATION - pb::ARENA_PHRASE_MATCH_OVER);
static_assert(static_cast<int>(arena::Deed::allocate) + 1 == pb::ArenaAction::kAllocateFieldNumber);
static_assert(static_cast<int>(arena::Deed::trigger) + 1 == pb::ArenaAction::kTriggerFieldNumber);

}  // namespace

const GameKind& arena_game() {
  static const Kind<ArenaWire> kind;
  return kind;
}

}  // namespace wyrmhall::server
