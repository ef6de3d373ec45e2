// What the terminal says of a game for which it has no words of its own.
#include <doctest/doctest.h>

#include "clients/cli/games/plain/text.h"
#include "clients/cli/terminal/message_text.h"
#include "clients/cli/terminal/paint.h"
#include "in_language.h"

using namespace wyrmhall;
using namespace wyrmhall::cli;
using wyrmhall::tests::InLanguage;

namespace {

std::string said(v1::DancePhrase phrase, std::initializer_list<int> arguments = {}) {
  const v1::GameView view;
  const v1::MatchInfo info;
  const Paint paint(false);
  v1::Choice choice;
  choice.mutable_action()->mutable_dance()->set_card(3);
  choice.mutable_sentence()->set_dance(phrase);
  for (const int argument : arguments) choice.mutable_sentence()->add_arguments(argument);
  const Scene scene{.view = view, .info = info, .seat = 0, .waiting_on = 1, .paint = paint};
  const std::string text = PlainText().choice(scene, choice);
  // A reason is said by the same messages.
  if (text != line_text(choice.action().dance())) CHECK(PlainText().reason(scene, choice.sentence()) == text);
  return text;
}

}  // namespace

TEST_CASE("a game without words of its own is told by its messages") {
  CHECK(said(v1::DANCE_PHRASE_OPTION_RANGE, {1, 300, 5, 200}) == "The option round_limit must be 5 to 200, not 300.");
  const InLanguage french("fr");
  CHECK(said(v1::DANCE_PHRASE_MATCH_OVER) == "La partie est finie.");
}

TEST_CASE("and where it has none, in the words of the protocol") {
  CHECK(said(v1::DANCE_PHRASE_UNSPECIFIED) == "card=3");
  CHECK(said(static_cast<v1::DancePhrase>(9999)) == "card=3");
}
