#include "persistence/postgres/reader.h"

#include <chrono>
#include <exception>
#include <utility>
#include <variant>
#include <vector>

#include "persistence/postgres/errors.h"
#include "persistence/sql/matches.h"
#include "persistence/thread_name.h"

namespace wyrmhall::persistence::postgres {
namespace {

// That of the last move of a running match, or that of the match itself where there is none yet. By an index, those
// that can be due: `due` is no later (moves.cpp).
constexpr const char* kDeadlines =
    "SELECT d.id, d.deadline FROM ("
    "SELECT m.id, CASE WHEN l.idx IS NULL THEN m.deadline ELSE l.deadline END AS deadline "
    "FROM matches AS m LEFT JOIN LATERAL ("
    "SELECT v.idx, v.deadline FROM moves AS v WHERE v.match = m.no ORDER BY v.idx DESC LIMIT 1) AS l ON true "
    "WHERE m.ended_at IS NULL AND coalesce(m.due, m.deadline) <= ?) AS d "
    "WHERE d.deadline IS NOT NULL ORDER BY d.deadline, d.id";

// How long the server goes on with what PostgreSQL has said of its standbys.
constexpr std::chrono::seconds kStandbyAskedEvery{60};

}  // namespace

Reader::Reader(const std::string& place, Incarnation incarnation, sql::OwedAnswers& owed)
    : incarnation_(incarnation),
      owed_(owed),
      database_(place, Database::Access::kReadOnly),
      source_(database_),
      reads_(database_, source_),
      deadlines_(database_, kDeadlines),
      running_(database_, sql::Matches::kCountRunning),
      standbys_(database_, "SELECT current_setting('synchronous_standby_names') <> ''"),
      thread_([this] { run(); }) {}

Reader::~Reader() {
  queue_.close();
  thread_.join();
}

void Reader::run() {
  name_this_thread("store reader");
  std::vector<Submission> jobs;
  while (queue_.take(jobs)) {
    std::vector<Answer> answers;
    answers.reserve(jobs.size());
    std::uint64_t read_in = 0;  // which connection
    database_.read_together();
    for (const Submission& job : jobs) {
      answers.push_back(answer(job));
      if (read_in == 0) read_in = database_.connection();
    }
    database_.end_together();
    try {
      wait_for_standby(read_in);
    } catch (const sql::Error& error) {
      database_.roll_back();
      for (Answer& answer : answers) {
        answer.verdict = Verdict::kUnknown;
        answer.error = sentence(error);
      }
    }
    owed_.deliver(std::move(answers));
  }
}

Answer Reader::answer(const Submission& submission) {
  Answer answer = answer_to(submission.ticket, submission.request);
  try {
    try {
      if (!database_.connected()) database_.reconnect();
      look(submission, answer);
    } catch (const Error&) {
      // The connection may have been lost long ago, and this was the first to notice. Looking again is harmless.
      if (database_.connected()) throw;
      database_.reconnect();
      answer = answer_to(submission.ticket, submission.request);
      look(submission, answer);
    }
  } catch (const sql::NotHere& missing) {
    answer.error = missing.what();
  } catch (const sql::Error& error) {
    database_.roll_back();  // what is asked for after this has to do with it no more
    answer.verdict = Verdict::kUnknown;
    answer.error = sentence(error);
  } catch (const std::exception& error) {
    answer.verdict = Verdict::kUnknown;
    answer.error = error.what();
  }
  return answer;
}

void Reader::look(const Submission& submission, Answer& answer) {
  if (const auto* due = std::get_if<LoadDeadlines>(&submission.request)) {
    answer.value = deadlines(*due);
  } else {
    reads_.look(submission.request, {}, answer);
  }
}

// What another connection has committed can be read before the standby has it. Should the primary be lost then, it
// would be gone although somebody had been shown it. A lock is written to the log behind all that was read, and a
// commit waits until the standby has the log up to there. Another connection may be to another primary, and says
// nothing about what was read in this one.
void Reader::wait_for_standby(std::uint64_t read_in) {
  if (!database_.connected() || database_.connection() != read_in) throw Error({}, "the connection was lost");
  if (!has_standby()) return;
  database_.execute("BEGIN READ WRITE; SELECT 1 FROM node WHERE id = " + std::to_string(incarnation_) + " FOR SHARE");
  database_.commit();
}

bool Reader::has_standby() {
  const auto now = std::chrono::steady_clock::now();
  if (asked_in_ != database_.connection() || now - asked_at_ > kStandbyAskedEvery) {
    Cursor row = standbys_.query();
    standby_ = row.next() && row.integer(0) != 0;
    asked_in_ = database_.connection();
    asked_at_ = now;
  }
  return standby_;
}

LoadDeadlines::Answer Reader::deadlines(const LoadDeadlines& request) {
  const ReadTransaction together(database_);
  LoadDeadlines::Answer answer;
  {
    Cursor row = deadlines_.query(request.until);
    while (row.next()) answer.deadlines.push_back({row.id<MatchId>(0), row.time(1)});
  }
  if (!request.with_running) return answer;
  Cursor row = running_.query();
  if (row.next()) answer.running = row.integer(0);
  return answer;
}

}  // namespace wyrmhall::persistence::postgres
