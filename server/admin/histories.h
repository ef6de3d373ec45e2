// Connections to the store's history, one for each thread that looks at it at the moment.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "persistence/admin_queries.h"
#include "persistence/store_place.h"

namespace wyrmhall::server::admin {

class Histories {
 public:
  explicit Histories(persistence::StorePlace place) : place_(std::move(place)) {}

  // A history for one thread, which goes back when it is let go.
  struct Return {
    Histories* to;
    void operator()(persistence::AdminQueries* history) const { to->put_back(history); }
  };
  using Lease = std::unique_ptr<persistence::AdminQueries, Return>;

  // From any thread. Throws persistence::Unavailable.
  Lease lease();

 private:
  void put_back(persistence::AdminQueries* history);

  persistence::StorePlace place_;
  std::mutex mutex_;  // guards what follows
  std::vector<std::unique_ptr<persistence::AdminQueries>> idle_;
};

}  // namespace wyrmhall::server::admin
