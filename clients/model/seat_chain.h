// The chain of this client's seat in one match: which link comes next, whatever the server says, and whether what the
// server says about it can be true. A client that has the chain never gives it up by itself: that is for the person to
// decide.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "clients/model/accusation.h"
#include "clients/model/chain.h"
#include "clients/model/chain_store.h"

namespace wyrmhall::clients {

class SeatChain {
 public:
  // The links of one action: x_k, and the one after it, which is still a secret; empty for the last.
  struct Link {
    int k = 0;
    std::string x;
    std::string after;
  };

  SeatChain(ChainStore& store, const MatchId& match);

  // The chain as it was kept at the start; nothing if this client has none.
  [[nodiscard]] const std::optional<KeptChain>& kept() const { return kept_; }
  [[nodiscard]] bool given_up() const { return kept_ && kept_->given_up; }

  // The match was opened, and the server says that this is the last link of ours that it has. If that cannot be true,
  // what the server is accused of.
  std::optional<Accusation> opened(const std::string& last_link);

  // The link that the next action carries; nothing if the chain is given up, used up, or not here.
  [[nodiscard]] std::optional<Link> next() const;
  // That link is being sent now.
  void shown(int k);
  // The action that carried it was taken.
  void taken(int k) { position_ = k; }
  // The server says that the link does not follow on from the last one that it has: opened() is to come next.
  void refused(int k) { refused_ = k; }

  // The link that closes the chain once the match is over and its end is signed: the one after the last that the server
  // has, which is our last that was taken, or what the server said on opening. Nothing if no decision has carried one.
  [[nodiscard]] std::optional<std::string> closing(const std::string& last_link) const;

  // The seat goes on without a chain. What the system says, if that cannot be kept.
  std::expected<void, std::string> give_up();

 private:
  [[nodiscard]] Accusation accusation(Message said, const std::string& last_link) const;

  ChainStore& store_;
  MatchId match_;
  std::optional<KeptChain> kept_;
  std::optional<Chain> chain_;
  int position_ = 0;  // the k of the last link that the server has, as far as we know
  int shown_ = 0;     // the k of the last link that was ever sent
  int refused_ = 0;   // the k of the last link that was refused since the match was opened; 0 for none
};

// The same for a match whose end this client has not seen, from what the server says on opening that it has.
[[nodiscard]] std::optional<std::string> late_closing(const KeptChain& kept, const std::string& last_link);

}  // namespace wyrmhall::clients
