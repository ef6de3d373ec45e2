// The client as a whole in another language than English.
#include <doctest/doctest.h>

#include "in_language.h"
#include "play_client.h"

using namespace wyrmhall;
using namespace wyrmhall::cli;
using namespace wyrmhall::cli::tests;
using namespace std::chrono_literals;
using wyrmhall::tests::InLanguage;

TEST_CASE("a match in French, from the first word to the last") {
  const InLanguage french("fr");
  Client client(false);
  client.start();
  const auto recap = client.platform.heard();
  REQUIRE(recap.has_ask_story());
  v1::ServerMessage story;
  story.mutable_story()->add_updates()->add_events()->mutable_duel()->mutable_wait()->set_energy(2);
  client.answer(recap, story);
  client.command->line("7");
  client.command->line("help");
  client.command->line("resign");
  client.command->line("1");
  v1::ServerMessage refusal;
  refusal.mutable_refusal()->set_code(v1::REFUSAL_CODE_NOT_ABSENT);
  client.platform.say(refusal);
  client.platform.say(client.end(1, kSeed));
  client.platform.pass(3s);
  for (const std::string part : {
           "Vous êtes Mira sur ws://test:1.",
           "Duel de dragons : Vous et Robot glouton",
           "pas encore de dragon attend : énergie 2.",
           "Tour 2",
           "Votre choix (1, ou aide) : ",
           "Les choix vont de 1 à 1.",
           "  chances N  ce que peut donner le choix N",
           "Vraiment abandonner la partie ? Tapez encore abandonner : ",
           "Victoire !",
           "enregistre le registre.",
           "Rejouer ? (o/n) : ",
       }) {
    CHECK_MESSAGE(client.seen().find(part) != std::string::npos, part);
  }
  // Nothing is left in English.
  for (const char* word : {" the ", "You", "Your", "energy", "choice", "match ", "Victory", "again"}) {
    CHECK_MESSAGE(client.seen().find(word) == std::string::npos, word);
  }
}
