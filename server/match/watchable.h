// What there is to watch: the newest running matches that are not hidden and that somebody looks at, of this server and
// of the others of its store.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "server/cluster/placement.h"
#include "server/core/outbox.h"
#include "server/match/matches.h"

namespace wyrmhall::node::v1 {
class Watchable;
}

namespace wyrmhall::server {

class WatchableMatches {
 public:
  // Both outlive it.
  WatchableMatches(const cluster::Placement& placement, const Matches& matches)
      : placement_(placement), matches_(matches) {}

  // For the first page of the tables: fields of Tables.
  [[nodiscard]] std::string list(const pb::ListTables& ask) const;

  // --- Other servers of the store ---

  // Tells the server that has the lobby what there is to watch here, if that has changed. To be called now and then.
  void tell(Outbox& out);
  // The same has come from another server.
  void heard(persistence::Incarnation from, const node::v1::Watchable& watchable);
  // Those that are gone have nothing to watch any more, and a lobby that has moved is told anew.
  void placed();

 private:
  [[nodiscard]] std::vector<pb::MatchSummary> newest(std::string_view game) const;

  const cluster::Placement& placement_;
  const Matches& matches_;
  std::map<persistence::Incarnation, std::vector<pb::MatchSummary>> elsewhere_;
  persistence::Incarnation told_to_ = 0;
  std::string told_;  // what it was told last
};

}  // namespace wyrmhall::server
