#include "server/offline/check_data.h"

#include <fmt/format.h>
#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "receipts/signature.h"
#include "receipts/statement.h"
#include "server/core/ids.h"
#include "server/core/limits.h"
#include "server/games/ending.h"
#include "server/games/registry.h"
#include "server/heroes/match_heroes.h"

namespace wyrmhall::server {
namespace {

class Check {
 public:
  void match(const persistence::MatchBooks& books) {
    report_.rows += books.ledger.size();
    const std::string where = "match " + uuid_text(books.match.row.id);
    if (books.heroes.size() != books.heroes_taken) {
      wrong(fmt::format("{} took {} heroes, and {} are noted", where, books.heroes_taken, books.heroes.size()));
    }
    if (!books.match.end) return wrong(where + " has rows in the ledger and is not over");
    ++report_.matches;
    report_.moves += books.match.moves.size();
    std::vector<persistence::HeroBooked> booked;
    const auto ending = fold(books.match, booked);
    if (!ending) return wrong(where + " " + ending.error());
    compare_outcome(where, *ending, books.match);
    check_statement(where, books.match);
    compare_heroes(where, books, booked);
    // What a voided match gave was taken back with it.
    auto expected = books.voided ? std::vector<persistence::LedgerRow>()
                                 : ledger_of(*ending, books.match.row, decisions_in(books.match.moves));
    v1::Outcome kept;
    // A match that ended before high scores were kept counts in none.
    if (kept.ParseFromString(books.match.end->outcome) && !kept.has_score()) {
      std::erase_if(expected, [](const persistence::LedgerRow& row) { return persistence::is_best(row.what); });
    }
    if (books.ledger != expected) {
      wrong(fmt::format("{} gave {}, and the ledger says {}", where, rows_text(expected), rows_text(books.ledger)));
    }
    for (const persistence::LedgerRow& row : expected) {
      if (row.what == kNuggets) won_[row.account] += row.amount;
    }
  }

  void tally(const persistence::TallyBooks& books) {
    if (books.tally != 0) ++report_.tallies;
    const std::string where = fmt::format("account {}", uuid_text(books.account));
    if (books.ledger != books.tally) {
      wrong(fmt::format("{} has a tally of {} {}, and its ledger comes to {}", where, books.tally, books.what,
                        books.ledger));
    }
    if (books.what != kNuggets) return;
    report_.nuggets += books.tally;
    const auto won = won_.extract(books.account);
    compare_won(where, books.tally, won.empty() ? 0 : won.mapped());
  }

  void hero(const persistence::HeroBooks& books) {
    if (const auto trouble = persistence::trouble_in(books)) {
      wrong(fmt::format("hero {}: {}", uuid_text(books.id), *trouble));
    }
  }

  DataReport finish() {
    for (const auto& [account, won] : won_) compare_won(fmt::format("account {}", uuid_text(account)), 0, won);
    return std::move(report_);
  }

 private:
  // Notes in `booked` what the match gave back, hero by hero.
  static std::expected<rules::Ending, std::string> fold(const persistence::StoredMatch& match,
                                                        std::vector<persistence::HeroBooked>& booked) {
    const GameKind* kind = find_game(match.row.game);
    if (kind == nullptr) return std::unexpected("is of a game that this server does not know, " + match.row.game);
    auto game = kind->start(match.row);
    if (!game) return std::unexpected("cannot be folded: " + game.error());
    const std::vector<HeroInSeat> heroes = heroes_of(*kind, match.row);
    rules::SeatSet out_before;
    const auto note = [&](std::size_t /*index*/) {
      std::ranges::move(given_back(heroes, **game, out_before), std::back_inserter(booked));
      out_before = (*game)->seats_out();
    };
    if (!server::fold(**game, match.moves, note)) {
      return std::unexpected("has a move that does not fit");
    }
    const auto ending = (*game)->ending();
    if (!ending) return std::unexpected("is kept as over, and its moves do not end it");
    return *ending;
  }

  void compare_outcome(const std::string& where, const rules::Ending& ending, const persistence::StoredMatch& match) {
    v1::Outcome expected = outcome_of(ending, match.row, decisions_in(match.moves));
    v1::Outcome kept;
    const bool read = kept.ParseFromString(match.end->outcome);
    if (kept.nuggets().empty()) expected.clear_nuggets();  // it ended before nuggets were kept
    if (!kept.has_score()) expected.clear_score();         // or before high scores were
    if (read && google::protobuf::util::MessageDifferencer::Equals(kept, expected)) return;
    wrong(fmt::format("{} ended with {{{}}}, and {{{}}} is kept", where, expected.ShortDebugString(),
                      kept.ShortDebugString()));
  }

  // Whether what the server has signed about the end is about this match.
  void check_statement(const std::string& where, const persistence::StoredMatch& match) {
    if (!match.end_statement) return;
    const auto end = receipts::read_end(match.end_statement->text);
    const bool fits = end && end->match == match.row.id && end->server_seed == match.row.server_seed;
    if (!fits || !receipts::verifies(*match.end_statement)) {
      wrong(where + " has a statement of its end that is not of this match, or was not signed so");
    }
  }

  // Whether the match took what stands in its options, and gave back what the fold says.
  void compare_heroes(const std::string& where, const persistence::MatchBooks& books,
                      const std::vector<persistence::HeroBooked>& booked) {
    const GameKind& kind = *find_game(books.match.row.game);
    const std::vector<HeroInSeat> shown = heroes_of(kind, books.match.row);
    if (shown.size() != books.heroes.size()) {
      wrong(fmt::format("{} shows {} heroes, and has taken {}", where, shown.size(), books.heroes.size()));
    }
    v1::GameOptions options;
    options.ParseFromString(books.match.row.options);
    for (const persistence::HeroUse& use : books.heroes) {
      ++report_.heroes;
      const std::string hero = fmt::format("{}, hero {}", where, uuid_text(use.taken.hero));
      if (kind.heroes()->body_of(options, use.taken.place) != use.before) {
        wrong(hero + " came otherwise than it was taken");
      }
      const auto left = std::ranges::find(booked, use.taken.hero, &persistence::HeroBooked::hero);
      const std::optional<std::string> expected = left == booked.end() ? std::nullopt : std::optional(left->body);
      if (use.after != expected) wrong(hero + " was given back otherwise than the moves say");
    }
  }

  void compare_won(const std::string& where, std::int64_t tally, std::int64_t won) {
    if (tally == won) return;
    wrong(fmt::format("{} has a tally of {} nuggets, and its finished matches gave {}", where, tally, won));
  }

  static std::string rows_text(const std::vector<persistence::LedgerRow>& rows) {
    std::string text;
    for (const persistence::LedgerRow& row : rows) {
      text += fmt::format("{}{} {} to {}", text.empty() ? "" : ", ", row.amount, row.what, uuid_text(row.account));
    }
    return text.empty() ? "nothing" : text;
  }

  void wrong(std::string sentence) {
    if (++report_.mismatches <= kMismatchesTold) report_.sentences.push_back(std::move(sentence));
  }

  DataReport report_;
  std::map<AccountId, std::int64_t> won_;  // by account, of those whose tally has not been looked at
};

}  // namespace

std::expected<DataReport, std::string> check_data(persistence::ConsistencyCheck& audit) {
  if (auto sound = audit.look_for_damage(); !sound) return std::unexpected(sound.error());
  Check check;
  const auto walked = audit.walk([&check](const persistence::MatchBooks& books) { check.match(books); },
                                 [&check](const persistence::TallyBooks& books) { check.tally(books); });
  if (!walked) return std::unexpected(walked.error());
  const auto heroes = audit.walk_heroes([&check](const persistence::HeroBooks& books) { check.hero(books); });
  if (!heroes) return std::unexpected(heroes.error());
  return check.finish();
}

}  // namespace wyrmhall::server
