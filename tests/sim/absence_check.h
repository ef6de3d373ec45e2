// The promise to those who go: no match ends by the absence of somebody who had a connection within the time that its
// table allows, nor sooner after a start of the server than that. Knows who is connected from what is sent and lost,
// and never asks the server. All times are by the server's clock.
#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "persistence/store.h"
#include "tests/sim/durable.h"

namespace wyrmhall::sim {

class AbsenceCheck {
 public:
  explicit AbsenceCheck(const Durable& durable) : durable_(durable) {}

  void restarted(Timestamp now);
  // An account has been told on this connection that it has signed in.
  void signed_in(std::uint64_t link, const AccountId& account);
  void went(std::uint64_t link, Timestamp now);
  // What the server asks the store to keep. Throws Violation.
  void asked(const persistence::Request& request, Timestamp now) const;

 private:
  const Durable& durable_;
  Timestamp started_{};
  std::map<std::uint64_t, AccountId> there_;  // by connection
  std::map<AccountId, Timestamp> last_seen_;  // in this run, of those who have no connection
};

}  // namespace wyrmhall::sim
