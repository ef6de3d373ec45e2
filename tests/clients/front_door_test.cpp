// How a person comes in: ids as they are typed or pasted, servers likewise, and words that are almost right.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "clients/cli/commands/typed_id.h"
#include "clients/cli/messages.h"
#include "clients/cli/suggestion.h"
#include "clients/cli/terminal/typed_commands.h"
#include "common/uuid.h"
#include "in_language.h"

namespace wyrmhall::cli {

TEST_CASE("an id is the whole, how it begins, a link or the last one") {
  const std::string whole = "01a21d63-2281-71a8-b140-92702b864050";
  const auto id = parse_typed_id(whole);
  REQUIRE(id);
  CHECK(uuid_text(to_bytes(id->whole.value())) == whole);
  CHECK(parse_typed_id("01A2")->begins == "01a2");
  CHECK(parse_typed_id("last")->begins == kLastId);
  const auto link = parse_typed_id("https://play.example.org/m/" + whole + "?x");
  REQUIRE(link);
  CHECK(link->whole == id->whole);
  CHECK(link->server == "https://play.example.org");
  CHECK(parse_typed_id("http://127.0.0.1:7420/t/" + whole)->server == "http://127.0.0.1:7420");
  for (const char* nothing : {"", "01a", "lost", "xyz1", "01a21d63-2281-71a8-b140-92702b8640501", "/m/01a2"}) {
    CHECK_MESSAGE(!parse_typed_id(nothing), nothing);
  }
}

TEST_CASE("a word that is almost right is recognised") {
  const std::vector<std::string> words = {"play", "plan", "tables", "matches", "watch", "rules"};
  CHECK(suggestion("tabels", words) == "tables");
  CHECK(suggestion("mathces", words) == "matches");
  CHECK(suggestion("wat", words) == "watch");
  CHECK(suggestion("plax", words).empty());  // either would do
  CHECK(suggestion("chess", words).empty());
  CHECK(suggestion("", words).empty());
  CHECK(suggestion(std::string(500, 'a'), words).empty());
}

TEST_CASE("commands and answers are understood in English and in the language that is spoken") {
  CHECK(in_english("odds 2") == "odds 2");
  CHECK(in_english("quit") == "quit");
  CHECK(in_english("quitter") == "quitter");
  CHECK(is_yes("yes"));
  CHECK_FALSE(is_yes("y"));
  CHECK(is_yes("y", true));
  const wyrmhall::tests::InLanguage french("fr");
  CHECK(in_english("chances 2") == "odds 2");
  CHECK(in_english("Règles K2") == "rules K2");
  CHECK(in_english("quit") == "quit");
  CHECK(in_english("passer") == "passer");
  CHECK(is_yes("oui"));
  CHECK(is_yes("o", true));
  CHECK(is_no("non"));
  CHECK_FALSE(is_no("o", true));
}

}  // namespace wyrmhall::cli
