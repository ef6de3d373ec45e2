// A seat's chain of secrets (docs/dice.md), worked out whole, as a client holds it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rules/dice/chain.h"
#include "rules/dice/fast_dice.h"

namespace wyrmhall::sim {

class SeatChain {
 public:
  SeatChain() = default;
  // Draws x_N and makes the rest, N >= 1.
  SeatChain(rules::FastDice& dice, int length) : links_(static_cast<std::size_t>(length) + 1) {
    for (std::uint8_t& byte : links_.back()) byte = static_cast<std::uint8_t>(dice.roll(256) - 1);
    for (std::size_t k = links_.size() - 1; k > 0; --k) links_[k - 1] = rules::link(links_[k]);
  }

  // How many links there are after x_0.
  [[nodiscard]] int length() const { return static_cast<int>(links_.size()) - 1; }
  // link(x_0), x_0 and x_k as they travel.
  [[nodiscard]] std::string commitment() const { return bytes(rules::link(links_.front())); }
  [[nodiscard]] std::string link(int k) const { return bytes(links_[static_cast<std::size_t>(k)]); }
  // Which link this is; nothing when it is none of this chain.
  [[nodiscard]] std::optional<int> index_of(const std::string& link) const {
    for (std::size_t k = 0; k < links_.size(); ++k) {
      if (bytes(links_[k]) == link) return static_cast<int>(k);
    }
    return std::nullopt;
  }

 private:
  static std::string bytes(const rules::Link& link) { return {link.begin(), link.end()}; }

  std::vector<rules::Link> links_;
};

}  // namespace wyrmhall::sim
