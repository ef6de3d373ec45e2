// The reader: a thread with a connection of its own that answers what only looks.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <thread>

#include "persistence/postgres/database.h"
#include "persistence/postgres/move_source.h"
#include "persistence/sql/owed_answers.h"
#include "persistence/sql/reads.h"
#include "persistence/sql/work_queue.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::postgres {

class Reader {
 public:
  // `incarnation`: the run that it belongs to. Throws Error when the database cannot be reached.
  Reader(const std::string& place, Incarnation incarnation, sql::OwedAnswers& owed);
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  // Answers what was put, then returns.
  ~Reader();

  // Takes what only looks. From any thread.
  void put(Submission&& submission) { queue_.put(std::move(submission)); }

 private:
  void run();
  Answer answer(const Submission& submission);
  void look(const Submission& submission, Answer& answer);
  LoadDeadlines::Answer deadlines(const LoadDeadlines& request);
  // Comes back once the standby, if there is one, has all that was read in this connection; throws Error when it has
  // been lost since.
  void wait_for_standby(std::uint64_t read_in);
  bool has_standby();

  const Incarnation incarnation_;
  sql::OwedAnswers& owed_;
  sql::WorkQueue<Submission> queue_;
  Database database_;
  MoveSource source_;
  sql::Reads reads_;
  Statement deadlines_;
  Statement running_;
  Statement standbys_;
  bool standby_ = false;  // as it was said in this connection and at this time
  std::uint64_t asked_in_ = 0;
  std::chrono::steady_clock::time_point asked_at_;
  std::thread thread_;
};

}  // namespace wyrmhall::persistence::postgres
