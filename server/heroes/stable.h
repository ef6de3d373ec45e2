// The heroes that players keep: made, listed, retired, and what is told of them. The lobby brings them to tables
// (lobby/bringing.cpp), and what a match makes of them is booked with its moves.
#pragma once

#include "server/core/context.h"
#include "server/core/outbox.h"
#include "server/games/hero_game.h"
#include "server/lobby/lobby.h"

namespace wyrmhall::server {

class StableKeeper {
 public:
  StableKeeper(const SessionContext& core, Lobby& lobby) : core_(core), lobby_(lobby) {}

  // MakeHero, ListHeroes, RetireHero, AskHeroStory, ListFamousHeroes.
  void command(const Session& session, const pb::ClientMessage& message, Outbox& out) const;

  void answered(const HeroKept& wait, const HeroKept::Answer& answer, Outbox& out) const;
  void answered(const HeroRetired& wait, const HeroRetired::Answer& answer, Outbox& out) const;
  void answered(const HeroList& wait, const HeroList::Answer& answer, Outbox& out) const;
  void answered(const StoryOfHero& wait, const StoryOfHero::Answer& answer, Outbox& out) const;
  void answered(const FamousList& wait, const FamousList::Answer& answer, Outbox& out) const;

 private:
  void make(const Session& session, const pb::ClientMessage& message, Outbox& out) const;
  void retire(const Session& session, const pb::ClientMessage& message, Outbox& out) const;
  static void list_famous(const Session& session, const pb::ClientMessage& message, Outbox& out);

  SessionContext core_;
  Lobby& lobby_;
};

}  // namespace wyrmhall::server
