#include "clients/model/spelled_out.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <initializer_list>
#include <vector>

using namespace wyrmhall;

namespace {

v1::FormPart& add_part(v1::Form& form, std::initializer_list<std::uint32_t> values) {
  v1::FormPart& part = *form.add_parts();
  part.mutable_values()->Add(values.begin(), values.end());
  return part;
}

std::vector<std::int32_t> arguments_of(const v1::Sentence& sentence) {
  return {sentence.arguments().begin(), sentence.arguments().end()};
}

}  // namespace

TEST_CASE("a form that is a list becomes choices, behind the others") {
  v1::Choices choices;
  choices.add_choices()->mutable_sentence()->set_hunt(v1::HUNT_PHRASE_READY);
  v1::Form& group = *choices.add_forms();
  group.set_number(11);
  group.set_listed(true);
  group.set_group(28);
  group.mutable_sentence()->set_hunt(v1::HUNT_PHRASE_GROUP);
  add_part(group, {1, 4});
  add_part(group, {0, 1});
  add_part(*choices.add_forms(), {0, 1});
  const v1::Choices spelled = clients::spelled_out(choices);
  REQUIRE(spelled.choices_size() == 5);
  CHECK(spelled.forms_size() == 1);
  CHECK(!spelled.forms(0).listed());
  CHECK(arguments_of(spelled.choices(1).sentence()) == std::vector{1, 0});
  const v1::Choice& last = spelled.choices(4);
  CHECK(last.sentence().hunt() == v1::HUNT_PHRASE_GROUP);
  CHECK(arguments_of(last.sentence()) == std::vector{4, 1});
  CHECK(last.group() == 28);
  CHECK(last.action().form().number() == 11);
  CHECK(last.action().form().values(0) == 4);
  CHECK(last.action().form().values(1) == 1);
}

TEST_CASE("a list without end stays a form") {
  v1::Choices choices;
  v1::Form& form = *choices.add_forms();
  form.set_listed(true);
  for (int i = 0; i < 9; ++i) add_part(form, {0, 1});
  CHECK(clients::spelled_out(choices).forms_size() == 1);
  add_part(form, {});  // which nothing fits
  CHECK(clients::spelled_out(choices).choices().empty());
}

TEST_CASE("what is said once is said of each value: with the value, or with the members of the set") {
  v1::Choices choices;
  v1::Form& form = *choices.add_forms();
  v1::Sentence& packed = *add_part(form, {1, 2}).mutable_meaning();
  packed.set_hunt(v1::HUNT_PHRASE_ITEM_IN_SLOT);
  packed.add_arguments(3);
  add_part(form, {0, 0b1010001}).mutable_members()->set_hunt(v1::HUNT_PHRASE_DICE);
  add_part(form, {0}).add_meanings()->set_hunt(v1::HUNT_PHRASE_NO_SKILL);
  add_part(form, {0, 1});
  const v1::Choices spelled = clients::spelled_out(choices);
  const v1::Form& said = spelled.forms(0);
  REQUIRE(said.parts(0).meanings_size() == 2);
  CHECK(said.parts(0).meanings(1).hunt() == v1::HUNT_PHRASE_ITEM_IN_SLOT);
  CHECK(arguments_of(said.parts(0).meanings(1)) == std::vector{3, 2});
  REQUIRE(said.parts(1).meanings_size() == 2);
  CHECK(said.parts(1).meanings(0).arguments().empty());
  CHECK(arguments_of(said.parts(1).meanings(1)) == std::vector{0, 4, 6});
  CHECK(said.parts(2).meanings(0).hunt() == v1::HUNT_PHRASE_NO_SKILL);
  CHECK(said.parts(3).meanings().empty());
}
