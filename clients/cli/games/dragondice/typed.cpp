// What a person types in Dragon Dice: "move 12 2", "call 1 0", "lose 4 12" or "lose 2 footman", "share 3 0 5",
// "explain bash".
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <span>

#include "clients/cli/games/dragondice/names.h"
#include "clients/cli/games/dragondice/text.h"
#include "clients/cli/games/form_text.h"
#include "clients/cli/games/sentence_arguments.h"
#include "clients/cli/games/typed_words.h"
#include "clients/cli/terminal/paint.h"

namespace wyrmhall::cli {
namespace {

using WordList = std::vector<std::string>;

std::string dragondice_word(std::string_view key) {
  return plain_letters(dragondice_t(key));
}

// All words as numbers; "r" is the reserve. Nothing where one is neither.
std::optional<std::vector<std::int32_t>> all_numbers(const WordList& words) {
  std::vector<std::int32_t> numbers;
  numbers.reserve(words.size());
  for (const std::string& word : words) {
    const auto number = number_in_word(word);
    if (word == dragondice_word("word.reserve")) {
      numbers.push_back(kReserveArea);
    } else if (!number || *number > kTargetArmy) {
      return std::nullopt;
    } else {
      numbers.push_back(static_cast<std::int32_t>(*number));
    }
  }
  return numbers;
}

// The choice of a phrase whose arguments at these places are these numbers.
GameText::Typed chosen(const v1::Choices& choices, v1::DragondicePhrase phrase, std::initializer_list<int> places,
                       const std::vector<std::int32_t>& numbers) {
  bool any = false;
  for (const v1::Choice& choice : choices.choices()) {
    if (choice.sentence().dragondice() != phrase) continue;
    any = true;
    const SentenceArguments a(choice.sentence());
    if (std::ranges::equal(places, numbers, [&](int place, std::int32_t number) { return a[place] == number; })) {
      return {.action = choice.action()};
    }
  }
  return any ? GameText::Typed{.complaint = t("choice.none")} : GameText::Typed{};
}

GameText::Typed first_of(const v1::Choices& choices, std::initializer_list<v1::DragondicePhrase> phrases) {
  for (const v1::Choice& choice : choices.choices()) {
    if (std::ranges::find(phrases, choice.sentence().dragondice()) == phrases.end()) continue;
    return {.action = choice.action()};
  }
  return {};
}

const v1::Form* form_of(const v1::Choices& choices, std::initializer_list<v1::DragondicePhrase> phrases) {
  for (const v1::Form& form : choices.forms()) {
    if (std::ranges::find(phrases, form.sentence().dragondice()) != phrases.end()) return &form;
  }
  return nullptr;
}

// --- Losses ---

// The part of a form of losses that words name, and how many words that takes.
struct FoundPart {
  int part = -1;
  std::size_t words = 1;
  std::string complaint = {};
};

// By a unit's number.
FoundPart part_of_unit(const v1::DragondiceView& view, const v1::Form& form, std::uint32_t unit,
                       const std::string& word) {
  const auto& units = view.units();
  for (int i = 0; i < form.parts_size() && units.contains(unit); ++i) {
    const std::uint32_t first = SentenceArguments(form.parts(i).sentence()).index(0);
    const bool same_kind = found_in(units, unit).kind() == found_in(units, first).kind();
    if (same_kind && found_in(view.places(), unit) == found_in(view.places(), first)) return {.part = i};
  }
  return {.complaint = dragondice_t("type.noUnit", {{"n", word}})};
}

// By the kind's name, or its beginning. All words that make up a name count together: an Eagle Knight is no Eagle and a
// Knight.
FoundPart part_named(const v1::DragondiceView& view, const v1::Form& form, std::span<const std::string> words) {
  const auto number = std::ranges::find_if(words, [](const auto& word) { return number_in_word(word).has_value(); });
  for (auto many = static_cast<std::size_t>(number - words.begin()); many > 0; --many) {
    const std::string typed = fmt::format("{}", fmt::join(words.first(many), " "));
    std::vector<int> found;
    std::vector<std::string> names;
    for (int i = 0; i < form.parts_size(); ++i) {
      const std::string name = unit_kind_name(view, SentenceArguments(form.parts(i).sentence()).index(0));
      const std::string plain = plain_letters(name);
      if (plain == typed) return {.part = i, .words = many};
      if (!plain.starts_with(typed)) continue;
      found.push_back(i);
      names.push_back(name);
    }
    if (found.size() == 1) return {.part = found.front(), .words = many};
    if (!found.empty()) return {.complaint = dragondice_t("type.which", {{"word", typed}, {"list", listed(names)}})};
  }
  return {.complaint = dragondice_t("type.nobody", {{"word", words.front()}})};
}

// "4 12" are two units; "2 footman" two of a kind: a number before a name is how many.
GameText::Typed typed_loss(const v1::DragondiceView& view, const v1::Form& form, const WordList& words) {
  std::vector<std::uint32_t> values(static_cast<std::size_t>(form.parts_size()));
  for (std::size_t i = 0; i < words.size();) {
    std::uint32_t times = 1;
    const bool counts = i + 1 < words.size() && number_in_word(words[i]) && !number_in_word(words[i + 1]);
    if (counts) times = *number_in_word(words[i++]);
    const auto unit = number_in_word(words[i]);
    const FoundPart found =
        unit ? part_of_unit(view, form, *unit, words[i]) : part_named(view, form, std::span(words).subspan(i));
    if (found.part < 0) return {.complaint = found.complaint};
    i += found.words;
    const std::uint32_t first = SentenceArguments(form.parts(found.part).sentence()).index(0);
    values[static_cast<std::size_t>(found.part)] += std::min(times, kTargetArmy) * health_of(view, first);
  }
  std::uint32_t sum = 0;
  for (const std::uint32_t value : values) sum += value;
  if (sum != form.sum_most()) return {.complaint = dragondice_t("type.loss", {{"n", sum}, {"m", form.sum_most()}})};
  return filled_form(form, values);
}

// --- Slaying ---

// Whether a choice slays just these; they are in order.
bool slays(const v1::Sentence& sentence, const std::vector<std::int32_t>& melee,
           const std::vector<std::int32_t>& shot) {
  std::vector<std::int32_t> by_melee;
  std::vector<std::int32_t> by_missile;
  for (int i = 0; i + 1 < sentence.arguments_size(); i += 2) {
    (sentence.arguments(i + 1) > 1 ? by_missile : by_melee).push_back(sentence.arguments(i));
  }
  return by_melee == melee && by_missile == shot;
}

GameText::Typed typed_slaying(const v1::Choices& choices, const WordList& words) {
  const auto shot_word = std::ranges::find(words, dragondice_word("word.shot"));
  auto melee = all_numbers(WordList(words.begin(), shot_word));
  auto shot =
      shot_word == words.end() ? std::vector<std::int32_t>() : all_numbers(WordList(shot_word + 1, words.end()));
  if (!melee || !shot) return {};
  std::ranges::sort(*melee);
  std::ranges::sort(*shot);
  for (const v1::Choice& choice : choices.choices()) {
    const bool is_slaying = choice.sentence().dragondice() == v1::DRAGONDICE_PHRASE_SLAY;
    if (is_slaying && slays(choice.sentence(), *melee, *shot)) return {.action = choice.action()};
  }
  for (const v1::Form& form : choices.forms()) {
    if (form.sentence().dragondice() != v1::DRAGONDICE_PHRASE_HITS) continue;
    const auto& arguments = form.sentence().arguments();
    if (!std::ranges::equal(
            std::vector<std::int32_t>(arguments.begin() + std::min(2, arguments.size()), arguments.end()), *shot))
      continue;
    std::vector<std::uint32_t> values;
    for (const v1::FormPart& part : form.parts()) {
      const SentenceArguments a(part.sentence());
      values.push_back(std::ranges::find(*melee, a[0]) == melee->end() ? 0 : a.index(1));
    }
    return filled_form(form, values);
  }
  return {.complaint = t("choice.none")};
}

}  // namespace

GameText::Typed DragondiceText::typed(const Scene& scene, const v1::Choices& choices, std::string_view line) const {
  WordList words = words_in(line);
  if (words.empty()) return {};
  const std::string word = words.front();
  words.erase(words.begin());
  const auto is = [&](std::string_view key) { return word == dragondice_word(key); };
  if (is("word.pass")) {
    return first_of(choices, {v1::DRAGONDICE_PHRASE_REGROUP_NO_MORE, v1::DRAGONDICE_PHRASE_CALL_NOBODY,
                              v1::DRAGONDICE_PHRASE_PROMOTE_NO_MORE, v1::DRAGONDICE_PHRASE_SLAY_NOBODY});
  }
  if (is("word.saves")) return first_of(choices, {v1::DRAGONDICE_PHRASE_RETURN_SAVES});
  if (is("word.done")) return first_of(choices, {v1::DRAGONDICE_PHRASE_RETURN_NO_MORE});
  if (is("word.slay")) return typed_slaying(choices, words);
  if (is("word.lose")) {
    const v1::Form* form = form_of(choices, {v1::DRAGONDICE_PHRASE_CASUALTIES, v1::DRAGONDICE_PHRASE_BREATH_KILLS});
    return form == nullptr ? Typed{} : typed_loss(scene.view.dragondice(), *form, words);
  }
  if (number_in_word(word) && !words.empty()) return typed_form(choices, line);
  const auto numbers = all_numbers(words);
  if (!numbers) return {};
  if (is("word.share")) {
    const v1::Form* form = form_of(choices, {v1::DRAGONDICE_PHRASE_ALLOCATE});
    if (form == nullptr) return chosen(choices, v1::DRAGONDICE_PHRASE_SPLIT, {1, 2, 3}, *numbers);
    return filled_form(*form, {numbers->begin(), numbers->end()});
  }
  if (is("word.move")) return chosen(choices, v1::DRAGONDICE_PHRASE_REGROUP, {1, 2}, *numbers);
  if (is("word.call")) return chosen(choices, v1::DRAGONDICE_PHRASE_CALL, {0, 2}, *numbers);
  if (is("word.attack")) return chosen(choices, v1::DRAGONDICE_PHRASE_ATTACK_TERRAIN, {0}, *numbers);
  if (is("word.target")) return chosen(choices, v1::DRAGONDICE_PHRASE_DESIGNATE, {0, 1}, *numbers);
  if (is("word.breath")) return chosen(choices, v1::DRAGONDICE_PHRASE_BREATH_ORDER, {0}, *numbers);
  if (is("word.bash")) return chosen(choices, v1::DRAGONDICE_PHRASE_BASH, {1}, *numbers);
  if (is("word.promote")) return chosen(choices, v1::DRAGONDICE_PHRASE_PROMOTE, {0, 1}, *numbers);
  if (is("word.return")) return chosen(choices, v1::DRAGONDICE_PHRASE_RETURN, {2}, *numbers);
  return {};
}

}  // namespace wyrmhall::cli
