// People who come while others play: how long they take from connecting to having a seat.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "clients/model/ids.h"
#include "tests/load/guest.h"

namespace wyrmhall::load {

// One who connects, signs in, opens a table, and leaves it again.
class Newcomer final : private Guest {
 public:
  Newcomer(Setting& setting, std::size_t connection) : Guest(setting, connection) {}
  void come();

 private:
  void on_signed_in(const v1::SignedIn& signed_in) override;
  void on_message(const v1::ServerMessage& message, Bytes bytes) override;

  Clock::time_point began_;
  std::uint64_t open_command_ = 0;
};

// Brings one after the other, evenly spread, for as long as the loop runs.
class Newcomers {
 public:
  // `first` is the number of the connection of the first of them.
  Newcomers(Setting& setting, std::size_t first) : setting_(setting), next_(first) {}
  void begin();

 private:
  void bring();

  Setting& setting_;
  std::size_t next_;
  std::vector<std::unique_ptr<Newcomer>> newcomers_;
};

}  // namespace wyrmhall::load
