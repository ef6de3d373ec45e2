// What a hero of Dice & Dragons keeps from one match to the next (R-HUNT-31), and what a match changes about it. Pure
// functions of values, which do not know who keeps heroes, nor where.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rules/described.h"
#include "rules/hunt/options.h"
#include "rules/hunt/report.h"
#include "rules/hunt/state.h"
#include "rules/inline_vector.h"
#include "rules/seat.h"

namespace wyrmhall::rules::hunt {

// A hero between matches.
struct KeptHero {
  Class of = Class::warrior;
  Symbol symbol = Symbol::sword;
  std::uint8_t level = 1;
  std::uint32_t xp = 0;
  std::uint32_t gold = 0;
  std::uint8_t hpMax = 0;  // 0: for a custom hero whose first match has yet to roll it (N2), and its AC with it
  std::uint8_t baseAc = 0;
  InlineVector<HeroSkill, kMaxSheet> skills{};
  InlineVector<Item, kMaxItems> items{};
  bool alive = true;         // if not, a village can bring the hero back (V3)
  std::uint8_t chapter = 0;  // the highest one won; 0 where none is
  std::uint32_t slain = 0;   // dragons

  static constexpr auto kFields =
      fields(field("class", &KeptHero::of, {.names = kClassNames}),
             field("symbol", &KeptHero::symbol, {.names = kSymbolNames}),
             field("level", &KeptHero::level, {.least = 1, .most = kMaxLevel}), field("xp", &KeptHero::xp),
             field("gold", &KeptHero::gold), field("hpMax", &KeptHero::hpMax), field("baseAc", &KeptHero::baseAc),
             field("skills", &KeptHero::skills), field("items", &KeptHero::items, {.names = kItemNames}),
             field("alive", &KeptHero::alive), field("chapter", &KeptHero::chapter, {.most = kChapters}),
             field("slain", &KeptHero::slain));
  friend bool operator==(const KeptHero&, const KeptHero&) = default;
};

// A hero of one of the five classes, as its sheet says (S2).
KeptHero newcomer(Class of);
// A custom hero (N1) with a symbol and six skills.
KeptHero newcomer(Symbol symbol, std::span<const Skill, kCustomSkills> skills);

// The choices of its levels that the sheet still lacks, in their order (L3, L4): a match may have ended before they
// were made, and the next one asks for them (V5).
InlineVector<LevelChoice, kMaxLevelChoices> open_choices(const KeptHero& hero);

// The hero as it comes into a match. All its values are given, so that the match starts with just these.
HeroOption option_of(const KeptHero& hero, Seat seat);

// One hunt of a hero.
struct StoryLine {
  std::uint8_t chapter = 1;
  InlineVector<DragonKind, 2> dragons{};
  HuntOutcome outcome = HuntOutcome::victory;
  std::uint8_t rounds = 1;
  std::uint16_t xp = 0;  // what the hero got
  std::uint16_t gold = 0;
  std::uint8_t level = 1;  // after it
  bool dead = false;       // at its end, before mercy (W2)

  static constexpr auto kFields =
      fields(field("chapter", &StoryLine::chapter, {.least = 1, .most = kChapters}),
             field("dragons", &StoryLine::dragons, {.names = kDragonNames}),
             field("outcome", &StoryLine::outcome, {.names = kHuntOutcomeNames}), field("rounds", &StoryLine::rounds),
             field("xp", &StoryLine::xp), field("gold", &StoryLine::gold),
             field("level", &StoryLine::level, {.least = 1, .most = kMaxLevel}), field("dead", &StoryLine::dead));
  friend bool operator==(const StoryLine&, const StoryLine&) = default;
};

// The hunts of a match that are over. It is shown the state after each step; a state that it has seen adds nothing.
class Chronicle {
 public:
  void follow(const State& state);

  // The hunts in which a hero took part, the first one first.
  [[nodiscard]] std::span<const StoryLine> story_of(std::size_t hero) const { return stories_.at(hero); }

 private:
  std::uint16_t hunts_ = 0;  // how many have been told
  std::array<std::vector<StoryLine>, kMaxHeroes> stories_{};
};

// A hero as it leaves the match in this state. That may be in the middle of a hunt: then the hero has what it has in
// hand, nothing of this hunt's reward, and is dead if it is dead. What counts for this hunt only is gone (V0), and with
// it the durable items in use. `before` is the hero as it came, `story` what the match has told of it so far.
KeptHero after(const State& state, std::size_t hero, const KeptHero& before, std::span<const StoryLine> story);

// W2: the band was wiped out and is lost: none of its heroes is ever seen again. A hero that rests was not with it
// (V9).
bool is_lost(const State& state, std::size_t hero);

// Why a match is practice: it can be played, and no hero is changed by it.
enum class PracticeReason : std::uint8_t {
  dragonHp,  // the dragons do not have the hit points of their sheets
  dragons,   // the dragons are not those of the chapter
  heroes,    // a hero's values are neither those that are kept of it nor a newcomer's
  chapter,   // nobody of the band has come so far
};
inline constexpr auto kPracticeReasonNames = kNamesUpTo<PracticeReason::chapter>;

// The first of the reasons that holds, if any. `heroes` has what is kept of each hero of the options, or null for a
// newcomer. The options must have passed check_options().
std::optional<PracticeReason> practice(const Options& options, std::span<const KeptHero* const> heroes);

}  // namespace wyrmhall::rules::hunt
