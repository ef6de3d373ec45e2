// By which tokens people sign in, and what they are called: the part of the contract that is about them.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "tests/persistence/contract.h"
#include "tests/persistence/samples.h"

namespace wyrmhall::persistence::testing {
namespace {

constexpr Duration kDay = std::chrono::days(1);
constexpr Timestamp kNow = from_unix_micros(1'770'000'000'000'000);

// The number makes the hash; the first token of account n has the number n.
Token token(std::uint64_t number) {
  return {.hash = account(number).token_hash,
          .client = "client " + std::to_string(number),
          .made_at = account(number).created_at,
          .used_at = account(number).created_at};
}

}  // namespace

void check_tokens(Asker& asker) {
  REQUIRE(asker.ask(CreateAccount{.account = account(1), .client = "client 1"}).kept());
  REQUIRE(asker.ask(CreateAccount{.account = account(2), .client = "client 2"}).kept());
  const auto listed = [&](std::uint64_t who) { return asker.ask(ListTokens{account_id(who)}).value; };
  const auto found = [&](std::uint64_t number) { return asker.ask(FindAccount{account(number).token_hash}); };
  const auto add = [&](std::uint64_t who, std::uint64_t number, bool alone = false) {
    return asker.ask(AddToken{.account = account_id(who), .token = token(number), .limit = 3, .alone = alone});
  };
  CHECK(listed(1) == std::vector{token(1)});
  CHECK(listed(99).empty());
  CHECK(*found(1).value.token == token(1));

  CHECK(add(1, 11).kept());
  CHECK(add(1, 11).kept());  // repeated
  CHECK(add(1, 12).kept());
  CHECK(listed(1) == std::vector{token(1), token(11), token(12)});
  CHECK(found(12).value.account->id == account_id(1));
  CHECK(add(1, 13).conflict == Conflict::kLimit);
  CHECK(add(1, 13).verdict == Verdict::kConflict);
  // In the place of the one that was used least recently.
  CHECK(asker.ask(AddToken{.account = account_id(1), .token = token(13), .limit = 3, .replaces = true}).kept());
  CHECK(listed(1) == std::vector{token(11), token(12), token(13)});
  CHECK(asker.ask(RevokeTokens{.account = account_id(1), .only = account(13).token_hash}).kept());
  CHECK(add(1, 1).kept());
  CHECK(add(2, 11).conflict == Conflict::kToken);
  CHECK(add(99, 20).verdict == Verdict::kConflict);
  Account taken = account(3);
  taken.token_hash = account(12).token_hash;
  CHECK(asker.ask(CreateAccount{taken}).conflict == Conflict::kToken);

  CHECK(asker.ask(TouchToken{.hash = account(11).token_hash, .client = "newer", .at = moment(77)}).verdict ==
        Verdict::kKept);
  CHECK(asker.ask(TouchToken{.hash = account(50).token_hash, .client = "none", .at = moment(77)}).verdict ==
        Verdict::kKept);
  CHECK_FALSE(found(50).value.account);
  Token touched = token(11);
  touched.client = "newer";
  touched.used_at = moment(77);
  CHECK(*found(11).value.token == touched);

  // One; one of somebody else, which is nobody's affair; all but one; all.
  const auto revoke = [&](std::uint64_t who, std::optional<Hash> only, std::optional<Hash> but = {}) {
    CHECK(asker.ask(RevokeTokens{.account = account_id(who), .only = only, .but = but}).kept());
  };
  revoke(1, account(12).token_hash);
  revoke(1, account(12).token_hash);
  revoke(2, account(1).token_hash);
  CHECK(listed(1) == std::vector{token(1), touched});
  CHECK_FALSE(found(12).value.account);
  revoke(1, {}, account(11).token_hash);
  CHECK(listed(1) == std::vector{touched});
  CHECK(listed(2) == std::vector{token(2)});
  CHECK(add(1, 13).kept());
  CHECK(add(1, 14, true).kept());
  CHECK(listed(1) == std::vector{token(14)});
  revoke(1, {});
  CHECK(listed(1).empty());

  // An erased account has none, and gets none.
  CHECK(asker.ask(EraseAccount{.account = account_id(2), .name = "gone", .name_key = "gone:2"}).verdict ==
        Verdict::kKept);
  CHECK(listed(2).empty());
  CHECK_FALSE(found(2).value.account);
  CHECK(add(2, 21).verdict == Verdict::kConflict);
}

void check_renames(Asker& asker) {
  make_accounts(asker, 2);
  const auto who_has = [&](const std::string& name_key) {
    const auto found = asker.ask(FindPlayers{.name_keys = {name_key}, .asked_by = account_id(2)}).value;
    return found.empty() ? AccountId{} : found.front().person.account;
  };
  const auto rename = [&](std::uint64_t who, const std::string& name, Timestamp at = kNow, std::uint32_t most = 2) {
    return asker.ask(RenameAccount{.account = account_id(who),
                                   .name = name,
                                   .name_key = "key of " + name,
                                   .at = at,
                                   .most = most,
                                   .within = kDay});
  };
  REQUIRE(asker.ask(CreateMatch{match(20, {1, 2})}).kept());
  CHECK(rename(1, "Mira").kept());
  CHECK(rename(1, "Mira").kept());  // repeated, and not counted
  const auto found = asker.ask(FindAccount{account(1).token_hash});
  REQUIRE(found.value.account);
  CHECK(found.value.account->name == "Mira");
  CHECK(who_has("key of Mira") == account_id(1));
  CHECK(who_has(account(1).name_key) == AccountId{});  // free again
  CHECK(asker.ask(LoadMatch{match_id(20)}).value->row.seats[0].name == account(1).name);

  CHECK(rename(2, "Mira").conflict == Conflict::kName);
  CHECK(rename(2, "Mira").verdict == Verdict::kConflict);
  CHECK(rename(99, "Nobody").verdict == Verdict::kConflict);
  CHECK(rename(2, account(1).name).kept());

  // Two within a day; by an administrator as many as need be.
  CHECK(rename(1, "Nora", kNow + std::chrono::microseconds(5)).kept());
  const auto refused = rename(1, "Olga", kNow + std::chrono::microseconds(6));
  CHECK(refused.verdict == Verdict::kConflict);
  CHECK(refused.conflict == Conflict::kLimit);
  CHECK(refused.value.again_at == kNow + kDay);
  CHECK(rename(1, "Olga", kNow + std::chrono::microseconds(7), 0).kept());
  CHECK(rename(1, "Nora", kNow + std::chrono::microseconds(8)).conflict == Conflict::kLimit);
  CHECK(rename(1, "Nora", kNow + kDay).kept());
  CHECK(asker.ask(ReadMembership{account_id(1)}).value.history->renamed_at == kNow + kDay);

  CHECK(asker.ask(EraseAccount{.account = account_id(1), .name = "gone", .name_key = "gone:1"}).verdict ==
        Verdict::kKept);
  CHECK(rename(1, "Back", kNow + kDay).verdict == Verdict::kConflict);
}

void check_old_names(Asker& asker) {
  constexpr Duration kReserved = std::chrono::hours(24 * 90);
  make_accounts(asker, 3);
  const auto rename = [&](std::uint64_t who, const std::string& name, Timestamp at) {
    return asker
        .ask(RenameAccount{.account = account_id(who),
                           .name = name,
                           .name_key = "key of " + name,
                           .at = at,
                           .reserved_for = kReserved})
        .conflict;
  };
  const auto found = [&](const std::string& name_key) {
    return asker.ask(FindPlayers{.name_keys = {name_key}, .asked_by = account_id(3)}).value;
  };
  const auto arrives = [&](std::uint64_t number, const std::string& name, Timestamp at) {
    Account comer = account(number);
    comer.name_key = "key of " + name;
    comer.created_at = at;
    return asker.ask(CreateAccount{comer}).conflict;
  };
  REQUIRE(rename(1, "Mira", kNow) == Conflict::kNothing);
  REQUIRE(rename(1, "Nora", kNow) == Conflict::kNothing);
  // Nobody else can take it, and who is looked for by it is found under the name of now.
  CHECK(rename(2, "Mira", kNow + kReserved - Duration(1)) == Conflict::kName);
  CHECK(arrives(10, "Mira", kNow + kReserved - Duration(1)) == Conflict::kName);
  REQUIRE(found("key of Mira").size() == 1);
  CHECK(found("key of Mira").front().person == Person{.account = account_id(1), .name = "Nora"});
  CHECK(found("key of Mira").front().name_key == "key of Mira");
  // Who had it takes it back.
  CHECK(rename(1, "Mira", kNow) == Conflict::kNothing);
  CHECK(found("key of Nora").front().person.name == "Mira");
  CHECK(rename(1, "Olga", kNow) == Conflict::kNothing);
  // In time it is anybody's, and leads to whoever takes it.
  CHECK(found("key of Mira").front().person.account == account_id(1));
  CHECK(rename(2, "Mira", kNow + kReserved) == Conflict::kNothing);
  CHECK(found("key of Mira").front().person.account == account_id(2));
  CHECK(arrives(10, "Nora", kNow + kReserved) == Conflict::kNothing);
  CHECK(found("key of Nora").front().person.account == account_id(10));
  // All of it is told to who asks for their own data.
  const auto history = asker.ask(ReadMembership{account_id(1)}).value.history;
  REQUIRE(history);
  CHECK(history->created_at == account(1).created_at);
  CHECK(history->renamed_at == Timestamp{});  // an administrator did
  CHECK(history->former_keys == std::vector{account(1).name_key});
  CHECK_FALSE(asker.ask(ReadMembership{account_id(99)}).value.history);
  // With the account go the names that it had.
  CHECK(rename(10, "Petra", kNow + kReserved) == Conflict::kNothing);
  REQUIRE(asker.ask(EraseAccount{.account = account_id(10), .name = "gone", .name_key = "gone:10"}).kept());
  CHECK(found("key of Nora").empty());
  CHECK(found("gone:10").empty());
  CHECK(arrives(11, "Nora", kNow + kReserved) == Conflict::kNothing);
}

void check_expiry(Asker& asker) {
  make_accounts(asker, 9);
  const Timestamp before = account(9).created_at + std::chrono::microseconds(1);
  const auto there = [&](std::uint64_t number) {
    return static_cast<bool>(asker.ask(FindAccount{account(number).token_hash}).value.account);
  };
  const auto expire = [&](const std::vector<std::uint64_t>& numbers, Timestamp unused_since) {
    ExpireAccounts request{.before = unused_since, .accounts = {}};
    for (const std::uint64_t number : numbers) request.accounts.push_back(account_id(number));
    const auto answer = asker.ask(request);
    CHECK(answer.kept());
    return answer.value.deleted;
  };
  // 1 plays, 2 has played, 3 has come back, by its second token; 4 is blocked, 5 is erased.
  REQUIRE(asker.ask(CreateMatch{match(20, {1, 0})}).kept());
  REQUIRE(asker.ask(CreateMatch{match(21, {2, 0})}).kept());
  REQUIRE(asker.ask(append_last(21, 0, 2)).kept());
  REQUIRE(asker.ask(AddToken{.account = account_id(3), .token = token(33)}).kept());
  REQUIRE(asker.ask(TouchToken{.hash = token(33).hash, .client = "c", .at = before}).kept());
  REQUIRE(asker.ask(BlockAccount{.account = account_id(4), .at = kNow, .reason = "r"}).kept());
  REQUIRE(asker.ask(EraseAccount{.account = account_id(5), .name = "gone", .name_key = "gone:5"}).verdict ==
          Verdict::kKept);
  // 6 has two tokens, has blocked somebody and is blocked; all that goes.
  REQUIRE(asker.ask(AddToken{.account = account_id(6), .token = token(66)}).kept());
  REQUIRE(
      asker.ask(TouchToken{.hash = token(66).hash, .client = "c", .at = before - std::chrono::microseconds(1)}).kept());
  REQUIRE(asker.ask(RelatePlayers{.account = account_id(6), .other = account_id(1)}).kept());
  REQUIRE(asker.ask(RelatePlayers{.account = account_id(1), .other = account_id(6)}).kept());
  CHECK(expire({6}, account(6).created_at) == 0);  // not made before
  CHECK(expire({1, 2, 3, 4, 5, 6, 99}, before) == 1);
  for (const std::uint64_t stays : {1, 2, 3, 4, 7, 8, 9}) CHECK(there(stays));
  CHECK_FALSE(there(6));
  CHECK_FALSE(asker.ask(FindAccount{token(66).hash}).value.account);
  CHECK(asker.ask(ListTokens{account_id(6)}).value.empty());
  CHECK(asker.ask(ListRelated{account_id(1)}).value.empty());
  CHECK(asker.ask(ListRelated{account_id(6)}).value.empty());
  CHECK(expire({6}, before) == 0);  // repeated
  CHECK(expire({3}, before + std::chrono::microseconds(1)) == 1);
  // Nobody sits down by an account that is gone.
  CHECK(asker.ask(CreateMatch{match(22, {7, 6})}).verdict == Verdict::kConflict);
  CHECK_FALSE(asker.ask(LoadMatch{match_id(22)}).value);
  // Its name is free again, and its token.
  Account again = account(6);
  again.id = account_id(60);
  CHECK(asker.ask(CreateAccount{again}).kept());
  CHECK(asker.ask(FindPlayers{.name_keys = {account(6).name_key}}).value.front().person.account == account_id(60));
  CHECK(expire({7, 8, 9}, before) == 3);
}

}  // namespace wyrmhall::persistence::testing
