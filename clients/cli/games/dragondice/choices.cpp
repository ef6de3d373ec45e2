// What can be done in Dragon Dice, how it is typed, why something cannot be done, and what may come of it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "clients/cli/games/dragondice/names.h"
#include "clients/cli/games/dragondice/text.h"
#include "clients/cli/games/sentence_arguments.h"
#include "clients/cli/terminal/message_text.h"

namespace wyrmhall::cli {
namespace {

constexpr std::size_t kDragondiceColumns = 18;  // columns of what can be typed

std::string typed_row(const std::string& typed, const std::string& what) {
  return padded(typed, kDragondiceColumns) + (columns(typed) >= kDragondiceColumns ? "  " : "") + what;
}

// The argument that tells the choices of a row apart; -1 where each choice is a row of its own.
int varying_argument(const v1::Sentence& sentence) {
  const bool varies =
      sentence.dragondice() == v1::DRAGONDICE_PHRASE_REGROUP || sentence.dragondice() == v1::DRAGONDICE_PHRASE_CALL;
  return varies ? 2 : -1;
}

// Whether two choices are about the same unit or dragon, and differ in where it goes.
bool differ_in_place(const v1::Sentence& one, const v1::Sentence& other) {
  const int varying = varying_argument(one);
  if (varying < 0 || one.dragondice() != other.dragondice()) return false;
  for (int i = 0; i < varying; ++i) {
    if (SentenceArguments(one)[i] != SentenceArguments(other)[i]) return false;
  }
  return true;
}

// "1/2/r", and "1 …, 2 … or the reserve".
std::string places_row(const Scene& scene, const v1::Choices& choices, int first, int last) {
  v1::Sentence sentence = choices.choices(first).sentence();
  const int varying = varying_argument(sentence);
  std::vector<std::string> words;
  std::vector<std::string> places;
  for (int i = first; i <= last; ++i) {
    const std::int32_t place = SentenceArguments(choices.choices(i).sentence())[varying];
    words.push_back(place_word(place));
    places.push_back(place_name(scene.view.dragondice(), place));
  }
  std::string typed = way_to_type_dragondice(sentence);
  typed.erase(typed.rfind(' ') + 1);
  typed += fmt::format("{}", fmt::join(words, "/"));
  const bool moves = sentence.dragondice() == v1::DRAGONDICE_PHRASE_REGROUP;
  const std::int32_t thing = SentenceArguments(sentence)[moves ? 1 : 0];
  const std::string name = moves ? unit_name(scene.view.dragondice(), thing) : dragon_called(scene, thing);
  return typed_row(typed, fmt::format("{} → {}", name, fmt::join(places, " / ")));
}

// The kinds that may lose something, with the numbers of their units and the health of each.
std::string losers_text(const v1::DragondiceView& view, const v1::Form& form) {
  std::vector<std::string> kinds;
  for (const v1::FormPart& part : form.parts()) {
    const SentenceArguments a(part.sentence());
    kinds.push_back(dragondice_t(
        "form.unit", {{"name", unit_kind_name(view, a[0])}, {"n", a[1]}, {"m", health_of(view, a.index(0))}}));
  }
  return fmt::format("{}", fmt::join(kinds, " · "));
}

std::string slain_text(const Scene& scene, const v1::Form& form) {
  std::vector<std::string> dragons;
  for (const v1::FormPart& part : form.parts()) dragons.push_back(dragondice_sentence(scene, part.sentence()));
  return fmt::format("{}", fmt::join(dragons, " · "));
}

// --- Odds ---

// The mean of what the probabilities are about, and the value that it reaches at least with this probability.
double mean_of(const google::protobuf::RepeatedField<double>& chances) {
  double mean = 0;
  for (int n = 0; n < chances.size(); ++n) mean += n * chances[n];
  return mean;
}
int at_least(const google::protobuf::RepeatedField<double>& chances, double probability) {
  double reached = 0;
  for (int n = chances.size() - 1; n > 0; --n) {
    reached += chances[n];
    if (reached >= probability) return n;
  }
  return 0;
}

// "saves     5.1 on average · 90 %: at least 2 · …".
std::string odds_row(std::string_view label, const google::protobuf::RepeatedField<double>& chances) {
  constexpr std::size_t kLabelColumns = 13;
  const Arguments values = {{"n", decimal(mean_of(chances), 1)},
                            {"a", at_least(chances, 0.9)},
                            {"b", at_least(chances, 0.5)},
                            {"c", at_least(chances, 0.1)}};
  return "  " + padded(dragondice_t(label), kLabelColumns) + dragondice_t("odds.row", values);
}

std::vector<std::string> army_odds(const Scene& scene, const v1::DragondiceArmyOdds& army) {
  const v1::DragondiceView& view = scene.view.dragondice();
  std::uint32_t health = 0;
  for (const std::uint32_t unit : units_at(view, army.seat(), army.terrain())) health += health_of(view, unit);
  std::vector<std::string> lines = {
      dragondice_t("odds.army", {{"name", seat_name(scene, static_cast<int>(army.seat()))},
                                 {"place", place_name(view, army.terrain())},
                                 {"n", decimal(army.lost(), 1)},
                                 {"m", health}}),
      odds_row("odds.damage", army.damage()), odds_row("odds.save", army.save()), odds_row("odds.melee", army.melee()),
      odds_row("odds.missile", army.missile())};
  if (army.breath() > 0) lines.push_back("  " + dragondice_t("odds.breath", {{"p", percent(army.breath())}}));
  return lines;
}

}  // namespace

std::string DragondiceText::choice(const Scene& scene, const v1::Choice& choice) const {
  const bool slays = choice.sentence().dragondice() == v1::DRAGONDICE_PHRASE_SLAY;
  return typed_row(slays ? way_to_slay(choice.sentence()) : way_to_type_dragondice(choice.sentence()),
                   dragondice_sentence(scene, choice.sentence()));
}

std::vector<GameText::Row> DragondiceText::rows(const Scene& scene, const v1::Choices& choices) const {
  std::vector<Row> rows;
  for (int i = 0; i < choices.choices_size();) {
    int last = i;
    while (last + 1 < choices.choices_size() &&
           differ_in_place(choices.choices(i).sentence(), choices.choices(last + 1).sentence())) {
      ++last;
    }
    rows.push_back({i, last, last == i ? choice(scene, choices.choices(i)) : places_row(scene, choices, i, last)});
    i = last + 1;
  }
  return rows;
}

std::vector<GameText::FormLine> DragondiceText::form(const Scene& scene, const v1::Form& form) const {
  const std::string what = dragondice_sentence(scene, form.sentence());
  switch (form.sentence().dragondice()) {
    case v1::DRAGONDICE_PHRASE_CASUALTIES:
    case v1::DRAGONDICE_PHRASE_BREATH_KILLS: {
      const Arguments values = {{"what", what}, {"list", losers_text(scene.view.dragondice(), form)}};
      return {{typed_row(dragondice_t("word.lose") + " …", dragondice_t("form.lose", values))}};
    }
    case v1::DRAGONDICE_PHRASE_HITS: {
      const Arguments values = {{"what", what}, {"list", slain_text(scene, form)}};
      return {{typed_row(dragondice_t("word.slay") + " …", dragondice_t("form.slay", values))}};
    }
    case v1::DRAGONDICE_PHRASE_ALLOCATE:
      return {{typed_row(fmt::format("{} {} 0 0", dragondice_t("word.share"), form.sum_most()), what)}};
    default:
      return {{what}};
  }
}

std::string DragondiceText::reason(const Scene& scene, const v1::Sentence& sentence) const {
  return dragondice_sentence(scene, sentence);
}

std::vector<std::string> DragondiceText::odds(const Scene& scene, const v1::Odds& odds) const {
  std::vector<std::string> lines;
  for (const v1::DragondiceArmyOdds& army : odds.figures().dragondice().armies()) {
    for (std::string& line : army_odds(scene, army)) lines.push_back(std::move(line));
  }
  for (const v1::OddsLine& line : odds.lines()) {
    std::vector<std::string> changes;
    for (const auto& [seat, score] : line.diff().dragondice().score()) {
      changes.push_back(dragondice_t("odds.score", {{"name", seat_name(scene, static_cast<int>(seat))}, {"n", score}}));
    }
    std::ranges::sort(changes);
    const bool nothing = odds.lines_size() == 1 && changes.empty();
    lines.push_back(nothing ? dragondice_t("odds.certain") : odds_line(line.probability(), changes));
  }
  if (odds.has_expected_value()) {
    const std::string value = decimal(100 * odds.expected_value(), 0);
    lines.push_back(scene.paint(Tint::kFaint, dragondice_t("odds.value", {{"n", value}})));
  }
  return lines;
}

}  // namespace wyrmhall::cli
