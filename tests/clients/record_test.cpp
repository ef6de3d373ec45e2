// Records: what is written verifies, and nothing else does.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "record/closing.h"
#include "record/compact_text.h"
#include "record/foresight.h"
#include "record/notation.h"
#include "record/verify.h"
#include "record/write.h"
#include "tests/clients/random_match.h"
#include "tests/support/all_games.h"
#include "tests/support/effort.h"

using namespace wyrmhall;
using Course = tests::Course<rules::duel::Game>;
using ArenaCourse = tests::Course<rules::arena::Game>;
using tests::play_at_random;
using tests::record_of;

namespace {

rules::duel::Options options_of(rules::duel::Mode mode) {
  rules::duel::Options options;
  options.mode = mode;
  return options;
}

// One match of every kind, and one for everything that can happen beside actions.
std::vector<Course> courses() {
  using rules::duel::Mode;
  std::vector<Course> all(10);
  all[1].bot_in_last_seat = true;
  all[2].options.match_games = 3;
  all[2].options.abilities = true;
  all[2].lose_chain_at = 4;
  all[2].resume_at = 3;
  all[2].confirmed = true;
  all[3].options = options_of(Mode::solitaire);
  all[3].options.enemies = 2;
  all[4].options = options_of(Mode::arena);
  all[4].options.players = 4;
  all[4].resign_at = 6;
  all[4].time_out_at = 8;
  all[5].resign_at = 5;
  all[6].options = options_of(Mode::solitaire);
  all[6].time_out_at = 3;
  all[7].options = options_of(Mode::battle);
  all[7].options.abilities = true;
  all[7].time_out_at = 9;
  all[8].absent_at = 5;
  all[9].options = options_of(Mode::arena);
  all[9].options.players = 3;
  all[9].absent_at = 4;
  return all;
}

// Both at once in secret, one after the other, alone, and what can happen while something is kept secret.
std::vector<ArenaCourse> arena_courses() {
  using rules::arena::Placement;
  std::vector<ArenaCourse> all(7);
  all[0].options.nuggets = 2;
  all[1].options.placement = Placement::big;
  all[1].options.nuggets = 2;
  all[1].bot_in_last_seat = true;
  all[1].confirmed = true;
  all[2].options.placement = Placement::equal;
  all[2].options.master = true;
  all[2].lose_chain_at = 4;
  all[2].resume_at = 3;
  all[3].options.placement = Placement::free;
  all[3].options.fire_seat = 1;
  all[4].options.placement = Placement::free;
  all[4].resign_at = 1;
  all[5].options.placement = Placement::big;
  all[5].time_out_at = 1;
  all[6].options.solo = true;
  all[6].options.master = true;
  return all;
}

// A duel in which nobody has to choose a dragon.
Course short_duel() {
  Course course;
  course.options.dragons = {1, 2};
  return course;
}

std::string trouble_of(const std::string& text) {
  const auto account = record::verify(text);
  return account ? "" : account.error().where + " " + account.error().what;
}

// Whether a byte stands in the name of a seat, or ends it: names are labels, which nothing vouches for.
bool in_a_name(const std::string& text, std::size_t at) {
  const std::string key = R"("name":")";
  const auto before = text.rfind(key, at);
  if (before == std::string::npos || at < before + key.size()) return false;
  std::size_t end = before + key.size();
  while (text[end] != '"') end += text[end] == '\\' ? 2 : 1;
  return at <= end;
}

// Whether tests/verify.py, which is written in another language and knows no rules, is content with these records. It
// is started once for all of them: that takes it longer than one of them.
bool python_agrees(const std::vector<std::string>& texts) {
  const auto folder = std::filesystem::temp_directory_path() / ("wyrmhall_records_" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::ofstream(folder / (std::to_string(i) + ".json"), std::ios::binary) << texts[i];
  }
  const int status = std::system(("python3 tests/verify.py " + folder.string() + "/*.json > /dev/null").c_str());
  std::filesystem::remove_all(folder);
  return status == 0;
}

// A match of each of a game's options, in the first of which a seat runs out of time.
template <rules::Game G>
std::vector<tests::Course<G>> courses_of() {
  std::vector<tests::Course<G>> all;
  for (const auto& each : tests::options_of<G>()) all.push_back({.options = each});
  all[0].time_out_at = 1;
  return all;
}

template <class AnyCourse>
void check_courses(const std::vector<AnyCourse>& courses, std::uint64_t seed, int repetitions = 20) {
  int number = 0;
  std::vector<std::string> texts;
  for (const AnyCourse& course : courses) {
    for (int repetition = 0; repetition < repetitions; ++repetition) {
      if (number++ % tests::one_in() != 0) continue;
      const auto match = play_at_random(seed++, course);
      const bool closed = repetition % 2 == 0;
      const std::string text =
          record::with_closing_links(record_of(match), closed ? match.closing_links : std::vector<record::SeatLink>());
      CAPTURE(text);
      CHECK(trouble_of(text) == "");
      CHECK(record::verify(text)->moves == match.moves.size());
      if (repetition < 2 * tests::one_in()) texts.push_back(text);
    }
  }
  CHECK(python_agrees(texts));
}

}  // namespace

TEST_CASE("the record of every kind of match verifies") {
  check_courses(courses(), 1);
  check_courses(arena_courses(), 1);
  tests::for_each_game([]<rules::Game G> { check_courses(courses_of<G>(), 1, 2); });
}

TEST_CASE("a text that is put together as it grows is that of the tree") {
  const auto both = [](const auto& make) {
    CHECK(make(record::CompactText()).text() == record::compact(make(record::Json())));
  };
  both([]<class AnyJson>(const AnyJson& /*kind*/) {
    AnyJson list = AnyJson::array();
    list.push_back(nullptr);
    list.push_back(true);
    list.push_back(false);
    for (const std::int64_t number : {std::int64_t{0}, std::int64_t{-7}, std::numeric_limits<std::int64_t>::min()}) {
      list.push_back(number);
    }
    list.push_back(std::uint8_t{65});
    list.push_back(std::numeric_limits<std::uint64_t>::max());
    list.push_back("");
    list.push_back("choice 3");
    list.push_back(std::string("Zoë \"Ø\" \\ \n\t\b\x01\x7f"));
    list.push_back(AnyJson::array());
    list.push_back(AnyJson::object());
    AnyJson inner = AnyJson::object();
    inner["one"] = 1;
    inner["a \"quoted\" name"] = list;
    inner["last"] = AnyJson();
    return inner;
  });
  CHECK_THROWS(record::CompactText("\xff"));
}

TEST_CASE("the same match gives the same bytes") {
  for (const Course& course : courses()) {
    CHECK(record_of(play_at_random(7, course)) == record_of(play_at_random(7, course)));
  }
}

TEST_CASE("each changed byte, wherever it is, is found") {
  // A short one, so that each byte can have its turn several times.
  Course course;
  course.options.dragons = {3, 5};
  course.resign_at = 3;
  course.bot_in_last_seat = true;
  const auto match = play_at_random(3, course);
  REQUIRE_FALSE(match.closing_links.empty());
  const std::string good = record::with_closing_links(record_of(match), match.closing_links);
  REQUIRE(trouble_of(good) == "");
  std::size_t missed = 0;
  int number = 0;
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (const int change : {1, 2, 4, 8, 16, 32, 64, 128}) {
      // With an odd number it is another bit in each byte.
      if (number++ % (tests::one_in() * 2 - 1) != 0) continue;
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] ^ change);
      const auto account = record::verify(bad);
      if (account) {
        if (in_a_name(good, i)) continue;
        ++missed;
        MESSAGE("unnoticed at byte " << i);
      } else {
        CHECK_FALSE(account.error().where.empty());
      }
    }
  }
  CHECK(missed == 0);
}

TEST_CASE("bytes that are taken out, put in or doubled are found") {
  Course brief = short_duel();
  brief.resign_at = 4;
  const std::string good = record_of(play_at_random(11, brief));
  for (std::size_t i = 0; i < good.size(); i += static_cast<std::size_t>(tests::one_in())) {
    CHECK(trouble_of(good.substr(0, i)) != "");
    if (in_a_name(good, i)) continue;
    CHECK(trouble_of(good.substr(0, i) + good.substr(i + 1)) != "");
    CHECK(trouble_of(good.substr(0, i) + " " + good.substr(i)) != "");
    CHECK(trouble_of(good.substr(0, i) + good.substr(i, 1) + good.substr(i)) != "");
  }
  CHECK(trouble_of(good + "\n") != "");
}

TEST_CASE("it says where") {
  const auto match = play_at_random(5, short_duel());
  const std::string good = record_of(match);
  const auto changed = [&](const std::string& from, const std::string& to, std::size_t after = 0) {
    std::string bad = good;
    const auto at = bad.find(from, after);
    REQUIRE(at != std::string::npos);
    bad.replace(at, from.size(), to);
    return trouble_of(bad);
  };
  CHECK(changed("\"turnSeconds\": 60", "\"turnSeconds\": 61").starts_with("startHash "));
  CHECK(changed("\"milliseconds\":1500", "\"milliseconds\":1501").starts_with("moves[1].hash "));
  CHECK(changed("\"reason\":\"played\"", "\"reason\":\"resigned\"").starts_with("hash "));
  CHECK(changed("\"kind\":\"action\"", "\"kind\": \"action\"").starts_with("line "));
  CHECK(changed("\"game\": \"duel\"", "\"game\": \"chess\"").starts_with("startHash "));
  CHECK(trouble_of("").starts_with("line 1"));
  CHECK(trouble_of(std::string(100'000, '[')).find("too deeply") != std::string::npos);
  CHECK(trouble_of("[]").find("must be an object") != std::string::npos);
}

TEST_CASE("the script in the other language finds changes as well") {
  const std::string good = record_of(play_at_random(5, short_duel()));
  REQUIRE(python_agrees({good}));
  for (const char* sought : {R"("player":")", R"("serverSeed": ")", R"("x0":")", R"("link":")", R"("value":)",
                             R"("milliseconds":)", R"("damage":)", R"("hash":")", R"("winners":[)"}) {
    const std::string part = sought;
    CAPTURE(part);
    std::string bad = good;
    const auto at = bad.rfind(part) + part.size();
    bad[at] = bad[at] == '1' ? '2' : '1';
    CHECK_FALSE(python_agrees({bad}));
    CHECK(trouble_of(bad) != "");
  }
}

TEST_CASE("with all hashes made anew, dice, events, actions and outcome still give a forger away") {
  record::Json forged = *record::parse(record_of(play_at_random(5, short_duel())));
  const auto last = forged["moves"].size() - 1;
  std::string where;
  SUBCASE("a roll") {
    auto& value = forged["moves"][0]["rolls"][0]["value"];
    value = value == 1 ? 2 : 1;
    where = "moves[0].rolls";
  }
  SUBCASE("an event") {
    forged["moves"][last]["events"][0]["damage"] = 0;
    where = "moves[" + std::to_string(last) + "].events";
  }
  SUBCASE("a seed") {
    std::string seed = forged["serverSeed"];
    seed[0] = seed[0] == '0' ? '1' : '0';
    forged["serverSeed"] = seed;
    where = "serverSeed";
  }
  SUBCASE("an outcome") {
    forged["outcome"]["winners"] = {0, 1};
    where = "outcome";
  }
  SUBCASE("a move left out") {
    forged["moves"].erase(1);
    where = "moves[1]";
  }
  SUBCASE("a move added") {
    forged["moves"].push_back(forged["moves"][0]);
    where = "moves[" + std::to_string(last + 1) + "]";
  }
  record::Json before = record::Json::object();
  for (const auto& [key, value] : forged.items()) {
    if (key == "startHash") break;
    before[key] = value;
  }
  std::string hash = record::start_hash(before, record::kNewestFormat);
  forged["startHash"] = hash;
  for (auto& move : forged["moves"]) {
    move.erase("hash");
    hash = record::chained_hash(hash, move);
    move["hash"] = hash;
  }
  forged["hash"] = record::chained_hash(hash, forged["outcome"]);
  CAPTURE(trouble_of(record::laid_out(forged)));
  CHECK(trouble_of(record::laid_out(forged)).starts_with(where));
}

TEST_CASE("what no match can come to is not written") {
  // What a forger can do without the rules: change a value and write the record as its writer would.
  auto match = play_at_random(5, short_duel());
  SUBCASE("another seed") {
    match.header.server_seed[0] ^= 1U;
    // The dice are others, so the moves lead elsewhere: most likely some are no longer allowed.
    const auto text = record::write<rules::duel::Game>(match.header, match.options, match.moves);
    if (text) CHECK(text->text != record_of(play_at_random(5, short_duel())));
  }
  SUBCASE("a link of somebody else") {
    REQUIRE(match.moves[0].link);
    (*match.moves[0].link)[3] ^= 1U;
    const auto text = record::write<rules::duel::Game>(match.header, match.options, match.moves);
    REQUIRE_FALSE(text);
    CHECK(text.error().where == "moves[0]");
    CHECK(text.error().what.find("does not follow") != std::string::npos);
  }
  SUBCASE("no link") {
    match.moves[0].link.reset();
    CHECK_FALSE(record::write<rules::duel::Game>(match.header, match.options, match.moves));
  }
  SUBCASE("times that go back") {
    match.moves[1].milliseconds = -1;
    CHECK_FALSE(record::write<rules::duel::Game>(match.header, match.options, match.moves));
  }
  SUBCASE("an answer to what was still to come") {
    match.moves[1].version = 5;
    CHECK_FALSE(record::write<rules::duel::Game>(match.header, match.options, match.moves));
  }
  SUBCASE("the last move left out") {
    match.moves.pop_back();
    CHECK_FALSE(record::write<rules::duel::Game>(match.header, match.options, match.moves));
  }
}

TEST_CASE("which dice nobody could foresee is counted as the vectors have it") {
  const auto vectors = nlohmann::json::parse(std::ifstream("tests/vectors/statements.vectors.json")).at("foresight");
  REQUIRE(!vectors.empty());
  for (const auto& vector : vectors) {
    const std::string why = vector.at("why");
    CAPTURE(why);
    const std::vector<std::string> seats = vector.at("seats");
    record::Foresight foresight;
    record::count_start(foresight, std::ranges::count(seats, "player") > 0, vector.at("start_rolls"));
    for (const auto& move : vector.at("moves")) {
      record::count_move(foresight,
                         {.kind = record::read_kind(move.at("kind").get<std::string>()).value(),
                          .bot = seats.at(move.at("seat").get<std::size_t>()) == "bot",
                          .with_secret = move.contains("link") || move.contains("links")},
                         move.at("rolls"));
    }
    const auto& expected = vector.at("expect");
    CHECK(foresight == record::Foresight{.unforeseeable = expected.at("unforeseeable"),
                                         .after_bot = expected.at("after_bot"),
                                         .by_stand_in = expected.at("by_stand_in"),
                                         .without_chain = expected.at("without_chain")});
  }
}

TEST_CASE("links of others that follow a decision are mixed in before its roll, and checked") {
  auto match = play_at_random(5, short_duel());
  // The second seat's first link of its own, brought forward: its own next one then comes later.
  const auto first = std::ranges::find_if(match.moves, [](const auto& move) { return move.seat == 1 && move.link; });
  REQUIRE(first != match.moves.end());
  auto& witnessed = match.moves.front();
  REQUIRE(witnessed.seat == 0);
  const auto with = [&](rules::Seat seat, rules::Link link) {
    witnessed.links = {{.seat = seat, .link = link}};
    return record::Fold<rules::duel::Game>::start(match.header, match.options)->apply(witnessed);
  };
  CHECK(with(1, *first->link));
  rules::Link wrong = *first->link;
  wrong[0] ^= 1U;
  CHECK_FALSE(with(1, wrong));
  CHECK_FALSE(with(0, *first->link));
  CHECK_FALSE(with(7, *first->link));
  // The same in the stream by hand.
  witnessed.links = {{.seat = 1, .link = *first->link}};
  auto fold = *record::Fold<rules::duel::Game>::start(match.header, match.options);
  REQUIRE(fold.apply(witnessed));
  CHECK(fold.links() == 2);
}
