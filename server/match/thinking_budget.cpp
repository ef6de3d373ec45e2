#include "server/match/thinking_budget.h"

#include <chrono>

#include "server/core/limits.h"

namespace wyrmhall::server {
namespace {

using Seconds = std::chrono::duration<double>;
constexpr Rate kRate = {.per_second = kThinkingShare, .at_once = Seconds(kThinkingAtOnce).count()};

}  // namespace

void ThinkingBudget::took(const AccountId& account, Duration processor_time, Timestamp now) {
  rates_.spend(account, Seconds(processor_time).count(), kRate, now);
}

bool ThinkingBudget::is_spent(const AccountId& account, Timestamp now) {
  return rates_.wait(account, 0, kRate, now) > std::chrono::milliseconds(0);
}

}  // namespace wyrmhall::server
