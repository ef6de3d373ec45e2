// Everything that is on disk, as the simulator knows it: accounts, tables, matches. It is told each write at the moment
// at which it is kept, and never asks the server.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "persistence/store.h"
#include "tests/sim/agenda.h"
#include "tests/sim/counters.h"
#include "tests/sim/hero_check.h"
#include "tests/sim/match_log.h"

namespace wyrmhall::sim {

class Durable {
 public:
  Durable(const Agenda& agenda, Counters& counters) : agenda_(agenda), counters_(counters) {}

  void kept(const persistence::Request& request);
  // The server starts again: from now on nothing older than what is kept may be shown of a table.
  void restarted();

  [[nodiscard]] bool has_account(const AccountId& account) const { return accounts_.contains(account); }
  // Null where there is none.
  [[nodiscard]] const MatchLog* match(const MatchId& match) const;
  [[nodiscard]] const std::map<MatchId, MatchLog>& matches() const { return matches_; }
  [[nodiscard]] const std::set<MatchId>& running() const { return running_; }
  [[nodiscard]] std::size_t tables() const { return open_tables_; }
  // At how many tables on disk an account sits.
  [[nodiscard]] std::size_t tables_of(const AccountId& account) const;

  // Whether a table may be shown with these people and bots in its seats; notes that it was.
  bool may_show(const server::pb::Table& table);
  // Whether a table may be offered to an account: it is challenged there, as the table stands on disk or stood since it
  // was shown last.
  bool may_offer(const server::pb::Table& table, const AccountId& account);
  // A challenge that the disk has had since the server started, and that is not among these, though it is to be told;
  // empty if there is none.
  [[nodiscard]] std::string forgotten_challenge(const AccountId& account, const server::pb::SignedIn& told) const;
  // A start that is shown must be on disk, and from then on has an end: a match, or one aborted start. Throws
  // otherwise.
  void shown_start(const server::pb::Table& table);

 private:
  // Who sat at a table, each time that it was kept; an empty text for a table that was dropped.
  struct TableLog {
    std::vector<std::string> kept;
    std::size_t shown = 0;     // nothing older than this may be shown
    std::size_t at_start = 0;  // how often it had been kept when the server started
    server::pb::Table last;    // as it is on disk
    std::vector<std::string> accounts;
    std::string start;                  // the statement of the start that is under way, if there is one
    bool start_shown = false;           // to anybody
    std::vector<std::string> ended;     // the statements of those that were called off
    std::set<std::string> commitments;  // of all of these, each for one start
  };
  static void note_start(TableLog& log, const server::pb::Table& table);
  void note_ends(TableLog& log, const server::pb::Table& table);
  static std::string seating(const server::pb::Table& table);
  void drop(TableLog& table);
  void finished(const MatchLog& match);

  void carry(const persistence::CreateAccount& request);
  void carry(const persistence::SaveTable& request);
  void carry(const persistence::DropTable& request);
  void carry(const persistence::CreateMatch& request);
  void carry(const persistence::AppendMove& request);
  void carry(const persistence::KeepEndStatement& request);
  void carry(const persistence::RelatePlayers& request);
  void carry(const persistence::KeepHero& request) { heroes_.made(*request.hero); }
  void carry(const persistence::RetireHero& request) { heroes_.retired(request.hero); }
  template <class Read>
  void carry(const Read& /*request*/) {}

  const Agenda& agenda_;
  Counters& counters_;
  HeroCheck heroes_{counters_};
  std::set<AccountId> accounts_;
  std::map<TableId, TableLog> tables_;
  std::set<std::pair<AccountId, AccountId>> blocked_;  // who has ever blocked whom
  std::map<MatchId, MatchLog> matches_;
  std::map<MatchId, Duration> started_;  // in virtual time, whatever the server's clock says
  std::set<MatchId> running_;
  std::map<MatchId, std::string> signed_ends_;  // the statements of those that are over
  std::size_t open_tables_ = 0;
};

}  // namespace wyrmhall::sim
