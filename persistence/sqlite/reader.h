// The reader: a thread with a connection of its own that answers what only looks.
#pragma once

#include <cstdint>
#include <string>
#include <thread>

#include "persistence/sql/owed_answers.h"
#include "persistence/sql/reads.h"
#include "persistence/sql/work_queue.h"
#include "persistence/sqlite/database.h"
#include "persistence/sqlite/move_source.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::sqlite {

struct ReadJob {
  std::uint64_t ticket = 0;
  Request request;  // of those that read, but for LoadDeadlines
  sql::Tail tail;   // with LoadMatch
};

class Reader {
 public:
  // Throws Error when the database cannot be read. With `yielding` its thread gets what other threads of this machine
  // leave over.
  Reader(const std::string& path, sql::OwedAnswers& owed, bool yielding);
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  // Answers what was put, then returns.
  ~Reader();

  // From any thread.
  void put(ReadJob&& job) { queue_.put(std::move(job)); }

 private:
  void run();
  Answer answer(const ReadJob& job);

  const std::string path_;
  sql::OwedAnswers& owed_;
  sql::WorkQueue<ReadJob> queue_;
  Database database_;
  MoveSource source_;
  sql::Reads reads_;
  std::thread thread_;
};

}  // namespace wyrmhall::persistence::sqlite
