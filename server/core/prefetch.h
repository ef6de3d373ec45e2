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

// For this many messages, answers or connections at once: what they use fits into the first cache.
inline constexpr std::size_t kPrefetchedAtOnce = 16;

// Calls work(some) for all in their order, kPrefetchedAtOnce at a time.
template <class Element, class Work>
void in_batches(std::span<Element> all, Work&& work) {
  for (std::size_t first = 0; first < all.size(); first += kPrefetchedAtOnce) {
    work(all.subspan(first, std::min(kPrefetchedAtOnce, all.size() - first)));
  }
}

// Not called prefetch: Boost's hash tables call a function of that name on pointers to what they hold, and would find
// it.
inline void prefetch_memory(const void* from, std::size_t bytes) {
  constexpr std::size_t kCacheLine = 64;
  const auto* at = static_cast<const char*>(from);
  for (std::size_t i = 0; i < bytes; i += kCacheLine) __builtin_prefetch(at + i, 1);
}

template <class Object>
void prefetch_object(const Object& object) {
  prefetch_memory(&object, sizeof(Object));
}

// A few objects that are on their way: all of them are asked for before what they point to is.
template <class Object>
class Prefetched {
 public:
  // An object that finds no more room is only used more slowly.
  void add(const Object& object) {
    if (count_ == objects_.size()) return;
    prefetch_object(object);
    objects_[count_++] = &object;
  }

  [[nodiscard]] auto begin() const { return objects_.begin(); }
  [[nodiscard]] auto end() const { return objects_.begin() + static_cast<std::ptrdiff_t>(count_); }

 private:
  std::array<const Object*, 2 * kPrefetchedAtOnce> objects_{};  // a match has two viewers, mostly
  std::size_t count_ = 0;
};

}  // namespace wyrmhall::server
