#include "tests/persistence/contract.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "tests/persistence/samples.h"

namespace wyrmhall::persistence::testing {

void make_accounts(Asker& asker, std::uint64_t count) {
  for (std::uint64_t number = 1; number <= count; ++number) {
    REQUIRE(asker.ask(CreateAccount{account(number)}).kept());
  }
}

namespace {

void check_row(const MatchRow& kept, const MatchRow& sent) {
  CHECK(kept.id == sent.id);
  CHECK(kept.game == sent.game);
  CHECK(kept.rules_version == sent.rules_version);
  CHECK(kept.options == sent.options);
  CHECK(kept.server_seed == sent.server_seed);
  CHECK(kept.turn_seconds == sent.turn_seconds);
  CHECK(kept.absence_seconds == sent.absence_seconds);
  CHECK(kept.started_at == sent.started_at);
  CHECK(kept.rematch_of == sent.rematch_of);
  CHECK(kept.earning == sent.earning);
  CHECK(kept.receipt == sent.receipt);
  REQUIRE(kept.seats.size() == sent.seats.size());
  for (std::size_t i = 0; i < kept.seats.size(); ++i) {
    CHECK(kept.seats[i].account == sent.seats[i].account);
    CHECK(kept.seats[i].name == sent.seats[i].name);
    CHECK(kept.seats[i].commitment == sent.seats[i].commitment);
    CHECK(kept.seats[i].x0 == sent.seats[i].x0);
  }
}

std::vector<MatchId> ids(const std::vector<MatchLine>& lines) {
  std::vector<MatchId> ids;
  ids.reserve(lines.size());
  for (const MatchLine& line : lines) ids.push_back(line.id);
  return ids;
}

void check_accounts(Asker& asker) {
  CHECK_FALSE(asker.ask(FindAccount{account(1).token_hash}).value.account);
  REQUIRE(asker.ask(CreateAccount{account(1)}).kept());

  const auto found = asker.ask(FindAccount{account(1).token_hash});
  CHECK(found.kept());
  REQUIRE(found.value.account);
  CHECK(found.value.account->id == account(1).id);
  CHECK(found.value.account->name == account(1).name);
  CHECK(found.value.account->name_key == account(1).name_key);
  CHECK(found.value.account->token_hash == account(1).token_hash);
  CHECK(found.value.account->created_at == account(1).created_at);

  CHECK(asker.ask(CreateAccount{account(1)}).kept());  // repeated

  const auto refused_for = [&asker](const Account& wanted, Conflict taken) {
    const auto answer = asker.ask(CreateAccount{wanted});
    CHECK(answer.verdict == Verdict::kConflict);
    CHECK(answer.conflict == taken);
  };
  Account other = account(2);
  other.name_key = account(1).name_key;
  refused_for(other, Conflict::kName);
  other = account(2);
  other.token_hash = account(1).token_hash;
  refused_for(other, Conflict::kToken);
  other = account(2);
  other.id = account(1).id;
  refused_for(other, Conflict::kId);
  other = account(1);
  other.name = "another spelling";
  refused_for(other, Conflict::kId);

  CHECK_FALSE(asker.ask(FindAccount{account(2).token_hash}).value.account);
  CHECK(asker.ask(CreateAccount{account(2)}).kept());
}

void check_tables(Asker& asker) {
  CHECK(asker.ask(LoadTables{}).value.empty());
  CHECK(asker.ask(SaveTable{{table_id(12), "second"}}).kept());
  CHECK(asker.ask(SaveTable{{table_id(11), "first"}}).kept());
  CHECK(asker.ask(SaveTable{{table_id(13), ""}}).kept());
  CHECK(asker.ask(SaveTable{{table_id(12), std::string("ne\0w", 4)}}).kept());

  const std::vector<TableRow> tables = asker.ask(LoadTables{}).value;
  REQUIRE(tables.size() == 3);
  CHECK(tables[0].id == table_id(11));
  CHECK(tables[0].body == "first");
  CHECK(tables[1].id == table_id(12));
  CHECK(tables[1].body == std::string("ne\0w", 4));
  CHECK(tables[2].body.empty());

  CHECK(asker.ask(DropTable{table_id(11)}).kept());
  CHECK(asker.ask(DropTable{table_id(11)}).kept());
  CHECK(asker.ask(LoadTables{}).value.size() == 2);

  // The match that comes of a table takes its place.
  CHECK(asker.ask(CreateMatch{match(12, {0, 0})}).kept());
  CHECK(asker.ask(LoadTables{}).value.size() == 1);
}

void check_matches(Asker& asker) {
  make_accounts(asker, 2);
  CHECK_FALSE(asker.ask(LoadMatch{match_id(20)}).value);
  REQUIRE(asker.ask(CreateMatch{match(20, {1, 0, 2})}).kept());

  Boxed<StoredMatch> kept = asker.ask(LoadMatch{match_id(20)}).value;
  REQUIRE(kept);
  check_row(kept->row, match(20, {1, 0, 2}));
  CHECK(kept->moves.empty());
  CHECK_FALSE(kept->end);

  // A match that is there already is kept as it was.
  REQUIRE(asker.ask(append(20, 0)).kept());
  CHECK(asker.ask(CreateMatch{match(20, {1, 1})}).kept());
  kept = asker.ask(LoadMatch{match_id(20)}).value;
  REQUIRE(kept);
  check_row(kept->row, match(20, {1, 0, 2}));
  CHECK(kept->moves == moves(20, 1));

  // A seat's account has to be there; nothing is left of the match if it is not.
  CHECK(asker.ask(CreateMatch{match(21, {1, 9})}).verdict == Verdict::kConflict);
  CHECK_FALSE(asker.ask(LoadMatch{match_id(21)}).value);
  CHECK(asker.ask(CreateMatch{match(21, {1, 2})}).kept());
}

// The dice decided it before anybody could.
void check_end_at_creation(Asker& asker) {
  make_accounts(asker, 2);
  CreateMatch over{match(35, {1, 2})};
  over.deadline = moment(5);
  over.end = append_last(35, 0, 1).end;
  REQUIRE(over.end);
  CHECK(asker.ask(over).kept());
  CHECK(asker.ask(over).kept());
  const auto loaded = asker.ask(LoadMatch{match_id(35)});
  REQUIRE(loaded.value);
  CHECK(loaded.value->moves.empty());
  REQUIRE(loaded.value->end);
  CHECK(loaded.value->end->outcome == over.end->outcome);
  CHECK(asker.ask(append(35, 0)).verdict == Verdict::kConflict);
  CHECK(asker.ask(LoadDeadlines{}).value.deadlines.empty());
  CHECK(asker.ask(ListMatches{.account = account_id(1), .only_running = true, .before = {}}).value.lines.empty());
  over.match->id = match_id(36);
  over.end->ledger = {{.account = account_id(9), .what = "nuggets", .amount = 1}};
  CHECK(asker.ask(over).verdict == Verdict::kConflict);
  CHECK(!asker.ask(LoadMatch{match_id(36)}).value);
}

void check_moves(Asker& asker) {
  make_accounts(asker, 2);
  CHECK(asker.ask(append(30, 0)).verdict == Verdict::kConflict);  // no such match
  REQUIRE(asker.ask(CreateMatch{match(30, {1, 2})}).kept());
  CHECK(asker.ask(append(30, 1)).verdict == Verdict::kConflict);  // not the next
  constexpr std::uint32_t kCount = 40;
  for (std::uint32_t index = 0; index < kCount; ++index) {
    CHECK(asker.ask(append(30, index)).kept());
    if (index % 5 == 0) CHECK(asker.ask(LoadMatch{match_id(30)}).value->moves == moves(30, index + 1));
  }
  CHECK(asker.ask(append(30, kCount + 1)).verdict == Verdict::kConflict);

  // The very same move again is kept, any other at its place is not.
  CHECK(asker.ask(append(30, kCount - 1)).kept());
  CHECK(asker.ask(append(30, 0)).kept());
  AppendMove other = append(30, kCount - 1);
  other.move.at += std::chrono::microseconds(1);
  CHECK(asker.ask(other).verdict == Verdict::kConflict);
  other = append(30, 3);
  other.move.link.reset();
  CHECK(asker.ask(other).verdict == Verdict::kConflict);
  AppendMove with_end = append_last(30, kCount - 1, 1);
  CHECK(asker.ask(with_end).verdict == Verdict::kConflict);
  CHECK(asker.ask(LoadMatch{match_id(30)}).value->moves == moves(30, kCount));

  // Without its moves it is as short as any.
  const auto row = asker.ask(LoadMatch{.match = match_id(30), .moves = false});
  REQUIRE(row.value);
  MatchRow without_receipt = match(30, {1, 2});
  without_receipt.receipt = std::nullopt;
  check_row(row.value->row, without_receipt);
  CHECK(row.value->moves.empty());
  CHECK_FALSE(asker.ask(LoadMatch{.match = match_id(31), .moves = false}).value);
}

void check_end(Asker& asker) {
  make_accounts(asker, 2);
  REQUIRE(asker.ask(CreateMatch{match(40, {1, 2})}).kept());
  REQUIRE(asker.ask(append(40, 0)).kept());
  REQUIRE(asker.ask(append(40, 1)).kept());

  AppendMove unknown_account = append_last(40, 2, 9);
  CHECK(asker.ask(unknown_account).verdict == Verdict::kConflict);
  CHECK_FALSE(asker.ask(LoadMatch{match_id(40)}).value->end);
  CHECK(asker.ask(LoadMatch{match_id(40)}).value->moves == moves(40, 2));

  REQUIRE(asker.ask(append_last(40, 2, 1)).kept());
  const Boxed<StoredMatch> kept = asker.ask(LoadMatch{match_id(40)}).value;
  REQUIRE(kept);
  CHECK(kept->moves == moves(40, 3));
  REQUIRE(kept->end);
  CHECK(kept->end->outcome == "won by 1");
  CHECK(kept->end->ended_at == move(40, 2).at);
  CHECK(kept->end->ledger.empty());

  // The last move with the same end again is kept; all else comes too late.
  CHECK(asker.ask(append_last(40, 2, 1)).kept());
  CHECK(asker.ask(append_last(40, 2, 2)).verdict == Verdict::kConflict);
  CHECK(asker.ask(append(40, 2)).verdict == Verdict::kConflict);
  CHECK(asker.ask(append(40, 1)).verdict == Verdict::kConflict);
  CHECK(asker.ask(append(40, 3)).verdict == Verdict::kConflict);
  CHECK(asker.ask(append_last(40, 3, 1)).verdict == Verdict::kConflict);
  CHECK(asker.ask(LoadMatch{match_id(40)}).value->moves == moves(40, 3));

  // A match may end with its first move.
  REQUIRE(asker.ask(CreateMatch{match(41, {1, 2})}).kept());
  CHECK(asker.ask(append_last(41, 0, 2)).kept());
  CHECK(asker.ask(LoadMatch{match_id(41)}).value->moves == moves(41, 1));
}

void check_lists(Asker& asker) {
  make_accounts(asker, 3);
  constexpr std::uint64_t kCount = 23;
  for (std::uint64_t number = 1; number <= kCount; ++number) {
    REQUIRE(asker.ask(CreateMatch{match(100 + number, {1, number % 2 == 0 ? 2U : 0U})}).kept());
    if (number % 3 == 0) REQUIRE(asker.ask(append_last(100 + number, 0, 1)).kept());
  }

  // Pages, newest first, without a gap or a repetition.
  std::vector<MatchId> paged;
  ListMatches request{.account = account_id(1), .only_running = false, .before = std::nullopt, .limit = 5};
  for (;;) {
    const std::vector<MatchId> page = ids(asker.ask(request).value.lines);
    CHECK(page.size() <= request.limit);
    if (page.empty()) break;
    paged.insert(paged.end(), page.begin(), page.end());
    request.before = page.back();
  }
  std::vector<MatchId> expected;
  for (std::uint64_t number = kCount; number > 0; --number) expected.push_back(match_id(100 + number));
  CHECK(paged == expected);

  const std::vector<MatchLine> lines =
      asker.ask(ListMatches{.account = account_id(2), .only_running = false, .before = std::nullopt, .limit = 50})
          .value.lines;
  REQUIRE(lines.size() == kCount / 2);
  CHECK(lines[0].id == match_id(122));
  CHECK(lines[0].game == "duel");
  CHECK(lines[0].started_at == match(122, {}).started_at);
  REQUIRE(lines[0].seats.size() == 2);
  CHECK(lines[0].seats[0].name == account(1).name);
  CHECK(lines[0].seats[0].account == account_id(1));
  CHECK(lines[0].seats[0].commitment.empty());
  CHECK(lines[0].seats[0].x0.empty());
  CHECK_FALSE(lines[0].end);
  REQUIRE(lines[2].end);  // the 18th
  CHECK(lines[2].end->outcome == "won by 1");

  const std::vector<MatchLine> running =
      asker.ask(ListMatches{.account = account_id(1), .only_running = true, .before = match_id(115), .limit = 3})
          .value.lines;
  CHECK(ids(running) == std::vector{match_id(114), match_id(113), match_id(111)});
  CHECK(asker.ask(ListMatches{.account = account_id(3), .only_running = false, .before = std::nullopt, .limit = 9})
            .value.lines.empty());

  const auto running_ids = [&asker](std::uint64_t of, std::uint32_t limit) {
    const auto answer =
        asker.ask(ListMatches{.account = account_id(of), .running_ids = limit, .before = std::nullopt, .limit = 1});
    const std::span<const MatchId> ids_found = all_in(answer.value.running);
    std::vector<MatchId> found(ids_found.begin(), ids_found.end());
    std::ranges::sort(found);
    return found;
  };
  std::vector<MatchId> all_running =
      ids(asker.ask(ListMatches{.account = account_id(1), .only_running = true, .before = std::nullopt, .limit = 99})
              .value.lines);
  std::ranges::sort(all_running);
  CHECK(running_ids(1, 99) == all_running);
  CHECK(all_running.size() < kCount);
  CHECK(running_ids(1, 2).size() == 2);
  CHECK(running_ids(1, 0).empty());
  CHECK(running_ids(3, 99).empty());

  // An account that sits in two seats has one match.
  REQUIRE(asker.ask(CreateMatch{match(200, {3, 3})}).kept());
  CHECK(asker.ask(ListMatches{.account = account_id(3), .only_running = true, .before = std::nullopt, .limit = 9})
            .value.lines.size() == 1);
  CHECK(running_ids(3, 99) == std::vector{match_id(200)});
}

void check_deadlines(Asker& asker) {
  make_accounts(asker, 1);
  CHECK(asker.ask(LoadDeadlines{}).value.deadlines.empty());
  CHECK(asker.ask(LoadDeadlines{}).value.running == 0);
  for (const std::uint64_t number : {51U, 52U, 53U, 54U}) {
    REQUIRE(
        asker.ask(CreateMatch{match(number, {1, 0}), number == 53 ? std::optional(moment(7)) : std::nullopt}).verdict ==
        Verdict::kKept);
  }
  const auto append_by = [&asker](std::uint64_t number, std::uint32_t index, std::optional<Timestamp> deadline) {
    AppendMove request = append(number, index);
    request.deadline = deadline;
    CHECK(asker.ask(request).kept());
  };
  append_by(51, 0, moment(500));
  append_by(51, 1, moment(900));
  append_by(52, 0, moment(800));
  append_by(54, 0, moment(600));

  std::vector<Deadline> deadlines = asker.ask(LoadDeadlines{}).value.deadlines;
  REQUIRE(deadlines.size() == 4);
  CHECK(asker.ask(LoadDeadlines{}).value.running == 4);
  CHECK(asker.ask(LoadDeadlines{.with_running = false}).value.running == 0);
  CHECK(asker.ask(LoadDeadlines{.with_running = false}).value.deadlines.size() == 4);
  CHECK(deadlines[0].match == match_id(53));
  CHECK(deadlines[0].at == moment(7));
  CHECK(deadlines[1].match == match_id(54));
  CHECK(deadlines[2].match == match_id(52));
  CHECK(deadlines[3].match == match_id(51));
  CHECK(deadlines[3].at == moment(900));

  // Those up to a time are among those that are told of.
  const auto until = [&asker](Timestamp at) {
    std::vector<MatchId> found;
    for (const Deadline& one : asker.ask(LoadDeadlines{.until = at}).value.deadlines) {
      if (one.at <= at) found.push_back(one.match);
    }
    return found;
  };
  CHECK(until(moment(6)).empty());
  CHECK(until(moment(7)) == std::vector{match_id(53)});
  CHECK(until(moment(800)) == std::vector{match_id(53), match_id(54), match_id(52)});
  CHECK(until(moment(900)).size() == 4);

  append_by(53, 0, std::nullopt);
  append_by(52, 1, std::nullopt);
  CHECK(asker.ask(append_last(51, 2, 1)).kept());
  deadlines = asker.ask(LoadDeadlines{}).value.deadlines;
  REQUIRE(deadlines.size() == 1);
  CHECK(asker.ask(LoadDeadlines{}).value.running == 3);
  CHECK(deadlines[0].match == match_id(54));
  CHECK(deadlines[0].at == moment(600));
}

// Many at once, without waiting: each is judged by those before it, and answered in their order.
void check_order(Asker& asker) {
  make_accounts(asker, 2);
  constexpr std::uint64_t kMatches = 20;
  constexpr std::uint32_t kMoves = 12;
  std::vector<std::uint64_t> kept;
  std::vector<std::uint64_t> refused;
  for (std::uint64_t number = 1; number <= kMatches; ++number) {
    kept.push_back(asker.submit(CreateMatch{match(300 + number, {1, 2})}));
  }
  for (std::uint32_t index = 0; index < kMoves; ++index) {
    for (std::uint64_t number = 1; number <= kMatches; ++number) {
      if (index == 5) refused.push_back(asker.submit(append(300 + number, index + 1)));
      const bool last = index + 1 == kMoves && number % 2 == 0;
      kept.push_back(asker.submit(last ? append_last(300 + number, index, 1) : append(300 + number, index)));
      if (last) refused.push_back(asker.submit(append(300 + number, index + 1)));
    }
  }
  for (const std::uint64_t ticket : kept) CHECK(asker.take(ticket).kept());
  for (const std::uint64_t ticket : refused) CHECK(asker.take(ticket).verdict == Verdict::kConflict);
  const std::vector<std::uint64_t> order = asker.answers().order();
  CHECK(std::ranges::is_sorted(order));
  CHECK(asker.store().pending() == 0);
  for (std::uint64_t number = 1; number <= kMatches; ++number) {
    const Boxed<StoredMatch> stored = asker.ask(LoadMatch{match_id(300 + number)}).value;
    REQUIRE(stored);
    CHECK(stored->moves == moves(300 + number, kMoves));
    CHECK(stored->end.has_value() == (number % 2 == 0));
  }
}

}  // namespace

void check_contract(const OpenEmpty& open_empty) {
  Asker asker = open_empty();
  CHECK(asker.store().incarnation() > 0);
  SUBCASE("accounts") {
    check_accounts(asker);
  }
  SUBCASE("tables") {
    check_tables(asker);
  }
  SUBCASE("tokens of an account") {
    check_tokens(asker);
  }
  SUBCASE("members") {
    check_members(asker);
  }
  SUBCASE("passkeys") {
    check_passkeys(asker);
  }
  SUBCASE("names of tokens") {
    check_names_of_tokens(asker);
  }
  SUBCASE("accounts that are to be deleted") {
    check_planned_deletion(asker);
  }
  SUBCASE("tries to get in") {
    check_tries(asker);
  }
  SUBCASE("names of an account") {
    check_renames(asker);
  }
  SUBCASE("guests expire") {
    check_expiry(asker);
  }
  SUBCASE("names that accounts had before") {
    check_old_names(asker);
  }
  SUBCASE("what players have told about others") {
    check_relations(asker);
  }
  SUBCASE("invitations") {
    check_invitations(asker);
  }
  SUBCASE("bans") {
    check_bans(asker);
  }
  SUBCASE("matches") {
    check_matches(asker);
  }
  SUBCASE("moves") {
    check_moves(asker);
  }
  SUBCASE("a match that is over when it is created") {
    check_end_at_creation(asker);
  }
  SUBCASE("the end of a match") {
    check_end(asker);
  }
  SUBCASE("closing links") {
    check_closing_links(asker);
  }
  SUBCASE("end statements") {
    check_end_statements(asker);
  }
  SUBCASE("lists of matches") {
    check_lists(asker);
  }
  SUBCASE("deadlines") {
    check_deadlines(asker);
  }
  SUBCASE("a match that is made void") {
    check_void(asker);
  }
  SUBCASE("the ledger of an account") {
    check_ledger(asker);
  }
  SUBCASE("the highest tallies") {
    check_board(asker);
  }
  SUBCASE("tallies that are the best of their rows") {
    check_bests(asker);
  }
  SUBCASE("the stable of an account") {
    check_stable(asker);
  }
  SUBCASE("heroes of an account that have left it") {
    check_heroes_remembered(asker);
  }
  SUBCASE("heroes that a match takes") {
    check_hero_taking(asker);
  }
  SUBCASE("heroes that a match gives back") {
    check_hero_booking(asker);
  }
  SUBCASE("heroes of accounts that are erased or deleted") {
    check_hero_erasing(asker);
  }
  SUBCASE("lists of heroes") {
    check_hero_lists(asker);
  }
  SUBCASE("the order of answers") {
    check_order(asker);
  }
}

}  // namespace wyrmhall::persistence::testing
