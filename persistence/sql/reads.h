// What the requests that only look are answered with, each from a function of its own.
#pragma once

#include <vector>

#include "persistence/sql/accounts.h"
#include "persistence/sql/bans.h"
#include "persistence/sql/database.h"
#include "persistence/sql/heroes.h"
#include "persistence/sql/invitations.h"
#include "persistence/sql/ledger.h"
#include "persistence/sql/match_reader.h"
#include "persistence/sql/members.h"
#include "persistence/sql/relations.h"
#include "persistence/sql/tables.h"
#include "persistence/sql/tokens.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::sql {

class Reads {
 public:
  Reads(Database& database, MoveSource& source);

  // `answer` is one of answer_to(request); nothing is done for a request that writes, nor for LoadDeadlines, which
  // engines answer by themselves. `tail`: with LoadMatch.
  void look(const Request& request, const Tail& tail, Answer& answer);

 private:
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

  RelationReader relations_;
  InvitationReader invitations_;
  BanReader bans_;
  MatchReader matches_;
  TableReader tables_;
  TokenReader tokens_;
  LedgerReader ledger_;
  HeroReader heroes_;
  MemberReader members_;
};

}  // namespace wyrmhall::persistence::sql
