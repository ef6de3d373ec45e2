// What happened in a run, as one number and as its last lines.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>

#include "server/core/environment.h"

namespace wyrmhall::sim {

class Trace {
 public:
  // Notes an event: what, and up to three numbers of it.
  void note(Duration at, std::string_view what, std::uint64_t a = 0, std::uint64_t b = 0, std::uint64_t c = 0) {
    mix(static_cast<std::uint64_t>(at.count()));
    for (const char letter : what) mix(static_cast<std::uint8_t>(letter));
    mix(a);
    mix(b);
    mix(c);
    lines_.push_back({at, what, a, b, c});
    if (lines_.size() > kLinesKept) lines_.pop_front();
  }

  // Which bytes there are, whatever their order: Protobuf writes the entries of a map in another order each time.
  static std::uint64_t sum_of(std::string_view bytes) {
    std::uint64_t sum = bytes.size();
    for (const char byte : bytes) {
      const auto value = static_cast<std::uint64_t>(static_cast<std::uint8_t>(byte)) + 1;
      sum += value * value * 0x9e3779b97f4a7c15;
    }
    return sum;
  }

  [[nodiscard]] std::uint64_t hash() const { return hash_; }
  // `most` lines at most, the oldest first.
  [[nodiscard]] std::string last_lines(std::size_t most) const {
    std::string text;
    const std::size_t first = lines_.size() > most ? lines_.size() - most : 0;
    for (std::size_t i = first; i < lines_.size(); ++i) {
      const Line& line = lines_[i];
      text += fmt::format("  {:>12.6f} s  {} {} {} {:x}\n", static_cast<double>(line.at.count()) * 1e-6, line.what,
                          line.a, line.b, line.c);
    }
    return text;
  }

 private:
  static constexpr std::size_t kLinesKept = 200;
  struct Line {
    Duration at;
    std::string_view what;  // a literal
    std::uint64_t a;
    std::uint64_t b;
    std::uint64_t c;
  };
  void mix(std::uint64_t value) { hash_ = (hash_ ^ value) * 0x100000001b3 + (hash_ >> 29U); }

  std::uint64_t hash_ = 0xcbf29ce484222325;
  std::deque<Line> lines_;
};

}  // namespace wyrmhall::sim
