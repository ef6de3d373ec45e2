#include "rules/dragondice/notation.h"
#include "rules/dragondice/rules.h"
#include "server/games/adapter.h"
#include "server/games/dragondice/actions.h"
#include "server/games/dragondice/figures.h"
#include "server/games/dragondice/options.h"
#include "server/games/dragondice/sentences.h"
#include "server/games/dragondice/view.h"
#include "server/games/forms.h"
#include "server/games/registry.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {
namespace {

namespace dragondice = rules::dragondice;

// Views, options and actions as protocol/wyrmhall/v1/dragondice.proto has them.
struct DragondiceWire {
  using Game = dragondice::Game;
  using Action = dragondice::Action;
  using State = dragondice::State;
  static constexpr std::uint32_t kMinPlayers = 2;
  static constexpr std::uint32_t kMaxPlayers = 2;
  // Decisions: each turn asks for a move and a call at least, and no force is gone in the first four.
  static constexpr std::uint32_t kMinDecisions = 8;
  static constexpr std::uint32_t kMaxMoves = 5000;

  // A unit's die is its owner's; a dragon's too, whomever it attacks.
  template <class Visit>
  static void each_die(const State& state, const dragondice::Event& event, Visit&& visit) {
    if (const auto* dragon = std::get_if<dragondice::DragonRolled>(&event)) {
      visit(state.dragons[dragon->dragon].owner, dragondice::kDragonFaces, static_cast<int>(dragon->value));
    }
    if (const auto* unit = std::get_if<dragondice::UnitRolled>(&event)) {
      const auto owner = static_cast<rules::Seat>(unit->unit < state.first_of_seat1 ? 0 : 1);
      visit(owner, static_cast<int>(dragondice::data_of(state, unit->unit).sides), static_cast<int>(unit->value));
    }
  }

  // --- Options ---

  static std::optional<pb::Refusal> read_options(const pb::GameOptions& message, dragondice::Options& options) {
    if (!message.has_dragondice()) {
      return refuse(pb::REFUSAL_CODE_GAME_UNKNOWN, "the options are for no game", "options");
    }
    return read_dragondice_options(message.dragondice(), options);
  }
  static void write_options(const dragondice::Options& options, pb::GameOptions& message) {
    write_dragondice_options(options, *message.mutable_dragondice());
  }
  static void name_option(const rules::Fault& fault, pb::Refusal& refusal) { name_dragondice_option(fault, refusal); }

  // --- Actions ---

  static std::optional<Action> read_action(const pb::GameAction& message) {
    if (has_own_unknown_fields(message)) return std::nullopt;
    return read_dragondice_action(message.dragondice());
  }
  static void write_action(const Action& action, MessageWriter& to) {
    const MessageWriter::Nested dragondice(to, pb::GameAction::kDragondiceFieldNumber);
    write_dragondice_action(action, to);
  }

  // --- View and events ---

  static void write_view(const State* before, const State& now, MessageWriter& to) {
    write_dragondice_view(before, now, to);
  }

  // What kills, exchanges or moves the rules tell of.
  static bool tells_action(const Action& action) {
    using enum dragondice::ActionKind;
    switch (action.kind) {
      case breath_order:
      case breath_kills:
      case promote:
      case casualties:
        return false;
      case regroup:
        return action.unit == dragondice::kNone;
      case call:
        return action.dragon == dragondice::kNone;
      default:
        return true;
    }
  }

  // DR-4: what was designated is for the rules to tell, when everybody has.
  static void write_action_event(const State& /*before*/, rules::Seat seat, const Action& action, MessageWriter& to) {
    const MessageWriter::Nested dragondice(to, pb::GameEvent::kDragondiceFieldNumber);
    if (action.kind == dragondice::ActionKind::designate) {
      const MessageWriter::Nested designated(to, pb::DragondiceEvent::kDesignatedFieldNumber);
      to.nonzero(pb::DragondiceDesignated::kSeatFieldNumber, seat);
      return to.nonzero(pb::DragondiceDesignated::kDragonFieldNumber, action.dragon);
    }
    const MessageWriter::Nested decided(to, pb::DragondiceEvent::kDecidedFieldNumber);
    to.nonzero(pb::DragondiceDecided::kSeatFieldNumber, seat);
    const MessageWriter::Nested nested(to, pb::DragondiceDecided::kActionFieldNumber);
    write_dragondice_action(action, to);
  }

  static void write_event(const State& /*state*/, const dragondice::Event& event, MessageWriter& to) {
    write_dragondice_event(event, to);
  }

  // --- Odds ---

  static bool figures(const State& state, const Action& action, pb::GameOdds& odds) {
    return write_dragondice_figures(state, action, odds);
  }

  // --- Sentences ---

  static void say(const State& state, rules::Seat /*seat*/, const Action& action, MessageWriter& to) {
    say_dragondice_choice(state, action, to);
  }
  static void place(const State& /*state*/, rules::Seat /*seat*/, const Action& action, PlaceWriter& on) {
    place_dragondice_choice(action, on);
  }
  static void say_form(const State& state, rules::Seat /*seat*/, const rules::Form& form, MessageWriter& to) {
    say_dragondice_form(state, form, to);
  }
  static void place_form(const State& state, rules::Seat /*seat*/, const rules::Form& form, PlaceWriter& on) {
    place_dragondice_form(state, form, on);
  }
  static void say_part(const State& state, rules::Seat /*seat*/, const rules::Form& form, std::size_t part,
                       MessageWriter& to) {
    say_dragondice_part(state, form, part, to);
  }
  static void place_part(const State& state, rules::Seat /*seat*/, const rules::Form& form, std::size_t part,
                         PlaceWriter& on) {
    place_dragondice_part(state, form, part, on);
  }
  static void say_value(const State& state, rules::Seat /*seat*/, const rules::Form& form, std::size_t part,
                        std::uint8_t /*value*/, MessageWriter& to) {
    say_dragondice_values(state, form, part, to);
  }
  static void say_values(const State& state, rules::Seat /*seat*/, const rules::Form& form, std::size_t part,
                         MessageWriter& to) {
    say_dragondice_values(state, form, part, to);
  }
  static Meaning meaning(const rules::Form& form, std::size_t /*part*/) { return dragondice_meaning(form); }
  static bool is_listed(const rules::Form& form) { return is_dragondice_list(form); }

  static constexpr auto& kReasonNames = dragondice::kReasonNames;
  static constexpr std::string_view kPhrasePrefix = "DRAGONDICE_PHRASE_";
  static constexpr int kPhraseField = pb::Sentence::kDragondiceFieldNumber;
  static const google::protobuf::EnumDescriptor& phrases() { return *pb::DragondicePhrase_descriptor(); }
  static std::int32_t argument(const rules::Fault& fault, std::size_t i) { return dragondice_argument(fault, i); }
};

}  // namespace

const GameKind& dragondice_game() {
  static const Kind<DragondiceWire> kind;
  return kind;
}

}  // namespace wyrmhall::server
