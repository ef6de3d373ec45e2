// The reader: a thread with a connection of its own that answers what only looks.
#pragma once

#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "persistence/sqlite/accounts.h"
#include "persistence/sqlite/bans.h"
#include "persistence/sqlite/database.h"
#include "persistence/sqlite/heroes.h"
#include "persistence/sqlite/invitations.h"
#include "persistence/sqlite/ledger.h"
#include "persistence/sqlite/match_reader.h"
#include "persistence/sqlite/members.h"
#include "persistence/sqlite/owed_answers.h"
#include "persistence/sqlite/relations.h"
#include "persistence/sqlite/tables.h"
#include "persistence/sqlite/tokens.h"
#include "persistence/sqlite/work_queue.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::sqlite {

struct ReadJob {
  std::uint64_t ticket = 0;
  Request request;  // of those that read, but for LoadDeadlines
  Tail tail;        // with LoadMatch
};

class Reader {
 public:
  // Throws Error when the database cannot be read. With `yielding` its thread gets what other threads of this machine
  // leave over.
  Reader(const std::string& path, OwedAnswers& owed, bool yielding);
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  // Answers what was put, then returns.
  ~Reader();

  // From any thread.
  void put(ReadJob&& job) { queue_.put(std::move(job)); }

 private:
  void run();
  Answer answer(const ReadJob& job);
  void look(const ReadJob& job, Answer& answer);
  Boxed<StoredMatch> load(const LoadMatch& request, const Tail& tail);

  // A function for each of the others.
  ListMatches::Answer read(const ListMatches& request);
  FindAccount::Answer read(const FindAccount& request) { return tokens_.find(request.token_hash); }
  std::vector<Token> read(const ListTokens& request) { return tokens_.of(request.account); }
  std::vector<Person> read(const ListRelated& request) { return relations_.of(request); }
  FindPlayers::Answer read(const FindPlayers& request) { return relations_.find(request); }
  std::vector<Invitation> read(const ListInvitations& /*request*/) { return invitations_.all(); }
  std::vector<Ban> read(const ListBans& /*request*/) { return bans_.all(); }
  std::vector<TableRow> read(const LoadTables& /*request*/) { return tables_.all(); }
  ReadLedger::Answer read(const ReadLedger& request) { return ledger_.read(request); }
  ListTallies::Answer read(const ListTallies& request) { return ledger_.list(request); }
  std::vector<HeroLine> read(const ListHeroes& request) { return heroes_.of(request); }
  std::vector<StoryLine> read(const ListStory& request) { return heroes_.story(request); }
  std::vector<HeroLine> read(const ListFallen& request) { return heroes_.fallen(request); }
  std::vector<HeroLine> read(const ListHeroBoard& request) { return heroes_.board(request); }
  ReadMembership::Answer read(const ReadMembership& request) { return members_.read(request.account); }
  FindPasskey::Answer read(const FindPasskey& request) { return members_.find(request.id); }

  const std::string path_;
  OwedAnswers& owed_;
  WorkQueue<ReadJob> queue_;
  Database database_;
  RelationReader relations_;
  InvitationReader invitations_;
  BanReader bans_;
  MatchReader matches_;
  TableReader tables_;
  TokenReader tokens_;
  LedgerReader ledger_;
  HeroReader heroes_;
  MemberReader members_;
  std::thread thread_;
};

}  // namespace wyrmhall::persistence::sqlite
