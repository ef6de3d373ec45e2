#include "clients/cli/games/dragondice/names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "clients/cli/games/sentence_arguments.h"
#include "clients/cli/games/typed_words.h"
#include "clients/cli/terminal/message_text.h"

namespace wyrmhall::cli {
namespace {

// The name of an enumerator; what the protocol calls it where there is no message.
std::string called(const std::string& enumerator) {
  return has_message("dragondice", enumerator) ? dragondice_t(enumerator) : enumerator;
}

std::string pool_name(std::int32_t pool) {
  return called(v1::DragondicePool_Name(static_cast<v1::DragondicePool>(pool)));
}
std::string part_name(std::int32_t part) {
  return called(v1::DragondicePart_Name(static_cast<v1::DragondicePart>(part)));
}
std::string step_name(std::int32_t step) {
  return called(v1::DragondiceStep_Name(static_cast<v1::DragondiceStep>(step)));
}

// The dragons that a sentence names from this argument on, each alone or before what slays it.
std::string dragons_named(const Scene& scene, const v1::Sentence& sentence, int first, int step) {
  std::vector<std::string> names;
  for (int i = first; i < sentence.arguments_size(); i += step) {
    std::string name = dragon_called(scene, sentence.arguments(i));
    if (step > 1) {
      const bool shot = i + 1 < sentence.arguments_size() && sentence.arguments(i + 1) > 1;
      const v1::DragondicePhrase with = shot ? v1::DRAGONDICE_PHRASE_PART_MISSILE : v1::DRAGONDICE_PHRASE_PART_MELEE;
      name += fmt::format(" ({})", dragondice_t(v1::DragondicePhrase_Name(with)));
    }
    names.push_back(std::move(name));
  }
  return listed(names);
}

// --- What icons do ---

std::string_view effect_of(v1::DragondiceIcon icon) {
  switch (icon) {
    case v1::DRAGONDICE_ICON_COIL:
    case v1::DRAGONDICE_ICON_DOUBLE_STRIKE:
    case v1::DRAGONDICE_ICON_GORE:
    case v1::DRAGONDICE_ICON_HUG:
    case v1::DRAGONDICE_ICON_SMITE:
    case v1::DRAGONDICE_ICON_STOMP:
    case v1::DRAGONDICE_ICON_TRAMPLE:
      return "does.melee";
    case v1::DRAGONDICE_ICON_REND:
    case v1::DRAGONDICE_ICON_TAIL_UNIT:
      return "does.melee.again";
    case v1::DRAGONDICE_ICON_BULLSEYE:
    case v1::DRAGONDICE_ICON_FLAMING_ARROW:
    case v1::DRAGONDICE_ICON_STONE:
      return "does.missile";
    case v1::DRAGONDICE_ICON_FLY:
    case v1::DRAGONDICE_ICON_HOOF:
    case v1::DRAGONDICE_ICON_VANISH:
      return "does.save";
    case v1::DRAGONDICE_ICON_RISE_FROM_THE_ASHES:
      return "does.rise";
    case v1::DRAGONDICE_ICON_COUNTER:
    case v1::DRAGONDICE_ICON_KICK:
      return "does.both";
    case v1::DRAGONDICE_ICON_VOLLEY:
      return "does.volley";
    case v1::DRAGONDICE_ICON_CREATE_FIREMINIONS:
      return "does.fireminions";
    case v1::DRAGONDICE_ICON_CLOAK:
      return "does.cloak";
    case v1::DRAGONDICE_ICON_BASH:
      return "does.bash";
    case v1::DRAGONDICE_ICON_REGENERATE:
      return "does.regenerate";
    case v1::DRAGONDICE_ICON_WILD_GROWTH:
      return "does.growth";
    case v1::DRAGONDICE_ICON_TRUMPET:
      return "does.trumpet";
    case v1::DRAGONDICE_ICON_ID:
      return "does.id";
    case v1::DRAGONDICE_ICON_MELEE:
    case v1::DRAGONDICE_ICON_MISSILE:
    case v1::DRAGONDICE_ICON_SAVE:
      return "does.plain";
    case v1::DRAGONDICE_ICON_MANEUVER:
      return "does.maneuver";
    default:
      return "does.nothing";
  }
}

std::string_view effect_of(v1::DragondiceDragonIcon icon) {
  switch (icon) {
    case v1::DRAGONDICE_DRAGON_ICON_JAWS:
      return "does.jaws";
    case v1::DRAGONDICE_DRAGON_ICON_BREATH:
      return "does.breath";
    case v1::DRAGONDICE_DRAGON_ICON_CLAWS:
      return "does.claws";
    case v1::DRAGONDICE_DRAGON_ICON_WINGS:
      return "does.wings";
    case v1::DRAGONDICE_DRAGON_ICON_BELLY:
      return "does.belly";
    case v1::DRAGONDICE_DRAGON_ICON_TAIL:
      return "does.tail";
    default:
      return "does.treasure";
  }
}

}  // namespace

std::string dragondice_t(std::string_view key, const Arguments& arguments) {
  return t("dragondice", key, arguments);
}

std::string dragondice_sentence(const Scene& scene, const v1::Sentence& sentence) {
  const SentenceArguments arguments(sentence);
  const v1::DragondicePhrase phrase = sentence.dragondice();
  const bool shoots = phrase == v1::DRAGONDICE_PHRASE_HITS && sentence.arguments_size() > 2;
  const std::string key = v1::DragondicePhrase_Name(phrase) + (shoots ? ".shot" : "");
  if (!has_message("dragondice", key)) return line_text(sentence);
  const v1::DragondiceView& view = scene.view.dragondice();
  Arguments values = values_of(scene, arguments, *v1::DragondiceOptions::descriptor());
  const bool slays = phrase == v1::DRAGONDICE_PHRASE_SLAY;
  values.emplace_back("dragons", dragons_named(scene, sentence, slays ? 0 : 2, slays ? 2 : 1));
  for (int i = 0; i < SentenceArguments::kMax; ++i) {
    values.emplace_back(fmt::format("unit{}", i), unit_name(view, arguments[i]));
    values.emplace_back(fmt::format("kind{}", i), unit_kind_name(view, arguments[i]));
    values.emplace_back(fmt::format("dragon{}", i), dragon_called(scene, arguments[i]));
    values.emplace_back(fmt::format("place{}", i), place_name(view, arguments[i]));
    values.emplace_back(fmt::format("pool{}", i), pool_name(arguments[i]));
    values.emplace_back(fmt::format("part{}", i), part_name(arguments[i]));
    values.emplace_back(fmt::format("step{}", i), step_name(arguments[i]));
  }
  return dragondice_t(key, values);
}

std::string player_called(const Scene& scene, std::uint32_t seat) {
  const std::vector<std::string> names = seat_names(scene.info.seats());
  return seat < names.size() ? names[seat] : std::string();
}

std::string unit_kind_called(std::uint32_t kind) {
  return called(v1::DragondiceUnitKind_Name(static_cast<v1::DragondiceUnitKind>(kind)));
}

std::string unit_kind_name(const v1::DragondiceView& view, std::int64_t unit) {
  return unit_kind_called(found_in(view.units(), static_cast<std::uint32_t>(unit)).kind());
}

std::string unit_name(const v1::DragondiceView& view, std::int64_t unit) {
  return dragondice_t("unit.numbered", {{"name", unit_kind_name(view, unit)}, {"n", unit}});
}

std::uint32_t health_of(const v1::DragondiceView& view, std::uint32_t unit) {
  const v1::DragondiceUnit& found = found_in(view.units(), unit);
  return found_in(view.kinds(), static_cast<std::uint32_t>(found.kind())).health();
}

std::string dragon_called(const Scene& scene, std::int64_t dragon) {
  if (dragon == kTargetArmy) return dragondice_t("dragon.army");
  if (dragon == kTargetOpen) return dragondice_t("dragon.open");
  if (dragon > kTargetOpen) return dragondice_t("dragon.hidden");
  const v1::DragondiceDragon& found = found_in(scene.view.dragondice().dragons(), static_cast<std::uint32_t>(dragon));
  const Arguments values = {{"type", called(v1::DragondiceDragonType_Name(found.type()))},
                            {"form", called(v1::DragondiceDragonForm_Name(found.form()))},
                            {"n", dragon}};
  return scene.paint(found.owner() == 0 ? Tint::kIce : Tint::kFire, dragondice_t("dragon.numbered", values));
}

std::string place_name(const v1::DragondiceView& view, std::int64_t place) {
  if (place < 0 || place > kDragonPool) return dragondice_t("place.none");
  if (place >= kTerrainsInPlay) return dragondice_t(fmt::format("place.{}", place));
  const auto terrain = static_cast<v1::DragondiceTerrain>(byte_at(view.terrains(), static_cast<std::size_t>(place)));
  return dragondice_t("place.terrain", {{"n", place}, {"terrain", called(v1::DragondiceTerrain_Name(terrain))}});
}

std::string icon_name(v1::DragondiceIcon icon) {
  return called(v1::DragondiceIcon_Name(icon));
}
std::string dragon_icon_name(v1::DragondiceDragonIcon icon) {
  return called(v1::DragondiceDragonIcon_Name(icon));
}

std::string face_text(v1::DragondiceIcon icon, std::uint32_t number) {
  return number == 0 ? icon_name(icon) : fmt::format("{} {}", icon_name(icon), number);
}

std::vector<std::uint32_t> units_at(const v1::DragondiceView& view, std::uint32_t seat, std::uint32_t place) {
  std::vector<std::uint32_t> units;
  for (const auto& [unit, at] : view.places()) {
    if (at == place && found_in(view.units(), unit).owner() == seat) units.push_back(unit);
  }
  std::ranges::sort(units);
  return units;
}

std::vector<std::uint32_t> dragons_at(const v1::DragondiceView& view, std::uint32_t place) {
  std::vector<std::uint32_t> dragons;
  for (const auto& [number, dragon] : view.dragons()) {
    if (dragon.at() == place) dragons.push_back(number);
  }
  std::ranges::sort(dragons);
  return dragons;
}

std::string army_text(const v1::DragondiceView& view, const std::vector<std::uint32_t>& units) {
  std::vector<std::pair<std::string, std::vector<std::uint32_t>>> kinds;
  for (const std::uint32_t unit : units) {
    const std::string name = unit_kind_name(view, unit);
    const auto found = std::ranges::find(kinds, name, [](const auto& kind) { return kind.first; });
    (found == kinds.end() ? kinds.emplace_back(name, std::vector<std::uint32_t>()) : *found).second.push_back(unit);
  }
  std::vector<std::string> parts;
  parts.reserve(kinds.size());
  for (const auto& [name, numbers] : kinds) parts.push_back(fmt::format("{} {}", name, fmt::join(numbers, ",")));
  return fmt::format("{}", fmt::join(parts, " · "));
}

std::vector<std::uint32_t> numbers_of_set(std::string_view bytes) {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(bytes.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) numbers.push_back(byte_at(bytes, i));
  return numbers;
}

std::string unit_list(const v1::DragondiceView& view, std::string_view units) {
  return army_text(view, numbers_of_set(units));
}

std::string dragon_list(const Scene& scene, std::string_view dragons) {
  std::vector<std::string> names;
  for (const std::uint32_t dragon : numbers_of_set(dragons)) names.push_back(dragon_called(scene, dragon));
  return listed(names);
}

std::vector<std::string> explained(std::string_view word) {
  std::vector<std::string> found;
  const auto look_at = [&](const std::string& name, std::string_view effect) {
    const std::string plain = plain_letters(name);
    if (word.empty() || !plain.starts_with(word)) return;
    found.insert(plain == word ? found.begin() : found.end(), labelled(capital(name), dragondice_t(effect)));
  };
  for (int icon = v1::DRAGONDICE_ICON_ID; v1::DragondiceIcon_IsValid(icon); ++icon) {
    look_at(icon_name(static_cast<v1::DragondiceIcon>(icon)), effect_of(static_cast<v1::DragondiceIcon>(icon)));
  }
  for (int icon = v1::DRAGONDICE_DRAGON_ICON_JAWS; v1::DragondiceDragonIcon_IsValid(icon); ++icon) {
    const auto of_dragon = static_cast<v1::DragondiceDragonIcon>(icon);
    look_at(dragon_icon_name(of_dragon), effect_of(of_dragon));
  }
  return found;
}

}  // namespace wyrmhall::cli
