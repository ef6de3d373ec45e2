// Members: passwords, recovery codes, and how often somebody may try: the part of the contract that is about them.
#include <doctest/doctest.h>

#include <vector>

#include "tests/persistence/contract.h"
#include "tests/persistence/samples.h"

namespace wyrmhall::persistence::testing {
namespace {

constexpr Duration kMinute = std::chrono::minutes(1);
constexpr Timestamp kTryTime = from_unix_micros(1'770'000'000'000'000);

PasswordHash password_hash(std::uint8_t number) {
  return {.passes = 3, .memory_kib = 65'536, .salt = {number}, .key = {number, 1}};
}

Hash secret_hash(std::uint8_t number) {
  return {number, 7};
}

Token new_token(std::uint8_t number) {
  return {.hash = {number, 9}, .client = "client", .made_at = kTryTime + number * kMinute, .used_at = kTryTime};
}

}  // namespace

void check_members(Asker& asker) {
  make_accounts(asker, 3);
  const auto membership = [&](std::uint64_t who) { return asker.ask(ReadMembership{account_id(who)}).value; };
  const auto keep = [&](std::uint8_t now, Boxed<PasswordHash> before, Boxed<Hash> code = {},
                        const std::vector<Hash>& codes = {}) {
    return asker.ask(KeepPassword{.account = account_id(1),
                                  .password = password_hash(now),
                                  .before = std::move(before),
                                  .code = std::move(code),
                                  .codes = codes,
                                  .at = kTryTime});
  };
  const auto known = [&](std::uint64_t who) {
    return asker.ask(CountTry{.name_key = account(who).name_key, .counts = {}, .at = kTryTime}).value;
  };
  CHECK_FALSE(membership(1).member());
  CHECK(known(1).account->id == account_id(1));
  CHECK_FALSE(known(1).password);
  CHECK_FALSE(known(99).account);

  // A guest becomes a member; repeated that is the same, and with another password it is none.
  const std::vector<Hash> codes = {secret_hash(1), secret_hash(2), secret_hash(3)};
  CHECK(keep(1, password_hash(9)).conflict == Conflict::kSecret);
  CHECK(keep(1, {}, {}, codes).kept());
  CHECK(keep(1, {}, {}, codes).kept());
  CHECK(keep(2, {}).conflict == Conflict::kSecret);
  CHECK(membership(1).member());
  CHECK(membership(1).codes_left == 3);
  CHECK_FALSE(membership(2).member());
  CHECK(*known(1).password == password_hash(1));
  CHECK(asker.ask(KeepPassword{.account = account_id(99), .password = password_hash(1)}).verdict == Verdict::kConflict);

  // Another password by the one before, or by a code, which is used up.
  CHECK(keep(2, password_hash(1)).kept());
  CHECK(keep(3, password_hash(1)).conflict == Conflict::kSecret);
  CHECK(keep(3, {}, secret_hash(8)).conflict == Conflict::kSecret);
  CHECK(keep(3, {}, secret_hash(1)).kept());
  CHECK(keep(3, {}, secret_hash(1)).kept());  // repeated
  CHECK(keep(4, {}, secret_hash(1)).conflict == Conflict::kSecret);
  CHECK(*known(1).password == password_hash(3));
  CHECK(membership(1).codes_left == 2);

  // A code lets in once, by a token, for which an older one goes if need be.
  const auto use = [&](std::uint64_t who, std::uint8_t code, std::uint8_t number) {
    return asker.ask(
        UseRecoveryCode{.account = account_id(who), .code = secret_hash(code), .token = new_token(number), .limit = 2});
  };
  CHECK(use(2, 2, 1).conflict == Conflict::kSecret);
  CHECK(use(1, 8, 1).conflict == Conflict::kSecret);
  CHECK(use(1, 2, 1).kept());
  CHECK(use(1, 2, 1).kept());  // repeated
  CHECK(use(1, 2, 2).conflict == Conflict::kSecret);
  CHECK(membership(1).codes_left == 1);
  CHECK(asker.ask(ListTokens{account_id(1)}).value.size() == 2);
  CHECK(use(1, 3, 2).kept());
  const std::vector<Token> tokens = asker.ask(ListTokens{account_id(1)}).value;
  REQUIRE(tokens.size() == 2);
  CHECK(tokens[0] == new_token(1));
  CHECK(tokens[1] == new_token(2));
  CHECK(membership(1).codes_left == 0);

  CHECK(asker.ask(KeepRecoveryCodes{.account = account_id(1), .codes = {secret_hash(5), secret_hash(6)}}).kept());
  CHECK(membership(1).codes_left == 2);
  CHECK(use(1, 3, 3).conflict == Conflict::kSecret);
  CHECK(asker.ask(KeepRecoveryCodes{.account = account_id(2), .codes = {secret_hash(5)}}).verdict ==
        Verdict::kConflict);

  // A member is not deleted for not coming; of one that is erased nothing is left.
  const auto expired =
      asker.ask(ExpireAccounts{.before = kTryTime + std::chrono::days(9), .accounts = {account_id(1), account_id(2)}});
  CHECK(expired.value.deleted == 1);
  CHECK(membership(1).member());
  CHECK(asker.ask(EraseAccount{.account = account_id(1), .name = "gone", .name_key = "gone:1"}).kept());
  CHECK_FALSE(membership(1).member());
  CHECK(membership(1).codes_left == 0);
  CHECK(keep(1, {}).verdict == Verdict::kConflict);
  CHECK(use(1, 5, 4).conflict == Conflict::kSecret);
}

void check_tries(Asker& asker) {
  make_accounts(asker, 1);
  const TryCount narrow{.what = secret_hash(1), .at_once = 3, .every = kMinute};
  const TryCount wide{.what = secret_hash(2), .at_once = 5, .every = kMinute};
  const auto again = [&](const std::vector<TryCount>& counts, Timestamp at) {
    const auto answer = asker.ask(CountTry{.name_key = account(1).name_key, .counts = counts, .at = at});
    CHECK(answer.kept() == (answer.conflict != Conflict::kLimit));
    CHECK(answer.kept() == answer.value.account.has_value());
    return answer.kept() ? Timestamp{} : answer.value.again_at;
  };
  for (int i = 0; i < 3; ++i) CHECK(again({narrow, wide}, kTryTime) == Timestamp{});
  CHECK(again({narrow, wide}, kTryTime) == kTryTime + kMinute);
  CHECK(again({narrow, wide}, kTryTime + kMinute - Duration(1)) == kTryTime + kMinute);
  // What was refused has not counted, in the other count either.
  CHECK(again({wide}, kTryTime) == Timestamp{});
  CHECK(again({wide}, kTryTime) == Timestamp{});
  CHECK(again({wide}, kTryTime) == kTryTime + kMinute);
  CHECK(again({narrow, wide}, kTryTime + kMinute) == Timestamp{});
  CHECK(again({narrow}, kTryTime + kMinute) == kTryTime + 2 * kMinute);
  // One that is taken back has not counted.
  CHECK(asker.ask(TakeBackTry{{narrow}}).kept());
  CHECK(again({narrow}, kTryTime + kMinute) == Timestamp{});
  CHECK(asker.ask(TakeBackTry{{TryCount{.what = secret_hash(3), .at_once = 1, .every = kMinute}}}).kept());
  // In the end it is as if there had been none.
  for (int i = 0; i < 3; ++i) CHECK(again({narrow}, kTryTime + 60 * kMinute) == Timestamp{});
  CHECK(again({narrow}, kTryTime + 60 * kMinute) == kTryTime + 61 * kMinute);
}

}  // namespace wyrmhall::persistence::testing
