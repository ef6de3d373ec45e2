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
  static constexpr std::uint32_t kShortestMatch = 13;  // decisions; of 8 that bots played

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

  static void write_action(const arena::Action& action, MessageWriter& to) {
    using Act = pb::ArenaAction;
    const MessageWriter::Nested arena(to, pb::GameAction::kArenaFieldNumber);
    switch (action.deed) {
      case arena::Deed::allocate:
        return to.bytes(Act::kAllocateFieldNumber, action.powers);
      case arena::Deed::pair:
        return to.number(Act::kPairFieldNumber, action.power);
      case arena::Deed::place: {
        const MessageWriter::Nested place(to, Act::kPlaceFieldNumber);
        to.nonzero(pb::ArenaPlace::kPowerFieldNumber, action.power);
        return to.nonzero(pb::ArenaPlace::kSquareFieldNumber, action.square);
      }
      case arena::Deed::eliminate: {
        const MessageWriter::Nested eliminate(to, Act::kEliminateFieldNumber);
        to.nonzero(pb::ArenaEliminate::kFromFieldNumber, action.square);
        return to.nonzero(pb::ArenaEliminate::kToFieldNumber, action.to);
      }
      case arena::Deed::modify: {
        const MessageWriter::Nested modify(to, Act::kModifyFieldNumber);
        to.nonzero(pb::ArenaModify::kSquareFieldNumber, action.square);
        return to.nonzero(pb::ArenaModify::kPowerFieldNumber, action.power);
      }
      case arena::Deed::trigger: {
        const MessageWriter::Nested trigger(to, Act::kTriggerFieldNumber);
        to.nonzero(pb::ArenaTrigger::kTargetFieldNumber, action.square);
        if (action.to != arena::kNowhere) to.number(pb::ArenaTrigger::kToFieldNumber, action.to);
        return;
      }
    }
  }

  // --- The view ---

  static int or_none(arena::Species species) {
    return species == arena::Species::none ? -1 : static_cast<int>(species);
  }
  static std::uint32_t key(arena::Species species) { return static_cast<std::uint32_t>(species); }

  static void write_view(const arena::State* before, const arena::State& now, MessageWriter& to) {
    using View = pb::ArenaView;
    const MessageWriter::Nested arena(to, pb::GameView::kArenaFieldNumber);
    const auto changed = [&](auto get) { return before == nullptr || get(*before) != get(now); };
    if (before == nullptr) write_setup(now.setup, to);
    if (changed([](const auto& s) { return s.phase; })) {
      to.number(View::kPhaseFieldNumber, static_cast<int>(now.phase) + 1);
    }
    if (changed([](const auto& s) { return s.starter; })) {
      to.signed_number(View::kStarterFieldNumber, or_none(now.starter));
    }
    if (changed([](const auto& s) { return s.to_move; })) {
      to.signed_number(View::kToMoveFieldNumber, or_none(now.to_move));
    }
    if (changed([](const auto& s) { return s.duel; })) to.number(View::kDuelFieldNumber, now.duel);
    if (changed([](const auto& s) { return s.turn; })) to.number(View::kTurnFieldNumber, now.turn);
    if (changed([](const auto& s) { return s.stall; })) to.number(View::kStallFieldNumber, now.stall);
    if (changed([](const auto& s) { return s.winner; })) {
      to.signed_number(View::kWinnerFieldNumber, or_none(now.winner));
    }
    for (std::uint32_t square = 0; square < arena::kSquares; ++square) {
      if (!changed([square](const auto& s) { return s.board[square]; })) continue;
      const MessageWriter::Entry entry(to, View::kBoardFieldNumber, square);
      const arena::Die& die = now.board[square];
      if (die.species == arena::Species::none) continue;
      to.number(pb::ArenaDie::kSpeciesFieldNumber, key(die.species));
      to.number(pb::ArenaDie::kPowerFieldNumber, die.power);
      to.number(pb::ArenaDie::kFieldFieldNumber, die.field);
    }
    for (const arena::Species species : arena::kSpecies) {
      const std::size_t i = arena::index(species);
      if (changed([i](const auto& s) { return s.nuggets[i]; })) {
        to.entry(View::kNuggetsFieldNumber, key(species), now.nuggets[i]);
      }
      if (!changed([i](const auto& s) { return s.pool[i]; })) continue;
      const MessageWriter::Entry entry(to, View::kPoolsFieldNumber, key(species));
      const arena::Pool& pool = now.pool[i];
      to.number(pb::ArenaPool::kHiddenFieldNumber, arena::is_hidden(pool));
      if (!arena::is_hidden(pool)) to.bytes(pb::ArenaPool::kPowersFieldNumber, pool);
    }
    for (std::size_t i = before == nullptr ? 0 : before->results.size(); i < now.results.size(); ++i) {
      const MessageWriter::Entry entry(to, View::kResultsFieldNumber, now.results[i].duel);
      write_result(now.results[i], to);
    }
  }

  static void write_setup(const arena::Setup& setup, MessageWriter& to) {
    using View = pb::ArenaView;
    for (const arena::Species species : arena::kSpecies) {
      to.entry(View::kSeatsFieldNumber, key(species), arena::seat_of(setup, species));
    }
    to.number(View::kPlacementFieldNumber, placement_of(setup.placement));
    to.number(View::kMasterFieldNumber, setup.master);
    to.number(View::kSoloFieldNumber, setup.solo);
    to.number(View::kDifficultyFieldNumber, difficulty_of(setup.difficulty));
    to.number(View::kNuggetsNeededFieldNumber, setup.nuggets);
    to.number(View::kMaxDuelsFieldNumber, setup.max_duels);
    to.number(View::kAllocationSumFieldNumber, setup.placement == arena::Placement::big ? arena::kBigSum : 0);
    const auto opponent = setup.solo ? or_none(arena::other(arena::species_of(setup, 0))) : -1;
    to.signed_number(View::kOpponentFieldNumber, opponent);
  }

  static void write_result(const arena::DuelResult& result, MessageWriter& to) {
    using Result = pb::ArenaDuelResult;
    to.number(Result::kDuelFieldNumber, result.duel);
    to.number(Result::kReasonFieldNumber, static_cast<int>(result.reason) + 1);
    to.number(Result::kTurnsFieldNumber, result.turns);
    to.numbers(Result::kPowerFieldNumber, result.power);
    to.numbers(Result::kLeftFieldNumber, result.left);
    to.numbers(Result::kScoreFieldNumber, result.score);
    to.signed_number(Result::kWinnerFieldNumber, or_none(result.winner));
    if (result.auto_loss) to.number(Result::kAutoLossFieldNumber, *result.auto_loss);
  }

  // --- Events ---

  // The rules tell only of what follows from a decision; whoever listens wants to hear of the decision too.
  static bool tells_action(const arena::Action& /*action*/) { return true; }

  static void write_action_event(const arena::State& before, rules::Seat seat, const arena::Action& action,
                                 MessageWriter& to) {
    const MessageWriter::Nested arena(to, pb::GameEvent::kArenaFieldNumber);
    const std::uint32_t species =
        key(before.phase == arena::Phase::allocate ? arena::species_of(before.setup, seat) : before.to_move);
    const auto power_on = [&](std::uint8_t square) { return before.board[square].power; };
    switch (action.deed) {
      case arena::Deed::allocate: {
        const MessageWriter::Nested committed(to, pb::ArenaEvent::kCommittedFieldNumber);
        // what was committed is for the reveal to tell
        return to.nonzero(pb::ArenaCommitted::kSpeciesFieldNumber, species);
      }
      case arena::Deed::pair: {
        const MessageWriter::Nested paired(to, pb::ArenaEvent::kPairedFieldNumber);
        to.nonzero(pb::ArenaPaired::kSpeciesFieldNumber, species);
        return to.nonzero(pb::ArenaPaired::kLowFieldNumber, action.power);
      }
      case arena::Deed::place: {
        const MessageWriter::Nested placed(to, pb::ArenaEvent::kPlacedFieldNumber);
        to.nonzero(pb::ArenaPlaced::kSpeciesFieldNumber, species);
        to.nonzero(pb::ArenaPlaced::kPowerFieldNumber, action.power);
        return to.nonzero(pb::ArenaPlaced::kSquareFieldNumber, action.square);
      }
      case arena::Deed::eliminate: {
        const MessageWriter::Nested attacked(to, pb::ArenaEvent::kAttackedFieldNumber);
        to.nonzero(pb::ArenaAttacked::kSpeciesFieldNumber, species);
        to.nonzero(pb::ArenaAttacked::kFromFieldNumber, action.square);
        to.nonzero(pb::ArenaAttacked::kToFieldNumber, action.to);
        to.nonzero(pb::ArenaAttacked::kPowerFieldNumber, power_on(action.square));
        return to.nonzero(pb::ArenaAttacked::kTargetPowerFieldNumber, power_on(action.to));
      }
      case arena::Deed::modify: {
        const MessageWriter::Nested modified(to, pb::ArenaEvent::kModifiedFieldNumber);
        to.nonzero(pb::ArenaModified::kSpeciesFieldNumber, species);
        to.nonzero(pb::ArenaModified::kSquareFieldNumber, action.square);
        to.nonzero(pb::ArenaModified::kBeforeFieldNumber, power_on(action.square));
        return to.nonzero(pb::ArenaModified::kPowerFieldNumber, action.power);
      }
      case arena::Deed::trigger: {
        const MessageWriter::Nested triggered(to, pb::ArenaEvent::kTriggeredFieldNumber);
        to.nonzero(pb::ArenaTriggered::kSpeciesFieldNumber, species);
        to.nonzero(pb::ArenaTriggered::kTargetFieldNumber, action.square);
        to.nonzero(pb::ArenaTriggered::kBeforeFieldNumber, power_on(action.square));
        to.nonzero(pb::ArenaTriggered::kPowerFieldNumber, weakened(before, action));
        if (action.to != arena::kNowhere) to.number(pb::ArenaTriggered::kToFieldNumber, action.to);
        return;
      }
    }
  }

  // What the target's power becomes; 0 if it is eliminated.
  static int weakened(const arena::State& state, const arena::Action& action) {
    return std::max(0, state.board[action.square].power - arena::strength_of(state.to_move));
  }

  static void write_event(const arena::State& /*state*/, const arena::Event& event, MessageWriter& to) {
    const MessageWriter::Nested arena(to, pb::GameEvent::kArenaFieldNumber);
    std::visit([&](const auto& e) { write(e, to); }, event);
  }

  static void write(const arena::Lots& event, MessageWriter& to) {
    const MessageWriter::Nested lots(to, pb::ArenaEvent::kLotsFieldNumber);
    to.nonzero(pb::ArenaLots::kRollFieldNumber, event.roll);
  }
  static void write(const arena::Started& event, MessageWriter& to) {
    const MessageWriter::Nested starter(to, pb::ArenaEvent::kStarterFieldNumber);
    to.nonzero(pb::ArenaStarter::kSpeciesFieldNumber, key(event.species));
  }
  static void write(const arena::Reveal& event, MessageWriter& to) {
    const MessageWriter::Nested revealed(to, pb::ArenaEvent::kRevealedFieldNumber);
    const auto& [fire, ice] = event.powers;
    to.bytes(pb::ArenaRevealed::kFireFieldNumber, fire);
    to.bytes(pb::ArenaRevealed::kIceFieldNumber, ice);
  }
  static void write(const arena::Eliminated& event, MessageWriter& to) {
    const MessageWriter::Nested eliminated(to, pb::ArenaEvent::kEliminatedFieldNumber);
    to.nonzero(pb::ArenaEliminated::kSquareFieldNumber, event.square);
  }
  static void write(const arena::DuelEnded& event, MessageWriter& to) {
    const MessageWriter::Nested duel(to, pb::ArenaEvent::kDuelFieldNumber);
    write_result(event.result, to);
  }
  static void write(const arena::Supremacy& event, MessageWriter& to) {
    const MessageWriter::Nested supremacy(to, pb::ArenaEvent::kSupremacyFieldNumber);
    to.signed_nonzero(pb::ArenaSupremacy::kWinnerFieldNumber, or_none(event.winner));
  }

  // --- Sentences ---

  static pb::ArenaPhrase phrase_of(const arena::State& state, arena::Deed deed) {
    switch (deed) {
      case arena::Deed::allocate:
        return pb::ARENA_PHRASE_ALLOCATE;
      case arena::Deed::pair:
        return pb::ARENA_PHRASE_PAIR;
      case arena::Deed::place:
        return pb::ARENA_PHRASE_PLACE;
      case arena::Deed::eliminate:
        return pb::ARENA_PHRASE_ELIMINATE;
      case arena::Deed::modify:
        return pb::ARENA_PHRASE_MODIFY;
      case arena::Deed::trigger:
        break;
    }
    return state.to_move == arena::Species::fire ? pb::ARENA_PHRASE_COMBUSTION : pb::ARENA_PHRASE_BLIZZARD;
  }

  static void say(const arena::State& state, rules::Seat /*seat*/, const arena::Action& action, MessageWriter& to) {
    to.number(pb::Sentence::kArenaFieldNumber, phrase_of(state, action.deed));
    const MessageWriter::Packed list(to, pb::Sentence::kArgumentsFieldNumber);
    const auto arguments = [&list](auto... values) { (list.add_signed(values), ...); };
    const auto power_on = [&](std::uint8_t square) { return state.board[square].power; };
    switch (action.deed) {
      case arena::Deed::allocate:
        return;
      case arena::Deed::pair:
        return arguments(action.power, arena::kMostPower + 1 - action.power);
      case arena::Deed::place:
        return arguments(action.power, action.square);
      case arena::Deed::eliminate:
        return arguments(action.square, action.to, power_on(action.square), power_on(action.to));
      case arena::Deed::modify:
        return arguments(action.square, power_on(action.square), action.power);
      case arena::Deed::trigger:
        break;
    }
    arguments(action.square, power_on(action.square), weakened(state, action));
    if (state.to_move != arena::Species::fire) arguments(action.to == arena::kNowhere ? -1 : action.to);
  }

  static void place(const arena::State& state, rules::Seat seat, const arena::Action& action, PlaceWriter& on) {
    const auto pool = [&](arena::Species species) { on.thing(pb::ArenaView::kPoolsFieldNumber, key(species)); };
    const auto square = [&](std::uint8_t number) { on.thing(pb::ArenaView::kBoardFieldNumber, number); };
    switch (action.deed) {
      case arena::Deed::allocate:
        pool(arena::species_of(state.setup, seat));
        break;
      case arena::Deed::pair:
        pool(state.to_move);
        break;
      case arena::Deed::place:
      case arena::Deed::modify:
        square(action.square);
        break;
      case arena::Deed::eliminate:
        square(action.square);
        square(action.to);
        break;
      case arena::Deed::trigger:
        square(action.square);
        if (action.to != arena::kNowhere) square(action.to);
        break;
    }
    on.group(static_cast<std::uint32_t>(phrase_of(state, action.deed)));
  }

  static void explain(const rules::Fault& fault, MessageWriter& to) {
    using enum arena::Reason;
    const auto reason = static_cast<arena::Reason>(fault.reason);
    const int offset = reason < match_over ? pb::ARENA_PHRASE_OPTION_RANGE
                                           : pb::ARENA_PHRASE_MATCH_OVER - static_cast<int>(match_over);
    to.number(pb::Sentence::kArenaFieldNumber, offset + static_cast<int>(reason));
    const MessageWriter::Packed arguments(to, pb::Sentence::kArgumentsFieldNumber);
    const bool about_option = reason < match_over;
    const bool about_act = reason == wrong_phase || reason == stray_field;
    for (std::size_t i = 0; i < fault.arguments.size(); ++i) {
      std::int32_t argument = fault.arguments[i];
      if (i == 0 && about_option) argument = field_of(argument);
      if (i == 0 && about_act) ++argument;              // fields of ArenaAction count from 1
      if (i == 1 && reason == wrong_phase) ++argument;  // so does ArenaPhase
      arguments.add_signed(argument);
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
