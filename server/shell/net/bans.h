// The networks that nobody may connect from, each until its end. They are kept in the store; here they are looked up.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <boost/asio/ip/address.hpp>

#include "persistence/store.h"
#include "server/core/environment.h"
#include "server/shell/net/networks.h"

namespace wyrmhall::server {

// All calls come from the core's thread.
class Bans {
 public:
  // `clock` must outlive it.
  explicit Bans(const Clock& clock) : clock_(clock) {}

  // Asks for the bans that were kept. ready() turns true once they are here; while the store fails, tick() asks again.
  void load(persistence::Store& store);
  [[nodiscard]] bool ready() const { return ready_; }
  // From now on they are read again every now and then: other servers of the store change them too.
  void share() { shared_ = true; }
  // Whether an answer is still to come.
  [[nodiscard]] bool waits() const { return waits_; }
  // Takes the answer out of a batch. True if there are bans that there were not.
  bool take_answers(std::vector<persistence::Answer>& answers);

  [[nodiscard]] bool holds(const boost::asio::ip::address& address) const {
    return !networks_.empty() && networks_.contains(address);
  }
  // The oldest first.
  [[nodiscard]] std::vector<persistence::Ban> all() const;
  // To be called once it was kept in the store, or taken out of it.
  void add(const persistence::Ban& ban);
  void remove(const std::string& network);
  // To be called once a second or so: drops those that have ended.
  void tick(persistence::Store& store);

 private:
  const Clock& clock_;
  Networks networks_;
  std::map<std::string, persistence::Ban> bans_;  // by network
  bool ready_ = false;
  bool waits_ = false;
  bool ask_again_ = false;
  bool shared_ = false;
  Timestamp asked_at_{};
};

}  // namespace wyrmhall::server
