// The search for what no index knows: what it finds, and how much it looks at.
#include "server/admin/operations/match_search.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>

#include "server/core/limits.h"

namespace wyrmhall::server::admin {
namespace {

using persistence::ListedMatch;
using persistence::MatchCursor;
using persistence::MatchFilter;

constexpr std::int64_t kRareEach = 1000;

// Matches with the numbers 1 to `size`, each with its number of moves. Every thousandth has an easy bot and ended by
// time; of the others the odd ones have a random bot.
class NumberedMatches final : public persistence::AdminQueries {
 public:
  explicit NumberedMatches(std::int64_t size) : size_(size) {}

  std::uint32_t looked_at = 0;

  std::vector<ListedMatch> matches(const MatchFilter& /*filter*/, const std::optional<MatchCursor>& after,
                                   std::uint32_t limit) override {
    std::vector<ListedMatch> listed;
    for (std::int64_t no = after ? after->no - 1 : size_; no > 0 && listed.size() < limit; --no) {
      listed.push_back(numbered(no));
    }
    looked_at += static_cast<std::uint32_t>(listed.size());
    return listed;
  }
  std::uint32_t count(const MatchFilter& /*filter*/, std::uint32_t most) override {
    return static_cast<std::uint32_t>(std::min<std::int64_t>(size_, most));
  }

  std::optional<ListedMatch> match(const MatchId& /*id*/) override { unasked(); }
  std::optional<persistence::StoredMatch> finished(const MatchId& /*id*/) override { unasked(); }
  std::vector<MatchId> running() override { unasked(); }
  std::vector<persistence::PlayerLine> players(const std::string& /*prefix*/, const std::string& /*after*/,
                                               bool /*only_blocked*/, std::uint32_t /*limit*/) override {
    unasked();
  }
  std::optional<persistence::PlayerLine> player(const AccountId& /*id*/) override { unasked(); }
  std::uint64_t accounts() override { unasked(); }
  std::vector<std::pair<std::string, std::int64_t>> balance(const AccountId& /*player*/) override { unasked(); }
  std::vector<persistence::Booking> bookings(const AccountId& /*player*/, const persistence::BookingPlace& /*after*/,
                                             std::uint32_t /*limit*/) override {
    unasked();
  }
  std::vector<persistence::ListedHero> heroes(const AccountId& /*player*/, const persistence::StablePlace& /*after*/,
                                              std::uint32_t /*limit*/) override {
    unasked();
  }
  std::vector<persistence::StoryLine> story(const persistence::ListStory& /*request*/) override { unasked(); }
  std::vector<persistence::DayTotal> totals(std::chrono::sys_days /*from*/, std::chrono::sys_days /*until*/) override {
    unasked();
  }
  std::vector<persistence::AdminLogLine> admin_log(std::optional<std::int64_t> /*before*/,
                                                   std::uint32_t /*limit*/) override {
    unasked();
  }
  std::uint64_t back_up(const std::string& /*file*/, const std::function<bool()>& /*go_on*/) override { unasked(); }
  persistence::CopiedOut copy_out(Timestamp /*before*/, std::int64_t /*after*/, std::uint32_t /*limit*/) override {
    unasked();
  }
  std::vector<AccountId> expiring(Timestamp /*before*/, const AccountId& /*after*/, std::uint32_t /*limit*/) override {
    unasked();
  }
  std::vector<AccountId> to_delete(Timestamp /*by*/, std::uint32_t /*limit*/) override { unasked(); }
  std::vector<std::string> check(const std::function<bool()>& /*go_on*/) override { unasked(); }

 private:
  [[noreturn]] static void unasked() { throw std::logic_error("a search does not ask this"); }

  static ListedMatch numbered(std::int64_t no) {
    const bool rare = no % kRareEach == 0;
    pb::Outcome outcome;
    outcome.set_reason(rare ? pb::OUTCOME_REASON_TIME : pb::OUTCOME_REASON_PLAYED);
    ListedMatch listed;
    listed.at = {.started_at = Timestamp(Duration(no)), .no = no};
    listed.state = persistence::MatchState::kFinished;
    listed.moves = static_cast<std::uint32_t>(no);
    listed.match.end = persistence::MatchEnd{.outcome = outcome.SerializeAsString(), .ended_at = {}, .ledger = {}};
    listed.match.seats.resize(1);
    listed.match.seats[0].account = AccountId{};
    if (rare || no % 2 == 1) {
      listed.match.seats.emplace_back();
      listed.match.seats.back().name = rare ? "easy" : "random";
    }
    return listed;
  }

  std::int64_t size_;
};

// The numbers of moves of all that a search finds over its pages.
std::vector<std::uint32_t> found_over_pages(NumberedMatches& history, const MatchTraits& traits, std::uint32_t limit) {
  std::vector<std::uint32_t> numbers;
  std::optional<MatchCursor> after;
  do {
    history.looked_at = 0;
    const FoundMatches page = find_matches(history, {}, traits, after, limit);
    CHECK(page.lines.size() <= limit);
    CHECK(history.looked_at <= kAdminLookedAt);
    for (const MatchLine& line : page.lines) numbers.push_back(line.moves.value());
    after = page.next;
  } while (after);
  return numbers;
}

TEST_CASE("what is rare is found over pages that each look at a limited number of matches") {
  NumberedMatches history(3 * kAdminLookedAt + 7);
  const std::vector<std::uint32_t> rare = {6000, 5000, 4000, 3000, 2000, 1000};
  CHECK(found_over_pages(history, {.bot = BotChoice{"easy"}}, 50) == rare);
  CHECK(found_over_pages(history, {.bot = BotChoice{"easy"}}, 1) == rare);
  CHECK(found_over_pages(history, {.reason = rules::EndReason::kTime}, 2) == rare);
  CHECK(found_over_pages(history, {.reason = rules::EndReason::kTime, .min_moves = 4000}, 50) ==
        std::vector<std::uint32_t>{6000, 5000, 4000});
  CHECK(found_over_pages(history, {.reason = rules::EndReason::kResigned}, 50).empty());
  CHECK(found_over_pages(history, {.bot = BotChoice{"any"}}, 500).size() == 3 * kAdminLookedAt / 2 + 4 + rare.size());
  CHECK(found_over_pages(history, {.bot = BotChoice{"none"}}, 500).size() == 3 * kAdminLookedAt / 2 + 3 - rare.size());
}

TEST_CASE("a page without such traits is full, and has no next where all have been seen") {
  NumberedMatches history(5);
  FoundMatches page = find_matches(history, {}, {}, std::nullopt, 3);
  CHECK(page.lines.size() == 3);
  REQUIRE(page.next);
  page = find_matches(history, {}, {}, page.next, 3);
  CHECK(page.lines.size() == 2);
  CHECK_FALSE(page.next);
  CHECK_FALSE(find_matches(history, {}, {}, std::nullopt, 5).next);
}

TEST_CASE("a count says where it stopped") {
  const auto is = [](const MatchCount& count, std::uint32_t matches, bool at_least) {
    return count.matches == matches && count.at_least == at_least;
  };
  NumberedMatches few(kAdminCounted);
  CHECK(is(count_matches(few, {}, {}), kAdminCounted, false));
  NumberedMatches many(kAdminCounted + 1);
  CHECK(is(count_matches(many, {}, {}), kAdminCounted, true));
  CHECK(is(count_matches(many, {}, {.bot = BotChoice{"easy"}}), kAdminCountLookedAt / kRareEach, true));
  CHECK(many.looked_at <= kAdminCountLookedAt);
  NumberedMatches some(2500);
  CHECK(is(count_matches(some, {}, {.bot = BotChoice{"easy"}}), 2, false));
}

TEST_CASE("a choice of bots is any, none or a level, as seats have it") {
  for (const char* word : {"any", "none", "easy", "random"}) CHECK(parse_bot_choice(word));
  for (const char* word : {"", "EASY", "Any", "unspecified", "bot_level_easy", "easy "}) {
    CHECK_FALSE(parse_bot_choice(word));
  }
}

}  // namespace
}  // namespace wyrmhall::server::admin
