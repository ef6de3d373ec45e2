#include "server/admin/histories.h"

namespace wyrmhall::server::admin {

Histories::Lease Histories::lease() {
  {
    const std::scoped_lock lock(mutex_);
    if (!idle_.empty()) {
      Lease lease(idle_.back().release(), {this});
      idle_.pop_back();
      return lease;
    }
  }
  auto opened = persistence::open_admin_queries(place_);
  if (!opened) throw persistence::Unavailable(opened.error());
  return {opened->release(), {this}};
}

void Histories::put_back(persistence::AdminQueries* history) {
  std::unique_ptr<persistence::AdminQueries> back(history);
  const std::scoped_lock lock(mutex_);
  idle_.push_back(std::move(back));
}

}  // namespace wyrmhall::server::admin
