#include "server/shell/net/farewell.h"

#include <algorithm>
#include <utility>

namespace wyrmhall::server {
namespace {

constexpr std::uint16_t kGoingAway = 1001;  // the status of RFC 6455
constexpr std::size_t kTicks = kFarewellTime / 100ms;
constexpr std::size_t kFewest = 10;  // at once: a hundred players need not wait for each other

}  // namespace

void Farewell::begin(const Connections& connections, std::string reason) {
  if (begun()) return;
  left_ = connections.numbers();
  at_once_ = std::max(kFewest, (left_.size() + kTicks - 1) / kTicks);
  reason_ = std::move(reason);
}

void Farewell::while_true(bool condition, const Connections& connections, const char* reason) {
  if (condition) return begin(connections, reason);
  if (begun()) *this = Farewell();
}

void Farewell::tick(const Connections& connections) {
  for (std::size_t i = 0; i < at_once_ && !left_.empty(); ++i) {
    if (Connection* const connection = connections.find(left_.back())) connection->close(kGoingAway, reason_);
    left_.pop_back();
  }
}

void Farewell::all_at_once(const Connections& connections) {
  while (!left_.empty()) tick(connections);
}

}  // namespace wyrmhall::server
