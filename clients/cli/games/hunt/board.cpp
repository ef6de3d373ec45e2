// The board of Dice & Dragons during a hunt: the dragons, the heroes with their skills and items, and the dice.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "clients/cli/games/board_lines.h"
#include "clients/cli/games/hunt/names.h"
#include "clients/cli/games/hunt/sheet.h"
#include "clients/cli/games/hunt/text.h"
#include "clients/cli/games/sentence_arguments.h"
#include "clients/cli/messages.h"

namespace wyrmhall::cli {
namespace {

constexpr std::uint32_t kDragonBarWidth = 30;  // columns
constexpr std::uint32_t kHeroBarWidth = 12;

std::string hunt_phase_text(const Scene& scene) {
  const v1::HuntView& view = scene.view.hunt();
  const std::string& phase = v1::HuntPhase_Name(view.phase());
  if (!has_message("hunt", phase)) return phase;
  if (view.village().before()) return hunt_t("village.before");
  std::string text = hunt_t(phase, {{"hero", hero_name(scene, view.acting())}});
  if (view.phase() == v1::HUNT_PHASE_TURN && view.rolls() > 0) {
    text += ", " + hunt_t("roll", {{"n", view.rolls()}, {"m", kHuntRolls}});
  }
  return text;
}

std::string hunt_headline(const Scene& scene) {
  const v1::HuntView& view = scene.view.hunt();
  std::string text = scene.paint(Tint::kStrong, hunt_t("chapter", {{"n", view.chapter()}}));
  if (view.campaign()) text += " · " + hunt_t("hunt", {{"n", view.hunt()}});
  if (view.phase() != v1::HUNT_PHASE_VILLAGE) {
    text += " · " + hunt_t("round", {{"n", view.round()}, {"m", view.round_limit()}});
  }
  return text + " · " + hunt_phase_text(scene);
}

// If the only question is who wants to flee, the skills and attacks have just been seen.
bool is_brief(const Scene& scene) {
  return scene.brief || scene.view.hunt().phase() == v1::HUNT_PHASE_FLEE;
}

// --- Dragons ---

std::vector<BoardPart> chart_text(const v1::HuntDragon& dragon) {
  std::vector<BoardPart> parts;
  for (std::size_t i = 0; i < dragon.chart().size(); ++i) {
    const std::string key = fmt::format("{}.{}", static_cast<int>(dragon.id()), i + 1);
    const std::string name = has_message("hunt", "attack." + key) ? hunt_t("attack." + key) : std::string();
    const std::string dragons = hunt_t("dragons", {{"n", i + 1}});
    parts.push_back({labelled(dragons, fmt::format("{} {}", name, byte_at(dragon.chart(), i)))});
  }
  return parts;
}

void add_attacks(const Scene& scene, const v1::HuntDragon& dragon, std::vector<std::string>& lines) {
  std::vector<BoardPart> parts = chart_text(dragon);
  parts.push_back({house_sign(Paint(false)), Tint::kFaint});
  add_wrapped(scene.paint, hunt_row_label("attacks"), " · ", parts, lines);
  const std::string name = fmt::format("special.{}", static_cast<int>(dragon.id()));
  const std::string& kind = v1::HuntSpecial_Name(dragon.special());
  if (has_message("hunt", name) && has_message("hunt", kind)) {
    const Arguments values = {{"name", hunt_t(name)}, {"line", hunt_t(kind, {{"n", dragon.amount()}})}};
    add_words(scene.paint, hunt_row_label("special"), hunt_t("special", values), lines);
  }
}

void add_dragon(const Scene& scene, const v1::HuntDragon& dragon, std::vector<std::string>& lines) {
  std::string head = "   " + scene.paint(Tint::kFire, dragon_name(dragon.id())) + "  ";
  if (dragon.hp() == 0) {
    lines.push_back(head + scene.paint(Tint::kFaint, hunt_t("slain")));
    return;
  }
  head += bar_text(scene.paint, dragon.hp(), dragon.hp_max(), drawn_width(scene.paint, kDragonBarWidth));
  lines.push_back(head + hunt_t("hp", {{"n", dragon.hp()}, {"m", dragon.hp_max()}}));
  if (!is_brief(scene)) add_attacks(scene, dragon, lines);
  std::vector<BoardPart> state;
  if (dragon.locked() > 0) state.push_back({hunt_t("locked", {{"n", dragon.locked()}}), Tint::kWarning});
  if (dragon.pins() > 0) state.push_back({hunt_t("pins", {{"n", dragon.pins()}}), Tint::kGood});
  if (!state.empty()) add_wrapped(scene.paint, hunt_row_label("state"), " · ", state, lines);
}

// --- Heroes ---

std::vector<BoardPart> hero_state(const Scene& scene, std::uint32_t number) {
  const v1::HuntView& view = scene.view.hunt();
  const v1::HuntHero& hero = found_in(view.heroes(), number);
  std::vector<BoardPart> parts = {{hunt_t("ac", {{"n", hero.ac()}})}, {hunt_t("tokens", {{"n", hero.tokens()}})}};
  if (!kept_name(scene, number).empty()) {
    parts.insert(parts.begin(), {class_name(found_in(view.sheets(), number).class_())});
  }
  const auto add = [&](std::string_view key, std::uint32_t n, Tint tint) {
    if (n > 0) parts.push_back({hunt_t(key, {{"n", n}}), tint});
  };
  add("ally", hero.ally(), Tint::kGood);
  add("blessed", hero.blessed(), Tint::kGood);
  add("poison", hero.poison(), Tint::kBad);
  add("stun", hero.stun(), Tint::kWarning);
  if (dragons_of(view).size() > 1 && hero.alive()) {
    const bool faces = hero.facing() >= 0;
    const auto dragon = found_in(view.dragons(), static_cast<std::uint32_t>(std::max(hero.facing(), 0))).id();
    parts.push_back({faces ? hunt_t("facing", {{"dragon", dragon_name(dragon)}}) : hunt_t("supporter")});
  }
  return parts;
}

// The skills of the acting hero that can be activated now, whether with items or without: a form says so.
std::set<int> skills_within_reach(const Scene& scene, std::uint32_t hero) {
  std::set<int> skills;
  if (scene.choices == nullptr || scene.view.hunt().acting() != static_cast<std::int32_t>(hero)) return skills;
  for (const v1::Form& form : scene.choices->forms()) {
    if (is_activation(form.sentence().hunt())) skills.insert(SentenceArguments(form.sentence())[0]);
  }
  return skills;
}

void add_hero(const Scene& scene, std::uint32_t number, std::vector<std::string>& lines) {
  const v1::HuntView& view = scene.view.hunt();
  const v1::HuntHero& hero = found_in(view.heroes(), number);
  const bool acts = view.acting() == static_cast<std::int32_t>(number);
  std::string head = hero_label(scene, number, acts ? Tint::kStrong : Tint::kPlain);
  if (hero.rests() || !hero.alive() || !hero.in_hunt()) {
    const std::string_view how = hero.rests() ? "rests" : hero.alive() ? "out" : "dead";
    lines.push_back(head + scene.paint(Tint::kFaint, hunt_t(how)));
    return;
  }
  const v1::HuntProgress& progress = found_in(view.progress(), number);
  head += bar_text(scene.paint, hero.hp(), progress.hp_max(), kHeroBarWidth);
  lines.push_back(head + hunt_t("hp", {{"n", hero.hp()}, {"m", progress.hp_max()}}));
  add_wrapped(scene.paint, hunt_row_label("state"), " · ", hero_state(scene, number), lines);
  // What the acting hero can do is always wanted.
  if (is_brief(scene) && !(scene.brief && acts)) return;
  add_skills(scene, number, skills_within_reach(scene, number), lines);
  add_items(scene, number, lines);
}

// --- The dice ---

BoardPart die_text(const v1::HuntView& view, std::uint32_t slot) {
  const std::uint32_t symbol = die_in_slot(view, slot);
  const std::string name = symbol == 0 ? "–" : symbol_name(symbol);
  const std::string text = fmt::format("{} {}", slot + 1, name);
  if (view.used().contains(static_cast<char>(slot))) return {"(" + text + ")", Tint::kFaint};
  if (slot == 0 && view.rolls() == 0 && view.kept() != v1::HUNT_SYMBOL_UNSPECIFIED) {
    return {fmt::format("{} ({})", text, hunt_t("die.assist")), Tint::kGood};
  }
  const Tint tint = symbol == v1::HUNT_SYMBOL_DRAGON ? Tint::kBad : symbol == 0 ? Tint::kFaint : Tint::kStrong;
  return {text, tint};
}

void add_turn(const Scene& scene, std::vector<std::string>& lines) {
  const v1::HuntView& view = scene.view.hunt();
  if (view.order().size() > 1 && !is_brief(scene)) {
    std::vector<BoardPart> turns;
    for (std::size_t i = 0; i < view.order().size(); ++i) {
      const std::uint32_t hero = byte_at(view.order(), i);
      const bool acts = view.acting() == static_cast<std::int32_t>(hero);
      const Arguments named = {{"hero", hero_name(scene, hero)}, {"n", found_in(view.sheets(), hero).initiative()}};
      turns.push_back({hunt_t("initiative.of", named), acts ? Tint::kStrong : Tint::kPlain});
    }
    add_wrapped(scene.paint, hunt_row_label("turns"), " → ", turns, lines);
  }
  if (view.acting() >= 0 && !view.dice().empty() && view.phase() != v1::HUNT_PHASE_FLEE) {
    std::vector<BoardPart> dice;
    dice.reserve(view.dice().size());
    for (std::uint32_t slot = 0; slot < view.dice().size(); ++slot) dice.push_back(die_text(view, slot));
    add_wrapped(scene.paint, hunt_row_label("dice"), "   ", dice, lines);
  }
  if (view.assist() != v1::HUNT_SYMBOL_UNSPECIFIED) {
    lines.push_back("      " +
                    hunt_t("assist.next", {{"symbol", symbol_name(static_cast<std::uint32_t>(view.assist()))}}));
  }
  std::vector<std::string> voters;
  voters.reserve(view.votes().size());
  for (std::size_t i = 0; i < view.votes().size(); ++i) {
    voters.push_back(seat_name(scene, static_cast<int>(byte_at(view.votes(), i))));
  }
  if (!voters.empty()) lines.push_back("      " + hunt_t("votes", {{"names", listed(voters)}}));
}

void add_legend(const Scene& scene, std::vector<std::string>& lines) {
  std::vector<BoardPart> parts = {{hunt_t("legend.reach"), Tint::kFaint},
                                  {hunt_t("legend.covered"), Tint::kFaint},
                                  {hunt_t("row.skills") + " " + house_sign(Paint(false)), Tint::kFaint}};
  for (int symbol = v1::HUNT_SYMBOL_SWORD; symbol <= v1::HUNT_SYMBOL_DAGGER; ++symbol) {
    const auto number = static_cast<std::uint32_t>(symbol);
    parts.push_back({symbol_letter(number) + " " + symbol_name(number), Tint::kFaint});
  }
  parts.push_back({"! " + hunt_t("pattern.different"), Tint::kFaint});
  parts.push_back({"= " + hunt_t("pattern.equal"), Tint::kFaint});
  add_wrapped(scene.paint, "   ", " · ", parts, lines);
}

}  // namespace

void add_dragon_sheet(const Scene& scene, const v1::HuntDragon& dragon, std::vector<std::string>& lines) {
  lines.push_back("   " + scene.paint(Tint::kFire, dragon_name(dragon.id())));
  add_attacks(scene, dragon, lines);
}

std::vector<std::string> HuntText::board(const Scene& scene) const {
  const v1::HuntView& view = scene.view.hunt();
  std::vector<std::string> lines = {hunt_headline(scene)};
  if (view.phase() == v1::HUNT_PHASE_VILLAGE) {
    add_village(scene, lines);
  } else {
    for (const std::uint32_t dragon : dragons_of(view)) add_dragon(scene, found_in(view.dragons(), dragon), lines);
    for (const std::uint32_t hero : heroes_of(view)) add_hero(scene, hero, lines);
    add_turn(scene, lines);
  }
  if (!is_brief(scene)) add_legend(scene, lines);
  return lines;
}

std::vector<std::string> HuntText::house() const {
  return {hunt_t("house.sheet"), hunt_t("house.dragon"), hunt_t("house.market")};
}

}  // namespace wyrmhall::cli
