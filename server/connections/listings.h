// Lists that are read from the store for a player: their matches, their nuggets, who is richest, and the high scores.
#pragma once

#include "server/core/context.h"
#include "server/core/outbox.h"

namespace wyrmhall::server {

class Listings {
 public:
  explicit Listings(const SessionContext& core) : core_(core) {}

  // ListMatches, ListNuggets, ListRichest, ListHighScores.
  static void matches(const Session& session, const pb::ClientMessage& message, Outbox& out);
  static void nuggets(const Session& session, const pb::ClientMessage& message, Outbox& out);
  static void richest(const Session& session, const pb::ClientMessage& message, Outbox& out);
  static void high_scores(const Session& session, const pb::ClientMessage& message, Outbox& out);

  void answered(const MatchList& wait, const MatchList::Answer& answer, Outbox& out) const;
  void answered(const NuggetList& wait, const NuggetList::Answer& answer, Outbox& out) const;
  void answered(const RichestList& wait, const RichestList::Answer& answer, Outbox& out) const;
  void answered(const HighScoreList& wait, const HighScoreList::Answer& answer, Outbox& out) const;

 private:
  SessionContext core_;
};

}  // namespace wyrmhall::server
