// The writer: one thread that commits in groups. A group is whatever arrived while the group before was on its way to
// the disk; its answers are delivered together once it is there.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "persistence/sql/groups.h"
#include "persistence/sql/heroes.h"
#include "persistence/sql/matches.h"
#include "persistence/sql/owed_answers.h"
#include "persistence/sql/work_queue.h"
#include "persistence/sql/writes.h"
#include "persistence/sqlite/archive.h"
#include "persistence/sqlite/checkpoints.h"
#include "persistence/sqlite/database.h"
#include "persistence/sqlite/journal.h"
#include "persistence/sqlite/moves.h"
#include "persistence/sqlite/reader.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::sqlite {

class Writer {
 public:
  // `database` has this version's schema. Throws Error when it cannot be read.
  Writer(std::string path, std::unique_ptr<Database> database, Incarnation incarnation, std::int64_t journal_bytes,
         sql::OwedAnswers& owed, Reader& reader, Reader& patient_reader);
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  // Carries out and answers what was put, then returns.
  ~Writer();

  // Takes what writes, and the reads that must know where the matches stand: LoadMatch and LoadDeadlines. From any
  // thread.
  void put(Submission&& submission) { queue_.put(std::move(submission)); }

  // From any thread.
  [[nodiscard]] StoreStats stats() const { return counts_.read(); }

 private:
  void run();

  // How requests of a group are kept apart. What may well be wrong with one is looked up before anything is changed, so
  // that none needs a savepoint, which costs as much again as what it guards. Should the database refuse one, the group
  // is carried out again with savepoints, and only that one is refused.
  enum class Care : std::uint8_t { kTrusting, kSavepoints };

  // The answers to the writes of a batch, all from one transaction.
  std::vector<Answer> write(const std::vector<Submission>& batch);
  std::vector<Answer> commit(const std::vector<Submission>& batch, Care care);
  void carry_out_apart(const Request& request, Answer& answer);

  // Passes LoadMatch on to the reader and answers LoadDeadlines.
  void look(const std::vector<Submission>& batch);

  void know_heads();
  void prove_writable();
  bool owner();

  const std::string path_;
  const Incarnation incarnation_;
  sql::OwedAnswers& owed_;
  Reader& reader_;
  Reader& patient_reader_;
  sql::WorkQueue<Submission> queue_;

  std::unique_ptr<Database> database_;
  Checkpoints checkpoints_;
  Statement begin_;
  Statement commit_;
  Statement savepoint_;
  Statement release_;
  Statement undo_;
  Statement owner_;
  Statement touch_;
  sql::HeroWriter heroes_;
  sql::Matches matches_;
  Archive archive_;
  Journal journal_;
  Moves moves_;
  sql::Writes requests_;
  bool heads_known_ = false;  // false after a transaction has failed
  bool trouble_ = false;      // the last transaction failed

  sql::GroupCounts counts_;

  std::thread thread_;  // last: it uses all of the above
};

}  // namespace wyrmhall::persistence::sqlite
