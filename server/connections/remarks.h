// What players say to each other: remarks, at a table or in a match. Nothing keeps them.
#pragma once

#include <cstdint>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "server/core/context.h"
#include "server/core/rates.h"
#include "server/match/play.h"

namespace wyrmhall::server {

class Remarks {
 public:
  Remarks(const SessionContext& core, Play play) : core_(core), play_(play) {}

  // Say.
  void say(const Session& session, const pb::ClientMessage& message, Timestamp now, Outbox& out);
  void answered(const SaidIn& wait, const SaidIn::Answer& answer, Outbox& out);

 private:
  // What is said in a match that another server runs: who plays it has to be looked up.
  struct Waiting {
    Asker asker;
    pb::Say say;
  };
  void say_in(const persistence::MatchRow& match, const Session& session, const Asker& asker, const pb::Say& say,
              Outbox& out);
  void tell(const std::vector<AccountId>& people, const Session& session, const Asker& asker, const pb::Say& say,
            Outbox& out);

  SessionContext core_;
  Play play_;
  Rates<AccountId, IdHash> rates_;
  boost::unordered_flat_map<std::uint64_t, Waiting> waiting_;
  std::uint64_t last_waiting_ = 0;
};

}  // namespace wyrmhall::server
