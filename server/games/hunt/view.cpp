#include "server/games/hunt/view.h"

#include <tuple>
#include <variant>

#include "server/games/described.h"
#include "server/games/hunt/actions.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server::hunt_wire {
namespace {

namespace pb = wyrmhall::v1;
namespace hunt = rules::hunt;

// --- What never changes ---

void write_skills(const hunt::Setup& setup, MessageWriter& to) {
  using Rules = pb::HuntSkillRules;
  for (std::size_t i = 0; i < hunt::kSkills.size(); ++i) {
    const hunt::SkillData& data = hunt::kSkills[i];
    const MessageWriter::Entry entry(to, pb::HuntView::kSkillsFieldNumber, from_one(static_cast<hunt::Skill>(i)));
    to.number(Rules::kKindFieldNumber, from_one(data.kind));
    to.bytes(Rules::kPatternFieldNumber, data.pattern.text);
    to.nonzero(Rules::kValueFieldNumber, hunt::value_of(setup, static_cast<hunt::Skill>(i)));
    to.nonzero(Rules::kTargetsFieldNumber, data.targets);
    to.nonzero(Rules::kStrikeFieldNumber, data.strike);
    to.nonzero(Rules::kLearntFieldNumber, data.learnt);
  }
}

void write_items(MessageWriter& to) {
  using Rules = pb::HuntItemRules;
  for (std::size_t i = 0; i < hunt::kItems.size(); ++i) {
    const hunt::ItemData& data = hunt::kItems[i];
    const bool symbol = data.kind == hunt::ItemKind::symbol;
    const MessageWriter::Entry entry(to, pb::HuntView::kItemsFieldNumber, from_one(static_cast<hunt::Item>(i)));
    to.number(Rules::kKindFieldNumber, from_one(data.kind));
    to.nonzero(Rules::kPriceFieldNumber, data.price);
    to.nonzero(Rules::kValueFieldNumber, symbol ? from_one(static_cast<hunt::Symbol>(data.value)) : data.value);
    to.nonzero(Rules::kChapterFieldNumber, data.chapter);
  }
}

void write_setup(const hunt::Setup& setup, MessageWriter& to) {
  to.number(pb::HuntView::kCampaignFieldNumber, setup.campaign);
  to.number(pb::HuntView::kHomecomingFieldNumber, setup.homecoming);
  to.number(pb::HuntView::kRoundLimitFieldNumber, setup.roundLimit);
  to.number(pb::HuntView::kDefeatRuleFieldNumber, from_one(setup.defeatRule));
  to.number(pb::HuntView::kFourthTokenFieldNumber, setup.fourthToken);
  write_skills(setup, to);
  write_items(to);
}

// --- Heroes and dragons ---

// What seldom changes on a hero's sheet.
auto sheet_of(const hunt::Hero& hero) {
  return std::tie(hero.seat, hero.of, hero.symbol, hero.initiative, hero.skills);
}

void write_sheet(const hunt::Hero& hero, MessageWriter& to) {
  using Sheet = pb::HuntSheet;
  to.nonzero(Sheet::kSeatFieldNumber, hero.seat);
  to.number(Sheet::kClassFieldNumber, from_one(hero.of));
  to.number(Sheet::kSymbolFieldNumber, from_one(hero.symbol));
  to.nonzero(Sheet::kInitiativeFieldNumber, hero.initiative);
  for (const hunt::HeroSkill& skill : hero.skills) {
    const MessageWriter::Nested nested(to, Sheet::kSkillsFieldNumber);
    to.number(pb::HuntSheetSkill::kIdFieldNumber, from_one(skill.id));
    to.nonzero(pb::HuntSheetSkill::kPlusFieldNumber, skill.plus);
    to.nonzero(pb::HuntSheetSkill::kPartFieldNumber, from_one(skill.part));
  }
}

// The rest of it.
auto progress_of(const hunt::Hero& hero) {
  return std::tie(hero.level, hero.xp, hero.gold, hero.hpMax, hero.baseAc, hero.items, hero.pending);
}

void write_progress(const hunt::Hero& hero, MessageWriter& to) {
  using Progress = pb::HuntProgress;
  to.nonzero(Progress::kLevelFieldNumber, hero.level);
  to.nonzero(Progress::kXpFieldNumber, hero.xp);
  if (hero.level < hunt::kMaxLevel) to.number(Progress::kNextLevelFieldNumber, hunt::kThresholds[hero.level + 1U]);
  to.nonzero(Progress::kGoldFieldNumber, hero.gold);
  to.nonzero(Progress::kHpMaxFieldNumber, hero.hpMax);
  to.nonzero(Progress::kBaseAcFieldNumber, hero.baseAc);
  for (const hunt::HeroItem& item : hero.items) {
    const MessageWriter::Nested nested(to, Progress::kItemsFieldNumber);
    to.number(pb::HuntPackItem::kIdFieldNumber, from_one(item.id));
    to.nonzero(pb::HuntPackItem::kActiveFieldNumber, item.active);
  }
  if (!hero.pending.empty()) to.bytes(Progress::kPendingFieldNumber, all_from_one(hero.pending));
}

// How a hero stands in the hunt.
auto standing_of(const hunt::Hero& hero) {
  return std::tie(hero.alive, hero.rests, hero.inHunt, hero.hp, hero.ac, hero.tokens, hero.covered, hero.ally,
                  hero.blessed, hero.poison, hero.stun, hero.facing, hero.group);
}

void write_standing(const hunt::Hero& hero, MessageWriter& to) {
  using Standing = pb::HuntHero;
  to.nonzero(Standing::kAliveFieldNumber, hunt::is_alive(hero));
  to.nonzero(Standing::kInHuntFieldNumber, hero.inHunt);
  to.nonzero(Standing::kHpFieldNumber, hero.hp);
  to.nonzero(Standing::kAcFieldNumber, hero.ac);
  to.nonzero(Standing::kTokensFieldNumber, hero.tokens);
  std::size_t covered = hero.covered.size();
  while (covered > 0 && hero.covered[covered - 1] == 0) --covered;
  if (covered > 0) to.bytes(Standing::kCoveredFieldNumber, {hero.covered.begin(), covered});
  to.nonzero(Standing::kAllyFieldNumber, hero.ally);
  to.nonzero(Standing::kBlessedFieldNumber, hero.blessed);
  to.nonzero(Standing::kPoisonFieldNumber, hero.poison);
  to.nonzero(Standing::kStunFieldNumber, hero.stun);
  to.signed_nonzero(Standing::kFacingFieldNumber, hero.facing == hunt::kNoDragon ? -1 : hero.facing);
  to.nonzero(Standing::kGroupFieldNumber, hero.group);
  to.nonzero(Standing::kRestsFieldNumber, hero.rests.has_value());
}

void write_heroes(const hunt::State* before, const hunt::State& now, MessageWriter& to) {
  for (std::uint32_t i = 0; i < now.heroes.size(); ++i) {
    const hunt::Hero& hero = now.heroes[i];
    const hunt::Hero* const old = before != nullptr && i < before->heroes.size() ? &before->heroes[i] : nullptr;
    if (old == nullptr || sheet_of(*old) != sheet_of(hero)) {
      const MessageWriter::Entry entry(to, pb::HuntView::kSheetsFieldNumber, i);
      write_sheet(hero, to);
    }
    if (old == nullptr || progress_of(*old) != progress_of(hero)) {
      const MessageWriter::Entry entry(to, pb::HuntView::kProgressFieldNumber, i);
      write_progress(hero, to);
    }
    if (old == nullptr || standing_of(*old) != standing_of(hero)) {
      const MessageWriter::Entry entry(to, pb::HuntView::kHeroesFieldNumber, i);
      write_standing(hero, to);
    }
  }
}

void write_dragon(const hunt::Setup& setup, const hunt::Dragon& dragon, MessageWriter& to) {
  const hunt::DragonData& data = hunt::data_of(dragon.id);
  to.number(pb::HuntDragon::kIdFieldNumber, from_one(dragon.id));
  to.nonzero(pb::HuntDragon::kSizeFieldNumber, dragon.size);
  to.nonzero(pb::HuntDragon::kHpFieldNumber, dragon.hp);
  to.nonzero(pb::HuntDragon::kHpMaxFieldNumber, dragon.hpMax);
  to.nonzero(pb::HuntDragon::kLockedFieldNumber, dragon.locked);
  to.nonzero(pb::HuntDragon::kPinsFieldNumber, dragon.pins);
  to.bytes(pb::HuntDragon::kChartFieldNumber, data.chart);
  to.number(pb::HuntDragon::kSpecialFieldNumber, from_one(data.special));
  const bool locks = data.special == hunt::Special::lock;
  to.nonzero(pb::HuntDragon::kAmountFieldNumber, locks ? setup.maxLocked : data.amount);
}

// What is no longer there is said too: entries of a map are never taken away.
void write_dragons(const hunt::State* before, const hunt::State& now, MessageWriter& to) {
  constexpr std::uint32_t kMaxDragons = 2;
  const auto dragon_of = [](const hunt::State& state, std::uint32_t i) {
    return i < state.dragons.size() ? std::optional(state.dragons[i]) : std::nullopt;
  };
  for (std::uint32_t i = 0; i < kMaxDragons; ++i) {
    const auto dragon = dragon_of(now, i);
    if (before != nullptr && dragon_of(*before, i) == dragon) continue;
    const MessageWriter::Entry entry(to, pb::HuntView::kDragonsFieldNumber, i);
    if (dragon) write_dragon(now.options, *dragon, to);
  }
}

// --- Reports ---

void write_fury(const hunt::Fury& fury, MessageWriter& to) {
  for (const hunt::FuryRow& row : fury.fury) {
    const MessageWriter::Nested nested(to, pb::HuntFury::kFuryFieldNumber);
    to.nonzero(pb::HuntFuryRow::kDragonFieldNumber, row.dragon);
    to.nonzero(pb::HuntFuryRow::kSymbolsFieldNumber, row.symbols);
    for (const unsigned hero : row.loss.heroes.each()) {
      to.entry(pb::HuntFuryRow::kLossFieldNumber, hero, row.loss.of[hero]);
    }
  }
}

void write_shares(const hunt::Shares& shares, int field, MessageWriter& to) {
  const MessageWriter::Packed list(to, field);
  for (const unsigned hero : shares.heroes.each()) list.add(shares.of[hero]);
}

void write_end(const hunt::HuntEnd& end, MessageWriter& to) {
  to.number(pb::HuntEnd::kOutcomeFieldNumber, from_one(end.outcome));
  to.nonzero(pb::HuntEnd::kChapterFieldNumber, end.chapter);
  to.nonzero(pb::HuntEnd::kRoundsFieldNumber, end.rounds);
  const hunt::Places heroes = end.xp.heroes;  // those of gold are the same (V1)
  if (!heroes.empty()) to.bytes(pb::HuntEnd::kHeroesFieldNumber, bytes_of(heroes));
  write_shares(end.xp, pb::HuntEnd::kXpFieldNumber, to);
  write_shares(end.gold, pb::HuntEnd::kGoldFieldNumber, to);
  if (!end.levels.heroes.empty()) {
    for (const unsigned hero : heroes.each()) {
      const hunt::Gains& gains = end.levels.of[hero];
      to.bytes(pb::HuntEnd::kLevelsFieldNumber, {gains.begin(), gains.size()});
    }
  }
  if (!end.dead.empty()) to.bytes(pb::HuntEnd::kDeadFieldNumber, bytes_of(end.dead));
}

void write_report(const hunt::Report& report, MessageWriter& to) {
  if (report.activation) {
    const MessageWriter::Nested nested(to, pb::HuntReport::kActivationFieldNumber);
    write_fields<pb::HuntActivation>(*report.activation, to);
  } else if (report.fury) {
    const MessageWriter::Nested nested(to, pb::HuntReport::kFuryFieldNumber);
    write_fury(*report.fury, to);
  } else if (report.end) {
    const MessageWriter::Nested nested(to, pb::HuntReport::kEndFieldNumber);
    write_end(*report.end, to);
  }
}

// --- The match ---

void write_village(const hunt::State* before, const hunt::State& now, MessageWriter& to) {
  using Village = pb::HuntVillage;
  if (before != nullptr && before->village == now.village) return;
  const hunt::Village nothing;
  const hunt::Village& old = before != nullptr && before->village ? *before->village : nothing;
  const hunt::Village& village = now.village ? *now.village : nothing;
  const bool all = before == nullptr;
  const MessageWriter::Nested nested(to, pb::HuntView::kVillageFieldNumber);
  if (all || before->village.has_value() != now.village.has_value() || old.stock != village.stock) {
    to.bytes(Village::kStockFieldNumber, now.village ? std::span(village.stock) : std::span<const std::uint8_t>());
  }
  if (all || old.ready != village.ready) to.bytes(Village::kReadyFieldNumber, bytes_of(village.ready));
  if (all || old.won != village.won) to.number(Village::kWonFieldNumber, village.won);
  if (all || old.last != village.last) to.number(Village::kLastFieldNumber, village.last);
  if (all || old.before != village.before) to.number(Village::kBeforeFieldNumber, village.before);
  if (all || old.leftOver != village.leftOver) to.bytes(Village::kLeftOverFieldNumber, bytes_of(village.leftOver));
  if (all || old.switched != village.switched) to.bytes(Village::kSwitchedFieldNumber, bytes_of(village.switched));
}

// Each field of the view that is a number or bytes.
void write_plain(const hunt::State* before, const hunt::State& now, MessageWriter& to) {
  const auto number = [&](int field, auto get) {
    if (before == nullptr || get(*before) != get(now)) to.number(field, get(now));
  };
  const auto bytes = [&](int field, auto get) {
    if (before == nullptr || !(get(*before) == get(now))) to.bytes(field, get(now));
  };
  using State = hunt::State;
  number(pb::HuntView::kPhaseFieldNumber, [](const State& s) { return from_one(s.phase); });
  number(pb::HuntView::kChapterFieldNumber, [](const State& s) { return s.chapter; });
  number(pb::HuntView::kHuntFieldNumber, [](const State& s) { return s.hunt; });
  number(pb::HuntView::kRoundFieldNumber, [](const State& s) { return s.round; });
  number(pb::HuntView::kAssistFieldNumber, [](const State& s) { return from_one(s.assist); });
  number(pb::HuntView::kGroupsGivenFieldNumber, [](const State& s) { return s.groupsGiven; });
  bytes(pb::HuntView::kOrderFieldNumber, [](const State& s) { return s.order; });
  bytes(pb::HuntView::kVotesFieldNumber, [](const State& s) { return bytes_of(s.votes); });
  bytes(pb::HuntView::kReplaceFieldNumber, [](const State& s) { return s.replace; });
  bytes(pb::HuntView::kAskedFieldNumber, [](const State& s) { return bytes_of(s.asked); });
}

void write_turn(const hunt::State* before, const hunt::State& now, MessageWriter& to) {
  if (before != nullptr && before->turn == now.turn) return;
  const hunt::Turn nothing;
  const auto turn_of = [&](const hunt::State& state) { return state.turn ? *state.turn : nothing; };
  const auto acting_of = [](const hunt::State& state) { return state.turn ? std::int32_t{state.turn->hero} : -1; };
  const hunt::Turn old = before == nullptr ? nothing : turn_of(*before);
  const hunt::Turn turn = turn_of(now);
  const bool all = before == nullptr;
  if (all || acting_of(*before) != acting_of(now)) to.signed_number(pb::HuntView::kActingFieldNumber, acting_of(now));
  if (all || old.rolls != turn.rolls) to.number(pb::HuntView::kRollsFieldNumber, turn.rolls);
  if (all || old.dice != turn.dice) to.bytes(pb::HuntView::kDiceFieldNumber, all_from_one(turn.dice));
  if (all || old.kept != turn.kept) to.number(pb::HuntView::kKeptFieldNumber, from_one(turn.kept));
  if (all || old.used != turn.used) to.bytes(pb::HuntView::kUsedFieldNumber, bytes_of(turn.used));
}

// --- Events ---

void tell(const hunt::Rolled& event, MessageWriter& to) {
  const MessageWriter::Nested rolled(to, pb::HuntEvent::kRolledFieldNumber);
  to.nonzero(pb::HuntRolled::kHeroFieldNumber, event.hero);
  to.bytes(pb::HuntRolled::kSlotsFieldNumber, bytes_of(event.slots));
  to.bytes(pb::HuntRolled::kDiceFieldNumber, all_from_one(event.dice));
}
void tell(const hunt::Fury& event, MessageWriter& to) {
  const MessageWriter::Nested fury(to, pb::HuntEvent::kFuryFieldNumber);
  write_fury(event, to);
}
void tell(const hunt::HuntEnd& event, MessageWriter& to) {
  const MessageWriter::Nested end(to, pb::HuntEvent::kEndFieldNumber);
  write_end(event, to);
}
void tell(const hunt::Thrown& event, MessageWriter& to) {
  const MessageWriter::Nested thrown(to, pb::HuntEvent::kThrowFieldNumber);
  to.nonzero(pb::HuntThrown::kForFieldNumber, static_cast<std::uint32_t>(event.purpose));
  to.nonzero(pb::HuntThrown::kWhoFieldNumber, event.who);
  to.bytes(pb::HuntThrown::kDiceFieldNumber, all_from_one(event.dice));
  to.bytes(pb::HuntThrown::kThrowsFieldNumber, event.throws);
}
// The others are in the .proto file as they are in the rules.
template <Described Event>
void tell(const Event& event, MessageWriter& to) {
  write_event_field<pb::HuntEvent>(event, to);
}

static_assert(static_cast<int>(hunt::ThrowFor::hp) == pb::HUNT_THROW_FOR_HP);
static_assert(static_cast<int>(hunt::ThrowFor::level) == pb::HUNT_THROW_FOR_LEVEL);
static_assert(static_cast<int>(hunt::Skill::treat_wounds) + 1 == pb::HUNT_SKILL_TREAT_WOUNDS);
static_assert(static_cast<int>(hunt::Item::whetstone) + 1 == pb::HUNT_ITEM_WHETSTONE);
static_assert(static_cast<int>(hunt::Symbol::dragon) + 1 == pb::HUNT_SYMBOL_DRAGON);

}  // namespace

Bytes bytes_of(hunt::Places places) {
  Bytes bytes;
  for (const unsigned place : places.each()) bytes.push_back(static_cast<std::uint8_t>(place));
  return bytes;
}

void View::write_view(const hunt::State* before, const hunt::State& now, MessageWriter& to) {
  if (before == nullptr) write_setup(now.options, to);
  write_plain(before, now, to);
  write_turn(before, now, to);
  write_heroes(before, now, to);
  write_dragons(before, now, to);
  write_village(before, now, to);
  if (before != nullptr && before->last == now.last) return;
  const MessageWriter::Entry last(to, pb::HuntView::kLastFieldNumber, 0);
  write_report(now.last, to);
}

void View::write_event(const hunt::State& /*state*/, const hunt::Event& event, MessageWriter& to) {
  std::visit([&](const auto& e) { tell(e, to); }, event);
}

// The rules tell of what is rolled.
bool View::tells_action(const hunt::Action& action) {
  return action.kind != hunt::ActionKind::roll;
}

void View::write_action_event(const hunt::State& /*before*/, rules::Seat seat, const hunt::Action& action,
                              MessageWriter& to) {
  const MessageWriter::Nested decided(to, pb::HuntEvent::kDecidedFieldNumber);
  to.nonzero(pb::HuntDecided::kSeatFieldNumber, seat);
  const MessageWriter::Nested nested(to, pb::HuntDecided::kActionFieldNumber);
  Actions::write_action(action, to);
}

}  // namespace wyrmhall::server::hunt_wire
