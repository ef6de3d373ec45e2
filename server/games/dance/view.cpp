#include "server/games/dance/view.h"

#include <span>
#include <tuple>
#include <variant>

#include "rules/dance/cards.h"
#include "rules/dance/options.h"
#include "server/games/described.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server::dance_wire {

namespace pb = wyrmhall::v1;
namespace dance = rules::dance;

namespace {

static_assert(static_cast<int>(dance::Movement::increase) == pb::DANCE_MOVEMENT_INCREASE);

using Numbers = rules::InlineVector<std::uint8_t, dance::kDeckSize>;

Numbers numbers(const auto& values) {
  Numbers list;
  for (const auto value : values) list.push_back(static_cast<std::uint8_t>(value));
  return list;
}

pb::DanceRange range(dance::Range range) {
  return static_cast<pb::DanceRange>(static_cast<int>(range) + 1);
}

void write_card(dance::Card card, MessageWriter& to) {
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

void write_setup(const dance::Options& options, MessageWriter& to) {
  using Field = pb::DanceView;
  to.number(Field::kRoundLimitFieldNumber, options.round_limit);
  to.number(Field::kReturnOneFieldNumber, options.return_one);
  for (const rules::Seat seat : {dance::kKnight, dance::kDragon}) {
    to.entry(Field::kFullLifeFieldNumber, seat, static_cast<std::uint32_t>(dance::full_life(options, seat)));
  }
  for (std::uint32_t card = 0; card < dance::kCards.size(); ++card) {
    const MessageWriter::Entry entry(to, Field::kCardsFieldNumber, card);
    write_card(static_cast<dance::Card>(card), to);
  }
}

void write_exchange(const dance::Exchange& last, MessageWriter& to) {
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

void write_choice(const dance::Side& side, MessageWriter& to) {
  using Choice = pb::DanceChoice;
  to.nonzero(Choice::kCommittedFieldNumber, side.committed);
  if (side.die != dance::kNotChosen) to.signed_number(Choice::kDieFieldNumber, side.die);
  if (side.card != dance::Card::none) to.number(Choice::kCardFieldNumber, side.card);
  if (side.back.is_none()) return;
  to.bytes(Choice::kFromFieldNumber, numbers(side.back.from));
  if (side.back.choice) to.signed_number(Choice::kTakeBackFieldNumber, or_none(*side.back.choice));
}

void write_side(rules::Seat seat, const dance::Side* before, const dance::Side& now, MessageWriter& to) {
  using Field = pb::DanceView;
  const auto changed = [&](auto get) { return before == nullptr || get(*before) != get(now); };
  if (changed([](const auto& s) { return s.life; })) to.entry(Field::kLifeFieldNumber, seat, now.life);
  const auto list = [&](int field, auto get) {
    if (!changed(get)) return;
    const MessageWriter::Entry entry(to, field, seat);
    const Numbers values = numbers(get(now));
    to.raw({reinterpret_cast<const char*>(values.begin()), values.size()});  // bytes have a length, as messages do
  };
  list(Field::kDiceFieldNumber, [](const auto& s) { return numbers(std::span(s.dice).first(dance::dice_of(s.role))); });
  list(Field::kSpentFieldNumber, [](const auto& s) { return s.spent; });
  list(Field::kHandFieldNumber, [](const auto& s) { return s.hand; });
  list(Field::kDiscardFieldNumber, [](const auto& s) { return s.discard; });
  if (changed([](const auto& s) { return std::tie(s.committed, s.die, s.card, s.back); })) {
    const MessageWriter::Entry entry(to, Field::kChoicesFieldNumber, seat);
    write_choice(now, to);
  }
}

// --- Events ---

void write(const Described auto& event, MessageWriter& to) {
  write_event_field<pb::DanceEvent>(event, to);
}
void write(const dance::DiceChosen& event, MessageWriter& to) {
  const MessageWriter::Nested chosen(to, pb::DanceEvent::kDieFieldNumber);
  {
    const MessageWriter::Packed slots(to, pb::DanceDiceChosen::kDieFieldNumber);
    for (const std::int8_t slot : event.die) slots.add_signed(slot);
  }
  to.bytes(pb::DanceDiceChosen::kDiceFieldNumber, event.dice);
}
void write(const dance::Last& event, MessageWriter& to) {
  const MessageWriter::Nested last(to, pb::DanceEvent::kLastFieldNumber);
  write_exchange(event, to);
}
void write(const dance::TakenBack& event, MessageWriter& to) {
  const MessageWriter::Nested back(to, pb::DanceEvent::kBackFieldNumber);
  const MessageWriter::Packed cards(to, pb::DanceTakenBack::kCardFieldNumber);
  for (const dance::Card card : event.card) cards.add_signed(or_none(card));
}

}  // namespace

void View::write_view(const dance::State* before, const dance::State& now, MessageWriter& to) {
  using Field = pb::DanceView;
  if (before == nullptr) write_setup(now.options, to);
  write_changed_fields<Field>(before, now, to);
  for (const rules::Seat seat : {dance::kKnight, dance::kDragon}) {
    write_side(seat, before == nullptr ? nullptr : &before->seats[seat], now.seats[seat], to);
  }
  if (!now.last.is_none() && (before == nullptr || before->last != now.last)) {
    const MessageWriter::Nested last(to, Field::kLastFieldNumber);
    write_exchange(now.last, to);
  }
  if (before != nullptr && before->result == now.result) return;
  to.signed_number(Field::kWinnerFieldNumber, now.result && now.result->winner != rules::kNoSeat
                                                  ? static_cast<std::int32_t>(now.result->winner)
                                                  : -1);
  if (now.result) to.number(Field::kReasonFieldNumber, static_cast<int>(now.result->reason) + 1);
}

// Those who listen want to hear that a seat has decided. The follow-up is no secret: the rules tell of it.
bool View::tells_action(const dance::Action& action) {
  return action.kind != dance::ActionKind::combo;
}

// H1: what was decided is for the rules to tell, once everybody has decided.
void View::write_action_event(const dance::State& before, rules::Seat seat, const dance::Action& /*action*/,
                              MessageWriter& to) {
  const MessageWriter::Nested committed(to, pb::DanceEvent::kCommittedFieldNumber);
  to.nonzero(pb::DanceCommitted::kSeatFieldNumber, seat);
  to.nonzero(pb::DanceCommitted::kPhaseFieldNumber, static_cast<int>(before.phase) + 1);
}

void View::write_event(const dance::State& /*state*/, const dance::Event& event, MessageWriter& to) {
  std::visit([&](const auto& e) { write(e, to); }, event);
}

}  // namespace wyrmhall::server::dance_wire
