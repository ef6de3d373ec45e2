#include "server/admin/census.h"

namespace wyrmhall::server::admin {
namespace {

constexpr Micros kCountEvery = 60'000'000;

}  // namespace

std::uint64_t Census::accounts(Micros now) {
  const std::scoped_lock lock(mutex_);
  if (!accounts_ || now - counted_at_ >= kCountEvery) {
    accounts_ = histories_.lease()->accounts();
    counted_at_ = now;
  }
  return *accounts_;
}

}  // namespace wyrmhall::server::admin
