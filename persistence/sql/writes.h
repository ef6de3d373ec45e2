// What the requests that write do to the database, each in a function of its own. Every call is within the writer's
// transaction.
#pragma once

#include <cstdint>

#include "persistence/sql/accounts.h"
#include "persistence/sql/bans.h"
#include "persistence/sql/database.h"
#include "persistence/sql/erasing.h"
#include "persistence/sql/heroes.h"
#include "persistence/sql/invitations.h"
#include "persistence/sql/matches.h"
#include "persistence/sql/members.h"
#include "persistence/sql/move_log.h"
#include "persistence/sql/relations.h"
#include "persistence/sql/tables.h"
#include "persistence/sql/tokens.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::sql {

class Writes {
 public:
  Writes(Database& database, HeroWriter& heroes, Matches& matches, MoveLog& moves);

  // `answer` is one of answer_to(request).
  void carry_out(const Request& request, Answer& answer);

 private:
  void write(const AppendMove& request, Outcome& outcome, Nothing& answer);
  void write(const CreateMatch& request, Outcome& outcome, CreateMatch::Answer& answer);
  void write(const VoidMatch& request, Outcome& outcome, Nothing& answer);
  void write(const KeepClosingLink& request, Outcome& outcome, KeepClosingLink::Answer& answer);
  void write(const KeepEndStatement& request, Outcome& outcome, Boxed<receipts::Signed>& answer);
  void write(const MovedOut& request, Outcome& outcome, Nothing& answer);
  void write(const SaveTable& request, Outcome& outcome, Nothing& answer);
  void write(const DropTable& request, Outcome& outcome, Nothing& answer);
  void write(const CreateAccount& request, Outcome& outcome, Nothing& answer);
  void write(const BlockAccount& request, Outcome& outcome, Nothing& answer);
  void write(const EraseAccount& request, Outcome& outcome, EraseAccount::Answer& answer);
  void write(const PlanDeletion& request, Outcome& outcome, Nothing& answer);
  void write(const ContinueErasing& request, Outcome& outcome, ContinueErasing::Answer& answer);
  void write(const ExpireAccounts& request, Outcome& outcome, ExpireAccounts::Answer& answer);
  void write(const RenameAccount& request, Outcome& outcome, RenameAccount::Answer& answer);
  void write(const AddToken& request, Outcome& outcome, Nothing& answer);
  void write(const RevokeTokens& request, Outcome& outcome, Nothing& answer);
  void write(const NameToken& request, Outcome& outcome, Nothing& answer);
  void write(const TouchToken& request, Outcome& outcome, Nothing& answer);
  void write(const CountTry& request, Outcome& outcome, CountTry::Answer& answer);
  void write(const TakeBackTry& request, Outcome& outcome, Nothing& answer);
  void write(const KeepPassword& request, Outcome& outcome, Nothing& answer);
  void write(const KeepRecoveryCodes& request, Outcome& outcome, Nothing& answer);
  void write(const UseRecoveryCode& request, Outcome& outcome, Nothing& answer);
  void write(const KeepPasskey& request, Outcome& outcome, Nothing& answer);
  void write(const UsePasskey& request, Outcome& outcome, Nothing& answer);
  void write(const DropPasskey& request, Outcome& outcome, Nothing& answer);
  void write(const RelatePlayers& request, Outcome& outcome, Nothing& answer);
  void write(const KeepHero& request, Outcome& outcome, Nothing& answer);
  void write(const RetireHero& request, Outcome& outcome, Nothing& answer);
  void write(const KeepInvitation& request, Outcome& outcome, Nothing& answer);
  void write(const DropInvitation& request, Outcome& outcome, Nothing& answer);
  void write(const KeepBan& request, Outcome& outcome, Nothing& answer);
  void write(const DropBan& request, Outcome& outcome, Nothing& answer);
  void write(const WriteAdminLog& request, Outcome& outcome, WriteAdminLog::Answer& answer);

  HeroWriter& heroes_;
  Matches& matches_;
  MoveLog& moves_;
  Statement admin_log_;
  Statement settle_admin_log_;
  TokenWriter tokens_;
  MemberWriter members_;
  RelationWriter relations_;
  AccountWriter accounts_;
  Eraser eraser_;
  InvitationWriter invitations_;
  BanWriter bans_;
  TableWriter tables_;
};

}  // namespace wyrmhall::persistence::sql
