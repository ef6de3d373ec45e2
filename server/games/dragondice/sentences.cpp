#include "server/games/dragondice/sentences.h"

#include <span>

#include "rules/dragondice/dragons.h"
#include "rules/dragondice/fault.h"
#include "rules/dragondice/legal.h"
#include "rules/dragondice/losses.h"
#include "server/games/option_fields.h"
#include "server/games/sentence_writer.h"
#include "wyrmhall/v1/dragondice_sentence.pb.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server::dragondice_wire {
namespace {

namespace pb = wyrmhall::v1;
namespace dragondice = rules::dragondice;

SentenceWriter saying(MessageWriter& to, pb::DragondicePhrase phrase) {
  return {to, pb::Sentence::kDragondiceFieldNumber, phrase};
}

// --- Choices ---

pb::DragondicePhrase phrase_of(const dragondice::Action& action) {
  switch (action.kind) {
    case dragondice::ActionKind::attack_terrain:
      return pb::DRAGONDICE_PHRASE_ATTACK_TERRAIN;
    case dragondice::ActionKind::designate:
      return pb::DRAGONDICE_PHRASE_DESIGNATE;
    case dragondice::ActionKind::breath_order:
      return pb::DRAGONDICE_PHRASE_BREATH_ORDER;
    case dragondice::ActionKind::breath_kills:
      return pb::DRAGONDICE_PHRASE_BREATH_KILLS;
    case dragondice::ActionKind::promote:
      return action.unit == dragondice::kNone ? pb::DRAGONDICE_PHRASE_PROMOTE_NO_MORE : pb::DRAGONDICE_PHRASE_PROMOTE;
    case dragondice::ActionKind::bash:
      return pb::DRAGONDICE_PHRASE_BASH;
    case dragondice::ActionKind::regenerate:
      if (action.pick == dragondice::kSaves) return pb::DRAGONDICE_PHRASE_RETURN_SAVES;
      return action.pick == dragondice::kDone ? pb::DRAGONDICE_PHRASE_RETURN_NO_MORE : pb::DRAGONDICE_PHRASE_RETURN;
    case dragondice::ActionKind::allocate:
      return pb::DRAGONDICE_PHRASE_SPLIT;
    case dragondice::ActionKind::hits:
      return action.slay.bits == 0 ? pb::DRAGONDICE_PHRASE_SLAY_NOBODY : pb::DRAGONDICE_PHRASE_SLAY;
    case dragondice::ActionKind::casualties:
      return pb::DRAGONDICE_PHRASE_CASUALTIES;
    case dragondice::ActionKind::regroup:
      return action.unit == dragondice::kNone ? pb::DRAGONDICE_PHRASE_REGROUP_NO_MORE : pb::DRAGONDICE_PHRASE_REGROUP;
    case dragondice::ActionKind::call:
      break;
  }
  return action.dragon == dragondice::kNone ? pb::DRAGONDICE_PHRASE_CALL_NOBODY : pb::DRAGONDICE_PHRASE_CALL;
}

void place_unit(std::uint8_t unit, PlaceWriter& on) {
  if (unit != dragondice::kNone) on.thing(pb::DragondiceView::kUnitsFieldNumber, unit);
}
void place_dragon(std::uint8_t dragon, PlaceWriter& on) {
  if (dragon != dragondice::kNone) on.thing(pb::DragondiceView::kDragonsFieldNumber, dragon);
}

// --- Forms ---

pb::DragondicePhrase phrase_of(const dragondice::State& state, const rules::Form& form) {
  if (form.number >= dragondice::kHitsForm) return pb::DRAGONDICE_PHRASE_HITS;
  if (form.number >= dragondice::kPromoteForm) return pb::DRAGONDICE_PHRASE_PROMOTE;
  if (form.number >= dragondice::kCallForm) return pb::DRAGONDICE_PHRASE_CALL;
  if (form.number >= dragondice::kRegenerateForm) return pb::DRAGONDICE_PHRASE_RETURN;
  if (form.number >= dragondice::kRegroupForm) return pb::DRAGONDICE_PHRASE_REGROUP;
  if (form.number < dragondice::kLossForm) return pb::DRAGONDICE_PHRASE_ALLOCATE;
  const bool damage = state.step == dragondice::Step::casualties;
  return damage ? pb::DRAGONDICE_PHRASE_CASUALTIES : pb::DRAGONDICE_PHRASE_BREATH_KILLS;
}

std::uint8_t offset(const rules::Form& form, std::uint8_t first) {
  return static_cast<std::uint8_t>(form.number - first);
}

// The dragon that a part of a form of hits is about: the parts are of those that attack the army and are not shot.
std::uint8_t slain_in(const dragondice::State& state, const rules::Form& form, std::size_t part) {
  const auto shot = dragondice::Dragons::from_bits(offset(form, dragondice::kHitsForm));
  for (const unsigned dragon : state.attack.on_army.without(shot).each()) {
    if (part-- == 0) return static_cast<std::uint8_t>(dragon);
  }
  return dragondice::kNone;
}

// For a part of a form of losses: the lowest of its units, and their number.
struct Losers {
  std::uint8_t first = 0;
  int units = 0;
};
Losers losers_in(const dragondice::State& state, std::size_t part) {
  const dragondice::Units army = dragondice::army_of(state);
  for (const unsigned unit : dragondice::lowest_of_each(state, army).each()) {
    if (part-- > 0) continue;
    Losers losers{.first = static_cast<std::uint8_t>(unit)};
    for (const unsigned other : army.each()) losers.units += state.units[other].type == state.units[unit].type ? 1 : 0;
    return losers;
  }
  return {};
}

// --- Faults ---

// Whether an argument of a Fault is an enumerator, which counts from 1 on the wire; acts are numbers of fields.
bool is_enumerator(dragondice::Reason reason, std::size_t i) {
  using enum dragondice::Reason;
  switch (reason) {
    case part_empty:
    case part_too_large:
      return i == 1;
    case wrong_question:
    case wrong_pool:
      return true;
    case stray_field:
      return i == 0;
    default:
      return false;
  }
}

}  // namespace

void Sentences::say(const dragondice::State& state, rules::Seat /*seat*/, const dragondice::Action& action,
                    MessageWriter& to) {
  const pb::DragondicePhrase phrase = phrase_of(action);
  const SentenceWriter say = saying(to, phrase);
  const dragondice::Attack& attack = state.attack;
  switch (phrase) {
    case pb::DRAGONDICE_PHRASE_ATTACK_TERRAIN:
      say(action.to.number);
      return;
    case pb::DRAGONDICE_PHRASE_DESIGNATE:
      say(action.dragon, action.other);
      return;
    case pb::DRAGONDICE_PHRASE_BREATH_ORDER:
      say(action.dragon);
      return;
    case pb::DRAGONDICE_PHRASE_BASH:
      say(action.unit, action.dragon, attack.damage[action.dragon]);
      return;
    case pb::DRAGONDICE_PHRASE_RETURN_SAVES:
      say(action.unit, attack.response.left);
      return;
    case pb::DRAGONDICE_PHRASE_RETURN_NO_MORE:
      say(action.unit);
      return;
    case pb::DRAGONDICE_PHRASE_SPLIT:
      say(static_cast<int>(action.pool) + 1, action.melee, action.missile, action.save);
      return;
    case pb::DRAGONDICE_PHRASE_SLAY:
      for (const unsigned dragon : attack.on_army.each()) {
        const dragondice::Hit hit = action.slay.of(dragon);
        if (hit != dragondice::Hit::none) say(dragon, static_cast<int>(hit));
      }
      return;
    default:
      return;
  }
}

void Sentences::place(const dragondice::State& /*state*/, rules::Seat /*seat*/, const dragondice::Action& action,
                      PlaceWriter& on) {
  if (action.kind == dragondice::ActionKind::attack_terrain) {
    on.thing(pb::DragondiceView::kTerrainsFieldNumber, action.to.number);
  }
  place_unit(action.unit, on);
  place_dragon(action.kind == dragondice::ActionKind::designate ? action.other : action.dragon, on);
  on.group(static_cast<std::uint32_t>(phrase_of(action)));
}

void Sentences::say_form(const dragondice::State& state, rules::Seat /*seat*/, const rules::Form& form,
                         MessageWriter& to) {
  const pb::DragondicePhrase phrase = phrase_of(state, form);
  const dragondice::Attack& attack = state.attack;
  const SentenceWriter say = saying(to, phrase);
  switch (phrase) {
    case pb::DRAGONDICE_PHRASE_HITS:
      say(attack.totals.melee, attack.totals.missile);
      for (const unsigned dragon : dragondice::Dragons::from_bits(offset(form, dragondice::kHitsForm)).each()) {
        say(dragon);
      }
      return;
    case pb::DRAGONDICE_PHRASE_PROMOTE:
      say(offset(form, dragondice::kPromoteForm));
      return;
    case pb::DRAGONDICE_PHRASE_CALL: {
      const std::uint8_t dragon = offset(form, dragondice::kCallForm);
      say(dragon, dragondice::call_cost(state, dragon));
      return;
    }
    case pb::DRAGONDICE_PHRASE_RETURN:
      say(dragondice::special_unit(state), attack.response.left);
      return;
    case pb::DRAGONDICE_PHRASE_REGROUP:
      say(offset(form, dragondice::kRegroupForm));
      return;
    case pb::DRAGONDICE_PHRASE_ALLOCATE:
      say(offset(form, dragondice::kAllocateForm) + 1, form.sum_most);
      return;
    case pb::DRAGONDICE_PHRASE_CASUALTIES:
      say(attack.net, form.sum_most);
      return;
    default:
      say(attack.breather, form.sum_most);
      return;
  }
}

void Sentences::place_form(const dragondice::State& state, rules::Seat /*seat*/, const rules::Form& form,
                           PlaceWriter& on) {
  const pb::DragondicePhrase phrase = phrase_of(state, form);
  if (phrase == pb::DRAGONDICE_PHRASE_PROMOTE) place_unit(offset(form, dragondice::kPromoteForm), on);
  if (phrase == pb::DRAGONDICE_PHRASE_CALL) place_dragon(offset(form, dragondice::kCallForm), on);
  if (phrase == pb::DRAGONDICE_PHRASE_RETURN) place_unit(dragondice::special_unit(state), on);
  on.group(static_cast<std::uint32_t>(phrase));
}

void Sentences::say_part(const dragondice::State& state, rules::Seat /*seat*/, const rules::Form& form,
                         std::size_t part, MessageWriter& to) {
  switch (phrase_of(state, form)) {
    case pb::DRAGONDICE_PHRASE_HITS: {
      const std::uint8_t dragon = slain_in(state, form, part);
      saying(to, pb::DRAGONDICE_PHRASE_PART_SLAY)(dragon, dragondice::need(state, dragon));
      return;
    }
    case pb::DRAGONDICE_PHRASE_ALLOCATE:
      saying(to, static_cast<pb::DragondicePhrase>(pb::DRAGONDICE_PHRASE_PART_MELEE + static_cast<int>(part)));
      return;
    default: {
      const Losers losers = losers_in(state, part);
      saying(to, pb::DRAGONDICE_PHRASE_PART_UNITS)(losers.first, losers.units);
      return;
    }
  }
}

void Sentences::place_part(const dragondice::State& state, rules::Seat /*seat*/, const rules::Form& form,
                           std::size_t part, PlaceWriter& on) {
  const pb::DragondicePhrase phrase = phrase_of(state, form);
  if (phrase == pb::DRAGONDICE_PHRASE_HITS) place_dragon(slain_in(state, form, part), on);
  if (phrase == pb::DRAGONDICE_PHRASE_CASUALTIES || phrase == pb::DRAGONDICE_PHRASE_BREATH_KILLS) {
    place_unit(losers_in(state, part).first, on);
  }
}

void Sentences::say_values(const dragondice::State& state, rules::Seat /*seat*/, const rules::Form& form,
                           std::size_t part, MessageWriter& to) {
  if (form.number == dragondice::kLossForm) {
    saying(to, pb::DRAGONDICE_PHRASE_LOST)(losers_in(state, part).first);
  } else {
    saying(to, pb::DRAGONDICE_PHRASE_SPENT);
  }
}

Meaning Sentences::meaning(const rules::Form& form, std::size_t /*part*/) {
  return form.number < dragondice::kLossForm ? Meaning::itself : Meaning::value;
}

bool Sentences::is_listed(const rules::Form& form) {
  return form.number >= dragondice::kRegroupForm && form.number < dragondice::kHitsForm;
}

std::int32_t Sentences::argument(const rules::Fault& fault, std::size_t i) {
  using enum dragondice::Reason;
  const auto reason = static_cast<dragondice::Reason>(fault.reason);
  const std::int32_t argument = fault.arguments[i];
  if (i == 0 && (reason == option_range || reason == option_length || reason == no_such_name)) {
    return option_field<dragondice::Options, pb::DragondiceOptions>(argument).number();
  }
  return is_enumerator(reason, i) ? argument + 1 : argument;
}

}  // namespace wyrmhall::server::dragondice_wire
