// What can be typed in Dragon Dice, and what its units and dragons are.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include "clients/cli/games/dragondice/names.h"
#include "clients/cli/games/dragondice/text.h"
#include "clients/cli/games/sentence_arguments.h"
#include "clients/cli/games/typed_words.h"
#include "clients/model/offered_actions.h"

namespace wyrmhall::cli {
namespace {

// What a typed way does, by the phrase of its choice or form; empty where it has none.
std::string_view meaning_of(v1::DragondicePhrase phrase) {
  switch (phrase) {
    case v1::DRAGONDICE_PHRASE_ATTACK_TERRAIN:
      return "type.attack";
    case v1::DRAGONDICE_PHRASE_DESIGNATE:
      return "type.target";
    case v1::DRAGONDICE_PHRASE_BREATH_ORDER:
      return "type.breath";
    case v1::DRAGONDICE_PHRASE_PROMOTE:
      return "type.promote";
    case v1::DRAGONDICE_PHRASE_BASH:
      return "type.bash";
    case v1::DRAGONDICE_PHRASE_RETURN:
      return "type.return";
    case v1::DRAGONDICE_PHRASE_RETURN_SAVES:
      return "type.saves";
    case v1::DRAGONDICE_PHRASE_RETURN_NO_MORE:
      return "type.done";
    case v1::DRAGONDICE_PHRASE_SPLIT:
    case v1::DRAGONDICE_PHRASE_ALLOCATE:
      return "type.share";
    case v1::DRAGONDICE_PHRASE_REGROUP:
      return "type.move";
    case v1::DRAGONDICE_PHRASE_CALL:
      return "type.call";
    case v1::DRAGONDICE_PHRASE_SLAY:
    case v1::DRAGONDICE_PHRASE_HITS:
      return "type.slay";
    case v1::DRAGONDICE_PHRASE_CASUALTIES:
    case v1::DRAGONDICE_PHRASE_BREATH_KILLS:
      return "type.lose";
    case v1::DRAGONDICE_PHRASE_PROMOTE_NO_MORE:
    case v1::DRAGONDICE_PHRASE_REGROUP_NO_MORE:
    case v1::DRAGONDICE_PHRASE_CALL_NOBODY:
    case v1::DRAGONDICE_PHRASE_SLAY_NOBODY:
      return "type.pass";
    default:
      return {};
  }
}

// A way to fill in a form, as it is typed.
std::string filled_text(const v1::DragondiceView& view, const v1::Form& form, const v1::FilledForm& filled) {
  std::string typed;
  const auto add = [&typed](const auto& more) { typed += fmt::format(" {}", more); };
  switch (form.sentence().dragondice()) {
    case v1::DRAGONDICE_PHRASE_ALLOCATE:
      return fmt::format("{} {}", dragondice_t("word.share"), fmt::join(filled.values(), " "));
    case v1::DRAGONDICE_PHRASE_CASUALTIES:
    case v1::DRAGONDICE_PHRASE_BREATH_KILLS:
      typed = dragondice_t("word.lose");
      for (int i = 0; i < form.parts_size(); ++i) {
        const std::uint32_t unit = SentenceArguments(form.parts(i).sentence()).index(0);
        const std::uint32_t many = filled.values(i) / std::max(health_of(view, unit), 1U);
        if (many > 1) add(many);
        if (many > 0) add(plain_letters(unit_kind_name(view, unit)));
      }
      return typed;
    case v1::DRAGONDICE_PHRASE_HITS:
      typed = dragondice_t("word.slay");
      for (int i = 0; i < form.parts_size(); ++i) {
        if (filled.values(i) > 0) add(SentenceArguments(form.parts(i).sentence())[0]);
      }
      if (form.sentence().arguments_size() > 2) add(dragondice_t("word.shot"));
      for (int i = 2; i < form.sentence().arguments_size(); ++i) add(form.sentence().arguments(i));
      return typed;
    default:
      return {};
  }
}

// --- What units and dragons are ---

std::vector<std::string> about_unit(const Scene& scene, std::uint32_t kind) {
  const v1::DragondiceView& view = scene.view.dragondice();
  const v1::DragondiceUnitRules& rules = found_in(view.kinds(), kind);
  const Arguments values = {{"name", scene.paint(Tint::kStrong, unit_kind_called(kind))}, {"n", rules.health()}};
  std::vector<std::string> lines = {dragondice_t("about.unit", values)};
  const std::string& faces = rules.faces();
  for (std::size_t face = 0; 2 * face + 1 < faces.size(); ++face) {
    const auto icon = static_cast<v1::DragondiceIcon>(byte_at(faces, 2 * face));
    lines.push_back(fmt::format("  {}  {}", face + 1, face_text(icon, byte_at(faces, (2 * face) + 1))));
  }
  return lines;
}

std::vector<std::string> about_dragon(const Scene& scene, std::uint32_t dragon) {
  constexpr std::uint32_t kHealth = 5;
  constexpr std::uint32_t kHealthOfWhite = 10;
  constexpr std::uint32_t kAutomaticSaves = 5;
  const v1::DragondiceDragon& found = found_in(scene.view.dragondice().dragons(), dragon);
  const std::uint32_t health = found.type() == v1::DRAGONDICE_DRAGON_TYPE_WHITE ? kHealthOfWhite : kHealth;
  return {dragondice_t("about.dragon",
                       {{"dragon", dragon_called(scene, dragon)}, {"n", health + kAutomaticSaves}, {"m", health}}),
          "  " + dragondice_t("about.dragon.rules")};
}

}  // namespace

std::string place_word(std::int32_t place) {
  return place == static_cast<std::int32_t>(kReserveArea) ? dragondice_t("word.reserve") : std::to_string(place);
}

std::string way_to_type_dragondice(const v1::Sentence& sentence) {
  const SentenceArguments a(sentence);
  const auto way = [](std::string_view word, auto... arguments) {
    std::string text = dragondice_t(word);
    ((text += fmt::format(" {}", arguments)), ...);
    return text;
  };
  switch (sentence.dragondice()) {
    case v1::DRAGONDICE_PHRASE_ATTACK_TERRAIN:
      return way("word.attack", a[0]);
    case v1::DRAGONDICE_PHRASE_DESIGNATE:
      return way("word.target", a[0], a[1]);
    case v1::DRAGONDICE_PHRASE_BREATH_ORDER:
      return way("word.breath", a[0]);
    case v1::DRAGONDICE_PHRASE_PROMOTE:
      return way("word.promote", a[0], a[1]);
    case v1::DRAGONDICE_PHRASE_BASH:
      return way("word.bash", a[1]);
    case v1::DRAGONDICE_PHRASE_RETURN:
      return way("word.return", a[2]);
    case v1::DRAGONDICE_PHRASE_RETURN_SAVES:
      return way("word.saves");
    case v1::DRAGONDICE_PHRASE_RETURN_NO_MORE:
      return way("word.done");
    case v1::DRAGONDICE_PHRASE_SPLIT:
      return way("word.share", a[1], a[2], a[3]);
    case v1::DRAGONDICE_PHRASE_REGROUP:
      return way("word.move", a[1], place_word(a[2]));
    case v1::DRAGONDICE_PHRASE_CALL:
      return way("word.call", a[0], a[2]);
    case v1::DRAGONDICE_PHRASE_PROMOTE_NO_MORE:
    case v1::DRAGONDICE_PHRASE_REGROUP_NO_MORE:
    case v1::DRAGONDICE_PHRASE_CALL_NOBODY:
    case v1::DRAGONDICE_PHRASE_SLAY_NOBODY:
      return way("word.pass");
    default:
      return {};
  }
}

std::string way_to_slay(const v1::Sentence& sentence) {
  std::string by_melee = dragondice_t("word.slay");
  std::string by_missile;
  for (int i = 0; i + 1 < sentence.arguments_size(); i += 2) {
    (sentence.arguments(i + 1) > 1 ? by_missile : by_melee) += fmt::format(" {}", sentence.arguments(i));
  }
  return by_missile.empty() ? by_melee : by_melee + " " + dragondice_t("word.shot") + by_missile;
}

std::vector<GameText::Way> DragondiceText::ways_to_type(const Scene& scene, const v1::Choices& choices) const {
  std::vector<Way> ways;
  std::set<std::string_view> seen;
  const auto add = [&](std::string example, v1::DragondicePhrase phrase) {
    const std::string_view meaning = meaning_of(phrase);
    if (example.empty() || meaning.empty() || !seen.insert(meaning).second) return;
    ways.push_back({std::move(example), dragondice_t(meaning, {{"r", dragondice_t("word.reserve")}})});
  };
  for (const v1::Choice& choice : choices.choices()) {
    const v1::DragondicePhrase phrase = choice.sentence().dragondice();
    const bool slays = phrase == v1::DRAGONDICE_PHRASE_SLAY;
    add(slays ? way_to_slay(choice.sentence()) : way_to_type_dragondice(choice.sentence()), phrase);
  }
  for (const v1::Form& form : choices.forms()) {
    clients::Fillings fillings(form);
    if (fillings.count() == 0) continue;
    const v1::FilledForm filled = fillings.at(fillings.count() - 1);
    add(filled_text(scene.view.dragondice(), form, filled), form.sentence().dragondice());
  }
  return ways;
}

std::vector<std::string> DragondiceText::about(const Scene& scene, std::string_view name) const {
  const v1::DragondiceView& view = scene.view.dragondice();
  const std::vector<std::string> words = words_in(name);
  std::vector<std::string> lines;
  const auto add = [&lines](std::vector<std::string> more) {
    for (std::string& line : more) lines.push_back(std::move(line));
  };
  if (words.empty()) return lines;
  // "12" is a unit; "dragon 2", as the board calls it, a dragon.
  if (const auto number = number_in_word(words.back())) {
    const auto unit = view.units().find(*number);
    if (words.size() == 1 && unit != view.units().end()) return about_unit(scene, unit->second.kind());
    if (words.size() > 1 && view.dragons().contains(*number)) return about_dragon(scene, *number);
  }
  const std::string typed = plain_letters(name);
  std::set<std::uint32_t> kinds;
  for (const auto& [kind, rules] : view.kinds()) kinds.insert(kind);
  for (const std::uint32_t kind : kinds) {
    if (is_name_begun(typed, unit_kind_called(kind))) add(about_unit(scene, kind));
  }
  for (std::uint32_t dragon = 0; view.dragons().contains(dragon); ++dragon) {
    if (is_name_begun(typed, without_codes(dragon_called(scene, dragon)))) add(about_dragon(scene, dragon));
  }
  add(explained(typed));
  return lines;
}

}  // namespace wyrmhall::cli
