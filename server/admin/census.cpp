#include "server/admin/census.h"

namespace wyrmhall::server::admin {
namespace {

constexpr Duration kCountEvery = 60s;

}  // namespace

std::uint64_t Census::accounts(Timestamp now) {
  const std::scoped_lock lock(mutex_);
  if (!accounts_ || now - counted_at_ >= kCountEvery) {
    accounts_ = histories_.lease()->accounts();
    counted_at_ = now;
  }
  return *accounts_;
}

}  // namespace wyrmhall::server::admin
