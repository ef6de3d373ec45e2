#include <algorithm>
#include <limits>
#include <span>
#include <tuple>

#include "rules/dance/notation.h"
#include "rules/dance/rules.h"
#include "rules/inline_vector.h"
#include "server/games/adapter.h"
#include "server/games/described.h"
#include "server/games/option_fields.h"
#include "server/games/registry.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {
namespace {

namespace dance = rules::dance;

// Views, options and actions as protocol/wyrmhall/v1/dance.proto has them.
struct DanceWire {
  using Game = dance::Game;
  static constexpr std::uint32_t kMinPlayers = 1;
  static constexpr std::uint32_t kMaxPlayers = 2;
  // Decisions: of the usual lives the knight's 9 are the fewer, and an attack does 5 at most, so it takes two rounds.
  static constexpr std::uint32_t kMinDecisions = 8;
  static constexpr std::uint32_t kMaxMoves = 5000;

  template <class Visit>
  static void each_die(const dance::State& /*state*/, const dance::Event& event, Visit&& visit) {
    const auto* rolled = std::get_if<dance::Rolled>(&event);
    if (rolled == nullptr) return;
    for (const std::uint8_t value : rolled->dice) visit(rolled->seat, dance::kFaces, value);
  }

  // --- Options ---

  static std::optional<pb::Refusal> read_options(const pb::GameOptions& message, dance::Options& options) {
    if (!message.has_dance()) return refuse(pb::REFUSAL_CODE_GAME_UNKNOWN, "the options are for no game", "options");
    return read_option_fields(message.dance(), options);
  }

  static void write_options(const dance::Options& options, pb::GameOptions& message) {
    write_option_fields(options, [](std::size_t /*option*/) { return true; }, *message.mutable_dance());
  }

  // Names the option that a Fault is about, with what was given and what is allowed.
  static void name_option(const rules::Fault& fault, pb::Refusal& refusal) {
    refusal.set_given(fault.arguments[1]);
    refusal.set_lowest(fault.arguments[2]);
    refusal.set_highest(fault.arguments[3]);
    server::name_option<dance::Options, pb::DanceOptions>(refusal, fault.arguments[0]);
  }

  // --- Actions ---

  // -1 is no card. What is none that could be written in a byte becomes the highest number that is no card either.
  static dance::Card card_of(std::int64_t number) {
    if (number == -1) return dance::Card::none;
    constexpr std::int64_t kMaxByte = std::numeric_limits<std::uint8_t>::max();
    const bool fits = number >= 0 && number < kMaxByte && number != rules::number_of(dance::Card::none);
    return static_cast<dance::Card>(fits ? number : kMaxByte);
  }
  static std::int8_t slot_of(std::int32_t number) {
    using Slot = std::numeric_limits<std::int8_t>;
    return static_cast<std::int8_t>(std::clamp<std::int32_t>(number, Slot::min(), Slot::max()));
  }

  static std::optional<dance::Action> read_action(const pb::GameAction& message) {
    const pb::DanceAction& from = message.dance();
    if (has_own_unknown_fields(message) || has_own_unknown_fields(from)) return std::nullopt;
    switch (from.action_case()) {
      case pb::DanceAction::kDie:
        return dance::Action{.kind = dance::ActionKind::die, .die = slot_of(from.die())};
      case pb::DanceAction::kCard:
        return dance::Action{.kind = dance::ActionKind::card, .card = card_of(from.card())};
      case pb::DanceAction::kCombo:
        if (has_own_unknown_fields(from.combo())) return std::nullopt;
        return dance::Action{
            .kind = dance::ActionKind::combo, .card = card_of(from.combo().card()), .die = slot_of(from.combo().die())};
      case pb::DanceAction::kTakeBack:
        return dance::Action{.kind = dance::ActionKind::take_back, .card = card_of(from.take_back())};
      case pb::DanceAction::ACTION_NOT_SET:
        break;
    }
    return std::nullopt;
  }

  static void write_action(const dance::Action& action, MessageWriter& to) {
    using Act = pb::DanceAction;
    const MessageWriter::Nested dance(to, pb::GameAction::kDanceFieldNumber);
    switch (action.kind) {
      case dance::ActionKind::die:
        return to.signed_number(Act::kDieFieldNumber, action.die);
      case dance::ActionKind::card:
        return to.number(Act::kCardFieldNumber, action.card);
      case dance::ActionKind::combo: {
        const MessageWriter::Nested combo(to, Act::kComboFieldNumber);
        to.signed_nonzero(pb::DanceFollowUp::kCardFieldNumber, or_none(action.card));
        return to.signed_nonzero(pb::DanceFollowUp::kDieFieldNumber, action.die);
      }
      case dance::ActionKind::take_back:
        return to.signed_number(Act::kTakeBackFieldNumber, or_none(action.card));
    }
  }

  // --- The view ---

  using Numbers = rules::InlineVector<std::uint8_t, dance::kDeckSize>;

  static std::int32_t or_none(dance::Card card) {
    return card == dance::Card::none ? -1 : static_cast<std::int32_t>(card);
  }
  static Numbers numbers(const auto& values) {
    Numbers list;
    for (const auto value : values) list.push_back(static_cast<std::uint8_t>(value));
    return list;
  }

  static void write_view(const dance::State* before, const dance::State& now, MessageWriter& to) {
    using View = pb::DanceView;
    const MessageWriter::Nested dance(to, pb::GameView::kDanceFieldNumber);
    if (before == nullptr) write_setup(now.options, to);
    write_changed_fields<View>(before, now, to);
    for (const rules::Seat seat : {dance::kKnight, dance::kDragon}) {
      write_side(seat, before == nullptr ? nullptr : &before->seats[seat], now.seats[seat], to);
    }
    if (!now.last.is_none() && (before == nullptr || before->last != now.last)) {
      const MessageWriter::Nested last(to, View::kLastFieldNumber);
      write_exchange(now.last, to);
    }
    if (before != nullptr && before->result == now.result) return;
    to.signed_number(View::kWinnerFieldNumber, now.result && now.result->winner != rules::kNoSeat
                                                   ? static_cast<std::int32_t>(now.result->winner)
                                                   : -1);
    if (now.result) to.number(View::kReasonFieldNumber, static_cast<int>(now.result->reason) + 1);
  }

  static void write_side(rules::Seat seat, const dance::Side* before, const dance::Side& now, MessageWriter& to) {
    using View = pb::DanceView;
    const auto changed = [&](auto get) { return before == nullptr || get(*before) != get(now); };
    if (changed([](const auto& s) { return s.life; })) to.entry(View::kLifeFieldNumber, seat, now.life);
    const auto list = [&](int field, auto get) {
      if (!changed(get)) return;
      const MessageWriter::Entry entry(to, field, seat);
      const Numbers values = numbers(get(now));
      to.raw({reinterpret_cast<const char*>(values.begin()), values.size()});  // bytes have a length, as messages do
    };
    list(View::kDiceFieldNumber,
         [](const auto& s) { return numbers(std::span(s.dice).first(dance::dice_of(s.role))); });
    list(View::kSpentFieldNumber, [](const auto& s) { return s.spent; });
    list(View::kHandFieldNumber, [](const auto& s) { return s.hand; });
    list(View::kDiscardFieldNumber, [](const auto& s) { return s.discard; });
    if (changed([](const auto& s) { return std::tie(s.committed, s.die, s.card, s.back); })) {
      const MessageWriter::Entry entry(to, View::kChoicesFieldNumber, seat);
      write_choice(now, to);
    }
  }

  static void write_choice(const dance::Side& side, MessageWriter& to) {
    using Choice = pb::DanceChoice;
    to.nonzero(Choice::kCommittedFieldNumber, side.committed);
    if (side.die != dance::kNotChosen) to.signed_number(Choice::kDieFieldNumber, side.die);
    if (side.card != dance::Card::none) to.number(Choice::kCardFieldNumber, side.card);
    if (side.back.is_none()) return;
    to.bytes(Choice::kFromFieldNumber, numbers(side.back.from));
    if (side.back.choice) to.signed_number(Choice::kTakeBackFieldNumber, or_none(*side.back.choice));
  }

  static void write_exchange(const dance::Exchange& last, MessageWriter& to) {
    using Last = pb::DanceExchange;
    to.number(Last::kRoundFieldNumber, last.round);
    to.bytes(Last::kDiceFieldNumber, last.dice);
    to.bytes(Last::kCardsFieldNumber, numbers(last.cards));
    to.bytes(Last::kDamageFieldNumber, last.damage);
    to.signed_number(Last::kComboCardFieldNumber, or_none(last.combo.card));
    to.signed_number(Last::kComboDieFieldNumber, last.combo_die);
    to.number(Last::kComboColumnFieldNumber, last.combo.die);
    to.number(Last::kComboDamageFieldNumber, last.combo.damage);
    to.number(Last::kRangeFromFieldNumber, range(last.range_from));
    to.number(Last::kRangeToFieldNumber, range(last.range_to));
    to.bytes(Last::kKnightRolledFieldNumber, last.rolled[dance::kKnight]);
    to.bytes(Last::kDragonRolledFieldNumber, last.rolled[dance::kDragon]);
  }
  static pb::DanceRange range(dance::Range range) { return static_cast<pb::DanceRange>(static_cast<int>(range) + 1); }

  static void write_setup(const dance::Options& options, MessageWriter& to) {
    using View = pb::DanceView;
    to.number(View::kRoundLimitFieldNumber, options.round_limit);
    to.number(View::kReturnOneFieldNumber, options.return_one);
    for (const rules::Seat seat : {dance::kKnight, dance::kDragon}) {
      to.entry(View::kFullLifeFieldNumber, seat, static_cast<std::uint32_t>(dance::full_life(options, seat)));
    }
    for (std::uint32_t card = 0; card < dance::kCards.size(); ++card) {
      const MessageWriter::Entry entry(to, View::kCardsFieldNumber, card);
      write_card(static_cast<dance::Card>(card), to);
    }
  }

  static void write_card(dance::Card card, MessageWriter& to) {
    using Card = pb::DanceCard;
    const dance::CardRules& rules = dance::rules_of(card);
    to.number(Card::kKindFieldNumber, static_cast<int>(rules.kind) + 1);
    to.nonzero(Card::kLongRangeFieldNumber, rules.far);
    to.nonzero(Card::kShortRangeFieldNumber, rules.close);
    if (rules.kind == dance::CardKind::attack) to.bytes(Card::kDamageFieldNumber, rules.damage);
    if (rules.kind == dance::CardKind::defence) to.bytes(Card::kProtectFieldNumber, rules.protect);
    to.nonzero(Card::kMovementFieldNumber, static_cast<int>(rules.movement));
    to.nonzero(Card::kComboFieldNumber, dance::partner_of(card) != dance::Card::none);
  }

  // --- Events ---

  // Whoever listens wants to hear that a seat has decided. The follow-up is no secret: the rules tell of it.
  static bool tells_action(const dance::Action& action) { return action.kind != dance::ActionKind::combo; }

  // H1: what was decided is for the rules to tell, when everybody has.
  static void write_action_event(const dance::State& before, rules::Seat seat, const dance::Action& /*action*/,
                                 MessageWriter& to) {
    const MessageWriter::Nested dance(to, pb::GameEvent::kDanceFieldNumber);
    const MessageWriter::Nested committed(to, pb::DanceEvent::kCommittedFieldNumber);
    to.nonzero(pb::DanceCommitted::kSeatFieldNumber, seat);
    to.nonzero(pb::DanceCommitted::kPhaseFieldNumber, static_cast<int>(before.phase) + 1);
  }

  static void write_event(const dance::State& /*state*/, const dance::Event& event, MessageWriter& to) {
    const MessageWriter::Nested dance(to, pb::GameEvent::kDanceFieldNumber);
    std::visit([&](const auto& e) { write(e, to); }, event);
  }

  static void write(const dance::Rolled& event, MessageWriter& to) { write_event_field<pb::DanceEvent>(event, to); }
  static void write(const dance::DiceChosen& event, MessageWriter& to) {
    const MessageWriter::Nested chosen(to, pb::DanceEvent::kDieFieldNumber);
    {
      const MessageWriter::Packed slots(to, pb::DanceDiceChosen::kDieFieldNumber);
      for (const std::int8_t slot : event.die) slots.add_signed(slot);
    }
    to.bytes(pb::DanceDiceChosen::kDiceFieldNumber, event.dice);
  }
  static void write(const dance::Last& event, MessageWriter& to) {
    const MessageWriter::Nested last(to, pb::DanceEvent::kLastFieldNumber);
    write_exchange(event.exchange, to);
  }
  static void write(const dance::TakenBack& event, MessageWriter& to) {
    const MessageWriter::Nested back(to, pb::DanceEvent::kBackFieldNumber);
    const MessageWriter::Packed cards(to, pb::DanceTakenBack::kCardFieldNumber);
    for (const dance::Card card : event.card) cards.add_signed(or_none(card));
  }
  static void write(const dance::Ended& event, MessageWriter& to) {
    const MessageWriter::Nested ended(to, pb::DanceEvent::kResultFieldNumber);
    write_fields<pb::DanceResult>(event.result, to);
  }

  // --- Sentences ---

  static pb::DancePhrase phrase_of(const dance::Action& action) {
    switch (action.kind) {
      case dance::ActionKind::die:
        return action.die == dance::kNoDie ? pb::DANCE_PHRASE_NO_DIE : pb::DANCE_PHRASE_DIE;
      case dance::ActionKind::card:
        return pb::DANCE_PHRASE_CARD;
      case dance::ActionKind::combo:
        return action.card == dance::Card::none ? pb::DANCE_PHRASE_PASS : pb::DANCE_PHRASE_FOLLOW_UP;
      case dance::ActionKind::take_back:
        break;
    }
    return action.card == dance::Card::none ? pb::DANCE_PHRASE_DECLINE : pb::DANCE_PHRASE_TAKE_BACK;
  }

  static void say(const dance::State& state, rules::Seat seat, const dance::Action& action, MessageWriter& to) {
    const pb::DancePhrase phrase = phrase_of(action);
    to.number(pb::Sentence::kDanceFieldNumber, phrase);
    const MessageWriter::Packed list(to, pb::Sentence::kArgumentsFieldNumber);
    const auto arguments = [&list](auto... values) { (list.add_signed(values), ...); };
    const dance::Side& side = state.seats[seat];
    const auto card = static_cast<std::int32_t>(action.card);
    const std::uint8_t column = dance::column_of(side, action.die);
    switch (phrase) {
      case pb::DANCE_PHRASE_DIE:
        return arguments(action.die, column);
      case pb::DANCE_PHRASE_CARD:
        return arguments(card, dance::column_of(side, side.die));
      case pb::DANCE_PHRASE_FOLLOW_UP:
        return arguments(card, action.die, column, dance::rules_of(action.card).damage[column]);
      case pb::DANCE_PHRASE_TAKE_BACK:
        return arguments(card);
      default:
        return;
    }
  }

  static void place(const dance::State& /*state*/, rules::Seat seat, const dance::Action& action, PlaceWriter& on) {
    using View = pb::DanceView;
    if (action.card != dance::Card::none) {
      on.thing(View::kCardsFieldNumber, static_cast<std::uint32_t>(action.card));
    }
    if (action.die != dance::kNoDie) {
      on.thing(View::kDiceFieldNumber, seat, static_cast<std::uint32_t>(action.die));
    }
    on.group(static_cast<std::uint32_t>(phrase_of(action)));
  }

  static constexpr auto& kReasonNames = dance::kReasonNames;
  static constexpr std::string_view kPhrasePrefix = "DANCE_PHRASE_";
  static constexpr int kPhraseField = pb::Sentence::kDanceFieldNumber;
  static const google::protobuf::EnumDescriptor& phrases() { return *pb::DancePhrase_descriptor(); }

  // An argument of a Fault as sentences have it.
  static std::int32_t argument(const rules::Fault& fault, std::size_t i) {
    using enum dance::Reason;
    const std::int32_t argument = fault.arguments[i];
    const auto reason = static_cast<dance::Reason>(fault.reason);
    if (i == 0 && reason == option_range) {
      return option_field<dance::Options>(*pb::DanceOptions::descriptor(), static_cast<std::size_t>(argument)).number();
    }
    if (i == 0 && (reason == wrong_phase || reason == stray_field)) return argument + 1;  // fields of DanceAction
    if (i == 1 && (reason == wrong_phase || reason == wrong_range)) return argument + 1;  // these count from 1
    return argument;
  }
};

static_assert(static_cast<int>(dance::ActionKind::die) + 1 == pb::DanceAction::kDieFieldNumber);
static_assert(static_cast<int>(dance::ActionKind::take_back) + 1 == pb::DanceAction::kTakeBackFieldNumber);
static_assert(static_cast<int>(dance::Movement::increase) == pb::DANCE_MOVEMENT_INCREASE);

}  // namespace

const GameKind& dance_game() {
  static const Kind<DanceWire> kind;
  return kind;
}

}  // namespace wyrmhall::server
