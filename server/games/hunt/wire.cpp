#include "server/games/hunt/wire.h"

#include "rules/hunt/notation.h"
#include "rules/hunt/rules.h"
#include "server/games/adapter.h"
#include "server/games/forms.h"
#include "server/games/hunt/actions.h"
#include "server/games/hunt/figures.h"
#include "server/games/hunt/heroes.h"
#include "server/games/hunt/sentences.h"
#include "server/games/hunt/view.h"
#include "server/games/option_fields.h"
#include "server/games/registry.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {
namespace {

namespace hunt = rules::hunt;

// Views, options and actions as protocol/wyrmhall/v1/hunt.proto has them.
struct HuntWire {
  using Game = hunt::Game;
  static constexpr std::uint32_t kMinPlayers = 1;
  static constexpr std::uint32_t kMaxPlayers = hunt::kMaxHeroes;
  // Decisions: a turn takes a roll, an activation and a vote at least, and nobody gives up in the first one.
  static constexpr std::uint32_t kMinDecisions = 6;
  static constexpr std::uint32_t kMaxMoves = 20000;  // a campaign

  // In a Fury nobody rolls (R-HUNT-18).
  template <class Visit>
  static void each_die(const hunt::State& state, const hunt::Event& event, Visit&& visit) {
    const auto each = [&](rules::Seat seat, const auto& dice) {
      for (const hunt::Symbol symbol : dice) visit(seat, hunt::kFaces, static_cast<int>(hunt_number(symbol)));
    };
    if (const auto* rolled = std::get_if<hunt::Rolled>(&event)) each(state.heroes[rolled->hero].seat, rolled->dice);
    if (const auto* thrown = std::get_if<hunt::Thrown>(&event)) {
      const bool fury = thrown->purpose == hunt::ThrowFor::fury;
      each(fury ? rules::kNoSeat : state.heroes[thrown->who].seat, thrown->dice);
    }
  }

  // --- Options ---

  static std::optional<pb::Refusal> read_options(const pb::GameOptions& message, hunt::Options& options) {
    if (!message.has_hunt()) return refuse(pb::REFUSAL_CODE_GAME_UNKNOWN, "the options are for no game", "options");
    return read_option_fields(message.hunt(), options);
  }

  static void write_options(const hunt::Options& options, pb::GameOptions& message) {
    write_option_fields(options, [](std::size_t /*option*/) { return true; }, *message.mutable_hunt());
  }

  // Names the option that a Fault is about, with what was given and what is allowed.
  static void name_option(const rules::Fault& fault, pb::Refusal& refusal) {
    using enum hunt::Reason;
    const auto reason = static_cast<hunt::Reason>(fault.reason);
    const bool of_hero = reason == hero_field_range || reason == hero_field_length;
    if (of_hero || reason == option_range || reason == option_length) {
      refusal.set_given(fault.arguments[1]);
      refusal.set_lowest(fault.arguments[2]);
      refusal.set_highest(fault.arguments[3]);
    }
    hunt::Option option = hunt::Option::heroes;
    if (reason == option_range || reason == option_length) option = static_cast<hunt::Option>(fault.arguments[0]);
    if (reason == dragon_twice) option = hunt::Option::dragons;
    if (reason == groups_need_living || reason == group_sizes) option = hunt::Option::groups;
    server::name_option<hunt::Options, pb::HuntOptions>(refusal, hunt::number(option));
    if (!of_hero) return;
    const auto field = static_cast<std::size_t>(fault.arguments[0]);
    refusal.set_field("heroes." +
                      std::string(option_field<hunt::HeroOption>(*pb::HuntHeroOption::descriptor(), field).name()));
  }

  // --- Actions ---

  static std::optional<hunt::Action> read_action(const pb::GameAction& message) {
    if (has_own_unknown_fields(message) || has_own_unknown_fields(message.hunt())) return std::nullopt;
    return read_hunt_action(message.hunt());
  }

  static void write_action(const hunt::Action& action, MessageWriter& to) {
    const MessageWriter::Nested hunt(to, pb::GameAction::kHuntFieldNumber);
    write_hunt_action(action, to);
  }

  static bool figures(const hunt::State& state, const hunt::Action& action, pb::GameOdds& odds) {
    return write_hunt_figures(state, action, odds);
  }

  // --- View and events ---

  static void write_view(const hunt::State* before, const hunt::State& now, MessageWriter& to) {
    write_hunt_view(before, now, to);
  }

  // What is rolled the rules tell of.
  static bool tells_action(const hunt::Action& action) { return action.kind != hunt::ActionKind::roll; }

  static void write_action_event(const hunt::State& /*before*/, rules::Seat seat, const hunt::Action& action,
                                 MessageWriter& to) {
    const MessageWriter::Nested hunt(to, pb::GameEvent::kHuntFieldNumber);
    const MessageWriter::Nested decided(to, pb::HuntEvent::kDecidedFieldNumber);
    to.nonzero(pb::HuntDecided::kSeatFieldNumber, seat);
    const MessageWriter::Nested nested(to, pb::HuntDecided::kActionFieldNumber);
    write_hunt_action(action, to);
  }

  static void write_event(const hunt::State& /*state*/, const hunt::Event& event, MessageWriter& to) {
    write_hunt_event(event, to);
  }

  // --- Heroes that are kept ---

  using Chronicle = hunt::Chronicle;
  static const HeroGame& heroes() { return hunt_heroes(); }
  static persistence::HeroBooked booked(const hunt::Options& options, const hunt::State& state,
                                        const Chronicle& chronicle, const pb::BroughtHero& hero) {
    return booked_hero(options, state, chronicle, hero);
  }

  // --- Sentences ---

  static void say(const hunt::State& state, rules::Seat /*seat*/, const hunt::Action& action, MessageWriter& to) {
    say_hunt_choice(state, action, to);
  }
  static void place(const hunt::State& state, rules::Seat /*seat*/, const hunt::Action& action, PlaceWriter& on) {
    place_hunt_choice(state, action, on);
  }

  static void say_form(const hunt::State& state, rules::Seat /*seat*/, const rules::Form& form, MessageWriter& to) {
    say_hunt_form(state, form, to);
  }
  static void place_form(const hunt::State& state, rules::Seat /*seat*/, const rules::Form& form, PlaceWriter& on) {
    place_hunt_form(state, form, on);
  }
  static void say_part(const hunt::State& state, rules::Seat /*seat*/, const rules::Form& form, std::size_t part,
                       MessageWriter& to) {
    say_hunt_part(state, form, part, to);
  }
  static void say_value(const hunt::State& /*state*/, rules::Seat /*seat*/, const rules::Form& /*form*/,
                        std::size_t /*part*/, std::uint8_t /*value*/, MessageWriter& to) {
    say_hunt_value(to);
  }
  static void say_values(const hunt::State& /*state*/, rules::Seat /*seat*/, const rules::Form& form, std::size_t part,
                         MessageWriter& to) {
    say_hunt_values(form, part, to);
  }
  static Meaning meaning(const rules::Form& form, std::size_t part) { return hunt_meaning(form, part); }
  static bool is_listed(const rules::Form& form) { return is_hunt_list(form); }

  static constexpr auto& kReasonNames = hunt::kReasonNames;
  static constexpr std::string_view kPhrasePrefix = "HUNT_PHRASE_";
  static constexpr int kPhraseField = pb::Sentence::kHuntFieldNumber;
  static const google::protobuf::EnumDescriptor& phrases() { return *pb::HuntPhrase_descriptor(); }
  static std::int32_t argument(const rules::Fault& fault, std::size_t i) { return hunt_argument(fault, i); }
};

}  // namespace

const GameKind& hunt_game() {
  static const Kind<HuntWire> kind;
  return kind;
}

void write_hunt_choices(const hunt::State& state, rules::Seat seat, MessageWriter& to) {
  write_choices<HuntWire>(state, seat, to);
}

}  // namespace wyrmhall::server
