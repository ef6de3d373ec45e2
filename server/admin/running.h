// The running server, as administration sees it.
#pragma once

#include <chrono>
#include <expected>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "persistence/store.h"
#include "server/admin/rest/schema.h"
#include "server/cluster/cluster_status.h"
#include "server/core.h"

namespace wyrmhall::server::admin {

// The core or the store did not answer in time (kAdminAnswerTime), or the server is about to end.
class NoAnswer : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct DrainState {
  bool draining = false;
  std::optional<Timestamp> deadline;  // when the server ends at the latest
  std::size_t playing = 0;            // matches that somebody still plays or watches
};
template <>
inline constexpr auto kSchema<DrainState> =
    object({"Drain"}, field("draining", &DrainState::draining), field("deadline", &DrainState::deadline),
           field("playing", &DrainState::playing, {.about = "Matches that somebody still plays or watches."}));

// All calls may come from any thread but the core's own, several at once. They wait, and throw NoAnswer.
class Running {
 public:
  Running() = default;
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  virtual ~Running() = default;

  // Carries the task out on the core's thread, between two of its inputs. It must be short: matches wait for it.
  virtual void on_core(const std::function<void(Core&)>& task) = 0;
  // Asks the store, after what the core asked before.
  template <class Request>
  persistence::AnswerTo<Request> ask(Request request) {
    return ask([&](Core& /*core*/) { return std::move(request); });
  }
  // The same with a request that `make` makes of the Core on the core's thread, with nothing between its making and the
  // asking. It must be short.
  template <class Make, class Request = std::invoke_result_t<Make, Core&>>
  persistence::AnswerTo<Request> ask(Make make) {
    return persistence::AnswerTo<Request>(ask_store(make));
  }

  // The addresses of sessions, by their numbers in `sessions`; empty for one that is gone.
  virtual std::vector<std::string> addresses_of(const std::vector<std::uint64_t>& sessions) = 0;

  // No new matches from now on; the server ends once nobody plays or watches, or when the time is over.
  virtual void drain(std::chrono::seconds longest) = 0;
  virtual DrainState drain_state() = 0;

  // The servers of the store. Does not wait, as little as the next one.
  virtual cluster::ClusterStatus servers() = 0;
  // Asks one of them, which may be this one, to give its matches to the others and to end.
  virtual void drain_other(persistence::Incarnation node) = 0;

  // --- Bans: networks that nobody is let in from (server/shell/net/bans.h). The store keeps them. ---

  // A network as the server writes it, from what somebody typed; or what is wrong with it. Does not wait.
  [[nodiscard]] virtual std::expected<std::string, std::string> network(const std::string& text) const = 0;
  // Whom a ban of this network would keep out by mistake: a sentence, or nothing. `asker` is the asker's address.
  virtual std::optional<std::string> mistake(const std::string& network, const std::string& asker) = 0;
  // Called once the ban is kept: it holds from now on. Gives back how many connections it has ended.
  virtual std::size_t ban(const persistence::Ban& ban) = 0;
  // Called once the ban is no longer kept.
  virtual void lift_ban(const std::string& network) = 0;
  virtual std::vector<persistence::Ban> bans() = 0;

  // Connections that were not let in since the server started.
  virtual TurnedAway turned_away() = 0;

  // These four do not wait.
  [[nodiscard]] virtual bool ready() const = 0;
  [[nodiscard]] virtual persistence::StoreStats store_stats() const = 0;
  [[nodiscard]] virtual std::size_t store_pending() const = 0;
  // How many microseconds bots thought about their moves.
  [[nodiscard]] virtual persistence::Histogram<> thinking_time() const = 0;
  [[nodiscard]] virtual Timestamp now() const = 0;

  // What the server signs with; it never changes.
  [[nodiscard]] virtual const receipts::SigningKey& signing_key() const = 0;

 private:
  virtual persistence::Answer ask_store(const std::function<persistence::Request(Core&)>& make) = 0;
};

}  // namespace wyrmhall::server::admin
