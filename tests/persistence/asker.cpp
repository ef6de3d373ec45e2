#include "tests/persistence/asker.h"

#include <doctest/doctest.h>

#include <chrono>
#include <utility>

namespace wyrmhall::persistence::testing {

Store::Deliver Answers::deliver() {
  return [this](std::vector<Answer> answers) {
    const std::scoped_lock lock(mutex_);
    for (Answer& answer : answers) {
      order_.push_back(answer.ticket);
      const std::uint64_t ticket = answer.ticket;
      answers_.insert_or_assign(ticket, std::move(answer));
    }
    came_.notify_all();
  };
}

Answer Answers::take(std::uint64_t ticket) {
  std::unique_lock lock(mutex_);
  const bool came = came_.wait_for(lock, std::chrono::minutes(1), [this, ticket] { return answers_.contains(ticket); });
  REQUIRE_MESSAGE(came, "a request was not answered");
  return std::move(answers_.extract(ticket).mapped());
}

bool Answers::has(std::uint64_t ticket) {
  const std::scoped_lock lock(mutex_);
  return answers_.contains(ticket);
}

std::vector<std::uint64_t> Answers::order() {
  const std::scoped_lock lock(mutex_);
  return order_;
}

std::uint64_t Asker::submit(Request request) {
  const std::uint64_t ticket = next_ticket_++;
  store_->submit({ticket, std::move(request)});
  return ticket;
}

}  // namespace wyrmhall::persistence::testing
