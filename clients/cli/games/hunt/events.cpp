// The events of Dice & Dragons, in sentences. Items are gone by the time their use is told, so they are not named.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "clients/cli/games/hunt/names.h"
#include "clients/cli/games/hunt/text.h"

namespace wyrmhall::cli {
namespace {

// The dragon by its name. In a campaign the story tells of earlier dragons too, and which they were is not known.
std::string dragon_told(const v1::HuntView& view, std::uint32_t dragon) {
  if (!view.campaign()) return dragon_name(found_in(view.dragons(), dragon).id());
  return dragons_of(view).size() > 1 ? hunt_t("dragon.numbered", {{"n", dragon + 1}}) : hunt_t("dragon.this");
}

// "Tail Strike", or in a campaign "2 Dragons".
std::string attack_told(const v1::HuntView& view, std::int32_t dragon, std::uint32_t symbols) {
  constexpr std::uint32_t kChart = 3;  // attacks of a dragon
  if (view.campaign() || dragon < 0) return hunt_t("dragons", {{"n", symbols}});
  const auto kind = static_cast<int>(found_in(view.dragons(), static_cast<std::uint32_t>(dragon)).id());
  const std::string key = fmt::format("{}.{}", kind, std::min(symbols, kChart));
  return has_message("hunt", "attack." + key) ? hunt_t("attack." + key) : hunt_t("dragons", {{"n", symbols}});
}

std::string loss_told(const Scene& scene, std::uint32_t hero, std::uint32_t loss) {
  return hunt_t("log.fury.loss", {{"hero", hero_name(scene, hero)}, {"n", loss}});
}

// What a hero activates: the targets, what goes into it and what it covers.
std::string activated_text(const Scene& scene, const v1::HuntActivation& activation, const v1::HuntActivate& decided) {
  const Arguments values = {{"hero", hero_name(scene, activation.hero())},
                            {"skill", skill_name(activation.skill())},
                            {"n", activation.damage()},
                            {"heroes", hero_names(scene, decided.targets())}};
  const bool attacks = activation.damage() > 0;
  std::string line = hunt_t(attacks ? "log.attack" : decided.targets().empty() ? "log.skill" : "log.skill.for", values);
  if (!decided.items().empty()) line = hunt_t("log.skill.with", {{"line", line}, {"n", decided.items().size()}});
  if (decided.cover() == v1::HUNT_SKILL_UNSPECIFIED) return line;
  return hunt_t("log.covers", {{"line", line}, {"skill", skill_name(decided.cover())}});
}

std::string failed_text(const Scene& scene, const v1::HuntActivation& activation, v1::HuntSkill covered) {
  std::string line = hunt_t("log.fail", {{"hero", hero_name(scene, activation.hero())}});
  if (covered == v1::HUNT_SKILL_UNSPECIFIED) return line;
  return hunt_t("log.covers", {{"line", line}, {"skill", skill_name(covered)}});
}

std::string counter_text(const Scene& scene, const v1::HuntActivation& activation) {
  const v1::HuntView& view = scene.view.hunt();
  const std::int32_t dragon = found_in(view.heroes(), activation.hero()).facing();
  return hunt_t(activation.counter_damage() > 0 ? "log.counter" : "log.counter.none",
                {{"attack", attack_told(view, dragon, activation.counter())},
                 {"hero", hero_name(scene, activation.hero())},
                 {"n", activation.counter_damage()}});
}

// Adds what was decided, if that is known.
std::string activation_text(const Scene& scene, const v1::HuntActivation& activation, const v1::HuntAction& decided) {
  std::string line =
      activation.type() == v1::HUNT_ACTIVATION_TYPE_FAIL
          ? failed_text(scene, activation, decided.fail())
          : activated_text(scene, activation, decided.has_general() ? decided.general() : decided.skill());
  if (activation.counter() > 0) line += " " + counter_text(scene, activation);
  return line;
}

std::string rolled_text(const Scene& scene, const v1::HuntRolled& rolled, bool with_item) {
  return hunt_t(with_item ? "log.reroll" : "log.rolled",
                {{"hero", hero_name(scene, rolled.hero())}, {"dice", symbols_text(rolled.dice())}});
}

std::string thrown_text(const Scene& scene, const v1::HuntThrown& thrown) {
  const v1::HuntView& view = scene.view.hunt();
  const bool fury = thrown.for_() == v1::HUNT_THROW_FOR_FURY;
  const std::string who = fury ? dragon_told(view, thrown.who()) : hero_name(scene, thrown.who());
  std::string_view left = thrown.dice();
  std::vector<std::string> throws;
  for (std::size_t i = 0; i < thrown.throws().size(); ++i) {
    const std::string_view dice = left.substr(0, byte_at(thrown.throws(), i));
    throws.push_back(symbols_text(dice));
    left.remove_prefix(dice.size());
  }
  return hunt_t(fury ? "log.throw" : "log.throw.level",
                {{fury ? "dragon" : "hero", who}, {"dice", fmt::format("{}", fmt::join(throws, "; "))}});
}

// What follows from a Fury that hurt somebody; nothing in a campaign, where it is not known whose Fury it was.
std::string special_told(const v1::HuntView& view, std::uint32_t dragon) {
  if (view.campaign()) return {};
  const v1::HuntDragon& of = found_in(view.dragons(), dragon);
  const std::string name = fmt::format("special.{}", static_cast<int>(of.id()));
  const std::string& kind = v1::HuntSpecial_Name(of.special());
  if (!has_message("hunt", name) || !has_message("hunt", kind)) return {};
  return " " + hunt_t("log.fury.special", {{"name", hunt_t(name)}, {"line", hunt_t(kind, {{"n", of.amount()}})}});
}

std::string fury_row_text(const Scene& scene, const v1::HuntFuryRow& row) {
  const v1::HuntView& view = scene.view.hunt();
  const std::string dragon = dragon_told(view, row.dragon());
  if (row.symbols() == 0) return hunt_t("log.fury.none", {{"dragon", dragon}});
  std::vector<std::string> losses;
  bool hurt = false;
  for (const std::uint32_t hero : heroes_of(view)) {
    if (!row.loss().contains(hero)) continue;
    losses.push_back(loss_told(scene, hero, found_in(row.loss(), hero)));
    hurt = hurt || found_in(row.loss(), hero) > 0;
  }
  const std::string attack = attack_told(view, static_cast<std::int32_t>(row.dragon()), row.symbols());
  return hunt_t("log.fury", {{"dragon", dragon}, {"attack", attack}, {"list", listed(losses)}}) +
         (hurt ? special_told(view, row.dragon()) : "");
}

std::string fury_text(const Scene& scene, const v1::HuntFury& fury) {
  std::vector<std::string> rows;
  for (const v1::HuntFuryRow& row : fury.fury()) rows.push_back(fury_row_text(scene, row));
  return fmt::format("{}", fmt::join(rows, " "));
}

std::string end_text(const Scene& scene, const v1::HuntEnd& end) {
  const std::string& outcome = v1::HuntOutcome_Name(end.outcome());
  if (!has_message("hunt", outcome)) return {};
  std::string text = hunt_t(outcome, {{"n", end.chapter()}, {"m", end.rounds()}});
  std::vector<std::string> shares;
  shares.reserve(end.heroes().size());
  for (std::size_t i = 0; i < end.heroes().size(); ++i) {
    shares.push_back(hunt_t("log.share", {{"hero", hero_name(scene, byte_at(end.heroes(), i))},
                                          {"xp", number_at(end.xp(), i)},
                                          {"gold", number_at(end.gold(), i)}}));
  }
  if (!shares.empty()) text += " " + hunt_t("log.shares", {{"list", fmt::format("{}", fmt::join(shares, " · "))}});
  for (int i = 0; i < end.levels_size(); ++i) {
    const std::string& gained = end.levels(i);
    if (gained.empty()) continue;
    std::uint32_t hp = 0;
    for (std::size_t level = 0; level < gained.size(); ++level) hp += byte_at(gained, level);
    const std::string hero = hero_name(scene, byte_at(end.heroes(), static_cast<std::size_t>(i)));
    text += " " + hunt_t("log.levels", {{"hero", hero}, {"n", gained.size()}, {"m", hp}});
  }
  if (!end.dead().empty()) text += " " + hunt_t("log.dead", {{"names", hero_names(scene, end.dead())}});
  return text;
}

// --- What somebody decided, except for rolls and activations, which are told by their results ---

std::string village_text(const Scene& scene, const v1::HuntAction& action) {
  const auto hero = [&](std::uint32_t number) { return Argument("hero", hero_name(scene, number)); };
  switch (action.action_case()) {
    case v1::HuntAction::kResurrect:
      return hunt_t("log.resurrect",
                    {hero(action.resurrect().hero()), {"payer", hero_name(scene, action.resurrect().payer())}});
    case v1::HuntAction::kBuy:
      return hunt_t(action.buy().drop() < 0 ? "log.buy" : "log.buy.drop",
                    {hero(action.buy().hero()), {"item", item_name(action.buy().item())}});
    case v1::HuntAction::kGive:
      return hunt_t("log.give", {hero(action.give().hero()), {"target", hero_name(scene, action.give().to())}});
    case v1::HuntAction::kShare:
      return hunt_t("log.coin", {hero(action.share().hero()), {"target", hero_name(scene, action.share().to())}});
    case v1::HuntAction::kSwap: {
      const v1::HuntSwap& swap = action.swap();
      if (swap.newcomer() == v1::HUNT_CLASS_UNSPECIFIED) {
        return hunt_t("log.back", {hero(swap.hero()), {"target", hero_name(scene, swap.back())}});
      }
      return hunt_t("log.newcomer", {hero(swap.hero()), {"class", class_name(swap.newcomer())}});
    }
    case v1::HuntAction::kImprove: {
      const std::string& part = v1::HuntPart_Name(action.improve().part());
      return hunt_t("log.improve", {hero(action.improve().hero()),
                                    {"skill", skill_name(action.improve().skill())},
                                    {"part", has_message("hunt", part) ? hunt_t(part) : part}});
    }
    case v1::HuntAction::kLearn:
      return hunt_t("log.learn", {hero(action.learn().hero()), {"skill", skill_name(action.learn().skill())}});
    case v1::HuntAction::kGroup:
      return hunt_t("log.group", {hero(action.group().hero()), {"n", action.group().group() + 1}});
    default:
      return {};
  }
}

std::string decided_text(const Scene& scene, const v1::HuntDecided& decided) {
  const v1::HuntAction& action = decided.action();
  const Arguments name = {{"name", seat_name(scene, static_cast<int>(decided.seat()))}};
  switch (action.action_case()) {
    case v1::HuntAction::kItem:
      if (!action.item().dice().empty()) return {};
      if (action.item().target() < 0) return hunt_t("log.putOn", name);
      return hunt_t("log.heal", {name.front(), {"target", hero_name(scene, action.item().target())}});
    case v1::HuntAction::kAssist:
      // Which symbol it was is on the board.
      return action.assist() < 0 ? "" : hunt_t("log.assist", name);
    case v1::HuntAction::kFlee:
      return hunt_t(action.flee() ? "log.flee" : "log.stay", name);
    case v1::HuntAction::kReplace:
      return hunt_t(action.replace() ? "log.stepIn" : "log.stepBack", name);
    case v1::HuntAction::kReady:
      return hunt_t("log.ready", name);
    default:
      return village_text(scene, action);
  }
}

// `decided` is what was decided in the same step, if that is known.
std::string hunt_event_text(const Scene& scene, const v1::HuntEvent& what, const v1::HuntAction& decided) {
  const v1::HuntView& view = scene.view.hunt();
  switch (what.event_case()) {
    case v1::HuntEvent::kDecided:
      return decided_text(scene, what.decided());
    case v1::HuntEvent::kRolled:
      return rolled_text(scene, what.rolled(), decided.has_item());
    case v1::HuntEvent::kActivation:
      return activation_text(scene, what.activation(), decided);
    case v1::HuntEvent::kFury:
      return fury_text(scene, what.fury());
    case v1::HuntEvent::kEnd:
      return end_text(scene, what.end());
    case v1::HuntEvent::kThrow:
      return thrown_text(scene, what.throw_());
    case v1::HuntEvent::kPoison:
      return hunt_t("log.poison", {{"hero", hero_name(scene, what.poison().hero())}, {"n", what.poison().loss()}});
    case v1::HuntEvent::kDied:
      return hunt_t("log.died", {{"hero", hero_name(scene, what.died().hero())}});
    case v1::HuntEvent::kSlain:
      return hunt_t("log.slain", {{"dragon", dragon_told(view, what.slain().dragon())}});
    case v1::HuntEvent::EVENT_NOT_SET:
      break;
  }
  return {};
}

}  // namespace

std::string HuntText::event(const Scene& scene, const v1::GameEvent& event) const {
  return scene.paint.emphasised(hunt_event_text(scene, event.hunt(), v1::HuntAction::default_instance()));
}

std::vector<std::string> HuntText::step(const Scene& scene, const Events& events) const {
  const v1::HuntAction* decided = &v1::HuntAction::default_instance();
  std::vector<std::string> lines;
  for (const v1::GameEvent& each : events) {
    if (each.hunt().has_decided()) decided = &each.hunt().decided().action();
    const std::string line = hunt_event_text(scene, each.hunt(), *decided);
    if (!line.empty()) lines.push_back(scene.paint.emphasised(line));
  }
  return lines;
}

}  // namespace wyrmhall::cli
