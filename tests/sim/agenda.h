// Virtual time: what is to happen when. Deeds of the same microsecond happen in the order in which they were planned.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "server/core/environment.h"

namespace wyrmhall::sim {

inline constexpr Duration kMillisecond = std::chrono::milliseconds(1);
inline constexpr Duration kSecond = std::chrono::seconds(1);

class Agenda {
 public:
  using ActionKind = std::move_only_function<void()>;

  // Since the run began.
  [[nodiscard]] Duration now() const { return now_; }

  void at(Duration when, ActionKind deed) {
    entries_.push_back({std::max(when, now_), next_++, std::move(deed)});
    std::ranges::push_heap(entries_, later);
  }
  void after(Duration delay, ActionKind deed) { at(now_ + delay, std::move(deed)); }

  // Lets time pass until the next deed and does it. False when nothing is planned.
  bool step() {
    if (entries_.empty()) return false;
    std::ranges::pop_heap(entries_, later);
    Entry entry = std::move(entries_.back());
    entries_.pop_back();
    now_ = entry.when;
    entry.deed();
    return true;
  }

 private:
  struct Entry {
    Duration when;
    std::uint64_t number;
    ActionKind deed;
  };
  static bool later(const Entry& a, const Entry& b) { return a.when != b.when ? a.when > b.when : a.number > b.number; }

  Duration now_{};
  std::uint64_t next_ = 0;
  std::vector<Entry> entries_;
};

// The clock that the server reads: virtual time, and whatever the operator or the operating system did to it.
class ServerClock final : public server::Clock {
 public:
  explicit ServerClock(const Agenda& agenda) : agenda_(agenda) {}
  [[nodiscard]] Timestamp now() const override { return kEpoch + agenda_.now() + offset_; }
  // Within a run of the server the clock only jumps ahead, as its contract says; between two it may be set back too.
  void jump(Duration by) { offset_ += by; }

 private:
  static constexpr Timestamp kEpoch = from_unix_micros(1'750'000'000'000'000);
  const Agenda& agenda_;
  Duration offset_{};
};

}  // namespace wyrmhall::sim
