#include "persistence/sql/members.h"

#include <algorithm>

namespace wyrmhall::persistence::sql {
namespace {

// How many counts that are over are forgotten with each that is made: more than can be made meanwhile.
constexpr std::int64_t kForgottenAtOnce = 8;

constexpr const char* kPassword = "SELECT passes, memory_kib, salt, key FROM passwords WHERE account = ?";

Boxed<PasswordHash> password_in(Cursor&& row) {
  if (!row.next()) return {};
  return PasswordHash{.passes = row.as<std::uint32_t>(0),
                      .memory_kib = row.as<std::uint32_t>(1),
                      .salt = row.array<16>(2),
                      .key = row.array<32>(3)};
}

}  // namespace

MemberWriter::MemberWriter(Database& database, TokenWriter& tokens)
    : tokens_(tokens),
      passkeys_(database),
      account_(
          database,
          "SELECT id, name, created_at, blocked_at, delete_at FROM accounts WHERE name_key = ? AND deleted_at IS NULL"),
      living_(database, "SELECT 1 FROM accounts WHERE id = ? AND deleted_at IS NULL"),
      password_(database, kPassword),
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
                           .blocked_at = row.maybe_time(3),
                           .delete_at = row.maybe_time(4)};
  answer.password = password_of(answer.account->id);
  answer.member = is_member(answer.account->id);
}

void MemberWriter::take_back(const TakeBackTry& request) {
  for (const TryCount& count : request.counts) {
    const Timestamp stands = until(count.what);
    if (stands != Timestamp{}) set_until_.run(count.what, stands - count.every);
  }
}

Boxed<PasswordHash> MemberWriter::password_of(const AccountId& account) {
  return password_in(password_.query(account));
}

void MemberWriter::keep(const KeepPassword& request, Outcome& outcome) {
  outcome.verdict = Verdict::kConflict;
  if (!living_.query(request.account).next()) return;
  const Boxed<PasswordHash> now = password_of(request.account);
  if (now == request.password) {
    outcome.verdict = Verdict::kKept;
    return;
  }
  // A new member's codes come with the first way in.
  const bool fits = now == request.before && (request.codes.empty() || !is_member(request.account));
  const bool may = request.code ? use_up(request.account, *request.code) : fits;
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
  if (!is_member(request.account)) return false;
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

void MemberWriter::keep(const KeepPasskey& request, Outcome& outcome) {
  const Passkey& passkey = *request.passkey;
  const auto refuse = [&](Conflict conflict) { outcome = {.verdict = Verdict::kConflict, .conflict = conflict}; };
  if (!living_.query(request.account).next()) return refuse(Conflict::kNothing);
  if (const auto owner = passkeys_.owner(passkey.id)) {
    if (*owner != request.account) refuse(Conflict::kToken);
    return;
  }
  if (passkeys_.count(request.account) >= request.limit) return refuse(Conflict::kLimit);
  if (is_member(request.account) != request.codes.empty()) return refuse(Conflict::kSecret);
  passkeys_.insert(request.account, passkey);
  if (!request.codes.empty()) put_codes(request.account, request.codes);
}

void MemberWriter::use(const UsePasskey& request, Outcome& outcome) {
  if (request.token && tokens_.owner(request.token->hash) == request.account) return;
  if (!passkeys_.use(request)) {
    outcome = {.verdict = Verdict::kConflict, .conflict = Conflict::kSecret};
    return;
  }
  if (!request.token) return;
  tokens_.add({.account = request.account, .token = *request.token, .limit = request.limit, .replaces = true}, outcome);
}

void MemberWriter::drop(const DropPasskey& request, Outcome& outcome) {
  if (passkeys_.owner(request.id) != request.account) return;
  if (passkeys_.count(request.account) == 1 && !password_of(request.account)) {
    outcome = {.verdict = Verdict::kConflict, .conflict = Conflict::kSecret};
    return;
  }
  passkeys_.drop(request.id);
}

void MemberWriter::forget(const AccountId& account) {
  passkeys_.forget(account);
  drop_password_.run(account);
  drop_codes_.run(account);
}

MemberReader::MemberReader(Database& database)
    : read_(database,
            "SELECT EXISTS (SELECT 1 FROM passwords WHERE account = ?1), "
            "(SELECT count(*) FROM recovery_codes WHERE account = ?1)"),
      history_(database, "SELECT created_at, renames_since, delete_at FROM accounts WHERE id = ?"),
      former_(database, "SELECT name_key FROM old_names WHERE account = ? ORDER BY name_key"),
      password_(database, kPassword),
      passkeys_(database) {}

ReadMembership::Answer MemberReader::read(const AccountId& account) {
  Cursor row = read_.query(account);
  if (!row.next()) return {};
  return {.password = row.integer(0) != 0,
          .codes_left = row.as<std::uint32_t>(1),
          .passkeys = passkeys_.of(account),
          .history = history_of(account)};
}

Boxed<AccountHistory> MemberReader::history_of(const AccountId& account) {
  Cursor row = history_.query(account);
  if (!row.next()) return std::nullopt;
  AccountHistory history{.created_at = row.time(0),
                         .delete_at = row.maybe_time(2).value_or(Timestamp{}),
                         .renamed_at = row.time(1),
                         .former_keys = {}};
  Cursor former = former_.query(account);
  while (former.next()) history.former_keys.push_back(former.bytes(0));
  return history;
}

FindPasskey::Answer MemberReader::find(const std::string& passkey) {
  FindPasskey::Answer found = passkeys_.find(passkey);
  if (found.account) found.password = password_in(password_.query(found.account->id));
  return found;
}

}  // namespace wyrmhall::persistence::sql
