// A seat's chain of secrets (docs/dice.md): drawn from its end, shown from its beginning, one link with each action.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace wyrmhall::load {

constexpr std::size_t kLinkBytes = 16;
using Link = std::array<std::uint8_t, kLinkBytes>;

// The first 16 bytes of SHA-256("wyrmhall link v1" ‖ x).
Link link_after(const Link& x);
// As protobuf wants it.
std::string as_string(std::span<const std::uint8_t> bytes);

class Chain {
 public:
  // Draws x_N at random and computes the links before it.
  explicit Chain(std::size_t links);

  // link(x_0): what the seat commits to.
  [[nodiscard]] Link commitment() const { return link_after(x_.front()); }
  // x_0: what the seat reveals before the match starts.
  [[nodiscard]] const Link& beginning() const { return x_.front(); }
  // Whether x_N has been shown.
  [[nodiscard]] bool used_up() const { return next_ == x_.size(); }
  // The next link to show; not when the chain is used up. The same until it has been accepted.
  [[nodiscard]] const Link& next() const { return x_[next_]; }
  void accepted() { ++next_; }

 private:
  std::vector<Link> x_;
  std::size_t next_ = 1;
};

}  // namespace wyrmhall::load
