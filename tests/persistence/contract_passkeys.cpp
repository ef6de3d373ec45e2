// Passkeys, the names of tokens, and accounts that are to be deleted: the part of the contract that is about them.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/persistence/contract.h"
#include "tests/persistence/samples.h"

namespace wyrmhall::persistence::testing {
namespace {

constexpr Timestamp kMadeAt = from_unix_micros(1'770'000'000'000'000);

Passkey passkey(const std::string& id) {
  return {.id = id,
          .host = "hall.example",
          .key = "key of " + id,
          .counter = 0,
          .name = "a phone",
          .made_at = kMadeAt + std::chrono::seconds(static_cast<int>(id.size())),
          .used_at = kMadeAt};
}

Hash code_hash(std::uint8_t number) {
  return {number, 3};
}

Token token_of(std::uint8_t number) {
  return {.hash = {number, 5}, .client = "client", .made_at = kMadeAt, .used_at = kMadeAt};
}

}  // namespace

void check_passkeys(Asker& asker) {
  make_accounts(asker, 2);
  const auto membership = [&](std::uint64_t who) { return asker.ask(ReadMembership{account_id(who)}).value; };
  const auto keep = [&](std::uint64_t who, const std::string& id, const std::vector<Hash>& codes = {}) {
    return asker.ask(KeepPasskey{.account = account_id(who), .passkey = passkey(id), .codes = codes, .limit = 2});
  };
  const auto found = [&](const std::string& id) { return asker.ask(FindPasskey{id}).value; };

  // A guest becomes a member by the first, which brings the codes.
  CHECK_FALSE(found("a").passkey);
  CHECK(keep(1, "a").conflict == Conflict::kSecret);
  CHECK(keep(1, "a", {code_hash(1), code_hash(2)}).kept());
  CHECK(keep(1, "a", {code_hash(1), code_hash(2)}).kept());  // repeated
  CHECK(keep(2, "a", {code_hash(9)}).conflict == Conflict::kToken);
  CHECK(keep(1, "bb", {code_hash(9)}).conflict == Conflict::kSecret);
  CHECK(keep(1, "bb").kept());
  CHECK(keep(1, "ccc").conflict == Conflict::kLimit);
  CHECK(keep(99, "ccc", {code_hash(9)}).verdict == Verdict::kConflict);
  CHECK(membership(1).member());
  CHECK_FALSE(membership(1).password);
  CHECK(membership(1).codes_left == 2);
  CHECK(membership(1).passkeys == std::vector{passkey("a"), passkey("bb")});
  CHECK_FALSE(membership(2).member());
  CHECK(*found("bb").passkey == passkey("bb"));
  CHECK(found("bb").account->id == account_id(1));
  CHECK(asker.ask(CountTry{.name_key = account(1).name_key, .counts = {}, .at = kMadeAt}).value.member);
  CHECK(asker.ask(KeepRecoveryCodes{.account = account_id(1), .codes = {code_hash(4)}}).kept());
  CHECK(membership(1).codes_left == 1);

  // Used, it lets in; the counter that it was used with counts once.
  const auto use = [&](std::uint64_t who, std::uint32_t before, std::uint32_t counter, Boxed<Token> token = {}) {
    return asker.ask(UsePasskey{.account = account_id(who),
                                .id = "a",
                                .before = before,
                                .counter = counter,
                                .at = kMadeAt + std::chrono::hours(1),
                                .token = std::move(token),
                                .limit = 2});
  };
  CHECK(use(2, 0, 1).conflict == Conflict::kSecret);
  CHECK(use(1, 0, 7, token_of(1)).kept());
  CHECK(use(1, 0, 7, token_of(1)).kept());  // repeated
  CHECK(use(1, 0, 8, token_of(2)).conflict == Conflict::kSecret);
  CHECK(use(1, 7, 8).kept());
  CHECK(found("a").passkey->counter == 8);
  CHECK(found("a").passkey->used_at == kMadeAt + std::chrono::hours(1));
  CHECK(use(1, 8, 9, token_of(2)).kept());
  CHECK(asker.ask(ListTokens{account_id(1)}).value.size() == 2);

  // The last way in stays.
  const auto drop = [&](std::uint64_t who, const std::string& id) {
    return asker.ask(DropPasskey{.account = account_id(who), .id = id});
  };
  CHECK(drop(2, "a").kept());
  CHECK(drop(1, "a").kept());
  CHECK(drop(1, "a").kept());  // repeated
  CHECK(drop(1, "bb").conflict == Conflict::kSecret);
  CHECK(membership(1).passkeys == std::vector{passkey("bb")});

  // A member is not deleted for not coming; of one that is erased nothing is left.
  const auto later = kMadeAt + std::chrono::days(9);
  CHECK(asker.ask(ExpireAccounts{.before = later, .accounts = {account_id(1)}}).value.deleted == 0);
  CHECK(asker.ask(EraseAccount{.account = account_id(1), .name = "gone", .name_key = "gone:1"}).kept());
  CHECK_FALSE(found("bb").passkey);
  CHECK_FALSE(membership(1).member());
  CHECK(keep(1, "d", {code_hash(1)}).verdict == Verdict::kConflict);
}

void check_names_of_tokens(Asker& asker) {
  make_accounts(asker, 2);
  const auto name = [&](std::uint64_t who, std::uint64_t token, const std::string& wanted) {
    return asker.ask(NameToken{.account = account_id(who), .hash = account(token).token_hash, .name = wanted});
  };
  const auto named = [&] { return asker.ask(ListTokens{account_id(1)}).value.front().name; };
  CHECK(named().empty());
  CHECK(name(1, 1, "the old laptop").kept());
  CHECK(name(1, 1, "the old laptop").kept());  // repeated
  CHECK(named() == "the old laptop");
  CHECK(name(1, 2, "somebody else's").verdict == Verdict::kConflict);
  CHECK(name(1, 9, "nobody's").verdict == Verdict::kConflict);
  CHECK(asker.ask(FindAccount{account(1).token_hash}).value.token->name == "the old laptop");
  CHECK(name(1, 1, "").kept());
  CHECK(named().empty());
  const Token reading{.hash = account(9).token_hash,
                      .client = "",
                      .made_at = kMadeAt,
                      .used_at = kMadeAt,
                      .name = "a board",
                      .read_only = true};
  CHECK(asker.ask(AddToken{.account = account_id(1), .token = reading}).kept());
  CHECK(*asker.ask(FindAccount{account(9).token_hash}).value.token == reading);
  CHECK(asker.ask(ListTokens{account_id(1)}).value.back() == reading);
}

void check_planned_deletion(Asker& asker) {
  make_accounts(asker, 2);
  const auto delete_at = [&] { return asker.ask(ReadMembership{account_id(1)}).value.delete_at(); };
  const auto plan = [&](std::optional<Timestamp> at, Boxed<Hash> code = {}) {
    return asker.ask(PlanDeletion{.account = account_id(1), .at = at, .code = std::move(code)});
  };
  const auto erase = [&](Timestamp at) {
    return asker.ask(
        EraseAccount{.account = account_id(1), .name = "gone", .name_key = "gone:1", .at = at, .if_wanted = true});
  };
  CHECK(delete_at() == Timestamp{});
  CHECK(erase(moment(90)).verdict == Verdict::kConflict);
  CHECK(plan(moment(80)).kept());
  CHECK(plan(moment(85)).kept());  // asked for again, it does not come later
  CHECK(delete_at() == moment(80));
  CHECK(asker.ask(FindAccount{account(1).token_hash}).value.account->delete_at == moment(80));
  CHECK(plan(std::nullopt).kept());
  CHECK(plan(std::nullopt).kept());
  CHECK(delete_at() == Timestamp{});
  CHECK(erase(moment(90)).verdict == Verdict::kConflict);

  CHECK(plan(moment(80), code_hash(1)).conflict == Conflict::kSecret);
  CHECK(delete_at() == Timestamp{});
  REQUIRE(asker
              .ask(KeepPassword{.account = account_id(1),
                                .password = PasswordHash{.passes = 1, .memory_kib = 8},
                                .codes = {code_hash(1)}})
              .kept());
  CHECK(plan(moment(80), code_hash(1)).kept());
  CHECK(asker.ask(ReadMembership{account_id(1)}).value.codes_left == 0);
  CHECK(erase(moment(80) - Duration(1)).verdict == Verdict::kConflict);
  CHECK(erase(moment(80)).kept());
  CHECK(asker.ask(ListTokens{account_id(1)}).value.empty());
  CHECK(plan(moment(95)).verdict == Verdict::kConflict);
  CHECK(asker.ask(PlanDeletion{.account = account_id(99), .at = moment(1)}).verdict == Verdict::kConflict);
}

}  // namespace wyrmhall::persistence::testing
