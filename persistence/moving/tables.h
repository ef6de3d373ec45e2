// The tables that are moved, in an order in which each refers to none that comes after it.
#pragma once

#include <array>
#include <string_view>

namespace wyrmhall::persistence::moving {

// Columns are named as both databases name them, unless `from` says what SQLite is asked instead. `types`: a letter for
// each column, b bytes, t text, i integer; any may be NULL. `key` orders the rows, alike in both.
struct Table {
  const char* name;
  const char* columns;
  std::string_view types;
  const char* key;
  const char* from = nullptr;
  const char* numbered = nullptr;  // the column that PostgreSQL draws a number for
};

// Moves are apart, since SQLite keeps those of a match together.
inline constexpr std::array kTables = {
    Table{"accounts",
          "id, name, name_key, created_at, blocked_at, block_reason, deleted_at, renames, renames_since, delete_at",
          "bttiitiiii", "id"},
    Table{"tokens", "hash, account, client, made_at, used_at, name, read_only", "bbtiiti", "hash"},
    Table{"passwords", "account, passes, memory_kib, salt, key, set_at", "biibbi", "account"},
    Table{"recovery_codes", "account, hash", "bb", "account, hash"},
    Table{"tries", "what, until", "bi", "what"},
    Table{"passkeys", "id, account, host, key, counter, name, made_at, used_at", "bbtbitii", "id"},
    Table{"relations", "account, relation, other", "bib", "account, relation, other"},
    Table{"old_names", "name_key, account, until", "tbi", "name_key"},
    Table{"erasing", "account, class, started_at, match", "biii", "account"},
    Table{"tables", "id, body", "bb", "id"},
    Table{"match_classes", "no, game, rules_version, state, result", "itiit", "no", nullptr, "no"},
    Table{"matches",
          "no, id, game, rules_version, options, server_seed, turn_seconds, started_at, rematch_of, folded, deadline, "
          "ended_at, outcome, class, earning, voided_at, absence_seconds, heroes",
          "ibtibbiibiiibiiiii", "no",
          "no, id, game, rules_version, options, server_seed, turn_seconds, started_at, rematch_of, "
          "CASE WHEN ended_at IS NULL THEN 0 ELSE folded END, deadline, ended_at, outcome, class, earning, voided_at, "
          "absence_seconds, heroes",
          "no"},
    Table{"seats", "match, seat, account, name, commitment, x0", "bibtbb", "match, seat"},
    Table{"closing_links", "match, seat, link", "iib", "match, seat"},
    Table{"end_statements", "match, signed", "ib", "match"},
    Table{"player_history", "account, class, started_at, match", "biii", "account, class, started_at, match"},
    Table{"daily", "day, class, matches, moves", "iiii", "day, class"},
    Table{"ledger", "account, what, match, amount", "btii", "account, what, match"},
    Table{"tallies", "account, what, amount", "bti", "account, what"},
    Table{"heroes", "id, account, name, body, revision, alive, chapter, slain, made_at, match, fallen_at, retired_at",
          "bbtbiiiiiiii", "id"},
    Table{"hero_story", "hero, no, match, at, body", "biiib", "hero, no"},
    Table{"match_heroes", "match, place, hero, seat, revision, body_before, body_after", "iibiibb", "match, place"},
    Table{"invitations", "id, code_hash, note, uses, used, made_at, until", "bbtiiii", "id"},
    Table{"bans", "network, reason, made_at, until", "ttii", "network"},
    Table{"audit", "no, at, operation, target, address, detail, who, outcome", "iitttttt", "no", nullptr, "no"},
};

// Of each match, its moves and what was signed before it began.
inline constexpr Table kMoves = {"moves", "match, idx, body, deadline", "iibi", "match, idx"};
inline constexpr Table kReceipts = {"receipts", "match, signed", "ib", "match"};

}  // namespace wyrmhall::persistence::moving
