// Ends connections some at a time: those who come back to other servers do not all come at once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "server/core/limits.h"
#include "server/shell/net/connections.h"

namespace wyrmhall::server {

// All calls come from the thread of the connections.
class Farewell {
 public:
  // All that there are now, from the next tick on. Nothing where it has begun already.
  void begin(const Connections& connections, std::string reason);
  // A tenth of a second has passed.
  void tick(const Connections& connections);
  // Nobody else is there to whom they could come.
  void all_at_once(const Connections& connections);
  [[nodiscard]] bool begun() const { return at_once_ != 0; }
  // Begins when it is true, and can begin again once it was not.
  void while_true(bool condition, const Connections& connections, const char* reason);

 private:
  std::vector<std::uint64_t> left_;
  std::size_t at_once_ = 0;
  std::string reason_;
};

}  // namespace wyrmhall::server
