// The links of this run to the other servers of its store: what is told them, and what comes from them.
//
// All calls come from one thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "server/cluster/link.h"

namespace wyrmhall::server::cluster {

class Links {
 public:
  explicit Links(Incarnation self) : self_(self) {}

  // From now on there are these others: comes back with those that are no more.
  std::vector<Incarnation> set(std::span<const Incarnation> others, Timestamp now);

  // Nothing becomes of what is for a server that is not there.
  void tell(Incarnation to, std::string message, Timestamp now);

  struct Heard {
    Incarnation from = 0;  // 0: from nobody who is known, or no frame
    std::vector<std::string> messages;
  };
  // What came over the bus. Before the messages are looked at, take_began_again() is to be asked.
  [[nodiscard]] Heard heard(std::span<const std::uint8_t> bytes, Timestamp now);

  // The servers that this one has to tell everything anew.
  [[nodiscard]] std::vector<Incarnation> take_began_again();

  struct Frame {
    Incarnation to = 0;
    std::string bytes;
  };
  // What is to go over the bus now. To be called when something was told, and a few times a second.
  [[nodiscard]] std::vector<Frame> due(Timestamp now);

 private:
  Incarnation self_;
  std::map<Incarnation, Link> links_;
};

}  // namespace wyrmhall::server::cluster
