// A table of Dice & Dragons, to be read and typed at.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clients/cli/games/hunt/text.h"
#include "tests/clients/bytes.h"

namespace wyrmhall::cli::tests {

using Lines = std::vector<std::string>;

// Mira's warrior is on, in the second round against the Young Red Dragon; the cleric is Robin's.
struct HuntTable {
  HuntTable() {
    info.mutable_options()->mutable_hunt();
    info.add_seats()->mutable_player()->set_name("Mira");
    info.add_seats()->mutable_player()->set_name("Robin");
    v1::HuntView& hunt = hunt_view();
    hunt.set_phase(v1::HUNT_PHASE_TURN);
    hunt.set_chapter(1);
    hunt.set_hunt(1);
    hunt.set_round(2);
    hunt.set_round_limit(30);
    hunt.set_acting(0);
    hunt.set_rolls(1);
    hunt.set_order(bytes({0, 1}));
    hunt.set_dice(bytes({1, 1, 2, 6, 3}));
    v1::HuntDragon& dragon = (*hunt.mutable_dragons())[0];
    dragon.set_id(v1::HUNT_DRAGON_KIND_YOUNG_RED);
    dragon.set_hp(47);
    dragon.set_hp_max(94);
    dragon.set_locked(1);
    dragon.set_pins(2);
    dragon.set_chart(bytes({3, 7, 10}));
    dragon.set_special(v1::HUNT_SPECIAL_BURN);
    dragon.set_amount(1);
    add_hero(0, v1::HUNT_CLASS_WARRIOR, 23,
             {v1::HUNT_SKILL_CLEAVE, v1::HUNT_SKILL_SHIELD_BASH, v1::HUNT_SKILL_SECOND_WIND});
    add_hero(1, v1::HUNT_CLASS_CLERIC, 24, {v1::HUNT_SKILL_SMITE, v1::HUNT_SKILL_HEAL, v1::HUNT_SKILL_BLESSING});
    hero(0).set_covered(bytes({0, 1, 0}));
    hero(0).set_ally(1);
    hero(0).set_poison(2);
    know(v1::HUNT_SKILL_CLEAVE, v1::HUNT_SKILL_KIND_ATTACK, "SS", 3);
    know(v1::HUNT_SKILL_SHIELD_BASH, v1::HUNT_SKILL_KIND_ATTACK, "SBH", 5);
    know(v1::HUNT_SKILL_SECOND_WIND, v1::HUNT_SKILL_KIND_HEAL, "SH", 3);
    know(v1::HUNT_SKILL_SMITE, v1::HUNT_SKILL_KIND_ATTACK, "HM", 3);
    know(v1::HUNT_SKILL_HEAL, v1::HUNT_SKILL_KIND_HEAL, "HH", 4);
    know(v1::HUNT_SKILL_BLESSING, v1::HUNT_SKILL_KIND_BLESSING, "HB", 0);
    know(v1::HUNT_SKILL_JAB, v1::HUNT_SKILL_KIND_ATTACK, "===", 2);
    know_item(v1::HUNT_ITEM_HEALING_POTION, v1::HUNT_ITEM_KIND_HEAL, 2, 5);
    know_item(v1::HUNT_ITEM_LUCKY_CHARM, v1::HUNT_ITEM_KIND_REROLL, 2, 3);
    know_item(v1::HUNT_ITEM_RUNE_SWORD, v1::HUNT_ITEM_KIND_SYMBOL, 2, v1::HUNT_SYMBOL_SWORD);
    know_item(v1::HUNT_ITEM_DRAGON_MAIL, v1::HUNT_ITEM_KIND_AC, 7, 2);
  }
  void add_hero(std::uint32_t number, v1::HuntClass of, std::uint32_t hp, const std::vector<v1::HuntSkill>& skills) {
    v1::HuntSheet& its = sheet(number);
    its.set_seat(number);
    its.set_class_(of);
    constexpr std::uint32_t kInitiative[] = {0, 4, 3, 5, 2, 1, 6};  // by class (S5)
    its.set_initiative(kInitiative[of]);
    progress(number).set_level(1);
    progress(number).set_gold(2 + number);
    progress(number).set_next_level(6);
    progress(number).set_hp_max(hp);
    for (const v1::HuntSkill skill : skills) its.add_skills()->set_id(skill);
    hero(number).set_alive(true);
    hero(number).set_in_hunt(true);
    hero(number).set_hp(hp - 5);
    hero(number).set_tokens(2);
    hero(number).set_covered(std::string(skills.size(), '\0'));
  }
  void know(v1::HuntSkill skill, v1::HuntSkillKind kind, std::string_view pattern, std::uint32_t value) {
    v1::HuntSkillRules& rules = (*hunt_view().mutable_skills())[static_cast<std::uint32_t>(skill)];
    rules.set_kind(kind);
    rules.set_pattern(std::string(pattern));
    rules.set_value(value);
  }
  void know_item(v1::HuntItem item, v1::HuntItemKind kind, std::uint32_t price, std::uint32_t value) {
    v1::HuntItemRules& rules = (*hunt_view().mutable_items())[static_cast<std::uint32_t>(item)];
    rules.set_kind(kind);
    rules.set_price(price);
    rules.set_value(value);
  }
  void carry(std::uint32_t number, v1::HuntItem item) { progress(number).add_items()->set_id(item); }
  v1::HuntView& hunt_view() { return *view.mutable_hunt(); }
  v1::HuntSheet& sheet(std::uint32_t number) { return (*hunt_view().mutable_sheets())[number]; }
  v1::HuntProgress& progress(std::uint32_t number) { return (*hunt_view().mutable_progress())[number]; }
  v1::HuntHero& hero(std::uint32_t number) { return (*hunt_view().mutable_heroes())[number]; }

  static void say(v1::Sentence& sentence, v1::HuntPhrase phrase, const std::vector<int>& arguments) {
    sentence.set_hunt(phrase);
    sentence.mutable_arguments()->Add(arguments.begin(), arguments.end());
  }
  v1::HuntAction& offer(v1::HuntPhrase phrase, const std::vector<int>& arguments = {}) {
    v1::Choice& choice = *choices.add_choices();
    say(*choice.mutable_sentence(), phrase, arguments);
    return *choice.mutable_action()->mutable_hunt();
  }
  v1::Form& ask(std::uint32_t number, v1::HuntPhrase phrase, const std::vector<int>& arguments) {
    v1::Form& form = *choices.add_forms();
    form.set_number(number);
    say(*form.mutable_sentence(), phrase, arguments);
    return form;
  }
  // A part with its values, each of which means a sentence with one phrase.
  static void part(v1::Form& form, v1::HuntPhrase called, v1::HuntPhrase meaning,
                   const std::vector<std::pair<std::uint32_t, std::vector<int>>>& values) {
    v1::FormPart& part = *form.add_parts();
    say(*part.mutable_sentence(), called, {1});
    for (const auto& [value, arguments] : values) {
      part.add_values(value);
      say(*part.add_meanings(), meaning, arguments);
    }
  }
  void ask_roll(std::uint32_t number, v1::HuntPhrase phrase, const std::vector<int>& arguments, std::uint32_t most) {
    v1::Form& form = ask(number, phrase, arguments);
    form.set_sum_least(1);
    form.set_sum_most(most);
    for (int die = 0; die < 5; ++die) {
      v1::FormPart& part = *form.add_parts();
      say(*part.mutable_sentence(), v1::HUNT_PHRASE_PART_DIE, {die, 1});
      part.add_values(0);
      part.add_values(1);
    }
  }
  v1::Form& ask_skill(std::uint32_t number, v1::HuntPhrase phrase, const std::vector<int>& arguments) {
    v1::Form& form = ask(number, phrase, arguments);
    part(form, v1::HUNT_PHRASE_PART_DICE, v1::HUNT_PHRASE_DICE, {{3, {0, 1}}, {5, {0, 2}}});
    return form;
  }
  // A skill that takes one die and the first item as well.
  v1::Form& ask_skill_with_item(std::uint32_t number, v1::HuntPhrase phrase, const std::vector<int>& arguments) {
    v1::Form& form = ask(number, phrase, arguments);
    part(form, v1::HUNT_PHRASE_PART_DICE, v1::HUNT_PHRASE_DICE, {{33, {0, 5}}, {34, {1, 5}}});
    return form;
  }
  // A choice of a form that is a list, with what it is filled with.
  void offer_listed(std::uint32_t number, v1::HuntPhrase phrase, const std::vector<int>& arguments,
                    std::initializer_list<std::uint32_t> values) {
    v1::Choice& choice = *choices.add_choices();
    say(*choice.mutable_sentence(), phrase, arguments);
    v1::FilledForm& filled = *choice.mutable_action()->mutable_form();
    filled.set_number(number);
    filled.mutable_values()->Add(values.begin(), values.end());
  }
  void withhold(v1::HuntPhrase phrase, const std::vector<int>& arguments) {
    v1::Unavailable& unavailable = *choices.add_unavailable();
    say(*unavailable.mutable_reason(), phrase, arguments);
    unavailable.set_rule("K1");
  }

  // What a line does: "form 1: 0 1 0 1 1", the fields of an action, or a complaint.
  [[nodiscard]] std::string typed(std::string_view line) const {
    const GameText::Typed typed = text.typed(scene(), choices, line);
    if (!typed.action) return typed.complaint;
    if (!typed.action->has_form()) return typed.action->hunt().ShortDebugString();
    std::string filled = "form " + std::to_string(typed.action->form().number()) + ":";
    for (const std::uint32_t value : typed.action->form().values()) filled += " " + std::to_string(value);
    return filled;
  }
  [[nodiscard]] std::vector<std::string> rows() const {
    std::vector<std::string> rows;
    for (const auto& row : text.rows(scene(), choices)) rows.push_back(row.text);
    for (const v1::Form& form : choices.forms()) {
      for (const auto& line : text.form(scene(), form)) rows.push_back(line.text);
    }
    return rows;
  }
  [[nodiscard]] Scene scene(int seat = 0) const { return {view, info, seat, 1, paint, &choices}; }

  v1::GameView view;
  v1::MatchInfo info;
  v1::Choices choices;
  Paint paint{false};
  HuntText text;
};

}  // namespace wyrmhall::cli::tests
