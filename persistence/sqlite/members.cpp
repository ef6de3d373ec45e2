#include "persistence/sqlite/members.h"

#include <algorithm>

namespace wyrmhall::persistence::sqlite {
namespace {

// How many counts that are over are forgotten with each that is made: more than can be made meanwhile.
constexpr std::int64_t kForgottenAtOnce = 8;

}  // namespace

MemberWriter::MemberWriter(Database& database, TokenWriter& tokens)
    : tokens_(tokens),
      account_(database,
               "SELECT id, name, created_at, blocked_at FROM accounts WHERE name_key = ? AND deleted_at IS NULL"),
      living_(database, "SELECT 1 FROM accounts WHERE id = ? AND deleted_at IS NULL"),
      password_(database, "SELECT passes, memory_kib, salt, key FROM passwords WHERE account = ?"),
      set_password_(database,
                    "INSERT INTO passwords (account, passes, memory_kib, salt, key, set_at) VALUES (?, ?, ?, ?, ?, ?) "
                    "ON CONFLICT (account) DO UPDATE SET passes = excluded.passes, memory_kib = excluded.memory_kib, "
                    "salt = excluded.salt, key = excluded.key, set_at = excluded.set_at"),
      drop_password_(database, "DELETE FROM passwords WHERE account = ?"),
      use_code_(database, "DELETE FROM recovery_codes WHERE account = ? AND hash = ? RETURNING 1"),
      add_code_(database, "INSERT INTO recovery_codes (account, hash) VALUES (?, ?) ON CONFLICT DO NOTHING"),
      drop_codes_(database, "DELETE FROM recovery_codes WHERE account = ?"),
      until_(database, "SELECT until FROM tries WHERE what = ?"),
      set_until_(
          database,
          "INSERT INTO tries (what, until) VALUES (?, ?) ON CONFLICT (what) DO UPDATE SET until = excluded.until"),
      forget_old_(database,
                  "DELETE FROM tries WHERE what IN (SELECT what FROM tries WHERE until <= ? ORDER BY until LIMIT ?)") {}

// Each try moves the time on by `every` from now or from where it stands; it may stand `at_once` times that far ahead.
Timestamp MemberWriter::full_until(const TryCount& count, Timestamp at) {
  const Timestamp stands = std::max(until(count.what), at);
  return stands + count.every - count.at_once * count.every;
}

Timestamp MemberWriter::until(const Hash& what) {
  Cursor row = until_.query(what);
  return row.next() ? row.time(0) : Timestamp{};
}

void MemberWriter::count(const CountTry& request, Outcome& outcome, CountTry::Answer& answer) {
  for (const TryCount& count : request.counts) {
    answer.again_at = std::max(answer.again_at, full_until(count, request.at));
  }
  if (answer.again_at > request.at) {
    outcome.verdict = Verdict::kConflict;
    outcome.conflict = Conflict::kLimit;
    return;
  }
  for (const TryCount& count : request.counts) {
    set_until_.run(count.what, std::max(until(count.what), request.at) + count.every);
  }
  forget_old_.run(request.at, kForgottenAtOnce);
  Cursor row = account_.query(std::string_view(request.name_key));
  if (!row.next()) return;
  answer.account = Account{.id = row.id<AccountId>(0),
                           .name = row.bytes(1),
                           .name_key = request.name_key,
                           .created_at = row.time(2),
                           .blocked_at = row.maybe_time(3)};
  answer.password = password_of(answer.account->id);
}

void MemberWriter::take_back(const TakeBackTry& request) {
  for (const TryCount& count : request.counts) {
    const Timestamp stands = until(count.what);
    if (stands != Timestamp{}) set_until_.run(count.what, stands - count.every);
  }
}

Boxed<PasswordHash> MemberWriter::password_of(const AccountId& account) {
  Cursor row = password_.query(account);
  if (!row.next()) return {};
  return PasswordHash{.passes = row.as<std::uint32_t>(0),
                      .memory_kib = row.as<std::uint32_t>(1),
                      .salt = row.array<16>(2),
                      .key = row.array<32>(3)};
}

void MemberWriter::keep(const KeepPassword& request, Outcome& outcome) {
  outcome.verdict = Verdict::kConflict;
  if (!living_.query(request.account).next()) return;
  const Boxed<PasswordHash> now = password_of(request.account);
  if (now == request.password) {
    outcome.verdict = Verdict::kKept;
    return;
  }
  const bool may = request.code ? use_code_.run(request.account, *request.code).has_value() : now == request.before;
  if (!may) {
    outcome.conflict = Conflict::kSecret;
    return;
  }
  const PasswordHash& password = *request.password;
  set_password_.run(request.account, password.passes, password.memory_kib, password.salt, password.key, request.at);
  if (!request.codes.empty()) put_codes(request.account, request.codes);
  outcome.verdict = Verdict::kKept;
}

bool MemberWriter::keep(const KeepRecoveryCodes& request) {
  if (!password_of(request.account)) return false;
  put_codes(request.account, request.codes);
  return true;
}

void MemberWriter::put_codes(const AccountId& account, std::span<const Hash> codes) {
  drop_codes_.run(account);
  for (const Hash& code : codes) add_code_.run(account, code);
}

void MemberWriter::use(const UseRecoveryCode& request, Outcome& outcome) {
  if (tokens_.owner(request.token->hash) == request.account) return;
  if (!use_code_.run(request.account, request.code)) {
    outcome.verdict = Verdict::kConflict;
    outcome.conflict = Conflict::kSecret;
    return;
  }
  tokens_.add({.account = request.account, .token = *request.token, .limit = request.limit, .replaces = true}, outcome);
}

void MemberWriter::forget(const AccountId& account) {
  drop_password_.run(account);
  drop_codes_.run(account);
}

MemberReader::MemberReader(Database& database)
    : read_(database,
            "SELECT EXISTS (SELECT 1 FROM passwords WHERE account = ?1), "
            "(SELECT count(*) FROM recovery_codes WHERE account = ?1)") {}

ReadMembership::Answer MemberReader::read(const AccountId& account) {
  Cursor row = read_.query(account);
  if (!row.next()) return {};
  return {.member = row.integer(0) != 0, .codes_left = row.as<std::uint32_t>(1)};
}

}  // namespace wyrmhall::persistence::sqlite
