#include "persistence/sqlite/reader.h"

#include <sys/resource.h>

#include <exception>
#include <filesystem>
#include <vector>

#include "persistence/sqlite/errors.h"
#include "persistence/thread_name.h"

namespace wyrmhall::persistence::sqlite {
namespace {

constexpr int kNiceness = 10;

}  // namespace

Reader::Reader(const std::string& path, sql::OwedAnswers& owed, bool yielding)
    : path_(path),
      owed_(owed),
      database_(path, Database::Access::kReadOnly),
      source_(database_, std::filesystem::path(path_).parent_path()),
      reads_(database_, source_),
      thread_([this, yielding] {
        // Linux counts niceness by thread, and takes 0 for the one that asks.
        if (yielding) (void)::setpriority(PRIO_PROCESS, 0, kNiceness);
        run();
      }) {}

Reader::~Reader() {
  queue_.close();
  thread_.join();
}

void Reader::run() {
  name_this_thread("store reader");
  std::vector<ReadJob> jobs;
  while (queue_.take(jobs)) {
    std::vector<Answer> answers;
    answers.reserve(jobs.size());
    for (const ReadJob& job : jobs) answers.push_back(answer(job));
    owed_.deliver(std::move(answers));
  }
}

Answer Reader::answer(const ReadJob& job) {
  Answer answer = answer_to(job.ticket, job.request);
  try {
    reads_.look(job.request, job.tail, answer);
  } catch (const sql::NotHere& missing) {
    answer.error = missing.what();  // the store is in order, but for this one match
  } catch (const sql::Error& error) {
    answer.verdict = Verdict::kUnknown;
    answer.error = sentence(error, path_);
  } catch (const std::exception& error) {
    answer.verdict = Verdict::kUnknown;
    answer.error = error.what();
  }
  return answer;
}

}  // namespace wyrmhall::persistence::sqlite
