// The writer: one thread that commits in groups, over the one connection by which this server writes.
//
// A group of nothing but moves is one statement, beside whatever other servers write. Any other group locks the store's
// row first, so that one server at a time carries out what has to look before it writes.
#pragma once

#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "persistence/postgres/database.h"
#include "persistence/postgres/moves.h"
#include "persistence/sql/groups.h"
#include "persistence/sql/heroes.h"
#include "persistence/sql/matches.h"
#include "persistence/sql/owed_answers.h"
#include "persistence/sql/work_queue.h"
#include "persistence/sql/writes.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::postgres {

class Writer {
 public:
  // `database` has this version's schema and can be written to.
  Writer(std::unique_ptr<Database> database, Incarnation incarnation, sql::OwedAnswers& owed);
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  // Carries out and answers what was put, then returns.
  ~Writer();

  // Takes what writes. From any thread.
  void put(Submission&& submission) { queue_.put(std::move(submission)); }

  // From any thread.
  [[nodiscard]] StoreStats stats() const { return counts_.read(); }

 private:
  // As sqlite/writer.h says: none of a group needs a savepoint until the database has refused one of them.
  enum class Care : std::uint8_t { kTrusting, kSavepoints };

  void run();
  std::vector<Answer> write(const std::vector<Submission>& group);
  std::vector<Answer> commit(const std::vector<Submission>& group);
  // Takes the moves that the group begins with, as far as they follow on what is remembered. How many that was.
  std::size_t take_moves(const std::vector<Submission>& group);
  // Of a group that was taken as a whole.
  std::vector<Answer> commit_moves(const std::vector<Submission>& group);
  // The first `taken` are taken already.
  std::vector<Answer> commit_locked(const std::vector<Submission>& group, std::size_t taken, Care care);
  void carry_out_apart(const Request& request, Answer& answer);

  const Incarnation incarnation_;
  sql::OwedAnswers& owed_;
  sql::WorkQueue<Submission> queue_;

  std::unique_ptr<Database> database_;
  sql::HeroWriter heroes_;
  sql::Matches matches_;
  Moves moves_;
  sql::Writes requests_;
  sql::GroupCounts counts_;

  std::thread thread_;  // last: it uses all of the above
};

}  // namespace wyrmhall::persistence::postgres
