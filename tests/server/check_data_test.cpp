// check-data finds each way in which books can be wrong, and nothing in books that are right.
#include "server/offline/check_data.h"

#include <functional>

#include "server/games/ending.h"
#include "tests/server/harness.h"
#include "tests/server/playing.h"

namespace wyrmhall::test {
namespace {

using persistence::MatchBooks;
using persistence::TallyBooks;

// BookedMatches that are held in memory, to be written over.
struct BookedMatches {
  std::vector<MatchBooks> matches;
  std::vector<TallyBooks> tallies;
  std::vector<persistence::HeroBooks> heroes;
};

class BooksCheck final : public persistence::ConsistencyCheck {
 public:
  explicit BooksCheck(const BookedMatches& books) : books_(&books) {}
  std::expected<void, std::string> look_for_damage() override { return {}; }
  std::expected<void, std::string> walk(const std::function<void(const MatchBooks&)>& match,
                                        const std::function<void(const TallyBooks&)>& tally) override {
    for (const MatchBooks& books : books_->matches) match(books);
    for (const TallyBooks& books : books_->tallies) tally(books);
    return {};
  }
  std::expected<void, std::string> walk_heroes(
      const std::function<void(const persistence::HeroBooks&)>& hero) override {
    for (const persistence::HeroBooks& books : books_->heroes) hero(books);
    return {};
  }

 private:
  const BookedMatches* books_;
};

server::DataReport check(const BookedMatches& books) {
  BooksCheck audit(books);
  const auto report = server::check_data(audit);
  REQUIRE(report);
  return *report;
}

// Put together from what was asked of the store.
BookedMatches books_of(const World& world) {
  BookedMatches books;
  for (const auto& submission : world.submitted) {
    if (const auto* create = std::get_if<persistence::CreateMatch>(&submission.request)) {
      books.matches.push_back({.match = {.row = *create->match, .moves = {}, .end = {}}, .ledger = {}});
    } else if (const auto* append = std::get_if<persistence::AppendMove>(&submission.request)) {
      MatchBooks& match = books.matches.back();
      REQUIRE(match.match.row.id == append->match);
      match.match.moves.push_back(append->move);
      match.match.end = append->end;
      if (append->end) match.ledger = append->end->ledger;
    } else if (const auto* signed_end = std::get_if<persistence::KeepEndStatement>(&submission.request)) {
      REQUIRE(books.matches.back().match.row.id == signed_end->match);
      books.matches.back().match.end_statement = signed_end->statement;
    }
  }
  for (const MatchBooks& match : books.matches) {
    for (const auto& row : match.ledger) {
      auto found = std::ranges::find_if(books.tallies, [&](const TallyBooks& tally) {
        return tally.account == row.account && tally.what == row.what;
      });
      if (found == books.tallies.end()) {
        found = books.tallies.insert(found, {.account = row.account, .what = row.what, .ledger = 0, .tally = 0});
      }
      found->ledger = persistence::is_best(row.what) ? std::max(found->ledger, row.amount) : found->ledger + row.amount;
      found->tally = found->ledger;
    }
  }
  return books;
}

// The books of two matches that Mira won and one that Bruno won.
BookedMatches played() {
  World world;
  Client mira(world, "Mira", 1);
  Client bruno(world, "Bruno", 2);
  mira.arrive();
  bruno.arrive();
  for (int i = 0; i < 3; ++i) {
    const std::string id = start_match({&mira, &bruno}, duel_options());
    for (int turn = 0; turn < 2; ++turn) {
      mira.play_one(mira.matches.at(id));
      bruno.play_one(bruno.matches.at(id));
    }
    Client& loser = i == 1 ? mira : bruno;
    pb::ClientMessage resign;
    resign.mutable_resign()->set_channel(loser.matches.at(id).channel());
    loser.ask(resign);
    (i == 1 ? bruno : mira).read();
  }
  return books_of(world);
}

std::vector<std::string> found_in(const BookedMatches& books) {
  const server::DataReport report = check(books);
  CHECK(report.mismatches == report.sentences.size());
  return report.sentences;
}

TEST_CASE("books that are right") {
  const server::DataReport report = check(played());
  CHECK(report.mismatches == 0);
  CHECK(report.matches == 3);
  CHECK(report.moves >= 3);
  CHECK(report.rows == 3);
  CHECK(report.tallies == 2);
  CHECK(report.nuggets == 3);
}

TEST_CASE("what counts in high scores is what the moves came to, and nothing is missed of a match from before") {
  World world;
  Client mira(world, "Mira", 1);
  mira.arrive();
  pb::GameOptions options;
  options.mutable_arena()->set_solo(true);
  std::string id;
  do {
    id = start_match({&mira}, options);
    play_out(world, {&mira}, nullptr, id, false);
  } while (!mira.matches.at(id).outcome().has_score());
  const BookedMatches books = books_of(world);
  CHECK(found_in(books).empty());
  BookedMatches other = books;
  MatchBooks& match = other.matches.back();
  // The training gave a nugget too: the server of the test counts all.
  REQUIRE(match.ledger.size() == 2);
  SUBCASE("more points") {
    ++match.ledger.front().amount;
  }
  SUBCASE("none") {
    match.ledger.erase(match.ledger.begin());
  }
  SUBCASE("another difficulty") {
    match.ledger.front().what = "best:arena:high";
  }
  CHECK(found_in(other).size() == 1);
  // One that ended before high scores were kept.
  match.ledger = {books.matches.back().ledger.back()};
  pb::Outcome outcome;
  REQUIRE(outcome.ParseFromString(match.match.end->outcome));
  outcome.clear_score();
  match.match.end->outcome = outcome.SerializeAsString();
  CHECK(found_in(other).empty());
}

TEST_CASE("whatever is changed in them is found, with the match or the account") {
  BookedMatches books = played();
  REQUIRE(books.matches.size() == 3);
  MatchBooks& match = books.matches.front();
  TallyBooks& tally = books.tallies.front();
  std::string where = "match " + uuid_text(match.match.row.id);
  SUBCASE("a row that is missing") {
    match.ledger.clear();
  }
  SUBCASE("a match that is void and gave something all the same") {
    match.voided = true;
  }
  SUBCASE("a row that is one too many") {
    match.ledger.push_back(books.matches[1].ledger.front());
  }
  SUBCASE("a row of another amount") {
    match.ledger.front().amount = 2;
  }
  SUBCASE("a row of another player") {
    match.ledger = books.matches[1].ledger;
  }
  SUBCASE("a row of another kind") {
    match.ledger.front().what = "won";
  }
  SUBCASE("an outcome that is another match's") {
    match.match.end->outcome = books.matches[1].match.end->outcome;
  }
  SUBCASE("an outcome that cannot be read") {
    match.match.end->outcome = "\xff";
  }
  SUBCASE("a move that is missing") {
    match.match.moves.pop_back();
  }
  SUBCASE("a move that does not fit") {
    match.match.moves.front().seat = 7;
  }
  SUBCASE("rows of a match that is not over") {
    match.match.end = std::nullopt;
  }
  SUBCASE("a statement of its end that is another match's") {
    REQUIRE(match.match.end_statement);
    match.match.end_statement = books.matches[1].match.end_statement;
  }
  SUBCASE("a statement of its end that was not signed so") {
    match.match.end_statement->text += " ";
  }
  SUBCASE("a signature that is another one's") {
    match.match.end_statement->signature = books.matches[1].match.end_statement->signature;
  }
  SUBCASE("heroes that are not noted") {
    match.heroes_taken = 1;
  }
  SUBCASE("a hero that is in no match") {
    where = "hero " + uuid_text(HeroId({7}));
    persistence::HeroRow row{.id = HeroId({7}), .name = {}, .body = {}, .match = match.match.row.id};
    books.heroes.push_back({.id = row.id, .row = row, .matches = {}});
  }
  SUBCASE("rules that nobody knows") {
    match.match.row.rules_version = 99;
  }
  SUBCASE("a game that nobody knows") {
    match.match.row.game = "chess";
  }
  SUBCASE("a tally that is too high") {
    where = "account " + uuid_text(tally.account);
    tally.tally += 1;
  }
  SUBCASE("a tally that fits the ledger, and neither the matches") {
    where = "account " + uuid_text(tally.account);
    tally.tally += 1;
    tally.ledger += 1;
  }
  SUBCASE("a tally that is missing") {
    where = "account " + uuid_text(tally.account);
    books.tallies.erase(books.tallies.begin());
  }
  SUBCASE("a tally of somebody who has won nothing") {
    TallyBooks stranger = tally;
    stranger.account = AccountId({7});
    where = "account " + uuid_text(stranger.account);
    books.tallies.push_back(stranger);
  }
  const std::vector<std::string> sentences = found_in(books);
  REQUIRE_FALSE(sentences.empty());
  CHECK_MESSAGE(sentences.front().starts_with(where), sentences.front());
}

TEST_CASE("a match that ended before nuggets were kept") {
  BookedMatches books = played();
  pb::Outcome outcome;
  outcome.ParseFromString(books.matches.front().match.end->outcome);
  outcome.clear_nuggets();
  books.matches.front().match.end->outcome = outcome.SerializeAsString();
  CHECK(found_in(books).empty());
}

}  // namespace
}  // namespace wyrmhall::test
