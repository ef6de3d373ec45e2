#include "server/games/dragondice/view.h"

#include <algorithm>
#include <array>
#include <span>

#include "rules/dragondice/attack_flow.h"
#include "rules/dragondice/flow.h"
#include "server/games/described.h"
#include "server/games/dragondice/actions.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server::dragondice_wire {
namespace {

namespace pb = wyrmhall::v1;
namespace dragondice = rules::dragondice;

std::uint32_t from_one(auto enumerator) {
  return static_cast<std::uint32_t>(enumerator) + 1;
}

pb::DragondiceStep step_of(const dragondice::State& state) {
  if (state.step == dragondice::Step::over) return pb::DRAGONDICE_STEP_OVER;
  return static_cast<pb::DragondiceStep>(from_one(state.step));  // of the questions
}

// The terrains of a set of bits.
auto terrains_in(std::uint8_t bits) {
  return bytes_of(dragondice::IndexSet<std::uint8_t>::from_bits(bits));
}

using Faces = rules::InlineVector<std::uint8_t, 2 * dragondice::kMaxFaces>;

// --- What never changes ---

void write_kind(dragondice::UnitType type, MessageWriter& to) {
  using Rules = pb::DragondiceUnitRules;
  const dragondice::UnitData& unit = dragondice::unit_data(type);
  const MessageWriter::Entry entry(to, pb::DragondiceView::kKindsFieldNumber, type + 1U);
  to.number(Rules::kSpeciesFieldNumber, from_one(unit.species));
  to.number(Rules::kHealthFieldNumber, unit.health);
  Faces faces;
  for (const dragondice::Face& face : std::span(unit.faces).first(unit.sides)) {
    faces.push_back(static_cast<std::uint8_t>(from_one(face.icon)));
    faces.push_back(face.number);
  }
  to.bytes(Rules::kFacesFieldNumber, faces);
}

void write_setup(const dragondice::State& state, MessageWriter& to) {
  const dragondice::Setup& options = state.options;
  to.number(pb::DragondiceView::kRoundsFieldNumber, options.rounds);
  to.number(pb::DragondiceView::kRegroupFieldNumber, options.regroup);
  to.number(pb::DragondiceView::kSlayPointsFieldNumber, options.slay_points);
  to.number(pb::DragondiceView::kCallGainFieldNumber, options.call_gain);
  to.number(pb::DragondiceView::kCallCostFieldNumber, options.call_cost);
  to.number(pb::DragondiceView::kCallCostWhiteFieldNumber, options.call_cost_white);
  to.number(pb::DragondiceView::kCallCapFieldNumber, options.call_cap);
  to.number(pb::DragondiceView::kSpeciesAbilitiesFieldNumber, options.species_abilities);
  to.nonzero(pb::DragondiceView::kSpecialManeuversFieldNumber, options.special_maneuvers ? 1U : 0U);
  std::array<std::uint8_t, dragondice::kTerrainsInPlay> terrains{};
  std::ranges::transform(state.terrains, terrains.begin(),
                         [](dragondice::Terrain terrain) { return static_cast<std::uint8_t>(terrain + 1); });
  to.bytes(pb::DragondiceView::kTerrainsFieldNumber, terrains);
  std::array<bool, dragondice::kUnitTypes> told{};
  for (std::uint32_t unit = 0; unit < state.units.size(); ++unit) {
    const dragondice::UnitType type = state.units[unit].type;
    {
      const MessageWriter::Entry entry(to, pb::DragondiceView::kUnitsFieldNumber, unit);
      to.number(pb::DragondiceUnit::kKindFieldNumber, type + 1U);
      to.nonzero(pb::DragondiceUnit::kOwnerFieldNumber, unit < state.first_of_seat1 ? 0U : 1U);
    }
    if (!told[type]) write_kind(type, to);
    told[type] = true;
  }
}

// --- What changes ---

void write_dragon(std::uint32_t number, const dragondice::Dragon& dragon, MessageWriter& to) {
  using Dragon = pb::DragondiceDragon;
  const MessageWriter::Entry entry(to, pb::DragondiceView::kDragonsFieldNumber, number);
  to.number(Dragon::kTypeFieldNumber, from_one(dragon.type));
  to.number(Dragon::kFormFieldNumber, from_one(dragon.form));
  to.nonzero(Dragon::kOwnerFieldNumber, dragon.owner);
  to.nonzero(Dragon::kAtFieldNumber, dragon.at.number);
}

// The targets of those that take part.
auto targets_of(const dragondice::Attack& attack) {
  rules::InlineVector<std::uint8_t, dragondice::kMaxDragons> targets;
  for (const std::uint8_t dragon : attack.dragons) targets.push_back(attack.targets[dragon].number);
  return targets;
}

auto rolls_of(const dragondice::Attack& attack) {
  rules::InlineVector<std::uint8_t, dragondice::kMaxUnits> rolls;
  std::size_t size = attack.response.values.size();
  while (size > 0 && attack.response.values[size - 1] == 0) --size;
  for (std::size_t unit = 0; unit < size; ++unit) rolls.push_back(attack.response.values[unit]);
  return rolls;
}

// While points are still shared out: what the answer comes to without them.
dragondice::Results results_of(const dragondice::State& state) {
  if (state.step != dragondice::Step::allocate) return state.attack.totals;
  dragondice::State counted = state;
  dragondice::total_results(counted);
  return counted.attack.totals;
}

// Units that come in exchange for others, or come back.
dragondice::Units coming(const dragondice::Attack& attack) {
  return attack.promotion.up.with(attack.response.returning);
}

void write_attack(const dragondice::State* before, const dragondice::State& now, MessageWriter& to) {
  using Field = pb::DragondiceAttack;
  if (before != nullptr && before->attack == now.attack && before->step == now.step) return;
  const MessageWriter::Nested nested(to, pb::DragondiceView::kAttackFieldNumber);
  const dragondice::Attack* old = before == nullptr ? nullptr : &before->attack;
  const dragondice::Attack& attack = now.attack;
  const auto list = [&](int field, auto get) {
    if (old == nullptr || !(get(*old) == get(attack))) to.bytes(field, get(attack));
  };
  const auto set = [&](int field, auto get) { list(field, [&](const auto& a) { return bytes_of(get(a)); }); };
  if (old == nullptr || old->terrain != attack.terrain) {
    to.signed_number(Field::kTerrainFieldNumber, attack.terrain.is_terrain() ? attack.terrain.number : -1);
  }
  list(Field::kDragonsFieldNumber, [](const auto& a) { return a.dragons; });
  list(Field::kTargetsFieldNumber, [](const auto& a) { return targets_of(a); });
  for (std::uint32_t dragon = 0; dragon < now.dragons.size(); ++dragon) {
    if (old != nullptr && old->damage[dragon] == attack.damage[dragon]) continue;
    to.entry(Field::kDamageFieldNumber, dragon, attack.damage[dragon]);
  }
  set(Field::kBellyFieldNumber, [](const auto& a) { return a.belly; });
  set(Field::kWingsFieldNumber, [](const auto& a) { return a.wings; });
  set(Field::kBreathFieldNumber, [](const auto& a) { return a.breath; });
  list(Field::kRollsFieldNumber, [](const auto& a) { return rolls_of(a); });
  const dragondice::Results results = results_of(now);
  const dragondice::Results results_before = before == nullptr ? dragondice::Results{} : results_of(*before);
  const auto number = [&](int field, std::uint16_t value, std::uint16_t value_before) {
    if (before == nullptr || value != value_before) to.number(field, value);
  };
  number(Field::kMeleeFieldNumber, results.melee, results_before.melee);
  number(Field::kMissileFieldNumber, results.missile, results_before.missile);
  number(Field::kSaveFieldNumber, results.save, results_before.save);
  number(Field::kNetFieldNumber, attack.net, old == nullptr ? std::uint16_t{0} : old->net);
  set(Field::kDownFieldNumber, [](const auto& a) { return a.promotion.down; });
  set(Field::kUpFieldNumber, [](const auto& a) { return coming(a); });
}

// --- Events ---

void write(const dragondice::TurnBegun& event, MessageWriter& to) {
  write_event_field<pb::DragondiceEvent>(event, to);
}
void write(const dragondice::AttackBegun& event, MessageWriter& to) {
  using Begun = pb::DragondiceAttackBegun;
  const MessageWriter::Nested nested(to, pb::DragondiceEvent::kAttackFieldNumber);
  to.nonzero(Begun::kTerrainFieldNumber, event.terrain.number);
  to.bytes(Begun::kDragonsFieldNumber, event.dragons);
  rules::InlineVector<std::uint8_t, dragondice::kMaxDragons> targets;
  for (const dragondice::Target target : event.targets) targets.push_back(target.number);
  to.bytes(Begun::kTargetsFieldNumber, targets);
}
void write(const dragondice::DragonRolled& event, MessageWriter& to) {
  write_event_field<pb::DragondiceEvent>(event, to);
}
void write(const dragondice::UnitRolled& event, MessageWriter& to) {
  write_event_field<pb::DragondiceEvent>(event, to);
}
void write(const dragondice::Breathed& event, MessageWriter& to) {
  const MessageWriter::Nested nested(to, pb::DragondiceEvent::kBreathFieldNumber);
  to.nonzero(pb::DragondiceBreathed::kDragonFieldNumber, event.dragon);
  to.bytes(pb::DragondiceBreathed::kKilledFieldNumber, bytes_of(event.killed));
}
void write(const dragondice::Promoted& event, MessageWriter& to) {
  const MessageWriter::Nested nested(to, pb::DragondiceEvent::kPromotedFieldNumber);
  to.bytes(pb::DragondicePromoted::kDownFieldNumber, bytes_of(event.down));
  to.bytes(pb::DragondicePromoted::kUpFieldNumber, bytes_of(event.up));
}
void write(const dragondice::Answered& event, MessageWriter& to) {
  const MessageWriter::Nested nested(to, pb::DragondiceEvent::kResponseFieldNumber);
  write_fields<pb::DragondiceAnswered>(event.totals, to);
}
void write(const dragondice::Damaged& event, MessageWriter& to) {
  using Damaged = pb::DragondiceDamaged;
  const MessageWriter::Nested nested(to, pb::DragondiceEvent::kDamageFieldNumber);
  to.nonzero(Damaged::kNetFieldNumber, event.net);
  to.bytes(Damaged::kKilledFieldNumber, bytes_of(event.killed));
  to.bytes(Damaged::kDeadFieldNumber, bytes_of(event.dead));
  to.bytes(Damaged::kByArmyFieldNumber, bytes_of(event.by_army));
}
void write(const dragondice::FlownHome& event, MessageWriter& to) {
  const MessageWriter::Nested nested(to, pb::DragondiceEvent::kWingsFieldNumber);
  to.bytes(pb::DragondiceFlownHome::kDragonsFieldNumber, bytes_of(event.dragons));
}
void write(const dragondice::Moved& event, MessageWriter& to) {
  using Moved = pb::DragondiceMoved;
  const MessageWriter::Nested nested(to, pb::DragondiceEvent::kRegroupFieldNumber);
  to.nonzero(Moved::kUnitFieldNumber, event.unit);
  to.nonzero(Moved::kFromFieldNumber, event.from.number);
  to.nonzero(Moved::kToFieldNumber, event.to.number);
}
void write(const dragondice::Called& event, MessageWriter& to) {
  using Called = pb::DragondiceCalled;
  const MessageWriter::Nested nested(to, pb::DragondiceEvent::kCallFieldNumber);
  to.nonzero(Called::kSeatFieldNumber, event.seat);
  to.nonzero(Called::kDragonFieldNumber, event.dragon);
  to.nonzero(Called::kFromFieldNumber, event.from.number);
  to.nonzero(Called::kToFieldNumber, event.to.number);
}
void write(const dragondice::Ended& event, MessageWriter& to) {
  const MessageWriter::Nested nested(to, pb::DragondiceEvent::kEndFieldNumber);
  using Result = pb::DragondiceResult;
  const rules::Seat winner = event.result.winner;
  to.signed_nonzero(Result::kWinnerFieldNumber, winner == rules::kNoSeat ? -1 : static_cast<std::int32_t>(winner));
  to.number(Result::kReasonFieldNumber, from_one(event.result.reason));
  to.numbers(Result::kScoreFieldNumber, event.result.score);
}

}  // namespace

void View::write_view(const dragondice::State* before, const dragondice::State& now, MessageWriter& to) {
  if (before == nullptr) write_setup(now, to);
  const auto number = [&](int field, auto get) {
    if (before == nullptr || get(*before) != get(now)) to.number(field, get(now));
  };
  // Odds end before the dice that come next are rolled.
  const bool asks = dragondice::is_question(now.step) || now.step == dragondice::Step::over;
  if (asks) number(pb::DragondiceView::kStepFieldNumber, [](const dragondice::State& state) { return step_of(state); });
  number(pb::DragondiceView::kRoundFieldNumber, [](const dragondice::State& state) { return state.round; });
  number(pb::DragondiceView::kSeatFieldNumber, [](const dragondice::State& state) { return state.seat; });
  number(pb::DragondiceView::kRegroupedFieldNumber, [](const dragondice::State& state) { return state.regrouped; });
  if (before == nullptr || before->todo != now.todo)
    to.bytes(pb::DragondiceView::kTodoFieldNumber, terrains_in(now.todo));
  for (std::uint32_t unit = 0; unit < now.units.size(); ++unit) {
    if (before != nullptr && before->units[unit].at == now.units[unit].at) continue;
    to.entry(pb::DragondiceView::kPlacesFieldNumber, unit, now.units[unit].at.number);
  }
  for (std::uint32_t dragon = 0; dragon < now.dragons.size(); ++dragon) {
    if (before != nullptr && before->dragons[dragon] == now.dragons[dragon]) continue;
    write_dragon(dragon, now.dragons[dragon], to);
  }
  const auto score = dragondice::result_of(now, dragondice::EndReason::score).score;
  const auto score_before =
      before == nullptr ? score : dragondice::result_of(*before, dragondice::EndReason::score).score;
  for (std::uint32_t seat = 0; seat < 2; ++seat) {
    for (std::uint32_t terrain = 0; terrain < dragondice::kTerrainsInPlay; ++terrain) {
      const dragondice::Effects& effects = now.effects[seat][terrain];
      if (before != nullptr && before->effects[seat][terrain] == effects) continue;
      const MessageWriter::Entry entry(to, pb::DragondiceView::kEffectsFieldNumber, 3 * seat + terrain);
      write_fields<pb::DragondiceEffects>(effects, to);
    }
    const auto entry = [&](int field, std::uint32_t value, std::uint32_t value_before) {
      if (before == nullptr || value != value_before) to.entry(field, seat, value);
    };
    entry(pb::DragondiceView::kCallPointsFieldNumber, now.call[seat], before == nullptr ? 0 : before->call[seat]);
    entry(pb::DragondiceView::kSlainFieldNumber, now.slain[seat], before == nullptr ? 0 : before->slain[seat]);
    entry(pb::DragondiceView::kScoreFieldNumber, score[seat], score_before[seat]);
  }
  write_attack(before, now, to);
  if (before != nullptr && before->result == now.result) return;
  const bool won = now.result && now.result->winner != rules::kNoSeat;
  to.signed_number(pb::DragondiceView::kWinnerFieldNumber, won ? static_cast<std::int32_t>(now.result->winner) : -1);
  if (now.result) to.number(pb::DragondiceView::kReasonFieldNumber, from_one(now.result->reason));
}

void View::write_event(const dragondice::State& /*state*/, const dragondice::Event& event, MessageWriter& to) {
  std::visit([&](const auto& e) { write(e, to); }, event);
}

// The rules tell of what kills, exchanges or moves.
bool View::tells_action(const dragondice::Action& action) {
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
void View::write_action_event(const dragondice::State& /*before*/, rules::Seat seat, const dragondice::Action& action,
                              MessageWriter& to) {
  if (action.kind == dragondice::ActionKind::designate) {
    const MessageWriter::Nested designated(to, pb::DragondiceEvent::kDesignatedFieldNumber);
    to.nonzero(pb::DragondiceDesignated::kSeatFieldNumber, seat);
    return to.nonzero(pb::DragondiceDesignated::kDragonFieldNumber, action.dragon);
  }
  const MessageWriter::Nested decided(to, pb::DragondiceEvent::kDecidedFieldNumber);
  to.nonzero(pb::DragondiceDecided::kSeatFieldNumber, seat);
  const MessageWriter::Nested nested(to, pb::DragondiceDecided::kActionFieldNumber);
  Actions::write_action(action, to);
}

}  // namespace wyrmhall::server::dragondice_wire
