// What a client has to keep about its chains, so that it can go on after a crash and no server gets it to show a chain
// twice. Each implementation decides where to keep it.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/id.h"
#include "receipts/signature.h"

namespace wyrmhall::clients {

// What has to be found again after a crash in the middle of a match: the chain, how much of it others may have seen,
// and what they had promised before it started, so that they can be held to it.
struct KeptChain {
  std::string root;                           // x_N; empty where this client never had it
  std::string server_commitment;              // that this chain was made for
  std::vector<std::string> seat_commitments;  // by seat; empty until x_0 was shown
  // x_0 was sent, or was about to be: the chain serves the start with these commitments, or none.
  bool shown = false;
  int links_shown = 0;    // the k of the last x_k that was sent with an action
  bool given_up = false;  // the person decided that the seat goes on without a chain
  // What the server had signed before each x_0 that was shown at this table, oldest first: the last is this start's.
  // Kept until the receipt of the match's end fits.
  std::vector<receipts::Signed> starts{};
};

// On failure, what the system says. Commitments have 32 bytes.
class ChainStore {
 public:
  ChainStore() = default;
  ChainStore(const ChainStore&) = delete;
  ChainStore& operator=(const ChainStore&) = delete;
  virtual ~ChainStore() = default;

  [[nodiscard]] virtual std::optional<KeptChain> chain(const MatchId& match) const = 0;
  // Durable when it returns.
  [[nodiscard]] virtual std::expected<void, std::string> save_chain(const MatchId& match,
                                                                    const KeptChain& chain) const = 0;
  // The same with `links_shown` alone, before x_k is sent: must survive a crash of the client, not of the machine.
  virtual void save_links_shown(const MatchId& match, int k) const = 0;
  // While it lives, no other process of this player changes a chain.
  [[nodiscard]] virtual std::shared_ptr<const void> lock_chains() const = 0;

  // The table at which this client has shown its x_0 for a commitment of the server's; nothing for a new commitment.
  [[nodiscard]] virtual std::optional<TableId> table_of_commitment(std::string_view commitment) const = 0;
  // Durable when it returns.
  [[nodiscard]] virtual std::expected<void, std::string> save_commitment(std::string_view commitment,
                                                                         const TableId& table) const = 0;

  // The key that the server signs with, as it was first seen, 32 bytes; empty for a server that signs nothing.
  [[nodiscard]] virtual std::string pinned_key() const = 0;
};

}  // namespace wyrmhall::clients
