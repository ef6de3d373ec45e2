// The connections that there are, by their numbers, with who is at the other end of each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "server/core/effects.h"
#include "server/shell/net/callers.h"
#include "server/shell/net/connection.h"

namespace wyrmhall::server {

// All calls come from one thread.
class Connections {
 public:
  struct Client {
    std::shared_ptr<Connection> connection;
    Caller caller;
  };

  [[nodiscard]] std::size_t size() const { return clients_.size(); }
  [[nodiscard]] bool empty() const { return clients_.empty(); }
  // nullptr if it is gone.
  [[nodiscard]] Connection* find(std::uint64_t number) const {
    const auto found = clients_.find(number);
    return found == clients_.end() ? nullptr : found->second.connection.get();
  }
  // For one that is there.
  [[nodiscard]] Caller& caller(std::uint64_t number) { return clients_.at(number).caller; }
  // For people who look. Empty if it is gone.
  [[nodiscard]] std::string address_of(std::uint64_t number) const;
  // Whose limits it shares. Empty if it is gone.
  [[nodiscard]] std::string group_of(std::uint64_t number) const;
  [[nodiscard]] std::vector<std::uint64_t> numbers() const;
  // Kept alive, since what is done to one may end it.
  [[nodiscard]] std::vector<std::shared_ptr<Connection>> all() const;
  [[nodiscard]] std::vector<std::shared_ptr<Connection>> all_of(
      const std::function<bool(const Caller& caller)>& chosen) const;

  void add(std::uint64_t number, std::shared_ptr<Connection> connection, Caller caller);
  // Calls left(caller) first. It is no error if the connection is gone already.
  void remove(std::uint64_t number, const std::function<void(Caller& caller)>& left);

  // Asks the processor for the memory of those to which something is sent here (server/core/prefetch.h).
  void prefetch(std::span<const Effect> effects) const;

  // A connection of which only a probe is answered. A probe says what it wants at once, so the oldest that has not
  // gives way.
  void let_probe(std::uint64_t number);

  // Nothing is read from it until resume(), which is for all of them: a coarse clock for many costs less than a timer
  // each.
  void pause(std::uint64_t number);
  void resume();

 private:
  boost::unordered_flat_map<std::uint64_t, Client> clients_;
  std::vector<std::uint64_t> paused_;
  std::deque<std::uint64_t> probing_;
};

}  // namespace wyrmhall::server
