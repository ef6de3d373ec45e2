// Forms of a game that this client has no words for: what they ask for, and what is typed.
#include "clients/cli/games/form_text.h"

#include <doctest/doctest.h>

#include "tests/clients/play_client.h"

using namespace wyrmhall;
using namespace wyrmhall::cli;
using wyrmhall::cli::tests::Client;

namespace {

v1::FormPart& add_part(v1::Form& form, const std::vector<std::uint32_t>& values, int argument) {
  v1::FormPart& part = *form.add_parts();
  part.mutable_values()->Add(values.begin(), values.end());
  part.mutable_sentence()->set_duel(v1::DUEL_PHRASE_CLAW);
  part.mutable_sentence()->add_arguments(argument);
  return part;
}

std::vector<std::string> asked(const v1::Form& form) {
  return form_text(form, [](const v1::Sentence& sentence) {
    return sentence.arguments().empty() ? "Choose" : "thing " + std::to_string(sentence.arguments(0));
  });
}

std::string typed(const v1::Choices& choices, std::string_view line) {
  const GameText::Typed typed = typed_form(choices, line);
  if (!typed.action) return typed.complaint;
  const v1::FilledForm& form = typed.action->form();
  std::string text = "form " + std::to_string(form.number()) + ":";
  for (const std::uint32_t value : form.values()) text += " " + std::to_string(value);
  return text;
}

// A step after which seat 0 has a form to fill in, and nothing else.
v1::ServerMessage form_step(const Client& client, std::uint64_t version) {
  v1::MatchUpdate update = client.step(version);
  update.clear_choices();
  v1::Form& form = *update.mutable_choices()->add_forms();
  form.set_number(4);
  form.set_sum_most(3);
  for (const std::uint32_t value : {1, 3}) {
    v1::FormPart& part = *form.add_parts();
    part.add_values(0);
    part.add_values(value);
  }
  return client.news(update);
}

}  // namespace

TEST_CASE("a form says what may be filled in") {
  v1::Form form;
  add_part(form, {0, 1}, 1);
  add_part(form, {0, 2, 5}, 2);
  add_part(form, {2, 3, 4}, 3);
  CHECK(asked(form) == std::vector<std::string>{"Choose: 3 values, one for each of these", "    thing 1: 0 or 1",
                                                "    thing 2: 0, 2, 5", "    thing 3: 2 to 4"});
  form.set_sum_least(3);
  CHECK(asked(form)[0] == "Choose: 3 values that add up to at least 3, one for each of these");
  form.set_sum_most(7);
  CHECK(asked(form)[0] == "Choose: 3 values that add up to 3 to 7, one for each of these");
  form.mutable_parts(0)->add_meanings()->add_arguments(8);
  form.mutable_parts(0)->add_meanings()->add_arguments(9);
  CHECK(asked(form)[1] == "    thing 1: 0 (thing 8), 1 (thing 9)");

  v1::Form alike;
  for (int i = 0; i < 8; ++i) add_part(alike, {1, 2, 3, 4, 5, 6}, i);
  alike.set_interchangeable(true);
  CHECK(asked(alike) == std::vector<std::string>{"Choose: 8 values, each 1 to 6, in any order"});
  alike.set_sum_least(28);
  alike.set_sum_most(28);
  CHECK(asked(alike) == std::vector<std::string>{"Choose: 8 values that add up to 28, each 1 to 6, in any order"});
}

TEST_CASE("values are typed with blanks or commas, and after the number of the form where several take as many") {
  v1::Choices choices;
  v1::Form& form = *choices.add_forms();
  form.set_number(4);
  add_part(form, {0, 1}, 1);
  add_part(form, {0, 3}, 2);
  form.set_sum_most(3);
  CHECK(typed(choices, "1 0") == "form 4: 1 0");
  CHECK(typed(choices, " 0,3 ") == "form 4: 0 3");
  CHECK(typed(choices, "1: 0 3") == "form 4: 0 3");
  CHECK(typed(choices, "1 3") == "These add up to 4; they must come to at most 3.");
  CHECK(typed(choices, "1") == "2 values are needed, not 1.");
  CHECK(typed(choices, "1 2") == "2 cannot be value 2: that is 0 or 3.");
  for (const char* nothing : {"", "help", "1 x", "1x 0", "-1 0", "99999999999 0", "2: 1 0", "0: 1 0", ": 1 0", "1:"}) {
    CHECK_MESSAGE(typed(choices, nothing).empty(), nothing);
  }
  // Beside others it is the form that takes this number of values, if only one does.
  choices.add_choices();
  CHECK(typed(choices, "1").empty());
  CHECK(typed(choices, "1 0") == "form 4: 1 0");
  CHECK(typed(choices, "2: 1 0") == "form 4: 1 0");
  choices.clear_choices();
  choices.add_forms()->set_number(5);
  CHECK(typed(choices, "1 0") == "form 4: 1 0");
  *choices.mutable_forms(1) = choices.forms(0);
  CHECK(typed(choices, "1 0").empty());
  CHECK(typed(choices, "1:1 0") == "form 4: 1 0");
}

TEST_CASE("a person fills a form in") {
  Client person(false);
  person.start();
  v1::ServerMessage story;
  story.mutable_story();
  person.answer(person.platform.heard(), story);
  person.command->line("1");
  person.answer(person.platform.heard(), form_step(person, 1));
  CHECK(person.seen().find("2 values that add up to at most 3") != std::string::npos);
  CHECK(person.seen().find("Your choice (or help): ") != std::string::npos);
  person.command->line("1 3");
  CHECK(person.seen().find("These add up to 4; they must come to at most 3.") != std::string::npos);
  CHECK(person.platform.silent());
  person.command->line("odds 1 0");
  CHECK(person.platform.heard().ask_odds().action().form().number() == 4);
  person.command->line("0 3");
  const auto filled = person.platform.heard().act().action().form();
  CHECK(filled.number() == 4);
  CHECK(filled.values(0) == 0);
  CHECK(filled.values(1) == 3);
}

TEST_CASE("a client that plays by itself fills a form in") {
  Client automatic;
  automatic.start();
  automatic.answer(automatic.platform.heard(), form_step(automatic, 1));
  CHECK(automatic.platform.heard().act().action().form().values_size() == 2);
}
