// The hand-shake by which a match starts (docs/dice.md), as this client's seat takes part in it: a fresh chain for each
// commitment of the server's, kept before anybody hears of it; then its end, once everybody has committed.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include "clients/cli/chain.h"
#include "clients/cli/keep.h"
#include "wyrmhall/v1/client.pb.h"
#include "wyrmhall/v1/match.pb.h"
#include "wyrmhall/v1/table.pb.h"

namespace wyrmhall::cli {

class Handshake {
 public:
  explicit Handshake(Keep& keep) : keep_(keep) {}

  // What is to be sent now that the table stands like this; nothing where it is others' turn. An error where the chain
  // cannot be kept. Each command counts as on its way until answered() says otherwise, and is not given twice.
  std::expected<std::optional<v1::ClientMessage>, std::string> next(const v1::Table& table, const std::string& account);

  // The command that next() gave was answered, or its connection is gone.
  void answered() { under_way_ = false; }

 private:
  std::expected<std::optional<v1::ClientMessage>, std::string> ready(const v1::Table& table, const v1::TableSeat& seat);
  std::expected<std::optional<v1::ClientMessage>, std::string> reveal(const v1::Table& table,
                                                                      const v1::TableSeat& seat);

  Keep& keep_;
  bool under_way_ = false;
};

// How the server and the others kept what they had promised before the match. Empty: all is well. Otherwise a sentence.
std::string broken_promise_at_start(const KeptChain& kept, const v1::MatchInfo& info);
std::string broken_promise_at_end(const std::string& server_commitment, const std::string& server_seed);

// The seat of a table in which an account sits; -1 for none.
int seat_at(const v1::Table& table, const std::string& account);
// Whether every seat is taken.
bool is_full(const v1::Table& table);

}  // namespace wyrmhall::cli
