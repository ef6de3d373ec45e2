// The disk: a real store behind a queue. What is submitted is carried out in groups, and answered later; what a crash
// finds in the queue is lost, what was carried out is not.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "tests/sim/agenda.h"
#include "tests/sim/counters.h"
#include "tests/sim/rng.h"
#include "tests/sim/sync_store.h"

namespace wyrmhall::sim {

class Disk {
 public:
  enum class Health : std::uint8_t {
    kGood,
    kSlow,       // a commit takes up to seconds
    kFailing,    // writes are answered as unknown, and may have been kept or not; reads too, at times
    kFull,       // as failing, and nothing was kept
    kTakenOver,  // another run of the server owns the store
  };

  // `kept` is told each write at the moment at which it is on disk, whatever the server is told of it.
  Disk(Agenda& agenda, Rng rng, std::unique_ptr<SyncStore> store, Counters& counters,
       std::function<void(const persistence::Request&)> kept,
       std::function<void(std::vector<persistence::Answer>)> deliver);

  Duration commit_least = std::chrono::microseconds(100);
  Duration commit_most = 3 * kMillisecond;

  void submit(persistence::Submission submission);
  void set_health(Health health);
  [[nodiscard]] Health health() const { return health_; }

  // The process that used the disk is gone.
  void crash();
  persistence::Incarnation reopen() { return store_->reopen(); }

  // Requests of this run of the server that have no answer yet.
  [[nodiscard]] std::size_t unanswered() const { return unanswered_; }
  // Whether there are moves among them that are on disk already, and whether some are not.
  [[nodiscard]] bool has_kept_unanswered() const { return kept_unanswered_ > 0; }
  [[nodiscard]] bool has_uncommitted() const { return !queue_.empty(); }
  // Whether a creation of this match waits for its answer.
  [[nodiscard]] bool is_creating(const MatchId& match) const;

  // Asks for something at once, past the queue: for checkers.
  template <class Request>
  persistence::AnswerTo<Request> look(Request request) {
    return persistence::AnswerTo<Request>(look_now(std::move(request)));
  }

 private:
  void plan_commit();
  void commit();
  persistence::Answer look_now(persistence::Request request);
  void answer_later(std::vector<persistence::Answer> answers, std::size_t kept_moves, Duration delay);
  Duration commit_time();

  Agenda& agenda_;
  Rng rng_;
  std::unique_ptr<SyncStore> store_;
  Counters& counters_;
  std::function<void(const persistence::Request&)> kept_;
  std::function<void(std::vector<persistence::Answer>)> deliver_;
  Health health_ = Health::kGood;
  std::vector<persistence::Submission> queue_;
  std::set<MatchId> in_doubt_;                 // matches with a move whose fate the server was not told
  std::map<std::uint64_t, MatchId> creating_;  // matches whose creation waits for its answer, by ticket
  std::set<MatchId> created_;                  // matches that are on disk
  bool planned_ = false;
  std::uint64_t run_ = 0;  // which process: deeds of one that is gone come to nothing
  Duration writes_answered_at_{};
  std::size_t unanswered_ = 0;
  std::size_t kept_unanswered_ = 0;
};

}  // namespace wyrmhall::sim
