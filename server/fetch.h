// Asking the processor for memory ahead of its use. What a message or an answer touches lies scattered over the heap,
// and between two of the same match the kernel and the other matches have pushed it out of the caches. To wait for each
// line in its turn costs more than the work that is done with it; the lines of several matches can be waited for at
// once.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace wyrmhall::server {

// For so many messages, answers or connections at once: what they use fits into the first cache.
inline constexpr std::size_t kFetchedAtOnce = 16;

// Calls work(some) for all in their order, kFetchedAtOnce at a time.
template <class Element, class Work>
void in_fews(std::span<Element> all, Work&& work) {
  for (std::size_t first = 0; first < all.size(); first += kFetchedAtOnce) {
    work(all.subspan(first, std::min(kFetchedAtOnce, all.size() - first)));
  }
}

inline void fetch(const void* from, std::size_t bytes) {
  constexpr std::size_t kCacheLine = 64;
  const auto* at = static_cast<const char*>(from);
  for (std::size_t i = 0; i < bytes; i += kCacheLine) __builtin_prefetch(at + i, 1);
}

template <class Object>
void fetch(const Object& object) {
  fetch(&object, sizeof(Object));
}

// A few objects that are on their way: all of them are asked for before what they point to is.
template <class Object>
class Fetched {
 public:
  // One that finds no more room is only used more slowly.
  void add(const Object& object) {
    if (count_ == objects_.size()) return;
    fetch(object);
    objects_[count_++] = &object;
  }

  [[nodiscard]] auto begin() const { return objects_.begin(); }
  [[nodiscard]] auto end() const { return objects_.begin() + static_cast<std::ptrdiff_t>(count_); }

 private:
  std::array<const Object*, 2 * kFetchedAtOnce> objects_{};  // a match has two viewers, mostly
  std::size_t count_ = 0;
};

}  // namespace wyrmhall::server
