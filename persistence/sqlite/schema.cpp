#include "persistence/sqlite/schema.h"

#include <array>
#include <string>

#include "persistence/sqlite/schema_members.h"

namespace wyrmhall::persistence::sqlite {
namespace {

// Ids are 16 bytes and sort by time (UUIDv7); times are UTC microseconds. STRICT and WITHOUT ROWID are SQLite's words
// for what other databases do anyway; beyond them this is the common subset, so that another database can take it over.
constexpr const char* kFirst = R"sql(
-- One row: which run of the server owns the database.
CREATE TABLE server (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  incarnation INTEGER NOT NULL
) STRICT;
INSERT INTO server (only_row, incarnation) VALUES (1, 0);

CREATE TABLE accounts (
  id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  created_at INTEGER NOT NULL
) STRICT;

-- Tables at which a match is being set up.
CREATE TABLE tables (
  id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
  body BLOB NOT NULL
) STRICT;

-- A match is its options, its seeds and its moves. The first `folded` moves are in archive, the others in journal.
-- `deadline` is as it was when the match was last folded: the journal knows better.
CREATE TABLE matches (
  no INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
  game TEXT NOT NULL,
  rules_version INTEGER NOT NULL,
  options BLOB NOT NULL,
  server_seed BLOB NOT NULL CHECK (length(server_seed) = 32),
  turn_seconds INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  rematch_of BLOB,
  folded INTEGER NOT NULL,
  deadline INTEGER,
  ended_at INTEGER,
  outcome BLOB
) STRICT;
CREATE INDEX matches_by_deadline ON matches (deadline) WHERE deadline IS NOT NULL;

CREATE TABLE seats (
  match BLOB NOT NULL REFERENCES matches (id),
  seat INTEGER NOT NULL,
  account BLOB REFERENCES accounts (id),
  name TEXT NOT NULL,
  commitment BLOB NOT NULL,
  x0 BLOB NOT NULL,
  PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_by_account ON seats (account, match) WHERE account IS NOT NULL;

-- The running matches of each account: small whatever has been played, and seats are written only once. It says nothing
-- that matches and seats do not say, so it has no REFERENCES to be checked again.
CREATE TABLE playing (
  account BLOB NOT NULL,
  match BLOB NOT NULL,
  PRIMARY KEY (account, match)
) STRICT, WITHOUT ROWID;

-- The latest moves of all matches, in the order in which they came (sqlite/journal.h). A row is what one commit appended,
-- or as much of it as fills a page, for a row a move would cost several times as much. `no` is where the row starts in
-- the stream of all that was ever appended. Nothing looks for a match in here: it is read once, from its start, when the
-- store is opened.
CREATE TABLE journal (
  no INTEGER PRIMARY KEY,
  moves BLOB NOT NULL
) STRICT;

-- The moves of a match that have left the journal, one after the other (sql/move_codec.h).
CREATE TABLE archive (
  match INTEGER PRIMARY KEY REFERENCES matches (no),
  moves BLOB NOT NULL
) STRICT;

-- What matches changed elsewhere. The key makes booking it twice impossible, and is ordered for sums over an account.
CREATE TABLE ledger (
  account BLOB NOT NULL REFERENCES accounts (id),
  what TEXT NOT NULL,
  match INTEGER NOT NULL REFERENCES matches (no),
  amount INTEGER NOT NULL,
  PRIMARY KEY (account, what, match)
) STRICT, WITHOUT ROWID;
)sql";

// What is won is gold nuggets; until then only duels were kept, and each one won came to one of them.
constexpr const char* kSecond = R"sql(
UPDATE ledger SET what = 'nuggets' WHERE what = 'won';

-- What the ledger's rows come to, so that nobody has to add them up: written with them, in the same transaction.
CREATE TABLE tallies (
  account BLOB NOT NULL REFERENCES accounts (id),
  what TEXT NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (account, what)
) STRICT, WITHOUT ROWID;
CREATE INDEX tallies_by_amount ON tallies (what, amount DESC, account);
INSERT INTO tallies (account, what, amount) SELECT account, what, sum(amount) FROM ledger GROUP BY account, what;
)sql";

// What administration reads and writes. All matches of a game, rules version, state and result are of one class, and
// there are few classes: so whatever of these four a list is filtered by, it is some classes' matches by time, merged.
constexpr const char* kAdministration = R"sql(
CREATE TABLE match_classes (
  no INTEGER PRIMARY KEY,
  game TEXT NOT NULL,
  rules_version INTEGER NOT NULL,
  state INTEGER NOT NULL,
  result TEXT NOT NULL,
  UNIQUE (game, rules_version, state, result)
) STRICT;

-- How long a match was before it ended is in `folded`. Of matches that ended before this step nobody noted the result.
ALTER TABLE matches ADD COLUMN class INTEGER;
INSERT INTO match_classes (game, rules_version, state, result)
  SELECT DISTINCT game, rules_version, ended_at IS NOT NULL, CASE WHEN ended_at IS NULL THEN '' ELSE 'unknown' END
  FROM matches;
UPDATE matches SET class = (
  SELECT c.no FROM match_classes AS c
  WHERE c.game = matches.game AND c.rules_version = matches.rules_version
    AND c.state = (matches.ended_at IS NOT NULL));
CREATE INDEX matches_by_class ON matches (class, started_at);

-- The same for the matches of one person.
CREATE TABLE player_history (
  account BLOB NOT NULL,
  class INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  match INTEGER NOT NULL,
  PRIMARY KEY (account, class, started_at, match)
) STRICT, WITHOUT ROWID;
INSERT INTO player_history (account, class, started_at, match)
  SELECT DISTINCT s.account, m.class, m.started_at, m.no FROM seats AS s JOIN matches AS m ON m.id = s.match
  WHERE s.account IS NOT NULL;

-- How many matches of a class started on a day (days of UTC since 1970), and their moves once they are over.
CREATE TABLE daily (
  day INTEGER NOT NULL,
  class INTEGER NOT NULL,
  matches INTEGER NOT NULL,
  moves INTEGER NOT NULL,
  PRIMARY KEY (day, class)
) STRICT, WITHOUT ROWID;
INSERT INTO daily (day, class, matches, moves)
  SELECT started_at / 86400000000, class, count(*), sum(CASE WHEN ended_at IS NULL THEN 0 ELSE folded END)
  FROM matches GROUP BY 1, 2;

ALTER TABLE accounts ADD COLUMN blocked_at INTEGER;
ALTER TABLE accounts ADD COLUMN block_reason TEXT NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN deleted_at INTEGER;
CREATE INDEX accounts_blocked ON accounts (name_key) WHERE blocked_at IS NOT NULL;

-- What administrators have changed. Only ever added to.
CREATE TABLE audit (
  no INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  operation TEXT NOT NULL,
  target TEXT NOT NULL,
  address TEXT NOT NULL,
  detail TEXT NOT NULL
) STRICT;
)sql";

// What a match writes beside its moves is spread over many pages, and pages are what a commit costs. So what two tables
// or indexes knew is known by one: the matches of an account, running or over, are those of its history. Moves go to
// the archive's end as matches end, since most matches that run next to each other end far apart. And what is found by
// an id alone is kept by it.
constexpr const char* kFewerPages = R"sql(
DROP TABLE playing;
DROP INDEX seats_by_account;

ALTER TABLE tables RENAME TO old_tables;
CREATE TABLE tables (
  id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
  body BLOB NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO tables (id, body) SELECT id, body FROM old_tables;
DROP TABLE old_tables;

-- The moves of a match that have left the journal, one after the other (sql/move_codec.h), in the order in which
-- matches first had some here.
ALTER TABLE archive RENAME TO old_archive;
CREATE TABLE archive (
  no INTEGER PRIMARY KEY,
  moves BLOB NOT NULL
) STRICT;
INSERT INTO archive (no, moves) SELECT match, moves FROM old_archive ORDER BY match;
DROP TABLE old_archive;
ALTER TABLE matches ADD COLUMN archived INTEGER REFERENCES archive (no);
UPDATE matches SET archived = no WHERE no IN (SELECT no FROM archive);
)sql";

// What was signed before a match began (sql/receipt_codec.h). Apart from the match, whose row is written again when
// it ends; matches from before have none.
constexpr const char* kReceipts = R"sql(
CREATE TABLE receipts (
  match INTEGER PRIMARY KEY REFERENCES matches (no),
  signed BLOB NOT NULL
) STRICT;
)sql";

// Whom players do not want to be brought together with. Accounts are not referred to, so that looking for them costs a
// deletion nothing; who is gone is not found by the list.
constexpr const char* kBlocked = R"sql(
CREATE TABLE blocked (
  account BLOB NOT NULL,
  other BLOB NOT NULL,
  PRIMARY KEY (account, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocked_by_other ON blocked (other);
)sql";

// Whose token it was, and what came of it: of older lines nobody noted either. Which seats earn nuggets; and since when
// a match counts for nothing.
constexpr const char* kNamedAdministrators = R"sql(
ALTER TABLE matches ADD COLUMN earning INTEGER;
ALTER TABLE matches ADD COLUMN voided_at INTEGER;
ALTER TABLE audit ADD COLUMN who TEXT NOT NULL DEFAULT '';
ALTER TABLE audit ADD COLUMN outcome TEXT NOT NULL DEFAULT '';
)sql";

// An account may have several tokens, and another name than before. What was the one token of an account is its first.
constexpr const char* kTokens = R"sql(
CREATE TABLE tokens (
  hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
  account BLOB NOT NULL REFERENCES accounts (id),
  client TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_by_account ON tokens (account);
INSERT INTO tokens (hash, account, client, made_at, used_at)
  SELECT token_hash, id, '', created_at, created_at FROM accounts WHERE deleted_at IS NULL;

-- `renames` are those since `renames_since`, as far as they are counted.
CREATE TABLE new_accounts (
  id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  blocked_at INTEGER,
  block_reason TEXT NOT NULL DEFAULT '',
  deleted_at INTEGER,
  renames INTEGER NOT NULL DEFAULT 0,
  renames_since INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO new_accounts (id, name, name_key, created_at, blocked_at, block_reason, deleted_at)
  SELECT id, name, name_key, created_at, blocked_at, block_reason, deleted_at FROM accounts ORDER BY rowid;
DROP TABLE accounts;
ALTER TABLE new_accounts RENAME TO accounts;
CREATE INDEX accounts_blocked ON accounts (name_key) WHERE blocked_at IS NOT NULL;
)sql";

// The year whose file the moves of a match and what was signed about it are in, since they are not here any more.
constexpr const char* kMovedOut = R"sql(
ALTER TABLE matches ADD COLUMN moved_to INTEGER;
)sql";

// By which new guests come in, where they need an invitation. What counts is looked up by the hash of its code.
constexpr const char* kInvitations = R"sql(
CREATE TABLE invitations (
  id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
  code_hash BLOB NOT NULL UNIQUE CHECK (length(code_hash) = 32),
  note TEXT NOT NULL,
  uses INTEGER NOT NULL,
  used INTEGER NOT NULL,
  made_at INTEGER NOT NULL,
  until INTEGER NOT NULL
) STRICT;
)sql";

// Networks that nobody may connect from.
constexpr const char* kBans = R"sql(
CREATE TABLE bans (
  network TEXT NOT NULL PRIMARY KEY,
  reason TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  until INTEGER NOT NULL
) STRICT;
)sql";

// Who has a seat is never deleted, so a deletion need not look through all seats for the account: it would have to read
// each of them. CreateMatch looks whether the accounts are there.
constexpr const char* kSeatsReferToNobody = R"sql(
CREATE TABLE new_seats (
  match BLOB NOT NULL REFERENCES matches (id),
  seat INTEGER NOT NULL,
  account BLOB,
  name TEXT NOT NULL,
  commitment BLOB NOT NULL,
  x0 BLOB NOT NULL,
  PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO new_seats (match, seat, account, name, commitment, x0)
  SELECT match, seat, account, name, commitment, x0 FROM seats ORDER BY match, seat;
DROP TABLE seats;
ALTER TABLE new_seats RENAME TO seats;
)sql";

// For how long a player who is to decide may be gone. In matches from before, nobody can be claimed against.
constexpr const char* kClaimedAbsence = R"sql(
ALTER TABLE matches ADD COLUMN absence_seconds INTEGER NOT NULL DEFAULT 0;
)sql";

// When the moves of a match go to the file of its year, their row is deleted, and the database looks whether any match
// refers to it. Without this index it looks in all of them, which held up every write for half a second a block of 64
// among 100,000.
constexpr const char* kFoundByArchived = R"sql(
CREATE INDEX matches_by_archived ON matches (archived) WHERE archived IS NOT NULL;
)sql";

// Heroes that last from one match to the next. How many a match took is noted with the match, so that one of a game
// without heroes asks for none when it ends.
constexpr const char* kHeroes = R"sql(
-- `body` is the server's own encoding. `match` is the running match that has the hero. `standing`: 0 living and 1 dead in
-- the stable, 2 retired, 3 fallen.
CREATE TABLE heroes (
  id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
  account BLOB NOT NULL REFERENCES accounts (id),
  name TEXT NOT NULL,
  body BLOB NOT NULL,
  revision INTEGER NOT NULL,
  alive INTEGER NOT NULL,
  chapter INTEGER NOT NULL,
  slain INTEGER NOT NULL,
  made_at INTEGER NOT NULL,
  match INTEGER REFERENCES matches (no),
  fallen_at INTEGER,
  retired_at INTEGER,
  standing INTEGER NOT NULL GENERATED ALWAYS AS (CASE
    WHEN fallen_at IS NOT NULL THEN 3 WHEN retired_at IS NOT NULL THEN 2 WHEN alive = 0 THEN 1 ELSE 0 END) STORED
) STRICT;
CREATE INDEX heroes_of_account ON heroes (account, standing, id);
CREATE INDEX heroes_fallen ON heroes (fallen_at, id) WHERE fallen_at IS NOT NULL;
CREATE INDEX heroes_fallen_of_account ON heroes (account, fallen_at, id) WHERE fallen_at IS NOT NULL;
CREATE INDEX heroes_by_chapter ON heroes (chapter DESC, id) WHERE chapter > 0;
CREATE INDEX heroes_by_slain ON heroes (slain DESC, id) WHERE slain > 0;

-- A line of a hero's story for each hunt.
CREATE TABLE hero_story (
  hero BLOB NOT NULL REFERENCES heroes (id),
  no INTEGER NOT NULL,
  match INTEGER NOT NULL REFERENCES matches (no),
  at INTEGER NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (hero, no)
) STRICT, WITHOUT ROWID;

-- What a match did to a hero: its revision and body when the match took it, and the body when it was booked, nothing
-- where it went back as it was. Of an erased account these stay, as its seats do, and say nothing of who it was.
CREATE TABLE match_heroes (
  match INTEGER NOT NULL REFERENCES matches (no),
  place INTEGER NOT NULL,
  hero BLOB NOT NULL,
  seat INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  body_before BLOB NOT NULL,
  body_after BLOB,
  PRIMARY KEY (match, place)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX match_heroes_by_hero ON match_heroes (hero, match);

ALTER TABLE matches ADD COLUMN heroes INTEGER NOT NULL DEFAULT 0;
)sql";

// How far the seats of an account that is being erased have been gone through, in the order of player_history.
constexpr const char* kErasing = R"sql(
CREATE TABLE erasing (
  account BLOB NOT NULL PRIMARY KEY,
  class INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  match INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
)sql";

// Moves may carry confirmations, which a server of before would take for damage: it must not open what has some.
constexpr const char* kConfirmations = "";

// By what seats have closed their chains since their matches ended. Apart from the match, of which
// nothing is written again; they stay here when its moves go to the file of its year, as its seats do.
constexpr const char* kClosingLinks = R"sql(
CREATE TABLE closing_links (
  match INTEGER NOT NULL REFERENCES matches (no),
  seat INTEGER NOT NULL,
  link BLOB NOT NULL CHECK (length(link) = 16),
  PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
)sql";

// What the server has signed about the end of a match: made once, and written a moment after the end. Apart from the
// match, and still here when its moves go to the file of its year, as closing links are.
constexpr const char* kEndStatements = R"sql(
CREATE TABLE end_statements (
  match INTEGER PRIMARY KEY REFERENCES matches (no),
  signed BLOB NOT NULL
) STRICT;
)sql";

// Step i leads from version i to i + 1. A step that was ever released is never changed: add another.
constexpr std::array kSteps = {kFirst,
                               kSecond,
                               kAdministration,
                               kFewerPages,
                               kReceipts,
                               kBlocked,
                               kNamedAdministrators,
                               kTokens,
                               kMovedOut,
                               kInvitations,
                               kBans,
                               kSeatsReferToNobody,
                               kClaimedAbsence,
                               kFoundByArchived,
                               kHeroes,
                               kErasing,
                               kConfirmations,
                               kClosingLinks,
                               kEndStatements,
                               kMembers,
                               kPasskeys,
                               kReadOnlyTokens,
                               kRelations};

}  // namespace

const std::int64_t kSchemaVersion = static_cast<std::int64_t>(kSteps.size());

Origin origin(Database& database) {
  if (database.number("SELECT count(*) FROM sqlite_schema") == 0) return Origin::kEmpty;
  if (database.number("PRAGMA application_id") != kApplicationId) return Origin::kForeign;
  return database.number("PRAGMA user_version") > kSchemaVersion ? Origin::kNewer : Origin::kOurs;
}

void migrate(Database& database) {
  const std::int64_t version = database.number("PRAGMA user_version");
  // A step may put a table in the place of one that others refer to.
  database.execute("PRAGMA foreign_keys = OFF");
  for (auto step = static_cast<std::size_t>(version); step < kSteps.size(); ++step) {
    database.execute("BEGIN IMMEDIATE");
    try {
      database.execute(kSteps.at(step));
      database.execute(("PRAGMA application_id = " + std::to_string(kApplicationId)).c_str());
      database.execute(("PRAGMA user_version = " + std::to_string(step + 1)).c_str());
      database.execute("COMMIT");
    } catch (...) {
      database.roll_back();
      throw;
    }
  }
  database.execute("PRAGMA foreign_keys = ON");
}

Incarnation draw_incarnation(Database& database) {
  return Statement(database, "UPDATE server SET incarnation = incarnation + 1 RETURNING incarnation").run().value();
}

}  // namespace wyrmhall::persistence::sqlite
