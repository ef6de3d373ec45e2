#include "clients/cli/commands/heroes/commands.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "clients/cli/commands/heroes/names.h"
#include "clients/cli/games/board_lines.h"
#include "clients/cli/games/hunt/hero_name.h"
#include "clients/cli/games/hunt/kept_hero.h"
#include "clients/cli/messages.h"
#include "clients/cli/terminal/refusal_text.h"
#include "clients/cli/terminal/typed_commands.h"
#include "common/uuid.h"

namespace wyrmhall::cli {
namespace {

// Further pages are for scripts: a person wants the first few.
constexpr std::size_t kMaxTold = 200;  // hunts of a story, heroes of a board

void add_hero_lines(const Paint& paint, const std::string& indent, const v1::Hero& hero,
                    std::vector<std::string>& lines) {
  lines.push_back(indent + paint(Tint::kStrong, hero_title(hero)));
  std::vector<BoardPart> parts;
  for (std::string& value : hero_values(hero)) parts.push_back({std::move(value)});
  add_wrapped(paint, std::string(columns(indent) + 3, ' '), " · ", parts, lines);
}

v1::HeroList board_asked_for(const Settings& settings) {
  if (settings.command == CommandName::kFallenHeroes) return v1::HERO_LIST_FALLEN;
  return settings.board == "slain" ? v1::HERO_LIST_SLAIN : v1::HERO_LIST_CHAPTER;
}

}  // namespace

// --- heroes, heroes show, heroes retire ---

void HeroesCommand::signed_in(const v1::SignedIn& /*who*/, bool /*again*/) {
  heroes_.clear();
  retiring_ = asked_ = false;
  context_.terminal.take_back();
  ask({});
}

void HeroesCommand::ask(const std::string& after) {
  v1::ClientMessage message;
  message.mutable_list_heroes()->set_after(after);
  session().send(message);
}

void HeroesCommand::received(const v1::ServerMessage& message) {
  if (message.has_refusal()) return end(ExitCode::kRefused, refusal_text(message.refusal(), nullptr));
  if (message.has_hero_story()) return tell(message.hero_story());
  if (!message.has_stable()) return;
  if (retiring_) {
    context_.terminal.say(t("retire.done", {{"hero", strip_control_chars(hero_.name())}}));
    return end();
  }
  const v1::Stable& stable = message.stable();
  std::ranges::copy(stable.heroes(), std::back_inserter(heroes_));
  most_living_ = stable.most_living();
  if (!stable.next().empty()) return ask(stable.next());
  listed_all();
}

void HeroesCommand::listed_all() {
  if (context_.settings.command == CommandName::kHeroes) {
    list();
    return end();
  }
  const HeroMeant found = hero_meant(heroes_, context_.settings.hero);
  if (found.hero != nullptr) return meant(*found.hero);
  // Somebody else's hero is shown by its id, as far as everybody may see it.
  if (!found.id.empty() && context_.settings.command == CommandName::kShowHero) {
    hero_.set_hero_id(found.id);
    return ask_story(0);
  }
  end(ExitCode::kRefused, found.complaint);
}

void HeroesCommand::list() const {
  const auto dead = [](const v1::Hero& hero) { return hero.values().has_alive() && !hero.values().alive(); };
  const auto living =
      std::ranges::count_if(heroes_, [&](const v1::Hero& hero) { return !is_gone(hero) && !dead(hero); });
  const Paint& paint = context_.terminal.paint();
  if (heroes_.empty()) return context_.terminal.say(t("stable.none") + " " + t("stable.how"));
  context_.terminal.say(t("stable.count", {{"n", living}, {"m", most_living_}}));
  std::string_view heading = "stable.living";
  for (const v1::Hero& hero : heroes_) {
    const std::string_view of = is_gone(hero) ? "stable.gone" : dead(hero) ? "stable.dead" : "stable.living";
    if (of != heading) context_.terminal.say(paint(Tint::kFaint, t(of)));
    heading = of;
    std::vector<std::string> lines;
    add_hero_lines(paint, "   ", hero, lines);
    context_.terminal.say(lines);
  }
}

void HeroesCommand::meant(const v1::Hero& hero) {
  hero_ = hero;
  if (context_.settings.command == CommandName::kShowHero) {
    context_.terminal.say(hero_sheet(context_.terminal.paint(), hero_));
    return ask_story(0);
  }
  if (!context_.settings.can_ask()) return retire();
  asked_ = true;
  context_.terminal.ask(t("retire.prompt", {{"hero", strip_control_chars(hero_.name())}}));
}

void HeroesCommand::line(std::string_view text) {
  if (!asked_) return;
  context_.terminal.answered();
  if (is_yes(text)) {
    asked_ = false;
    return retire();
  }
  if (is_no(text) || in_english(text) == "quit") return end();
  context_.terminal.ask(t("retire.prompt", {{"hero", strip_control_chars(hero_.name())}}));
}

void HeroesCommand::input_ended() {
  if (asked_) end();
}

void HeroesCommand::retire() {
  retiring_ = true;
  v1::ClientMessage message;
  message.mutable_retire_hero()->set_hero_id(hero_.hero_id());
  session().send(message);
}

void HeroesCommand::ask_story(std::uint32_t before) {
  v1::ClientMessage message;
  message.mutable_ask_hero_story()->set_hero_id(hero_.hero_id());
  message.mutable_ask_hero_story()->set_before(before);
  session().send(message);
}

void HeroesCommand::tell(const v1::HeroStory& story) {
  const std::string name = hero_.name().empty() ? t("tale.hero") : strip_control_chars(hero_.name());
  const Paint& paint = context_.terminal.paint();
  if (told_ == 0 && !story.hunts().empty()) context_.terminal.say(paint(Tint::kStrong, t("tale")));
  for (const v1::HeroHunt& hunt : story.hunts()) context_.terminal.say(hunt_told(paint, name, hunt));
  told_ += static_cast<std::size_t>(story.hunts_size());
  if (story.next() != 0 && (told_ < kMaxTold || context_.terminal.json())) return ask_story(story.next());
  if (told_ == 0) context_.terminal.say(t("tale.none", {{"hero", name}}));
  if (story.next() != 0) context_.terminal.say(t("hall.more"));
  end();
}

// --- heroes make ---

MakeHeroCommand::MakeHeroCommand(Context context) : Command(std::move(context)), hero_(context_.settings.hero) {}

std::string MakeHeroCommand::what_is_wrong() const {
  const std::vector<std::string> faults = hero_.faults();
  return faults.empty() ? std::string() : fmt::format("{}", fmt::join(faults, "\n"));
}

// Mistakes in typing are told before anybody is signed in for it.
bool MakeHeroCommand::welcomed(const v1::Welcome& /*welcome*/) {
  if (const std::string wrong = wrong_with_hero_name(context_.settings.hero); !wrong.empty()) {
    end(ExitCode::kUsage, wrong);
    return false;
  }
  if (!hero_.message().skills().empty() || hero_.message().hero_class() != v1::HUNT_CLASS_UNSPECIFIED) return true;
  const std::string words = fmt::format("{}", fmt::join(context_.settings.sheet, " "));
  if (const std::string wrong = hero_.type(words); !wrong.empty()) {
    end(ExitCode::kUsage, wrong);
    return false;
  }
  const std::string wrong = what_is_wrong();
  if (wrong.empty() || context_.settings.can_ask()) return true;
  end(ExitCode::kUsage, wrong + "\n" + labelled(t("make.skills"), starting_skills_text()));
  return false;
}

void MakeHeroCommand::signed_in(const v1::SignedIn& /*who*/, bool again) {
  const std::string wrong = what_is_wrong();
  stable_.clear();
  listed_ = false;
  if (wrong.empty()) return list({});
  if (!again) context_.terminal.say(labelled(t("make.skills"), starting_skills_text()));
  asking_ = true;
  ask_on(wrong);
}

void MakeHeroCommand::line(std::string_view text) {
  if (!asking_) return;
  context_.terminal.answered();
  if (in_english(text) == "quit") return end();
  if (const std::string wrong = hero_.type(text); !wrong.empty()) context_.terminal.warn(wrong);
  if (const std::string wrong = what_is_wrong(); !wrong.empty()) return ask_on(wrong);
  asking_ = false;
  list({});
}

// What has been chosen, what is missing or too much, and what to do about it.
void MakeHeroCommand::ask_on(const std::string& wrong) {
  if (const std::string chosen = hero_.chosen(); !chosen.empty()) {
    context_.terminal.say(t("make.chosen", {{"list", chosen}}));
  }
  context_.terminal.warn(wrong);
  context_.terminal.ask(t("make.prompt"));
}

// Lists who is there already, since no two heroes who hunt may have the same name.
void MakeHeroCommand::list(const std::string& after) {
  v1::ClientMessage message;
  message.mutable_list_heroes()->set_after(after);
  session().send(message);
}

void MakeHeroCommand::make() {
  asked_ = true;
  v1::ClientMessage message;
  *message.mutable_make_hero() = hero_.message();
  session().send(message);
}

void MakeHeroCommand::received(const v1::ServerMessage& message) {
  if (message.has_refusal()) return end(ExitCode::kRefused, refusal_text(message.refusal(), nullptr));
  if (!message.has_stable()) return;
  if (!listed_) {
    std::ranges::copy(message.stable().heroes(), std::back_inserter(stable_));
    if (!message.stable().next().empty()) return list(message.stable().next());
    listed_ = true;
    const std::string wrong = wrong_in_stable(context_.settings.hero, stable_);
    if (wrong.empty()) return make();
    if (!asked_) return end(ExitCode::kUsage, wrong);
    // It was made, and the answer was lost with the connection.
  }
  context_.terminal.say(t("make.done", {{"hero", strip_control_chars(context_.settings.hero)}}));
  if (hero_.is_custom()) context_.terminal.say(t("make.hp"));
  end();
}

// --- heroes fallen, heroes board ---

void FamousHeroesCommand::signed_in(const v1::SignedIn& /*who*/, bool /*again*/) {
  ask();
}

void FamousHeroesCommand::ask() {
  v1::ClientMessage message;
  message.mutable_list_famous_heroes()->set_list(board_asked_for(context_.settings));
  if (listed_ > 0) *message.mutable_list_famous_heroes()->mutable_after() = after_;
  session().send(message);
}

void FamousHeroesCommand::list(const v1::Hero& hero) {
  ++listed_;
  std::vector<std::string> lines;
  add_hero_lines(context_.terminal.paint(), fmt::format("{:>4}  ", fmt::format("{}.", listed_)), hero, lines);
  context_.terminal.say(lines);
  context_.terminal.say("         " + context_.terminal.paint()(Tint::kFaint, uuid_text(hero.hero_id())));
}

void FamousHeroesCommand::received(const v1::ServerMessage& message) {
  if (message.has_refusal()) return end(ExitCode::kRefused, refusal_text(message.refusal(), nullptr));
  if (!message.has_famous_heroes()) return;
  const v1::HeroList board = board_asked_for(context_.settings);
  const auto& heroes = message.famous_heroes().heroes();
  if (listed_ == 0 && !heroes.empty()) {
    const std::string_view title = board == v1::HERO_LIST_FALLEN    ? "hall.fallen"
                                   : board == v1::HERO_LIST_CHAPTER ? "hall.chapter"
                                                                    : "hall.slain";
    context_.terminal.say(context_.terminal.paint()(Tint::kStrong, t(title)));
  }
  for (const v1::Hero& hero : heroes) list(hero);
  if (listed_ == 0) context_.terminal.say(t(board == v1::HERO_LIST_FALLEN ? "hall.fallen.none" : "hall.none"));
  if (!message.famous_heroes().more() || heroes.empty()) return end();
  if (listed_ >= kMaxTold && !context_.terminal.json()) {
    context_.terminal.say(t("hall.more"));
    return end();
  }
  const v1::Hero& last = heroes[heroes.size() - 1];
  after_.set_hero_id(last.hero_id());
  after_.set_by(board == v1::HERO_LIST_FALLEN    ? last.fallen_at_us()
                : board == v1::HERO_LIST_CHAPTER ? last.chapter()
                                                 : last.slain());
  ask();
}

}  // namespace wyrmhall::cli
