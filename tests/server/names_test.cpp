// Which names may be taken, and by which somebody could be taken for somebody else.
#include "server/core/names.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>

namespace wyrmhall::test {
namespace {

using server::check_name;
using server::NameFault;

std::optional<NameFault> fault_of(std::string_view name) {
  const auto checked = check_name(name);
  if (checked) return std::nullopt;
  CHECK_FALSE(checked.error().detail.empty());
  return checked.error().fault;
}

TEST_CASE("people's names are taken, of any script") {
  for (const char* name : {"Emberlord", "Zoë",     "Nguyễn",    "Ada Lovelace", "O'Neill",  "Jean-Luc", "山田太郎",
                           "Ольга",     "नहीं",     "जोड़ों",      "สมศรี",         "שָׁלוֹם",     "محمد",     "김철수",
                           "J.R.R.T",   "Systema", "Hard Rock", "Botany",       "Robotnik", "Servera",  "Badminton"}) {
    CAPTURE(std::string(name));
    CHECK(fault_of(name) == std::nullopt);
  }
}

TEST_CASE("a name has nothing that nobody sees, so no two look exactly alike") {
  for (const char* name : {"Emberlord\u034F", "Emberlord\uFE0F", "Emberlord\U000E0100", "Emberlord\u180B",
                           "Ember\u17B5lord", "Emberlord\u3164", "\u3164\u3164\u3164", "\u115F\u115F\u115F",
                           "\uFFA0\uFFA0\uFFA0", "Ember\u200Blord", "Ember\u200Dlord", "Ember\u00ADlord"}) {
    CAPTURE(std::string(name));
    CHECK(fault_of(name) == NameFault::kUnseen);
  }
  CHECK(check_name("Emberlord\u034F").error().detail ==
        "a name has no characters that nobody sees; this one has U+034F, the 10th of 10");
}

TEST_CASE("marks stand on letters, two at most") {
  CHECK(fault_of("\u0301\u0302\u0303") == NameFault::kMarks);
  CHECK(fault_of("Ada \u0301b") == NameFault::kMarks);
  std::string tower = "a";
  for (int i = 0; i < 16; ++i) tower += "\u0333";
  CHECK(fault_of(tower) == NameFault::kMarks);
  CHECK(fault_of("abx\u0333\u0333") == std::nullopt);
  CHECK(fault_of("abx\u0333\u0333\u0333") == NameFault::kMarks);
}

TEST_CASE("nobody is taken for the server, for whoever runs it, or for a bot") {
  for (const char* name :
       {"Admin",           "admin",          "ADMIN",          "Аdmіn",         "Ad-min",       "A.d.m.i.n",
        "Admin 2",         "Admin7",         "Moderator",      "The Moderator", "Modérateur",   "Wyrmhall",
        "Wyrmhall Server", "WyrmhallTeam",   "Wyrmha11",       "The Wyrmhall",  "Server",       "System",
        "deleted player",  "Deleted Player", "nobody",         "Nobody",        "hard",         "Hard",
        "perfect",         "greedy",         "The greedy bot", "the hard bot",  "Greedy bot 2", "Robot glouton",
        "Keen bot"}) {
    CAPTURE(std::string(name));
    CHECK(fault_of(name) == NameFault::kReserved);
  }
}

TEST_CASE("a program's name begins with Bot, and nobody else's does") {
  const auto alice = server::check_bot_name("Alice");
  REQUIRE(alice);
  CHECK(alice->shown == "Bot Alice");
  CHECK(alice->key == server::name_key("Bot Alice"));
  CHECK(server::is_bot_name(alice->shown));
  CHECK(server::check_bot_name("Bot Alice")->shown == "Bot Alice");
  CHECK(server::check_bot_name("Sixteen letters8")->shown == "Bot Sixteen letters8");
  CHECK(server::check_bot_name("Seventeen letter9").error().detail ==
        "a bot's name has at most 16 characters after \"Bot \"; this one has 17");
  CHECK(server::check_bot_name("Admin").error().fault == NameFault::kReserved);
  CHECK(server::check_bot_name("Bot Bot Alice").error().fault == NameFault::kReserved);
  for (const char* name : {"Bot Alice", "bot alice", "BOT-Alice", "B0t Alice", "Bоt Alice", "Bot7 Alice"}) {
    CAPTURE(std::string(name));
    CHECK(fault_of(name) == NameFault::kReserved);
  }
  for (const char* name : {"Bottom", "Bot", "Alice", "bot Alice"}) CHECK_FALSE(server::is_bot_name(name));
}

TEST_CASE("what was refused before still is") {
  for (const char* name : {"ab", "abcdefghijklmnopqrstu", "a  b", " ab", "ab ", "a\x1b[1mb", "abc\u009B", "a\u2800b"}) {
    CAPTURE(std::string(name));
    CHECK(fault_of(name) == NameFault::kForm);
  }
  CHECK(check_name("Emberlord")->key == check_name("EMBER1ORD")->key);
}

}  // namespace
}  // namespace wyrmhall::test
