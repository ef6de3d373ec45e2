#include "server/shell/heap.h"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace wyrmhall::server {
namespace {

// How far the heap grows at a time, in bytes. These are addresses, not memory: memory is given to them as it is
// touched. What comes after them is in small pages.
constexpr int kStep = 256 << 20;
constexpr std::uintptr_t kLargePage = std::uintptr_t{2} << 20;
constexpr std::size_t kMoreThanIsFree = 100 << 10;  // malloc begins with 132 KiB

}  // namespace

void use_large_pages() {
  if (mallopt(M_TOP_PAD, kStep) == 0) return;
  // Makes it grow now. What it grows by later is a mapping of its own, for which large pages would have to be asked
  // again.
  void* volatile first = std::malloc(kMoreThanIsFree);   // NOLINT(cppcoreguidelines-no-malloc)
  void* volatile second = std::malloc(kMoreThanIsFree);  // NOLINT(cppcoreguidelines-no-malloc)
  std::free(second);                                     // NOLINT(cppcoreguidelines-no-malloc)
  std::free(first);                                      // NOLINT(cppcoreguidelines-no-malloc)
  const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0));
  const std::uintptr_t begin = (end - kStep + kLargePage - 1) & ~(kLargePage - 1);
  madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);  // NOLINT(performance-no-int-to-ptr)
}

}  // namespace wyrmhall::server
