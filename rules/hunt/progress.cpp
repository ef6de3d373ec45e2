#include "rules/hunt/progress.h"

#include <algorithm>
#include <limits>

namespace wyrmhall::rules::hunt {
namespace {

// XP and gold travel in options as an int.
constexpr std::uint32_t kMaxOfAGood = std::numeric_limits<int>::max();

// Whether an option leaves the value to the rules, or gives the one that they would take.
template <class T>
bool is_usual(const std::optional<T>& given, const std::optional<T>& usual) {
  return !given || given == usual;
}

// Whether a hero without a past comes as such. A custom hero may choose its symbol and its first six skills.
bool is_newcomer(const HeroOption& hero) {
  HeroOption usual;
  if (hero.of == Class::custom) {
    usual.level = 1;
    usual.xp = 0;
    usual.gold = kStartGold;
    usual.skills = hero.skills;
    if (!hero.skills || hero.skills->size() != kCustomSkills || hero.hpMax || hero.baseAc) return false;
    if (std::ranges::any_of(*hero.skills, [](const HeroSkill& skill) { return skill.plus > 0; })) return false;
  } else {
    usual = option_of(newcomer(hero.of), 0);
  }
  const bool no_items = !hero.items || hero.items->empty();
  return hero.alive && no_items && is_usual(hero.level, usual.level) && is_usual(hero.xp, usual.xp) &&
         is_usual(hero.gold, usual.gold) && is_usual(hero.hpMax, usual.hpMax) && is_usual(hero.baseAc, usual.baseAc) &&
         is_usual(hero.skills, usual.skills) && !hero.pending;
}

bool is_kept(const HeroOption& hero, const KeptHero& kept) {
  HeroOption as_kept = option_of(kept, static_cast<Seat>(hero.seat));
  // That there are no items can be said in two ways.
  if (!hero.items && as_kept.items && as_kept.items->empty()) as_kept.items.reset();
  if (!hero.pending) as_kept.pending.reset();  // as in matches of rules version 1
  return hero == as_kept;
}

StoryLine line_of(const State& state, const HuntEnd& end, std::size_t hero) {
  const auto share = [&](const Shares& shares) {
    return shares.heroes.contains(static_cast<unsigned>(hero)) ? shares.of[hero] : std::uint16_t{0};
  };
  StoryLine line{.chapter = end.chapter,
                 .outcome = end.outcome,
                 .rounds = end.rounds,
                 .xp = share(end.xp),
                 .gold = share(end.gold),
                 .level = state.heroes[hero].level,
                 .dead = end.dead.contains(static_cast<unsigned>(hero))};
  for (const Dragon& dragon : state.dragons) line.dragons.push_back(dragon.id);
  return line;
}

}  // namespace

KeptHero newcomer(Class of) {
  const ClassData& data = data_of(of);
  KeptHero hero{.of = of, .symbol = data.symbol, .gold = kStartGold, .hpMax = data.hp, .baseAc = data.ac};
  for (const Skill skill : data.sheet) hero.skills.push_back({.id = skill});
  return hero;
}

KeptHero newcomer(Symbol symbol, std::span<const Skill, kCustomSkills> skills) {
  KeptHero hero{.of = Class::custom, .symbol = symbol, .gold = kStartGold};
  for (const Skill skill : skills) hero.skills.push_back({.id = skill});
  return hero;
}

// No choice is ever gone for lack of something to choose (L4): of six skills at least one can always be improved, and
// each symbol is in at least two of the new skills.
InlineVector<LevelChoice, kMaxLevelChoices> open_choices(const KeptHero& hero) {
  const std::size_t began_with = hero.of == Class::custom ? kCustomSkills : data_of(hero.of).sheet.size();
  auto improved = std::ranges::count_if(hero.skills, [](const HeroSkill& skill) { return skill.plus > 0; });
  auto learnt = static_cast<std::ptrdiff_t>(hero.skills.size()) - static_cast<std::ptrdiff_t>(began_with);
  InlineVector<LevelChoice, kMaxLevelChoices> open;
  for (int level = 2; level <= hero.level; ++level) {
    const bool improves = level % 2 == 0;
    if ((improves ? improved : learnt)-- <= 0) open.push_back(improves ? LevelChoice::improve : LevelChoice::learn);
  }
  return open;
}

HeroOption option_of(const KeptHero& hero, Seat seat) {
  HeroOption option{.seat = seat, .of = hero.of, .level = hero.level, .alive = hero.alive};
  if (hero.of == Class::custom) option.symbol = hero.symbol;
  option.xp = static_cast<int>(hero.xp);
  option.gold = static_cast<int>(hero.gold);
  if (hero.hpMax > 0) {
    option.hpMax = hero.hpMax;
    option.baseAc = hero.baseAc;
  }
  option.skills.emplace(hero.skills.begin(), hero.skills.end());
  option.items.emplace(hero.items.begin(), hero.items.end());
  if (const auto open = open_choices(hero); !open.empty()) option.pending.emplace(open.begin(), open.end());
  return option;
}

void Chronicle::follow(const State& state) {
  // From a hunt's end until the next begins.
  const bool between = (state.phase == Phase::village && !state.village->before) || state.phase == Phase::over;
  if (!between || hunts_ == state.hunt) return;
  hunts_ = state.hunt;
  for (std::size_t hero = 0; hero < state.heroes.size(); ++hero) {
    if (state.heroes[hero].inHunt) stories_[hero].push_back(line_of(state, *state.last.end, hero));
  }
}

KeptHero after(const State& state, std::size_t hero, const KeptHero& before, std::span<const StoryLine> story) {
  const Hero& now = state.heroes[hero];
  KeptHero kept{.of = now.of,
                .symbol = now.symbol,
                .level = now.level,
                .xp = std::min(now.xp, kMaxOfAGood),
                .gold = std::min(now.gold, kMaxOfAGood),
                .hpMax = now.hpMax,
                .baseAc = now.baseAc,
                .skills = now.skills,
                .alive = is_alive(now),
                .chapter = before.chapter,
                .slain = before.slain};
  for (const HeroItem& item : now.items) {
    if (!item.active) kept.items.push_back(item.id);
  }
  for (const StoryLine& line : story) {
    if (line.outcome != HuntOutcome::victory) continue;
    kept.chapter = std::max(kept.chapter, line.chapter);
    kept.slain += static_cast<std::uint32_t>(line.dragons.size());
  }
  return kept;
}

bool is_lost(const State& state, std::size_t hero) {
  if (state.heroes[hero].rests) return false;
  if (state.phase != Phase::over || state.options.defeatRule != DefeatRule::newBand) return false;
  return state.last.end->outcome == HuntOutcome::defeat;
}

std::optional<PracticeReason> practice(const Options& options, std::span<const KeptHero* const> heroes) {
  if (options.dragonHp) return PracticeReason::dragonHp;
  if (options.dragons) return PracticeReason::dragons;
  int reached = 1;
  for (std::size_t i = 0; i < options.heroes.size(); ++i) {
    const HeroOption& hero = options.heroes[i];
    const KeptHero* const kept = heroes[i];
    if (!(kept != nullptr ? is_kept(hero, *kept) : is_newcomer(hero))) return PracticeReason::heroes;
    if (kept != nullptr) reached = std::max(reached, kept->chapter + 1);
  }
  return options.chapter > reached ? std::optional(PracticeReason::chapter) : std::nullopt;
}

}  // namespace wyrmhall::rules::hunt
