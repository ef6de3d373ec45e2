// A seat's chain of secrets (docs/dice.md): x_N is random, and each link is the hash of the next. The client shows
// link(x_0) and x_0 before the match, then x_1, x_2, … with its actions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace wyrmhall::clients {

inline constexpr std::size_t kLinkBytes = 16;
inline constexpr std::size_t kHashBytes = 32;
// How many actions the chain of a player lasts for: N.
inline constexpr int kChainLength = 4096;

// link(x): the first 16 bytes of SHA-256("wyrmhall link v1" ‖ x).
std::string link_of(std::string_view x);

// SHA-256, 32 bytes: how a server's commitment is made from its seed.
std::string sha256(std::string_view bytes);

class Chain {
 public:
  // A fresh one, from the operating system's generator.
  static Chain draw();

  // A chain that was kept. `root` is x_N, 16 bytes; `length` is N.
  explicit Chain(std::string root, int length = kChainLength);

  // x_N, to be kept secret and to be kept.
  [[nodiscard]] const std::string& root() const { return root_; }
  // N: how many links there are after x_0.
  [[nodiscard]] int length() const { return length_; }
  // x_k, 0 <= k <= N.
  [[nodiscard]] std::string at(int k) const;
  // link(x_0).
  [[nodiscard]] std::string commitment() const;
  // The k of a link, if it is one of this chain.
  [[nodiscard]] std::optional<int> find(std::string_view link) const;

 private:
  std::string root_;
  int length_;
  std::string links_;  // x_0, x_1, … x_N in one piece
};

}  // namespace wyrmhall::clients
