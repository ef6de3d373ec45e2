-- A role of the database that reads the history and no secrets: no seed of a match that is not over, no passwords, sign-ins or
-- tables. Give it to --replica, also where there is no standby. Run this as the owner of the database, once, and again after
-- an upgrade:
--
--   psql postgresql://wyrmhall@db.example.org/wyrmhall -f history-role.sql
--
-- and let it sign in in the way that you use (a password, a certificate, pg_hba.conf).
DO $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'wyrmhall_history') THEN
    CREATE ROLE wyrmhall_history LOGIN;
  END IF;
END $$;

GRANT SELECT ON accounts, seats, moves, match_classes, player_history, daily, ledger, tallies, heroes, hero_story, audit,
  receipts, closing_links, end_statements, finished_matches TO wyrmhall_history;

-- All columns but server_seed; finished_matches has it once a match is over.
GRANT SELECT (no, id, game, rules_version, options, turn_seconds, started_at, rematch_of, folded, deadline, ended_at, outcome,
  class, archived, earning, voided_at, moved_to, absence_seconds, heroes) ON matches TO wyrmhall_history;
