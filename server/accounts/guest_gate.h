// How many new guests come from each address, and what the next one costs there: nothing but a name at first, then a
// proof of work that grows, and in the end nobody is let in before the hour is over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "server/core/environment.h"
#include "server/core/limits.h"
#include "server/core/peer_address.h"

namespace wyrmhall::server {

class GuestGate {
 public:
  // `limits` must outlive it; they may change at any time.
  explicit GuestGate(const Limits& limits) : limits_(limits) {}

  struct Price {
    std::uint32_t zero_bits = 0;                    // of the proof; 0 for none
    std::optional<Timestamp> again = std::nullopt;  // there have been too many: when the next may come
  };
  // What the next guest costs, by the most expensive of the address's groups. Nothing if the address is not known.
  [[nodiscard]] Price price(const PeerAddress& address, Timestamp now) const;

  // A guest was let in.
  void count(const PeerAddress& address, Timestamp now);
  // The guest that was counted did not come about after all; called soon after count().
  void take_back(const PeerAddress& address);

  // How many groups are remembered.
  [[nodiscard]] std::size_t groups() const { return hours_.size(); }

 private:
  struct Hour {
    Timestamp began{};
    std::size_t guests = 0;
  };
  void forget(Timestamp now);

  const Limits& limits_;
  std::unordered_map<std::string, Hour> hours_;  // by group
};

}  // namespace wyrmhall::server
