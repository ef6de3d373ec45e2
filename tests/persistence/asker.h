// Asks a store and waits for what it answers.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "persistence/store.h"

namespace wyrmhall::persistence::testing {

// Where a store delivers to. Outlives the store.
class Answers {
 public:
  [[nodiscard]] Store::Deliver deliver();

  // Waits for the answer to `ticket` and takes it. Fails the test if none comes within a minute.
  Answer take(std::uint64_t ticket);

  // Whether the answer to `ticket` is there.
  [[nodiscard]] bool has(std::uint64_t ticket);

  // The tickets in the order in which they were answered, so far.
  [[nodiscard]] std::vector<std::uint64_t> order();

 private:
  std::mutex mutex_;
  std::condition_variable came_;
  std::map<std::uint64_t, Answer> answers_;
  std::vector<std::uint64_t> order_;
};

class Asker {
 public:
  Asker(std::unique_ptr<Answers> answers, std::unique_ptr<Store> store)
      : answers_(std::move(answers)), store_(std::move(store)) {}

  // Submits without waiting; the result is the ticket.
  std::uint64_t submit(Request request);

  Answer take(std::uint64_t ticket) { return answers_->take(ticket); }

  Answer ask(Request request) { return take(submit(std::move(request))); }
  template <class R>
  AnswerTo<R> ask(R request) {
    return AnswerTo<R>(take(submit(std::move(request))));
  }

  // Closes the store; its answers stay.
  void close() { store_.reset(); }

  [[nodiscard]] Store& store() { return *store_; }
  [[nodiscard]] Answers& answers() { return *answers_; }

 private:
  std::unique_ptr<Answers> answers_;
  std::unique_ptr<Store> store_;
  std::uint64_t next_ticket_ = 1;
};

}  // namespace wyrmhall::persistence::testing
