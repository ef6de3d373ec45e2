#include "clients/cli/commands/heroes/bringer.h"

#include <algorithm>
#include <array>

#include "clients/cli/commands/heroes/names.h"
#include "clients/cli/games/hunt/hero_name.h"
#include "clients/cli/games/hunt/kept_hero.h"
#include "clients/cli/games/hunt/names.h"
#include "clients/cli/messages.h"
#include "clients/cli/terminal/refusal_text.h"
#include "clients/cli/terminal/terminal.h"
#include "clients/model/handshake.h"

namespace wyrmhall::cli {
namespace {

constexpr int kSheetSkills = 6;  // that a custom hero begins with

// A newcomer of the class of a place; for a custom hero, also with what the place says of it.
v1::ClientMessage newcomer_for(const std::string& name, const v1::HuntHeroOption& place) {
  v1::ClientMessage message;
  v1::MakeHero& hero = *message.mutable_make_hero();
  hero.set_name(name);
  hero.set_hero_class(place.class_());
  if (place.class_() != v1::HUNT_CLASS_CUSTOM) return message;
  hero.set_symbol(place.symbol());
  for (int i = 0; i < std::min(place.skills_size(), kSheetSkills); ++i) hero.add_skills(place.skills(i).id());
  return message;
}

}  // namespace

HeroBringer::HeroBringer(const std::vector<std::string>& heroes, const std::vector<std::string>& newcomers) {
  for (const std::string& name : heroes) wishes_.push_back({.name = name});
  for (const std::string& name : newcomers) wishes_.push_back({.name = name, .newcomer = true});
}

HeroBringer::Next HeroBringer::next(const v1::Table& table, int seat) {
  if (request_ != 0) return {.waits = true};
  if (!trouble_.empty()) return {.trouble = trouble_};
  if (wishes_.empty() || nobody_) return {};
  if (!table.options().has_hunt()) {
    trouble_ = t(v1::RefusalCode_Name(v1::REFUSAL_CODE_NO_HEROES));
    nobody_ = true;
    return {.trouble = trouble_};
  }
  if (!listed_) {
    v1::ClientMessage message;
    message.mutable_list_heroes()->set_after(after_);
    return {.command = message};
  }
  look_up_all();
  find_places(table, seat);
  if (!trouble_.empty()) return {.trouble = trouble_};
  for (Wish& wish : wishes_) {
    if (!wish.id.empty()) continue;
    if (!wish.asked) {
      std::string wrong = wrong_with_hero_name(wish.name);
      if (wrong.empty()) wrong = wrong_in_stable(wish.name, stable_);
      if (!wrong.empty()) {
        cannot(wish, wrong);
        return {.trouble = trouble_};
      }
    }
    wish.asked = true;
    const auto place = static_cast<int>(wish.place.value_or(0));
    return {.command = newcomer_for(wish.name, clients::starting_options(table).hunt().heroes(place))};
  }
  if (are_there(table)) return {};
  return {.command = bring(table)};
}

bool HeroBringer::answered(const v1::ServerMessage& message) {
  if (message.answer_to() == 0 || message.answer_to() != request_) return false;
  request_ = 0;
  if (message.has_refusal()) {
    trouble_ = refusal_text(message.refusal(), nullptr);
    nobody_ = true;
    return true;
  }
  if (!message.has_stable()) return true;
  const v1::Stable& stable = message.stable();
  if (listed_) {  // with a newcomer
    stable_.clear();
    listed_ = false;
  }
  std::ranges::copy(stable.heroes(), std::back_inserter(stable_));
  after_ = stable.next();
  listed_ = after_.empty();
  if (!listed_ || knows_before_) return true;
  knows_before_ = true;
  for (const v1::Hero& hero : stable_) before_.insert(hero.hero_id());
  return true;
}

void HeroBringer::go_on_without() {
  trouble_.clear();
  std::erase_if(wishes_, [](const Wish& wish) { return wish.cannot; });
}

void HeroBringer::start_over() {
  request_ = 0;
  stable_.clear();
  after_.clear();
  listed_ = false;
}

void HeroBringer::cannot(Wish& wish, const std::string& why) {
  wish.cannot = true;
  trouble_ += (trouble_.empty() ? "" : " ") + why;
}

void HeroBringer::look_up_all() {
  for (Wish& wish : wishes_) look_up(wish);
}

// The server may spell the name differently from what was typed.
const v1::Hero* HeroBringer::made_for(const Wish& wish) const {
  const v1::Hero* latest = nullptr;
  for (const v1::Hero& each : stable_) {
    const bool taken = std::ranges::any_of(wishes_, [&](const Wish& other) { return other.id == each.hero_id(); });
    if (taken || is_gone(each) || before_.contains(each.hero_id())) continue;
    if (each.name() == wish.name) return &each;
    if (latest == nullptr || each.made_at_us() > latest->made_at_us()) latest = &each;
  }
  return wish.asked ? latest : nullptr;
}

void HeroBringer::look_up(Wish& wish) {
  const v1::Hero* hero = nullptr;
  if (wish.newcomer && wish.id.empty()) {
    hero = made_for(wish);
    if (hero == nullptr) return;
  } else {
    const auto known = std::ranges::find(stable_, wish.id, &v1::Hero::hero_id);
    const HeroMeant meant = known == stable_.end() ? hero_meant(stable_, wish.name) : HeroMeant{.hero = &*known};
    if (meant.hero == nullptr) return cannot(wish, meant.complaint);
    hero = meant.hero;
  }
  wish.id = hero->hero_id();
  wish.of = hero->values().class_();
  const auto refused = [&](v1::RefusalCode why) {
    cannot(wish, labelled(strip_control_chars(hero->name()), t(v1::RefusalCode_Name(why))));
  };
  if (is_gone(*hero)) return refused(v1::REFUSAL_CODE_HERO_GONE);
  if (!hero->match_id().empty()) return refused(v1::REFUSAL_CODE_HERO_BUSY);
}

// First a hero whose class fits, then any; newcomers come last, and are of the class of their place.
void HeroBringer::find_places(const v1::Table& table, int seat) {
  std::vector<std::uint32_t> free;
  const auto& heroes = clients::starting_options(table).hunt().heroes();
  for (int place = 0; place < heroes.size(); ++place) {
    if (static_cast<int>(heroes[place].seat()) == seat) free.push_back(static_cast<std::uint32_t>(place));
  }
  for (Wish& wish : wishes_) wish.place.reset();
  const auto take = [&](auto&& is_meant, auto&& fits) {
    for (Wish& wish : wishes_) {
      if (wish.place || wish.cannot || !is_meant(wish)) continue;
      const auto place = std::ranges::find_if(free, [&](std::uint32_t each) { return fits(wish, each); });
      if (place == free.end()) continue;
      wish.place = *place;
      free.erase(place);
    }
  };
  const auto known = [](const Wish& wish) { return !wish.id.empty(); };
  const auto anyone = [](const Wish& /*wish*/) { return true; };
  const auto of_class = [&](const Wish& wish, std::uint32_t place) {
    return heroes[static_cast<int>(place)].class_() == wish.of;
  };
  const auto anywhere = [](const Wish& /*wish*/, std::uint32_t /*place*/) { return true; };
  take(known, of_class);
  take(known, anywhere);
  take(anyone, anywhere);
  for (Wish& wish : wishes_) {
    if (!wish.place && !wish.cannot) cannot(wish, t("bring.noPlace", {{"hero", strip_control_chars(wish.name)}}));
  }
}

bool HeroBringer::are_there(const v1::Table& table) const {
  return std::ranges::all_of(wishes_, [&](const Wish& wish) {
    return std::ranges::any_of(table.options().heroes(),
                               [&](const v1::BroughtHero& hero) { return hero.hero_id() == wish.id; });
  });
}

v1::ClientMessage HeroBringer::bring(const v1::Table& table) const {
  v1::ClientMessage message;
  v1::BringHeroes& bring = *message.mutable_bring_heroes();
  bring.set_table_id(table.table_id());
  for (const Wish& wish : wishes_) {
    v1::HeroInPlace& hero = *bring.add_heroes();
    hero.set_place(*wish.place);
    hero.set_hero_id(wish.id);
  }
  return message;
}

namespace {

// Who comes to a place: a kept hero, or the newcomer that its seat brings; empty if only the options say.
std::string brought_to(const v1::Table& table, int place, const v1::HuntHeroOption& values) {
  const auto& kept = table.options().heroes();
  const auto hero = std::ranges::find(kept, static_cast<std::uint32_t>(place), &v1::BroughtHero::place);
  if (hero != kept.end()) {
    return t(
        "brought.hero",
        {{"hero", strip_control_chars(hero->name())}, {"class", class_name(values.class_())}, {"n", values.level()}});
  }
  const auto seat = static_cast<int>(values.seat());
  const bool brings = seat < table.seats_size() && table.seats(seat).part().hunt().heroes_size() > 0;
  return brings ? class_name(values.class_()) : "";
}

// Who faces which of two dragons (P1), if somebody at the table has said it.
std::string groups_text(const v1::Table& table) {
  const auto said = [](const v1::TableSeat& seat) { return seat.part().hunt().groups_size() > 0; };
  const v1::HuntOptions& hunt = clients::starting_options(table).hunt();
  if (std::ranges::none_of(table.seats(), said) || hunt.groups_size() != hunt.heroes_size()) return {};
  std::array<std::vector<std::string>, 2> groups;
  for (int place = 0; place < hunt.heroes_size(); ++place) {
    groups.at(hunt.groups(place)).push_back(class_name(hunt.heroes(place).class_()));
  }
  return t("brought.groups", {{"first", listed(groups[0])}, {"second", listed(groups[1])}});
}

}  // namespace

std::string practice_text(v1::PracticeReason reason) {
  const std::string& key = v1::PracticeReason_Name(reason);
  return t("practice", {{"reason", has_message(key) ? t(key) : ""}});
}

std::vector<std::string> brought_text(const v1::Table& table, int seat) {
  const std::vector<std::string> players = seat_names(table.seats());
  const auto& places = clients::starting_options(table).hunt().heroes();
  std::vector<std::string> lines;
  for (int each = 0; each < table.seats_size(); ++each) {
    std::vector<std::string> heroes;
    for (int place = 0; place < places.size(); ++place) {
      if (static_cast<int>(places[place].seat()) != each) continue;
      if (std::string text = brought_to(table, place, places[place]); !text.empty()) heroes.push_back(std::move(text));
    }
    if (heroes.empty()) continue;
    const Arguments values = {{"you", each == seat ? "yes" : "no"},
                              {"name", players[static_cast<std::size_t>(each)]},
                              {"list", listed(heroes)}};
    lines.push_back(t("brought", values));
  }
  if (std::string text = groups_text(table); !text.empty()) lines.push_back(std::move(text));
  if (table.practice() != v1::PRACTICE_REASON_UNSPECIFIED && !lines.empty()) {
    lines.push_back(practice_text(table.practice()));
  }
  return lines;
}

}  // namespace wyrmhall::cli
