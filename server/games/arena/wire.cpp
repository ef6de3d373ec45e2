#include "rules/arena/notation.h"
#include "rules/arena/rules.h"
#include "server/games/adapter.h"
#include "server/games/described.h"
#include "server/games/option_fields.h"
#include "server/games/registry.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {
namespace {

namespace arena = rules::arena;

// Views, options and actions as protocol/wyrmhall/v1/arena.proto has them.
struct ArenaWire {
  using Game = arena::Game;
  static constexpr std::uint32_t kMinPlayers = 1;
  static constexpr std::uint32_t kMaxPlayers = 2;
  static constexpr std::uint32_t kMinDecisions = 13;  // decisions; of 8 that bots played
  static constexpr std::uint32_t kMaxMoves = 20000;   // two hundred duels

  // --- Options ---

  static std::optional<pb::Refusal> read_options(const pb::GameOptions& message, arena::Options& options) {
    if (!message.has_arena()) return refuse(pb::REFUSAL_CODE_GAME_UNKNOWN, "the options are for no game", "options");
    return read_option_fields(message.arena(), options);
  }

  static void write_options(arena::Options options, pb::GameOptions& message) {
    options.max_duels = arena::duels_of(options);
    const auto is_used = [&](std::size_t option) {
      return arena::is_used(options, static_cast<arena::Option>(option));
    };
    write_option_fields(options, is_used, *message.mutable_arena());
  }

  static pb::ArenaPlacement placement_of(arena::Placement placement) {
    return static_cast<pb::ArenaPlacement>(static_cast<int>(placement) + 1);
  }
  static pb::ArenaDifficulty difficulty_of(arena::Difficulty difficulty) {
    return static_cast<pb::ArenaDifficulty>(static_cast<int>(difficulty) + 1);
  }

  // Names the option that a Fault is about, with what was given and what is allowed.
  static void name_option(const rules::Fault& fault, pb::Refusal& refusal) {
    if (static_cast<arena::Reason>(fault.reason) == arena::Reason::option_range) {
      refusal.set_given(fault.arguments[1]);
      refusal.set_lowest(fault.arguments[2]);
      refusal.set_highest(fault.arguments[3]);
    }
    server::name_option<arena::Options, pb::ArenaOptions>(refusal, fault.arguments[0]);
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
        action.kind = arena::ActionKind::allocate;
        return action;
      case pb::ArenaAction::kPair:
        return arena::Action{.kind = arena::ActionKind::pair, .power = small(from.pair())};
      case pb::ArenaAction::kPlace:
        if (has_own_unknown_fields(from.place())) return std::nullopt;
        return arena::Action{.kind = arena::ActionKind::place,
                             .square = small(from.place().square()),
                             .power = small(from.place().power())};
      case pb::ArenaAction::kEliminate:
        if (has_own_unknown_fields(from.eliminate())) return std::nullopt;
        return arena::Action{.kind = arena::ActionKind::eliminate,
                             .square = small(from.eliminate().from()),
                             .to = small(from.eliminate().to())};
      case pb::ArenaAction::kModify:
        if (has_own_unknown_fields(from.modify())) return std::nullopt;
        return arena::Action{.kind = arena::ActionKind::modify,
                             .square = small(from.modify().square()),
                             .power = small(from.modify().power())};
      case pb::ArenaAction::kTrigger:
        if (has_own_unknown_fields(from.trigger())) return std::nullopt;
        action = {.kind = arena::ActionKind::trigger, .square = small(from.trigger().target())};
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
    switch (action.kind) {
      case arena::ActionKind::allocate:
        return to.bytes(Act::kAllocateFieldNumber, action.powers);
      case arena::ActionKind::pair:
        return to.number(Act::kPairFieldNumber, action.power);
      case arena::ActionKind::place: {
        const MessageWriter::Nested place(to, Act::kPlaceFieldNumber);
        to.nonzero(pb::ArenaPlace::kPowerFieldNumber, action.power);
        return to.nonzero(pb::ArenaPlace::kSquareFieldNumber, action.square);
      }
      case arena::ActionKind::eliminate: {
        const MessageWriter::Nested eliminate(to, Act::kEliminateFieldNumber);
        to.nonzero(pb::ArenaEliminate::kFromFieldNumber, action.square);
        return to.nonzero(pb::ArenaEliminate::kToFieldNumber, action.to);
      }
      case arena::ActionKind::modify: {
        const MessageWriter::Nested modify(to, Act::kModifyFieldNumber);
        to.nonzero(pb::ArenaModify::kSquareFieldNumber, action.square);
        return to.nonzero(pb::ArenaModify::kPowerFieldNumber, action.power);
      }
      case arena::ActionKind::trigger: {
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
    write_changed_fields<View>(before, now, to);
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
      if (!changed([i](const auto& s) { return s.pool[i]; })) continue;
      const MessageWriter::Entry entry(to, View::kPoolsFieldNumber, key(species));
      const arena::Pool& pool = now.pool[i];
      to.number(pb::ArenaPool::kHiddenFieldNumber, arena::is_hidden(pool));
      if (!arena::is_hidden(pool)) to.bytes(pb::ArenaPool::kPowersFieldNumber, pool);
    }
    for (std::size_t i = before == nullptr ? 0 : before->results.size(); i < now.results.size(); ++i) {
      const MessageWriter::Entry entry(to, View::kResultsFieldNumber, now.results[i].duel);
      write_fields<pb::ArenaDuelResult>(now.results[i], to);
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

  // --- Events ---

  // The rules tell only of what follows from a decision; whoever listens wants to hear of the decision too.
  static bool tells_action(const arena::Action& /*action*/) { return true; }

  static void write_action_event(const arena::State& before, rules::Seat seat, const arena::Action& action,
                                 MessageWriter& to) {
    const MessageWriter::Nested arena(to, pb::GameEvent::kArenaFieldNumber);
    const std::uint32_t species =
        key(before.phase == arena::Phase::allocate ? arena::species_of(before.setup, seat) : before.to_move);
    const auto power_on = [&](std::uint8_t square) { return before.board[square].power; };
    switch (action.kind) {
      case arena::ActionKind::allocate: {
        const MessageWriter::Nested committed(to, pb::ArenaEvent::kCommittedFieldNumber);
        // what was committed is for the reveal to tell
        return to.nonzero(pb::ArenaCommitted::kSpeciesFieldNumber, species);
      }
      case arena::ActionKind::pair: {
        const MessageWriter::Nested paired(to, pb::ArenaEvent::kPairedFieldNumber);
        to.nonzero(pb::ArenaPaired::kSpeciesFieldNumber, species);
        return to.nonzero(pb::ArenaPaired::kLowFieldNumber, action.power);
      }
      case arena::ActionKind::place: {
        const MessageWriter::Nested placed(to, pb::ArenaEvent::kPlacedFieldNumber);
        to.nonzero(pb::ArenaPlaced::kSpeciesFieldNumber, species);
        to.nonzero(pb::ArenaPlaced::kPowerFieldNumber, action.power);
        return to.nonzero(pb::ArenaPlaced::kSquareFieldNumber, action.square);
      }
      case arena::ActionKind::eliminate: {
        const MessageWriter::Nested attacked(to, pb::ArenaEvent::kAttackedFieldNumber);
        to.nonzero(pb::ArenaAttacked::kSpeciesFieldNumber, species);
        to.nonzero(pb::ArenaAttacked::kFromFieldNumber, action.square);
        to.nonzero(pb::ArenaAttacked::kToFieldNumber, action.to);
        to.nonzero(pb::ArenaAttacked::kPowerFieldNumber, power_on(action.square));
        return to.nonzero(pb::ArenaAttacked::kTargetPowerFieldNumber, power_on(action.to));
      }
      case arena::ActionKind::modify: {
        const MessageWriter::Nested modified(to, pb::ArenaEvent::kModifiedFieldNumber);
        to.nonzero(pb::ArenaModified::kSpeciesFieldNumber, species);
        to.nonzero(pb::ArenaModified::kSquareFieldNumber, action.square);
        to.nonzero(pb::ArenaModified::kBeforeFieldNumber, power_on(action.square));
        return to.nonzero(pb::ArenaModified::kPowerFieldNumber, action.power);
      }
      case arena::ActionKind::trigger: {
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

  static void write(const rules::Described auto& event, MessageWriter& to) {
    write_event_field<pb::ArenaEvent>(event, to);
  }
  static void write(const arena::Reveal& event, MessageWriter& to) {
    const MessageWriter::Nested revealed(to, pb::ArenaEvent::kRevealedFieldNumber);
    const auto& [fire, ice] = event.powers;
    to.bytes(pb::ArenaRevealed::kFireFieldNumber, fire);
    to.bytes(pb::ArenaRevealed::kIceFieldNumber, ice);
  }
  static void write(const arena::DuelEnded& event, MessageWriter& to) {
    const MessageWriter::Nested duel(to, pb::ArenaEvent::kDuelFieldNumber);
    write_fields<pb::ArenaDuelResult>(event.result, to);
  }

  // --- Sentences ---

  static pb::ArenaPhrase phrase_of(const arena::State& state, arena::ActionKind kind) {
    switch (kind) {
      case arena::ActionKind::allocate:
        return pb::ARENA_PHRASE_ALLOCATE;
      case arena::ActionKind::pair:
        return pb::ARENA_PHRASE_PAIR;
      case arena::ActionKind::place:
        return pb::ARENA_PHRASE_PLACE;
      case arena::ActionKind::eliminate:
        return pb::ARENA_PHRASE_ELIMINATE;
      case arena::ActionKind::modify:
        return pb::ARENA_PHRASE_MODIFY;
      case arena::ActionKind::trigger:
        break;
    }
    return state.to_move == arena::Species::fire ? pb::ARENA_PHRASE_COMBUSTION : pb::ARENA_PHRASE_BLIZZARD;
  }

  static void say(const arena::State& state, rules::Seat /*seat*/, const arena::Action& action, MessageWriter& to) {
    to.number(pb::Sentence::kArenaFieldNumber, phrase_of(state, action.kind));
    const MessageWriter::Packed list(to, pb::Sentence::kArgumentsFieldNumber);
    const auto arguments = [&list](auto... values) { (list.add_signed(values), ...); };
    const auto power_on = [&](std::uint8_t square) { return state.board[square].power; };
    switch (action.kind) {
      case arena::ActionKind::allocate:
        return;
      case arena::ActionKind::pair:
        return arguments(action.power, arena::kMaxPower + 1 - action.power);
      case arena::ActionKind::place:
        return arguments(action.power, action.square);
      case arena::ActionKind::eliminate:
        return arguments(action.square, action.to, power_on(action.square), power_on(action.to));
      case arena::ActionKind::modify:
        return arguments(action.square, power_on(action.square), action.power);
      case arena::ActionKind::trigger:
        break;
    }
    arguments(action.square, power_on(action.square), weakened(state, action));
    if (state.to_move != arena::Species::fire) arguments(action.to == arena::kNowhere ? -1 : action.to);
  }

  static void place(const arena::State& state, rules::Seat seat, const arena::Action& action, PlaceWriter& on) {
    const auto pool = [&](arena::Species species) { on.thing(pb::ArenaView::kPoolsFieldNumber, key(species)); };
    const auto square = [&](std::uint8_t number) { on.thing(pb::ArenaView::kBoardFieldNumber, number); };
    switch (action.kind) {
      case arena::ActionKind::allocate:
        pool(arena::species_of(state.setup, seat));
        break;
      case arena::ActionKind::pair:
        pool(state.to_move);
        break;
      case arena::ActionKind::place:
      case arena::ActionKind::modify:
        square(action.square);
        break;
      case arena::ActionKind::eliminate:
        square(action.square);
        square(action.to);
        break;
      case arena::ActionKind::trigger:
        square(action.square);
        if (action.to != arena::kNowhere) square(action.to);
        break;
    }
    on.group(static_cast<std::uint32_t>(phrase_of(state, action.kind)));
  }

  // --- The form: powers for one's own dragons ---

  static void say_form(const arena::State& state, rules::Seat /*seat*/, const rules::Form& /*form*/,
                       MessageWriter& to) {
    to.number(pb::Sentence::kArenaFieldNumber, phrase_of(state, arena::ActionKind::allocate));
  }
  static void place_form(const arena::State& state, rules::Seat seat, const rules::Form& /*form*/, PlaceWriter& on) {
    place(state, seat, {.kind = arena::ActionKind::allocate}, on);
  }
  static void say_part(const arena::State& /*state*/, rules::Seat /*seat*/, const rules::Form& /*form*/,
                       std::size_t part, MessageWriter& to) {
    to.number(pb::Sentence::kArenaFieldNumber, pb::ARENA_PHRASE_POWER);
    const MessageWriter::Packed list(to, pb::Sentence::kArgumentsFieldNumber);
    list.add_signed(static_cast<std::int32_t>(part) + 1);
  }

  static constexpr auto& kReasonNames = arena::kReasonNames;
  static constexpr std::string_view kPhrasePrefix = "ARENA_PHRASE_";
  static constexpr int kPhraseField = pb::Sentence::kArenaFieldNumber;
  static const google::protobuf::EnumDescriptor& phrases() { return *pb::ArenaPhrase_descriptor(); }

  // An argument of a Fault as sentences have it.
  static std::int32_t argument(const rules::Fault& fault, std::size_t i) {
    using enum arena::Reason;
    const std::int32_t argument = fault.arguments[i];
    const auto reason = static_cast<arena::Reason>(fault.reason);
    if (i == 0 && (reason == option_range || reason == not_in_solo)) {
      return option_field<arena::Options>(*pb::ArenaOptions::descriptor(), static_cast<std::size_t>(argument)).number();
    }
    if (i == 0 && (reason == wrong_phase || reason == stray_field)) return argument + 1;  // fields of ArenaAction
    return i == 1 && reason == wrong_phase ? argument + 1 : argument;                     // ArenaPhase counts from 1
  }
};

static_assert(static_cast<int>(arena::ActionKind::allocate) + 1 == pb::ArenaAction::kAllocateFieldNumber);
static_assert(static_cast<int>(arena::ActionKind::trigger) + 1 == pb::ArenaAction::kTriggerFieldNumber);

}  // namespace

const GameKind& arena_game() {
  static const Kind<ArenaWire> kind;
  return kind;
}

}  // namespace wyrmhall::server
