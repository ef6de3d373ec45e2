#include "server/games/hunt/heroes.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "common/bytes.h"
#include "rules/hunt/notation.h"
#include "rules/hunt/rules.h"
#include "server/core/ids.h"
#include "server/games/option_fields.h"
#include "server/games/refusals.h"
#include "server/games/registry.h"

namespace wyrmhall::server::hunt_wire {
namespace {

namespace pb = wyrmhall::v1;
namespace hunt = rules::hunt;

// What the scores of a hero are: the highest chapter that it has won, and the dragons that it has helped to slay.
constexpr std::size_t kChapter = 0;
constexpr std::size_t kSlain = 1;

// A hero as it came into a match, all of whose values are given.
hunt::KeptHero kept(const hunt::HeroOption& option, const pb::BroughtHero& hero) {
  hunt::KeptHero kept{.of = option.of};
  kept.symbol = option.symbol.value_or(hunt::data_of(option.of).symbol);
  const auto byte = [](const std::optional<int>& value) { return static_cast<std::uint8_t>(value.value_or(0)); };
  kept.level = byte(option.level);
  kept.xp = static_cast<std::uint32_t>(option.xp.value_or(0));
  kept.gold = static_cast<std::uint32_t>(option.gold.value_or(0));
  kept.hpMax = byte(option.hpMax);
  kept.baseAc = byte(option.baseAc);
  if (option.skills) {
    for (const hunt::HeroSkill& skill : *option.skills) kept.skills.push_back(skill);
  }
  if (option.items) {
    for (const hunt::Item item : *option.items) kept.items.push_back(item);
  }
  kept.alive = option.alive;
  kept.chapter = static_cast<std::uint8_t>(hero.chapter());
  kept.slain = hero.slain();
  return kept;
}

// What is kept of a hero: no seat, and no open choices, which follow from the rest.
std::string body_of_option(pb::HuntHeroOption option) {
  option.clear_seat();
  option.clear_pending();
  return option.SerializeAsString();
}

std::string body_of_hero(const hunt::KeptHero& hero) {
  pb::HuntHeroOption message;
  write_option_fields(hunt::option_of(hero, 0), message);
  return body_of_option(std::move(message));
}

pb::HuntHeroOption option_of_body(const std::string& body, rules::Seat seat) {
  pb::HuntHeroOption message;
  message.ParseFromString(body);
  message.set_seat(seat);
  hunt::HeroOption option;
  if (read_option_fields(message, option)) return message;
  for (const hunt::LevelChoice choice : hunt::open_choices(kept(option, {}))) {
    message.add_pending(static_cast<pb::HuntLevelChoice>(static_cast<int>(choice) + 1));
  }
  return message;
}

// A line of a story as it is kept: a HeroHunt with what the game knows of it.
std::string line_of(const hunt::StoryLine& line) {
  pb::HeroHunt hunt;
  hunt.set_chapter(line.chapter);
  for (const hunt::DragonKind dragon : line.dragons) {
    hunt.add_dragons(static_cast<pb::HuntDragonKind>(static_cast<int>(dragon) + 1));
  }
  hunt.set_outcome(static_cast<pb::HuntOutcome>(static_cast<int>(line.outcome) + 1));
  hunt.set_rounds(line.rounds);
  hunt.set_xp(line.xp);
  hunt.set_gold(line.gold);
  hunt.set_level(line.level);
  hunt.set_dead(line.dead);
  return hunt.SerializeAsString();
}

const pb::BroughtHero* brought_to(const pb::GameOptions& options, std::uint32_t place) {
  const auto found = std::ranges::find(options.heroes(), place, &pb::BroughtHero::place);
  return found == options.heroes().end() ? nullptr : &*found;
}

class HuntHeroes final : public HeroGame {
 public:
  std::expected<std::string, pb::Refusal> newcomer(const pb::MakeHero& message) const override {
    if (message.hero_class() < pb::HUNT_CLASS_WARRIOR || message.hero_class() > pb::HUNT_CLASS_CUSTOM) {
      return std::unexpected(refuse(pb::REFUSAL_CODE_FIELD_INVALID, "there is no such class", "hero_class"));
    }
    const auto of = static_cast<hunt::Class>(message.hero_class() - 1);
    if (of != hunt::Class::custom) return body_of_hero(hunt::newcomer(of));
    // The rules of the options say what a custom hero must be; a match with this one alone asks them.
    pb::GameOptions match;
    pb::HuntHeroOption& option = *match.mutable_hunt()->add_heroes();
    option.set_class_(message.hero_class());
    option.set_symbol(message.symbol());
    for (const int skill : message.skills()) {
      option.add_skills()->set_id(static_cast<pb::HuntSkill>(skill));
    }
    if (message.skills_size() > hunt::kCustomSkills) {
      return std::unexpected(refuse(pb::REFUSAL_CODE_FIELD_INVALID, "a custom hero begins with six skills", "skills"));
    }
    if (auto refusal = hunt_game().complete(match)) return std::unexpected(*std::move(refusal));
    hunt::Options options;
    (void)read_option_fields(match.hunt(), options);
    std::array<hunt::Skill, hunt::kCustomSkills> skills{};
    std::ranges::transform(*options.heroes[0].skills, skills.begin(), &hunt::HeroSkill::id);
    return body_of_hero(hunt::newcomer(*options.heroes[0].symbol, skills));
  }

  void describe(const persistence::HeroRow& hero, pb::Hero& to) const override {
    *to.mutable_values() = option_of_body(hero.body, 0);
    to.set_chapter(hero.scores[kChapter]);
    to.set_slain(hero.scores[kSlain]);
  }
  void describe(const persistence::HeroRow& hero, pb::BroughtHero& to) const override {
    to.set_chapter(hero.scores[kChapter]);
    to.set_slain(hero.scores[kSlain]);
  }
  void describe_line(const std::string& line, pb::HeroHunt& to) const override { to.ParseFromString(line); }

  std::optional<std::size_t> score_of(pb::HeroList list) const override {
    if (list == pb::HERO_LIST_CHAPTER) return kChapter;
    if (list == pb::HERO_LIST_SLAIN) return kSlain;
    return std::nullopt;
  }

  std::optional<std::uint32_t> seat_of(const pb::GameOptions& options, std::uint32_t place) const override {
    if (place >= static_cast<std::uint32_t>(options.hunt().heroes_size())) return std::nullopt;
    return options.hunt().heroes(static_cast<int>(place)).seat();
  }

  std::string body_of(const pb::GameOptions& options, std::uint32_t place) const override {
    return body_of_option(options.hunt().heroes(static_cast<int>(place)));
  }

  void bring(pb::GameOptions& options, std::uint32_t place, const std::string& body) const override {
    pb::HuntHeroOption& option = *options.mutable_hunt()->mutable_heroes(static_cast<int>(place));
    option = option_of_body(body, static_cast<rules::Seat>(option.seat()));
  }

  // A custom hero keeps the sheet that it began with.
  void take_out(pb::GameOptions& options, std::uint32_t place) const override {
    pb::HuntHeroOption& option = *options.mutable_hunt()->mutable_heroes(static_cast<int>(place));
    pb::HuntHeroOption plain;
    plain.set_seat(option.seat());
    plain.set_class_(option.class_());
    if (option.class_() == pb::HUNT_CLASS_CUSTOM) {
      plain.set_symbol(option.symbol());
      for (int i = 0; i < std::min(option.skills_size(), hunt::kCustomSkills); ++i) {
        plain.add_skills()->set_id(option.skills(i).id());
      }
    }
    option = plain;
  }

  pb::PracticeReason practice(const pb::GameOptions& options) const override {
    hunt::Options match;
    if (read_option_fields(options.hunt(), match)) return pb::PRACTICE_REASON_HEROES;
    std::vector<std::optional<hunt::KeptHero>> heroes;
    for (std::uint32_t place = 0; place < match.heroes.size(); ++place) {
      const pb::BroughtHero* brought = brought_to(options, place);
      heroes.emplace_back(brought == nullptr ? std::nullopt : std::optional(kept(match.heroes[place], *brought)));
    }
    std::vector<const hunt::KeptHero*> band;
    band.reserve(heroes.size());
    for (const auto& hero : heroes) band.push_back(hero ? &*hero : nullptr);
    const auto reason = hunt::practice(match, band);
    return reason ? static_cast<pb::PracticeReason>(static_cast<int>(*reason) + 1) : pb::PRACTICE_REASON_UNSPECIFIED;
  }
};

static_assert(static_cast<int>(hunt::PracticeReason::dragonHp) + 1 == pb::PRACTICE_REASON_DRAGON_HP);
static_assert(static_cast<int>(hunt::PracticeReason::dragons) + 1 == pb::PRACTICE_REASON_DRAGONS);
static_assert(static_cast<int>(hunt::PracticeReason::heroes) + 1 == pb::PRACTICE_REASON_HEROES);
static_assert(static_cast<int>(hunt::PracticeReason::chapter) + 1 == pb::PRACTICE_REASON_CHAPTER);

}  // namespace

const HeroGame& Heroes::heroes() {
  static const HuntHeroes heroes;
  return heroes;
}

persistence::HeroBooked Heroes::booked(const hunt::Options& options, const hunt::State& state,
                                       const hunt::Chronicle& chronicle, const pb::BroughtHero& hero) {
  const hunt::KeptHero before = kept(options.heroes[hero.place()], hero);
  const std::span<const hunt::StoryLine> story = chronicle.story_of(hero.place());
  const hunt::KeptHero after = hunt::after(state, hero.place(), before, story);
  persistence::HeroBooked booked{.hero = *id_from_bytes<HeroId>(hero.hero_id()),
                                 .body = body_of_hero(after),
                                 .alive = after.alive,
                                 .scores = {after.chapter, after.slain},
                                 .fallen = hunt::is_lost(state, hero.place()),
                                 .story = {}};
  std::ranges::transform(story, std::back_inserter(booked.story), line_of);
  return booked;
}

}  // namespace wyrmhall::server::hunt_wire
