#include "persistence/sql/accounts.h"

namespace wyrmhall::persistence::sql {

AccountWriter::AccountWriter(Database& database, TokenWriter& tokens, MemberWriter& members, HeroWriter& heroes,
                             RelationWriter& relations)
    : tokens_(tokens),
      members_(members),
      heroes_(heroes),
      relations_(relations),
      old_names_(database),
      same_(database, "SELECT 1 FROM accounts WHERE id = ? AND name = ? AND name_key = ? AND created_at = ?"),
      clash_(database,
             "SELECT EXISTS (SELECT 1 FROM accounts WHERE id = ?), EXISTS (SELECT 1 FROM accounts WHERE name_key = ?)"),
      insert_(database, "INSERT INTO accounts (id, name, name_key, created_at) VALUES (?, ?, ?, ?)"),
      block_(database, "UPDATE accounts SET blocked_at = ?, block_reason = ? WHERE id = ? RETURNING 1"),
      erase_(database,
             "UPDATE accounts SET name = ?, name_key = ?, block_reason = '', deleted_at = ?, delete_at = NULL "
             "WHERE id = ? RETURNING 1"),
      wanted_(database, "SELECT 1 FROM accounts WHERE id = ? AND delete_at <= ?"),
      plan_(database,
            "UPDATE accounts SET delete_at = coalesce(delete_at, ?) WHERE id = ? AND deleted_at IS NULL RETURNING 1"),
      unplan_(database, "UPDATE accounts SET delete_at = NULL WHERE id = ? AND deleted_at IS NULL RETURNING 1"),
      expires_(database,
               "SELECT 1 FROM accounts WHERE id = ?1 AND created_at < ?2 AND blocked_at IS NULL AND deleted_at IS NULL "
               "AND NOT EXISTS (SELECT 1 FROM player_history WHERE account = ?1) "
               "AND NOT EXISTS (SELECT 1 FROM passwords WHERE account = ?1) "
               "AND NOT EXISTS (SELECT 1 FROM passkeys WHERE account = ?1) "
               "AND NOT EXISTS (SELECT 1 FROM tokens WHERE account = ?1 AND used_at >= ?2)"),
      delete_(database, "DELETE FROM accounts WHERE id = ?"),
      name_(database,
            "SELECT name, name_key, renames, renames_since FROM accounts WHERE id = ? AND deleted_at IS NULL"),
      others_name_(database, "SELECT 1 FROM accounts WHERE name_key = ? AND id <> ?"),
      rename_(database, "UPDATE accounts SET name = ?, name_key = ? WHERE id = ?"),
      count_rename_(database, "UPDATE accounts SET renames = ?, renames_since = ? WHERE id = ?") {}

Conflict AccountWriter::create(const CreateAccount& request) {
  const Account& account = *request.account;
  const std::string_view name = account.name;
  const std::string_view name_key = account.name_key;
  const Clash taken = clash(account);
  if (taken.id) {
    Cursor same = same_.query(account.id, name, name_key, account.created_at);
    return same.next() && tokens_.owner(account.token_hash) == account.id ? Conflict::kNothing : Conflict::kId;
  }
  if (taken.name) return Conflict::kName;
  if (taken.token) return Conflict::kToken;
  old_names_.drop(name_key);
  insert_.run(account.id, name, name_key, account.created_at);
  tokens_.insert(account.id, {.hash = account.token_hash,
                              .client = request.client,
                              .made_at = account.created_at,
                              .used_at = account.created_at});
  return Conflict::kNothing;
}

bool AccountWriter::would_create(const Account& account) {
  const Clash taken = clash(account);
  return !taken.id && !taken.name && !taken.token;
}

AccountWriter::Clash AccountWriter::clash(const Account& account) {
  Cursor row = clash_.query(account.id, std::string_view(account.name_key));
  if (!row.next()) return {};
  return {.id = row.integer(0) != 0,
          .name = row.integer(1) != 0 || old_names_.is_reserved(account.name_key, account.id, account.created_at),
          .token = tokens_.owner(account.token_hash).has_value()};
}

bool AccountWriter::block(const BlockAccount& request) {
  return block_.run(request.at, std::string_view(request.reason), request.account).has_value();
}

bool AccountWriter::erase(const EraseAccount& request) {
  if (request.if_wanted && !wanted_.query(request.account, request.at).next()) return false;
  const std::string_view name = request.name;
  const bool there = erase_.run(name, std::string_view(request.name_key), request.at, request.account).has_value();
  if (there) {
    tokens_.revoke({.account = request.account});
    old_names_.forget(request.account);
    members_.forget(request.account);
  }
  return there;
}

void AccountWriter::plan_deletion(const PlanDeletion& request, Outcome& outcome) {
  if (request.code && !members_.use_up(request.account, *request.code)) {
    outcome = {.verdict = Verdict::kConflict, .conflict = Conflict::kSecret};
    return;
  }
  const bool there = (request.at ? plan_.run(*request.at, request.account) : unplan_.run(request.account)).has_value();
  if (!there) outcome.verdict = Verdict::kConflict;
}

bool AccountWriter::expire(const AccountId& account, Timestamp before) {
  // An account that has never played has few of these; one that has more stays until they are gone, some each time.
  constexpr std::uint32_t kRelationsAtOnce = 50;
  constexpr std::uint32_t kHeroesAtOnce = 250;
  if (!expires_.query(account, before).next()) return false;
  if (!relations_.forget_some(account, kRelationsAtOnce) || !heroes_.forget_some(account, kHeroesAtOnce)) return false;
  tokens_.revoke({.account = account});
  old_names_.forget(account);
  delete_.run(account);
  return true;
}

void AccountWriter::rename(const RenameAccount& request, Outcome& outcome, RenameAccount::Answer& answer) {
  const std::string_view name = request.name;
  const std::string_view name_key = request.name_key;
  outcome.verdict = Verdict::kConflict;
  std::string old_key;
  std::int64_t count = 0;
  Timestamp since{};
  {
    Cursor row = name_.query(request.account);
    if (!row.next()) return;
    if (row.view(0) == name && row.view(1) == name_key) {
      outcome.verdict = Verdict::kKept;
      return;
    }
    old_key = row.bytes(1);
    count = row.integer(2);
    since = row.time(3);
  }
  if (others_name_.query(name_key, request.account).next() ||
      old_names_.is_reserved(name_key, request.account, request.at)) {
    outcome.conflict = Conflict::kName;
    return;
  }
  if (request.most > 0 && !counts_rename(request, outcome, answer, count, since)) return;
  rename_.run(name, name_key, request.account);
  old_names_.drop(name_key);
  if (request.reserved_for > Duration{} && old_key != name_key) {
    old_names_.keep(old_key, request.account, request.at + request.reserved_for);
  }
  outcome.verdict = Verdict::kKept;
}

// Counts one more rename, or says when there may be one again.
bool AccountWriter::counts_rename(const RenameAccount& request, Outcome& outcome, RenameAccount::Answer& answer,
                                  std::int64_t count, Timestamp since) {
  if (request.at - since >= request.within) {
    count = 0;
    since = request.at;
  }
  if (count >= static_cast<std::int64_t>(request.most)) {
    outcome.conflict = Conflict::kLimit;
    answer.again_at = since + request.within;
    return false;
  }
  count_rename_.run(count + 1, since, request.account);
  return true;
}

}  // namespace wyrmhall::persistence::sql
