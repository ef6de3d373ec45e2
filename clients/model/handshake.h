// The hand-shake by which a match starts (docs/dice.md), as this client's seat takes part in it: a fresh chain for each
// start, kept before anybody hears of it; then its end, once everybody has committed. A chain that has shown anything
// for one start never shows it for another.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include "clients/model/accusation.h"
#include "clients/model/chain.h"
#include "clients/model/chain_store.h"
#include "wyrmhall/v1/client.pb.h"
#include "wyrmhall/v1/table.pb.h"

namespace wyrmhall::clients {

class Handshake {
 public:
  // Why there is no next step.
  struct Failure {
    std::string cannot_keep;               // what the system says, where the chain cannot be kept
    std::optional<Accusation> accusation;  // if the server is to blame
  };
  using Step = std::expected<std::optional<v1::ClientMessage>, Failure>;

  explicit Handshake(ChainStore& store) : store_(store) {}

  // What to send, given the table as it is; nothing if others have to act first. Each command counts as on its way
  // until answered() says otherwise, and is not given twice.
  Step next(const v1::Table& table, const AccountId& account);

  // The server's commitment of the start for which the server has answered that it has our x_0; empty for none.
  [[nodiscard]] const std::string& answered_start() const { return answered_start_; }

  // The command that next() gave was answered, or its connection is gone.
  void answered() { under_way_ = false; }

 private:
  Step ready(const v1::Table& table, const v1::TableSeat& seat);
  Step reveal(const v1::Table& table, const v1::TableSeat& seat);
  Step draw_chain(const v1::Table& table, KeptChain& chain);

  ChainStore& store_;
  bool under_way_ = false;
  std::string answered_start_;
};

// The two commands of a hand-shake: the seat's commitment for the start that the table is about, and its x_0.
v1::ClientMessage ready_command(const v1::Table& table, const std::string& commitment);
v1::ClientMessage reveal_command(const v1::Table& table, const std::string& x0);

// The seat of a table in which an account sits; -1 for none.
int seat_at(const v1::Table& table, const AccountId& account);

// The options of the match that would start at a table as it is.
inline const v1::GameOptions& starting_options(const v1::Table& table) {
  return table.has_starting_options() ? table.starting_options() : table.options();
}
// Whether every seat is taken.
bool is_full(const v1::Table& table);

}  // namespace wyrmhall::clients
