// How many accounts there are. Counting them all takes a while once there are many, so it is done once a minute at
// most.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>

#include "server/admin/histories.h"
#include "server/core/environment.h"

namespace wyrmhall::server::admin {

class Census {
 public:
  explicit Census(Histories& histories) : histories_(histories) {}

  // From any thread. Throws as Histories::lease() does.
  std::uint64_t accounts(Timestamp now);

 private:
  Histories& histories_;
  std::mutex mutex_;  // guards what follows
  std::optional<std::uint64_t> accounts_;
  Timestamp counted_at_{};
};

}  // namespace wyrmhall::server::admin
