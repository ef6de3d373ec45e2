#include "server/offline/check_data.h"

#include <fmt/format.h>
#include <google/protobuf/util/message_differencer.h>

#include <map>
#include <utility>

#include "server/core/ids.h"
#include "server/core/limits.h"
#include "server/games/registry.h"
#include "server/match/ending.h"

namespace wyrmhall::server {
namespace {

class Check {
 public:
  void match(const persistence::MatchBooks& books) {
    report_.rows += books.ledger.size();
    const std::string where = "match " + uuid_text(books.match.row.id);
    if (!books.match.end) return wrong(where + " has rows in the ledger and is not over");
    ++report_.matches;
    report_.moves += books.match.moves.size();
    const auto ending = fold(books.match);
    if (!ending) return wrong(where + " " + ending.error());
    compare_outcome(where, *ending, books.match);
    // What a voided match gave was taken back with it.
    const auto expected = books.voided ? std::vector<persistence::LedgerRow>()
                                       : ledger_of(*ending, books.match.row, decisions_in(books.match.moves));
    if (books.ledger != expected) {
      wrong(fmt::format("{} gave {}, and the ledger says {}", where, rows_text(expected), rows_text(books.ledger)));
    }
    for (const persistence::LedgerRow& row : expected) won_[row.account] += row.amount;
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

  DataReport finish() {
    for (const auto& [account, won] : won_) compare_won(fmt::format("account {}", uuid_text(account)), 0, won);
    return std::move(report_);
  }

 private:
  static std::expected<rules::Ending, std::string> fold(const persistence::StoredMatch& match) {
    const GameKind* kind = find_game(match.row.game);
    if (kind == nullptr) return std::unexpected("is of a game that this server does not know, " + match.row.game);
    auto game = kind->start(match.row);
    if (!game) return std::unexpected("cannot be folded: " + game.error());
    if (!server::fold(**game, match.moves, [](std::size_t /*index*/) {})) {
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
    if (read && google::protobuf::util::MessageDifferencer::Equals(kept, expected)) return;
    wrong(fmt::format("{} ended with {{{}}}, and {{{}}} is kept", where, expected.ShortDebugString(),
                      kept.ShortDebugString()));
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
  Check check;
  const auto walked = audit.walk([&check](const persistence::MatchBooks& books) { check.match(books); },
                                 [&check](const persistence::TallyBooks& books) { check.tally(books); });
  if (!walked) return std::unexpected(walked.error());
  return check.finish();
}

}  // namespace wyrmhall::server
