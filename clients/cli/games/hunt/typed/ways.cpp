#include "clients/cli/games/hunt/typed/ways.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "clients/cli/games/hunt/forms.h"
#include "clients/cli/games/hunt/names.h"
#include "clients/cli/games/hunt/typed/parts.h"
#include "clients/cli/games/sentence_arguments.h"
#include "clients/cli/games/typed_words.h"

namespace wyrmhall::cli {
namespace {

std::string way_to_type(const std::vector<Named>& all, int number) {
  const auto found = std::ranges::find(all, number, &Named::number);
  return found == all.end() ? std::string("?") : shortest_way(all, *found);
}

std::string way_to_skill(const v1::HuntView& view, std::uint32_t hero, int skill) {
  return way_to_type(named_skills(view, hero, true), skill);
}

std::string way_to_slot(const v1::HuntView& view, std::uint32_t hero, std::uint32_t slot) {
  return way_to_type(named_items(view, hero), static_cast<int>(slot));
}

// New skills are typed by their whole names, since they are on no sheet yet.
std::string whole_skill(int skill) {
  return plain_letters(skill_name(static_cast<v1::HuntSkill>(skill)));
}

std::string typed_action(const v1::HuntView& view, const v1::HuntAction& action) {
  const std::uint32_t hero = acting_hero(view);
  switch (action.action_case()) {
    case v1::HuntAction::kRoll:
      // All dice, or all but the one that somebody passed on.
      return action.roll().dice().size() == view.dice().size() ? hunt_word("roll") : hunt_word("keep") + " 1";
    case v1::HuntAction::kItem:
      return hunt_word("use") + " " + way_to_slot(view, hero, action.item().slot());
    case v1::HuntAction::kFail:
      return hunt_word("fail");
    case v1::HuntAction::kAssist:
      return action.assist() < 0 ? hunt_word("pass") : fmt::format("{} {}", hunt_word("assist"), action.assist() + 1);
    case v1::HuntAction::kFlee:
      return hunt_word(action.flee() ? "flee" : "stay");
    case v1::HuntAction::kReplace:
      return hunt_word(action.replace() ? "yes" : "no");
    case v1::HuntAction::kReady:
      return hunt_word("ready");
    default:
      return {};
  }
}

// A choice that fills a form (Form.listed).
std::string typed_listed(const v1::HuntView& view, const v1::Sentence& sentence) {
  const SentenceArguments arguments(sentence);
  const std::uint32_t hero = acting_hero(view);
  switch (sentence.hunt()) {
    case v1::HUNT_PHRASE_HEAL_WITH:
      return fmt::format("{} {} {}", hunt_word("use"), way_to_item(view, hero, arguments[0]), arguments[2] + 1);
    case v1::HUNT_PHRASE_FAIL:
      return hunt_word("fail") + " " + way_to_skill(view, hero, arguments[0]);
    case v1::HUNT_PHRASE_IMPROVE: {
      const std::string& part = v1::HuntPart_Name(arguments[1]);
      return fmt::format("{} {} {} {}", hunt_word("improve"), arguments[0] + 1, whole_skill(arguments[2]),
                         has_message("hunt", part) ? plain_letters(hunt_t(part)) : "");
    }
    case v1::HUNT_PHRASE_LEARN:
      return fmt::format("{} {} {}", hunt_word("learn"), arguments[0] + 1, whole_skill(arguments[1]));
    case v1::HUNT_PHRASE_GROUP:
      return fmt::format("{} {} {}", hunt_word("group"), arguments[0] + 1, arguments[1] + 1);
    case v1::HUNT_PHRASE_SHARE:
      return fmt::format("{} {} {}", hunt_word("coin"), arguments[0] + 1, arguments[1] + 1);
    case v1::HUNT_PHRASE_PLAY_NEWCOMER:
      return fmt::format("{} {} {}", hunt_word("switch"), arguments[0] + 1,
                         plain_letters(class_name(static_cast<v1::HuntClass>(arguments[1]))));
    case v1::HUNT_PHRASE_PLAY_AGAIN:
      return fmt::format("{} {} {}", hunt_word("switch"), arguments[0] + 1, arguments[1] + 1);
    default:
      return {};
  }
}

// The first of what a part of a form offers, as it is enough to type it among the others.
std::string way_to_first(const v1::HuntView& view, const v1::FormPart& part) {
  const std::vector<Named> all = named_values(view, part);
  return all.empty() ? std::string("?") : shortest_way(all, all.front());
}

std::string typed_purchase(const v1::HuntView& view, const v1::Form& form) {
  const std::uint32_t hero = SentenceArguments(form.sentence()).index(0);
  std::string typed = fmt::format("{} {}", hunt_word("buy"), hero + 1);
  if (!form.parts().empty()) typed += " " + way_to_first(view, form.parts(0));
  const v1::FormPart* drops = part_called(form, v1::HUNT_PHRASE_PART_DROP);
  return drops == nullptr ? typed : fmt::format("{} {} {}", typed, hunt_word("drop"), way_to_first(view, *drops));
}

std::string typed_gift(const v1::HuntView& view, const v1::Form& form) {
  const std::uint32_t hero = SentenceArguments(form.sentence()).index(0);
  std::string typed = fmt::format("{} {}", hunt_word("give"), hero + 1);
  if (!form.parts().empty()) typed += " " + way_to_first(view, form.parts(0));
  const v1::FormPart* to = part_called(form, v1::HUNT_PHRASE_PART_TO);
  const int other = to == nullptr || to->meanings().empty() ? 0 : SentenceArguments(to->meanings(0))[0];
  return fmt::format("{} {}", typed, other + 1);
}

std::string typed_resurrection(const v1::Form& form) {
  std::string typed = hunt_word("raise");
  for (const v1::FormPart& part : form.parts()) {
    if (!part.meanings().empty()) typed += fmt::format(" {}", SentenceArguments(part.meanings(0))[0] + 1);
  }
  return typed;
}

}  // namespace

std::uint32_t acting_hero(const v1::HuntView& view) {
  return static_cast<std::uint32_t>(std::max(view.acting(), 0));
}

std::string way_to_item(const v1::HuntView& view, std::uint32_t hero, int item) {
  const std::vector<Named> all = named_items(view, hero);
  const auto found = std::ranges::find(all, item_name(static_cast<v1::HuntItem>(item)), &Named::name);
  return found == all.end() ? std::string("?") : shortest_way(all, *found);
}

std::string typed_choice(const v1::HuntView& view, const v1::Choice& choice) {
  return choice.action().has_form() ? typed_listed(view, choice.sentence())
                                    : typed_action(view, choice.action().hunt());
}

std::string typed_activation(const v1::HuntView& view, const v1::Form& form) {
  const std::uint32_t hero = acting_hero(view);
  std::string typed = way_to_skill(view, hero, SentenceArguments(form.sentence())[0]);
  if (const v1::FormPart* targets = part_called(form, v1::HUNT_PHRASE_PART_TARGETS)) {
    if (targets->values_size() > 1) {
      for (const std::uint32_t target : all_arguments(targets->meanings(0))) typed += fmt::format(" {}", target + 1);
    }
  }
  const v1::FormPart* covers = part_called(form, v1::HUNT_PHRASE_PART_COVER);
  if (covers != nullptr && covers->values_size() > 1) {
    const int skill = SentenceArguments(covers->meanings(0))[0];
    typed += fmt::format(" {} {}", hunt_word("cover"), way_to_skill(view, hero, skill));
  }
  for (const v1::HuntItem item : items_of(view, hero, form)) {
    typed += fmt::format(" {} {}", hunt_word("with"), way_to_item(view, hero, item));
  }
  return typed;
}

std::string typed_form_row(const v1::HuntView& view, const v1::Form& form) {
  switch (form.sentence().hunt()) {
    case v1::HUNT_PHRASE_ROLL_AGAIN:
      return fmt::format("{} 2 4 / {} 1", hunt_word("roll"), hunt_word("keep"));
    case v1::HUNT_PHRASE_ROLL_BLESSED:
      return fmt::format("{} 2 4 {}", hunt_word("roll"), hunt_word("blessed"));
    case v1::HUNT_PHRASE_REROLL_WITH: {
      const int item = SentenceArguments(form.sentence())[0];
      return fmt::format("{} {} 2 4", hunt_word("use"), way_to_item(view, acting_hero(view), item));
    }
    case v1::HUNT_PHRASE_BUY:
      return typed_purchase(view, form);
    case v1::HUNT_PHRASE_GIVE:
      return typed_gift(view, form);
    case v1::HUNT_PHRASE_RESURRECT:
      return typed_resurrection(form);
    default:
      return typed_activation(view, form);
  }
}

}  // namespace wyrmhall::cli
