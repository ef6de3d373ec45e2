// The running server, as administration sees it.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

#include "persistence/store.h"
#include "server/hall.h"

namespace wyrmhall::server::admin {

// The core or the store did not answer in time (kAdminAnswerTime), or the server is about to end.
class NoAnswer : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct DrainState {
  bool draining = false;
  std::optional<Micros> deadline;  // when the server ends at the latest
  std::size_t playing = 0;         // matches that somebody still plays or watches
};

// All calls may come from any thread but the core's own, several at once. They wait, and throw NoAnswer.
class Running {
 public:
  Running() = default;
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  virtual ~Running() = default;

  // Carries the task out on the core's thread, between two of its inputs. It must be short: matches wait for it.
  virtual void on_core(const std::function<void(Hall&)>& task) = 0;
  // Asks the store, behind what the core asked before.
  virtual persistence::Answer ask(persistence::Request request) = 0;

  // The addresses of sessions, by their numbers in `sessions`; empty for one that is gone.
  virtual std::vector<std::string> addresses_of(const std::vector<std::uint64_t>& sessions) = 0;

  // No new matches from now on; the server ends once nobody plays or watches, or when the time is over.
  virtual void drain(std::chrono::seconds longest) = 0;
  virtual DrainState drain_state() = 0;

  // These four do not wait.
  [[nodiscard]] virtual bool ready() const = 0;
  [[nodiscard]] virtual persistence::StoreStats store_stats() const = 0;
  [[nodiscard]] virtual std::size_t store_pending() const = 0;
  // Microseconds that bots thought about their moves.
  [[nodiscard]] virtual persistence::Histogram<> thinking_time() const = 0;
  [[nodiscard]] virtual Micros now() const = 0;

  // What the server signs with; it never changes.
  [[nodiscard]] virtual const receipts::SigningKey& signing_key() const = 0;
};

}  // namespace wyrmhall::server::admin
